// SPDX-License-Identifier: MIT
#include "server/features/previews/board_card.h"

#include "abalone/position.h"
#include "quoridor/position.h"

#define TABLE 0x23170f

// The wooden board.
#define RIM    0x4a2b17
#define GUTTER 0x2a180d
#define DECK   0xb4824d
#define WELL   0x84592f
#define SQUARE 0xb8864f
#define GROOVE 0x2e1b10
#define WALL   0xf1dfae
static const u32 SEATS[PLAYERS_MAX] = { 0x17171b, 0xf8f2e7, 0xe5a423, 0x2565a3 };
static const u32 INKS[PLAYERS_MAX] = { 0xffffff, 0x57431f, 0x33230a, 0xffffff };

// Of glass: rim, light, shade and gloss of each colour.
static const struct {
    u32 rim, shade;
    double light, dark, gloss;
} GLASS[PLAYERS_MAX] = {
    { 0xc0c0ca, 0x000000, 0.34, 0.5, 0.75 },
    { 0x4a3a1e, 0x7a5a28, 0.9, 0.58, 0.95 },
    { 0x180f00, 0x5a3400, 0.55, 0.45, 0.85 },
    { 0xf8fcff, 0x04152c, 0.42, 0.52, 0.8 },
};

static const double MARBLE = 0.44, PAWN = 0.3;
static const double HEX_RIM = 4.5, HEX_GUTTER = 4.27, HEX_DECK = 3.93;
static const double HALF = 4.52, EDGE_WIDTH = 0.22;
static const double SQUARE_SIZE = 0.79, WALL_WIDTH = 0.2;
static const double UNIT = 65; // pixels to a cell
// Where the players are, left and right of the board, and how wide their names may be.
static const double SIDE = 7.0, SIDE_WIDTH = 4.0;

// Of the words.
#define PAPER 0xf4e6cf
#define FAINT 0xb99b76
#define GOLD  0xf2c14e

static CanvasShape circle(double x, double y, double r)
{
    return (CanvasShape){ .kind = SHAPE_CIRCLE, .x = x, .y = y, .w = r, .h = r };
}

static CanvasShape box(double x, double y, double w, double h, double round)
{
    return (
        CanvasShape){ .kind = SHAPE_BOX, .x = x, .y = y, .w = w / 2, .h = h / 2, .round = round };
}

static CanvasShape hexagon(double apothem)
{
    return (CanvasShape){ .kind = SHAPE_HEXAGON, .w = apothem, .h = apothem };
}

static void bevel(cairo_t *canvas, CanvasShape shape)
{
    const Gradient ink = { .stop = { { 0, 0xffffff, 0.1 }, { 0.5, 0xffffff, 0 }, { 1, 0, 0.25 } },
                           .stops = 3,
                           .down = true };
    canvas_shade(canvas, shape, &ink);
}

// --- pieces --------------------------------------------------------------------------------------

static void draw_shadow(cairo_t *canvas, double x, double y, double r)
{
    const Gradient ink = { .stop = { { 0, 0, 0.55 }, { 0.55, 0, 0.55 }, { 1, 0, 0 } }, .stops = 3 };
    canvas_shade(canvas, circle(x, y, r), &ink);
}

static void draw_ball(cairo_t *canvas, double x, double y, double r, int seat)
{
    u32 shade = GLASS[seat].shade;
    double light = GLASS[seat].light, dark = GLASS[seat].dark;
    const Gradient ink = { .stop = { { 0, 0xffffff, light },
                                     { 0.25, 0xffffff, light * 0.55 },
                                     { 0.55, 0xffffff, light * 0.1 },
                                     { 0.66, shade, dark * 0.08 },
                                     { 0.85, shade, dark * 0.42 },
                                     { 1, shade, dark } },
                           .stops = 6,
                           .focus_x = -0.28,
                           .focus_y = -0.4 };
    canvas_fill(canvas, circle(x, y, r), SEATS[seat], 1);
    canvas_stroke(canvas, circle(x, y, r), 0.026, GLASS[seat].rim, 1);
    canvas_shade(canvas, circle(x, y, r), &ink);
}

static void draw_gloss(cairo_t *canvas, double x, double y, double w, double h, double alpha)
{
    const CanvasShape gloss = {
        .kind = SHAPE_CIRCLE, .x = x, .y = y, .w = w, .h = h, .turned = 38
    };
    canvas_fill(canvas, gloss, 0xffffff, alpha);
}

// Dot, ring, bar, hexagon (the page has a triangle).
static void draw_mark(cairo_t *canvas, double x, double y, double scale, int seat)
{
    u32 ink = INKS[seat];
    if (seat == 0) canvas_fill(canvas, circle(x, y, 0.08 * scale), ink, 1);
    if (seat == 1) canvas_stroke(canvas, circle(x, y, 0.115 * scale), 0.058 * scale, ink, 1);
    if (seat == 2)
        canvas_fill(canvas, box(x, y, 0.32 * scale, 0.084 * scale, 0.03 * scale), ink, 1);
    if (seat == 3) {
        CanvasShape shape = hexagon(0.11 * scale);
        shape.x = x;
        shape.y = y;
        canvas_stroke(canvas, shape, 0.058 * scale, ink, 1);
    }
}

static void draw_marble(cairo_t *canvas, double x, double y, int seat, bool marked)
{
    draw_shadow(canvas, x + 0.035, y + 0.085, MARBLE + 0.06);
    draw_ball(canvas, x, y, MARBLE - 0.012, seat);
    draw_gloss(canvas, x - 0.15, y - 0.215, 0.125, 0.075, GLASS[seat].gloss);
    if (marked) draw_mark(canvas, x, y, 1, seat);
}

static void draw_pawn(cairo_t *canvas, double x, double y, int seat, bool marked)
{
    double head = PAWN * 0.66;
    draw_shadow(canvas, x + 0.04, y + 0.08, PAWN + 0.09);
    draw_ball(canvas, x, y, PAWN, seat);
    canvas_fill(canvas, circle(x + 0.015, y + 0.03, head + 0.03), 0, 0.28);
    draw_ball(canvas, x, y, head, seat);
    draw_gloss(canvas, x - 0.07, y - 0.1, 0.06, 0.036, GLASS[seat].gloss);
    if (marked) draw_mark(canvas, x, y, 0.72, seat);
}

static void draw_wall(cairo_t *canvas, double x, double y, double w, double h)
{
    const Gradient light = {
        .stop = { { 0, 0xffffff, 0.55 }, { 0.35, 0xffffff, 0 }, { 1, 0, 0.35 } },
        .stops = 3,
        .down = true
    };
    canvas_fill(canvas, box(x + 0.03, y + 0.06, w, h, 0.045), 0, 0.4);
    canvas_fill(canvas, box(x, y, w, h, 0.045), WALL, 1);
    canvas_stroke(canvas, box(x, y, w, h, 0.045), 0.014, 0, 0.45);
    canvas_shade(canvas, box(x, y, w, h, 0.045), &light);
}

// --- the boards ----------------------------------------------------------------------------------

static void draw_well(cairo_t *canvas, double x, double y)
{
    const Gradient depth = { .stop = { { 0, 0, 0.04 }, { 0.55, 0, 0.16 }, { 1, 0, 0.46 } },
                             .stops = 3,
                             .focus_y = 0.4 };
    canvas_fill(canvas, circle(x, y, MARBLE + 0.012), WELL, 1);
    canvas_shade(canvas, circle(x, y, MARBLE + 0.012), &depth);
}

static void draw_abalone(cairo_t *canvas, const AbPosition *position)
{
    int players = position->head.variant->players;
    canvas_fill(canvas, hexagon(HEX_RIM), RIM, 1);
    bevel(canvas, hexagon(HEX_RIM));
    canvas_fill(canvas, hexagon(HEX_GUTTER), GUTTER, 1);
    canvas_fill(canvas, hexagon(HEX_DECK), DECK, 1);
    for (int row = 0; row < ROWS; row++)
        for (int digit = row > 4 ? row - 4 : 0; digit < ROWS && digit <= row + 4; digit++) {
            Cells cell = bit((13 * row + digit) % CELLS);
            double x = (double)(digit - 4) - (double)(row - 4) / 2,
                   y = (double)(4 - row) * 0.8660254;
            draw_well(canvas, x, y);
            for (int seat = 0; seat < players; seat++)
                if (position->marble[seat] & cell) draw_marble(canvas, x, y, seat, players > 2);
        }
}

static double file_x(int file)
{
    return (double)(file - SIZE / 2);
}

static double rank_y(int rank)
{
    return (double)(SIZE / 2 - rank);
}

// A line in the player's colour along the side to be reached.
static void draw_goal(cairo_t *canvas, Side side, int seat)
{
    double mid = HALF + EDGE_WIDTH / 2;
    bool level = side == NORTH || side == SOUTH;
    double x = side == EAST ? mid : side == WEST ? -mid : 0;
    double y = side == SOUTH ? mid : side == NORTH ? -mid : 0;
    canvas_fill(canvas, box(x, y, level ? 8.8 : 0.1, level ? 0.1 : 8.8, 0.05), SEATS[seat], 1);
}

static void draw_quoridor(cairo_t *canvas, const QrPosition *position)
{
    const QrVariant *variant = (const QrVariant *)position->head.variant;
    int players = variant->common.players;
    double size = 2 * (HALF + EDGE_WIDTH), length = 1 + SQUARE_SIZE;
    canvas_fill(canvas, box(0, 0, size, size, 0.22), RIM, 1);
    bevel(canvas, box(0, 0, size, size, 0.22));
    canvas_fill(canvas, box(0, 0, 2 * HALF, 2 * HALF, 0.1), GROOVE, 1);
    for (int seat = 0; seat < players; seat++)
        if (!(position->head.out >> seat & 1)) draw_goal(canvas, (Side)variant->goal[seat], seat);
    for (Square square = 0; square < SQUARES; square++) {
        double x = file_x(square_file(square)), y = rank_y(square_rank(square));
        canvas_fill(canvas, box(x, y, SQUARE_SIZE, SQUARE_SIZE, 0.07), SQUARE, 1);
        double edge = SQUARE_SIZE / 2 - 0.012;
        canvas_fill(canvas, box(x, y - edge, SQUARE_SIZE - 0.1, 0.026, 0), 0xffffff, 0.3);
        canvas_fill(canvas, box(x, y + edge, SQUARE_SIZE - 0.1, 0.026, 0), 0, 0.3);
    }
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots set = position->wall[o]; set; set &= set - 1) {
            Slot slot = bits_first(set);
            double x = file_x(slot & 7) + 0.5, y = rank_y(slot >> 3) - 0.5;
            draw_wall(canvas, x, y, o == HORIZONTAL ? length : WALL_WIDTH,
                      o == HORIZONTAL ? WALL_WIDTH : length);
        }
    for (int seat = 0; seat < players; seat++)
        if (!(position->head.out >> seat & 1))
            draw_pawn(canvas, file_x(square_file(position->pawn[seat])),
                      rank_y(square_rank(position->pawn[seat])), seat, players > 2);
}

// --- the players ---------------------------------------------------------------------------------

// Marbles that the player's side has pushed out, in a tray of two rows.
static void draw_tray(cairo_t *canvas, const AbPosition *position, int seat, double x, double y)
{
    const Variant *variant = position->head.variant;
    int team = variant->team[seat], caught = position->score[team], of = 0;
    int to_win = ab_count(position).to_win;
    while (variant->team[of] == team)
        of++;
    canvas_fill(canvas, box(x, y, 3.1, 2.1, 0.4), GUTTER, 1);
    for (int i = 0; i < to_win; i++) {
        double at_x = x + (double)(i % 3 - 1), at_y = y + (i < 3 ? -0.5 : 0.5);
        if (i < caught)
            draw_marble(canvas, at_x, at_y, of, false);
        else
            canvas_fill(canvas, circle(at_x, at_y, 0.3), WELL, 1);
    }
}

static void draw_rack(cairo_t *canvas, const QrPosition *position, int seat, double x, double y)
{
    int walls = ((const QrVariant *)position->head.variant)->walls;
    canvas_fill(canvas, box(x, y, 3.1, 1.9, 0.2), GROOVE, 1);
    for (int i = 0; i < position->walls[seat]; i++)
        draw_wall(canvas, x + ((double)i - (double)(walls - 1) / 2) * 0.28, y, 0.18, 1.5);
}

// Two blocks fit above each other on a side, below the line at the top.
static double seat_y(const Variant *variant, int seat)
{
    return variant->players == 2 ? 0.3 : seat < 2 ? -1.95 : 2.42;
}

static void draw_seat(cairo_t *canvas, const Position *position, int seat, bool scored)
{
    const Variant *variant = position->head.variant;
    double x = seat & 1 ? SIDE : -SIDE, y = seat_y(variant, seat);
    draw_marble(canvas, scored ? x - 0.55 : x, y - 0.7, seat, true);
    if (variant->game == &AB_GAME)
        draw_tray(canvas, (const AbPosition *)position, seat, x, y + 1);
    else
        draw_rack(canvas, (const QrPosition *)position, seat, x, y + 1);
}

// --- words ---------------------------------------------------------------------------------------

static bool write_line(Lettering *lettering, cairo_t *canvas, const char *text, Line line)
{
    line.text = text_of(text);
    line.width = SIDE_WIDTH;
    line.least = 15;
    return *text && lettering_write(lettering, canvas, &line);
}

static void write_seat(Lettering *lettering, cairo_t *canvas, const Variant *variant,
                       const CardWords *words, int seat)
{
    double x = seat & 1 ? SIDE : -SIDE, y = seat_y(variant, seat);
    const char *points = words->seat[seat].points;
    bool won = *points == '1';
    write_line(lettering, canvas, words->seat[seat].name,
               (Line){ .x = x, .y = y - 1.72, .size = 30, .colour = won ? GOLD : PAPER });
    write_line(lettering, canvas, words->seat[seat].rating,
               (Line){ .x = x, .y = y - 1.27, .size = 20, .colour = FAINT });
    write_line(lettering, canvas, points,
               (Line){ .x = x + 0.55, .y = y - 0.42, .size = 46, .colour = won ? GOLD : PAPER });
}

cairo_surface_t *board_card(const Position *position, const CardWords *words, Lettering *lettering)
{
    const Variant *variant = position->head.variant;
    cairo_surface_t *card = cairo_image_surface_create(CAIRO_FORMAT_RGB24, CARD_WIDTH, CARD_HEIGHT);
    cairo_t *canvas = cairo_create(card);
    canvas_colour(canvas, TABLE, 1);
    cairo_paint(canvas);
    cairo_translate(canvas, (double)CARD_WIDTH / 2, (double)CARD_HEIGHT / 2);
    cairo_scale(canvas, UNIT, UNIT);
    if (variant->game == &AB_GAME)
        draw_abalone(canvas, (const AbPosition *)position);
    else
        draw_quoridor(canvas, (const QrPosition *)position);
    for (int seat = 0; seat < variant->players; seat++) {
        draw_seat(canvas, position, seat, lettering && words && *words->seat[seat].points);
        if (words) write_seat(lettering, canvas, variant, words, seat);
    }
    const Line top = { .x = -SIDE, .y = -4.33, .size = 24, .colour = FAINT };
    Line site = top;
    site.x = SIDE;
    write_line(lettering, canvas, variant->title, top);
    write_line(lettering, canvas, "Meydan", site);
    cairo_status_t status = cairo_status(canvas);
    cairo_destroy(canvas);
    if (status == CAIRO_STATUS_SUCCESS) return card;
    cairo_surface_destroy(card);
    return NULL;
}
