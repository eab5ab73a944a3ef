// SPDX-License-Identifier: MIT
#include "server/cards/board_card.h"

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
    float light, dark, gloss;
} GLASS[PLAYERS_MAX] = {
    { 0xc0c0ca, 0x000000, 0.34f, 0.5f, 0.75f },
    { 0x4a3a1e, 0x7a5a28, 0.9f, 0.58f, 0.95f },
    { 0x180f00, 0x5a3400, 0.55f, 0.45f, 0.85f },
    { 0xf8fcff, 0x04152c, 0.42f, 0.52f, 0.8f },
};

static const float MARBLE = 0.44f, PAWN = 0.3f;
static const float HEX_RIM = 4.5f, HEX_GUTTER = 4.27f, HEX_DECK = 3.93f;
static const float HALF = 4.52f, EDGE_WIDTH = 0.22f;
static const float SQUARE_SIZE = 0.79f, WALL_WIDTH = 0.2f;
static const float UNIT = 65; // pixels to a cell
// Where the players are, left and right of the board, and how wide their names may be.
static const float SIDE = 7.0f, SIDE_WIDTH = 4.0f;

// Of the words.
#define PAPER 0xf4e6cf
#define FAINT 0xb99b76
#define GOLD  0xf2c14e

static Shape circle(float x, float y, float r)
{
    return (Shape){ .kind = SHAPE_CIRCLE, .x = x, .y = y, .w = r, .h = r };
}

static Shape box(float x, float y, float w, float h, float round)
{
    return (Shape){ .kind = SHAPE_BOX, .x = x, .y = y, .w = w / 2, .h = h / 2, .round = round };
}

static Shape hexagon(float apothem)
{
    return (Shape){ .kind = SHAPE_HEXAGON, .w = apothem, .h = apothem };
}

static void fill(Canvas *canvas, Shape shape, u32 colour, float alpha)
{
    Ink ink = ink_flat(colour, alpha);
    canvas_paint(canvas, shape, &ink);
}

static void outline(Canvas *canvas, Shape shape, float width, u32 colour, float alpha)
{
    Ink ink = ink_flat(colour, alpha);
    canvas_stroke(canvas, shape, width, &ink);
}

static void bevel(Canvas *canvas, Shape shape)
{
    const Ink ink = { .stop = { { 0, 0xffffff, 0.1f }, { 0.5f, 0xffffff, 0 }, { 1, 0, 0.25f } },
                      .stops = 3,
                      .down = true };
    canvas_paint(canvas, shape, &ink);
}

// --- pieces --------------------------------------------------------------------------------------

static void draw_shadow(Canvas *canvas, float x, float y, float r)
{
    const Ink ink = { .stop = { { 0, 0, 0.55f }, { 0.55f, 0, 0.55f }, { 1, 0, 0 } }, .stops = 3 };
    canvas_paint(canvas, circle(x, y, r), &ink);
}

static void draw_ball(Canvas *canvas, float x, float y, float r, int seat)
{
    u32 shade = GLASS[seat].shade;
    float light = GLASS[seat].light, dark = GLASS[seat].dark;
    const Ink ink = { .stop = { { 0, 0xffffff, light },
                                { 0.25f, 0xffffff, light * 0.55f },
                                { 0.55f, 0xffffff, light * 0.1f },
                                { 0.66f, shade, dark * 0.08f },
                                { 0.85f, shade, dark * 0.42f },
                                { 1, shade, dark } },
                      .stops = 6,
                      .focus_x = -0.28f,
                      .focus_y = -0.4f };
    fill(canvas, circle(x, y, r), SEATS[seat], 1);
    outline(canvas, circle(x, y, r), 0.026f, GLASS[seat].rim, 1);
    canvas_paint(canvas, circle(x, y, r), &ink);
}

static void draw_gloss(Canvas *canvas, float x, float y, float w, float h, float alpha)
{
    const Shape gloss = { .kind = SHAPE_CIRCLE, .x = x, .y = y, .w = w, .h = h, .turned = 38 };
    fill(canvas, gloss, 0xffffff, alpha);
}

// Dot, ring, bar, triangle (here: a hexagon, which is as different from the others).
static void draw_mark(Canvas *canvas, float x, float y, float scale, int seat)
{
    u32 ink = INKS[seat];
    if (seat == 0) fill(canvas, circle(x, y, 0.08f * scale), ink, 1);
    if (seat == 1) outline(canvas, circle(x, y, 0.115f * scale), 0.058f * scale, ink, 1);
    if (seat == 2) fill(canvas, box(x, y, 0.32f * scale, 0.084f * scale, 0.03f * scale), ink, 1);
    if (seat == 3) {
        Shape shape = hexagon(0.11f * scale);
        shape.x = x;
        shape.y = y;
        outline(canvas, shape, 0.058f * scale, ink, 1);
    }
}

static void draw_marble(Canvas *canvas, float x, float y, int seat, bool marked)
{
    draw_shadow(canvas, x + 0.035f, y + 0.085f, MARBLE + 0.06f);
    draw_ball(canvas, x, y, MARBLE - 0.012f, seat);
    draw_gloss(canvas, x - 0.15f, y - 0.215f, 0.125f, 0.075f, GLASS[seat].gloss);
    if (marked) draw_mark(canvas, x, y, 1, seat);
}

static void draw_pawn(Canvas *canvas, float x, float y, int seat, bool marked)
{
    float head = PAWN * 0.66f;
    draw_shadow(canvas, x + 0.04f, y + 0.08f, PAWN + 0.09f);
    draw_ball(canvas, x, y, PAWN, seat);
    fill(canvas, circle(x + 0.015f, y + 0.03f, head + 0.03f), 0, 0.28f);
    draw_ball(canvas, x, y, head, seat);
    draw_gloss(canvas, x - 0.07f, y - 0.1f, 0.06f, 0.036f, GLASS[seat].gloss);
    if (marked) draw_mark(canvas, x, y, 0.72f, seat);
}

static void draw_wall(Canvas *canvas, float x, float y, float w, float h)
{
    const Ink light = { .stop = { { 0, 0xffffff, 0.55f }, { 0.35f, 0xffffff, 0 }, { 1, 0, 0.35f } },
                        .stops = 3,
                        .down = true };
    fill(canvas, box(x + 0.03f, y + 0.06f, w, h, 0.045f), 0, 0.4f);
    fill(canvas, box(x, y, w, h, 0.045f), WALL, 1);
    outline(canvas, box(x, y, w, h, 0.045f), 0.014f, 0, 0.45f);
    canvas_paint(canvas, box(x, y, w, h, 0.045f), &light);
}

// --- the boards ----------------------------------------------------------------------------------

static void draw_well(Canvas *canvas, float x, float y)
{
    const Ink depth = { .stop = { { 0, 0, 0.04f }, { 0.55f, 0, 0.16f }, { 1, 0, 0.46f } },
                        .stops = 3,
                        .focus_y = 0.4f };
    fill(canvas, circle(x, y, MARBLE + 0.012f), WELL, 1);
    canvas_paint(canvas, circle(x, y, MARBLE + 0.012f), &depth);
}

static void draw_abalone(Canvas *canvas, const AbPosition *position)
{
    int players = position->head.variant->players;
    fill(canvas, hexagon(HEX_RIM), RIM, 1);
    bevel(canvas, hexagon(HEX_RIM));
    fill(canvas, hexagon(HEX_GUTTER), GUTTER, 1);
    fill(canvas, hexagon(HEX_DECK), DECK, 1);
    for (int row = 0; row < ROWS; row++)
        for (int digit = row > 4 ? row - 4 : 0; digit < ROWS && digit <= row + 4; digit++) {
            Cells cell = bit((13 * row + digit) % CELLS);
            float x = (float)(digit - 4) - (float)(row - 4) / 2, y = (float)(4 - row) * 0.8660254f;
            draw_well(canvas, x, y);
            for (int seat = 0; seat < players; seat++)
                if (position->marble[seat] & cell) draw_marble(canvas, x, y, seat, players > 2);
        }
}

static float file_x(int file)
{
    return (float)(file - SIZE / 2);
}

static float rank_y(int rank)
{
    return (float)(SIZE / 2 - rank);
}

// A line in the player's colour along the side to be reached.
static void draw_goal(Canvas *canvas, Side side, int seat)
{
    float mid = HALF + EDGE_WIDTH / 2;
    bool level = side == NORTH || side == SOUTH;
    float x = side == EAST ? mid : side == WEST ? -mid : 0;
    float y = side == SOUTH ? mid : side == NORTH ? -mid : 0;
    fill(canvas, box(x, y, level ? 8.8f : 0.1f, level ? 0.1f : 8.8f, 0.05f), SEATS[seat], 1);
}

static void draw_quoridor(Canvas *canvas, const QrPosition *position)
{
    const QrVariant *variant = (const QrVariant *)position->head.variant;
    int players = variant->common.players;
    float size = 2 * (HALF + EDGE_WIDTH), length = 1 + SQUARE_SIZE;
    fill(canvas, box(0, 0, size, size, 0.22f), RIM, 1);
    bevel(canvas, box(0, 0, size, size, 0.22f));
    fill(canvas, box(0, 0, 2 * HALF, 2 * HALF, 0.1f), GROOVE, 1);
    for (int seat = 0; seat < players; seat++)
        if (!(position->head.out >> seat & 1)) draw_goal(canvas, (Side)variant->goal[seat], seat);
    for (Square square = 0; square < SQUARES; square++) {
        float x = file_x(square_file(square)), y = rank_y(square_rank(square));
        fill(canvas, box(x, y, SQUARE_SIZE, SQUARE_SIZE, 0.07f), SQUARE, 1);
        float edge = SQUARE_SIZE / 2 - 0.012f;
        fill(canvas, box(x, y - edge, SQUARE_SIZE - 0.1f, 0.026f, 0), 0xffffff, 0.3f);
        fill(canvas, box(x, y + edge, SQUARE_SIZE - 0.1f, 0.026f, 0), 0, 0.3f);
    }
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots set = position->wall[o]; set; set &= set - 1) {
            Slot slot = bits_first(set);
            float x = file_x(slot & 7) + 0.5f, y = rank_y(slot >> 3) - 0.5f;
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
static void draw_tray(Canvas *canvas, const AbPosition *position, int seat, float x, float y)
{
    const AbVariant *variant = (const AbVariant *)position->head.variant;
    int team = variant->common.team[seat], caught = position->score[team], of = 0;
    while (variant->common.team[of] == team)
        of++;
    fill(canvas, box(x, y, 3.1f, 2.1f, 0.4f), GUTTER, 1);
    for (int i = 0; i < variant->to_win && i < 6; i++) {
        float at_x = x + (float)(i % 3 - 1), at_y = y + (i < 3 ? -0.5f : 0.5f);
        if (i < caught)
            draw_marble(canvas, at_x, at_y, of, false);
        else
            fill(canvas, circle(at_x, at_y, 0.3f), WELL, 1);
    }
}

static void draw_rack(Canvas *canvas, const QrPosition *position, int seat, float x, float y)
{
    int walls = ((const QrVariant *)position->head.variant)->walls;
    fill(canvas, box(x, y, 3.1f, 1.9f, 0.2f), GROOVE, 1);
    for (int i = 0; i < position->walls[seat]; i++)
        draw_wall(canvas, x + ((float)i - (float)(walls - 1) / 2) * 0.28f, y, 0.18f, 1.5f);
}

// Two blocks fit above each other on a side, below the line at the top.
static float seat_y(const Variant *variant, int seat)
{
    return variant->players == 2 ? 0.3f : seat < 2 ? -1.95f : 2.42f;
}

static void draw_seat(Canvas *canvas, const Position *position, int seat, bool scored)
{
    const Variant *variant = position->head.variant;
    float x = seat & 1 ? SIDE : -SIDE, y = seat_y(variant, seat);
    draw_marble(canvas, scored ? x - 0.55f : x, y - 0.7f, seat, true);
    if (variant->game == &AB_GAME)
        draw_tray(canvas, (const AbPosition *)position, seat, x, y + 1);
    else
        draw_rack(canvas, (const QrPosition *)position, seat, x, y + 1);
}

// --- words ---------------------------------------------------------------------------------------

static bool write_line(Lettering *lettering, Canvas *canvas, const char *text, Line line)
{
    line.text = text_of(text);
    line.width = SIDE_WIDTH;
    line.least = 15;
    return *text && lettering_write(lettering, canvas, &line);
}

static void write_seat(Lettering *lettering, Canvas *canvas, const Variant *variant,
                       const CardWords *words, int seat)
{
    float x = seat & 1 ? SIDE : -SIDE, y = seat_y(variant, seat);
    const char *points = words->seat[seat].points;
    bool won = *points == '1';
    write_line(lettering, canvas, words->seat[seat].name,
               (Line){ .x = x, .y = y - 1.72f, .size = 30, .colour = won ? GOLD : PAPER });
    write_line(lettering, canvas, words->seat[seat].rating,
               (Line){ .x = x, .y = y - 1.27f, .size = 20, .colour = FAINT });
    write_line(lettering, canvas, points,
               (Line){ .x = x + 0.55f, .y = y - 0.42f, .size = 46, .colour = won ? GOLD : PAPER });
}

bool board_card(const Position *position, const CardWords *words, Lettering *lettering,
                Canvas *canvas)
{
    const Variant *variant = position->head.variant;
    if (!canvas_new(canvas, CARD_WIDTH, CARD_HEIGHT, TABLE)) return false;
    canvas->scale = UNIT;
    canvas->x = CARD_WIDTH / 2.0f;
    canvas->y = CARD_HEIGHT / 2.0f;
    if (variant->game == &AB_GAME)
        draw_abalone(canvas, (const AbPosition *)position);
    else
        draw_quoridor(canvas, (const QrPosition *)position);
    for (int seat = 0; seat < variant->players; seat++) {
        draw_seat(canvas, position, seat, lettering && words && *words->seat[seat].points);
        if (words) write_seat(lettering, canvas, variant, words, seat);
    }
    const Line top = { .x = -SIDE, .y = -4.33f, .size = 24, .colour = FAINT };
    Line site = top;
    site.x = SIDE;
    write_line(lettering, canvas, variant->title, top);
    write_line(lettering, canvas, "Meydan", site);
    return true;
}
