// SPDX-License-Identifier: MIT
// Quoridor's part of the view.
#include "base/json.h"
#include "game/finding.h"
#include "quoridor/position.h"
#include "wasm/view_game.h"

static Motion motion(const Position *position, Move move)
{
    const QrPosition *before = (const QrPosition *)position;
    if (qr_move_is_wall(move)) {
        int slot = qr_move_slot(move), corner = SIZE * (slot >> 3) + (slot & 7);
        return (Motion){ .kind = "wall",
                         .cell = { (u8)corner, (u8)(corner + 1), (u8)(corner + SIZE),
                                   (u8)(corner + SIZE + 1) },
                         .cells = 4,
                         .dir = -1,
                         .slot = slot,
                         .upright = qr_move_orientation(move) == VERTICAL,
                         .taken = -1 };
    }
    Square from = before->pawn[before->head.turn];
    Motion shown = {
        .kind = "jump", .cells = 1, .landings = 1, .dir = -1, .slot = -1, .taken = -1
    };
    shown.cell[0] = (u8)from;
    shown.to[0] = (u8)move;
    for (Side side = NORTH; side < SIDES; side++)
        if (square_next(from, side) == move) shown.kind = "step";
    return shown;
}

static void write_slot(int slot, Out *out)
{
    slot_write(slot, out);
}

static void write_slot_name(Slot slot, Out *out)
{
    char name[4];
    Out text = out_to(name, sizeof name);
    slot_write(slot, &text);
    js_string(out, NULL, name);
}

static void write_walls(const QrPosition *position, Out *out)
{
    js_array(out, "walls");
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots set = position->wall[o]; set; set &= set - 1) {
            js_object(out, NULL);
            js_key(out, "slot");
            write_slot_name(bits_first(set), out);
            js_bool(out, "upright", o == VERTICAL);
            js_close(out, '}');
        }
    js_close(out, ']');
    js_array(out, "wallsLeft");
    for (int player = 0; player < position->head.variant->players; player++)
        js_number(out, NULL, position->walls[player]);
    js_close(out, ']');
}

// The path findings by player; none for players who are out.
typedef struct Paths {
    Finding path[PLAYERS_MAX];
    u8 found; // set of players
} Paths;

static void keep_path(void *context, const Finding *finding)
{
    Paths *paths = context;
    if (finding->kind != FOUND_PATH) return;
    paths->path[finding->player] = *finding;
    paths->found |= (u8)bit(finding->player);
}

static void write_pawns(const QrPosition *position, Out *out)
{
    static const char *const SIDE[SIDES] = { "north", "east", "south", "west" };
    int players = position->head.variant->players;
    js_array(out, "pawns");
    for (int player = 0; player < players; player++) {
        if (bits_has(position->head.out, player))
            js_string(out, NULL, "");
        else
            view_write_cell(&QR_GAME, position->pawn[player], out);
    }
    js_close(out, ']');
    js_array(out, "goals");
    for (int player = 0; player < players; player++)
        js_string(out, NULL, SIDE[qr_variant(position)->goal[player]]);
    js_close(out, ']');
}

static void write_ways(const QrPosition *position, Out *out)
{
    int players = position->head.variant->players;
    Paths paths = { 0 };
    qr_explain(position, keep_path, &paths);
    js_array(out, "distance");
    for (int player = 0; player < players; player++)
        js_number(out, NULL, bits_has(paths.found, player) ? paths.path[player].ours : -1);
    js_close(out, ']');
    js_array(out, "paths");
    for (int player = 0; player < players; player++)
        view_write_cells(&QR_GAME, paths.path[player].cell, paths.path[player].cells, out);
    js_close(out, ']');
}

static void write_board(const Position *position, Out *out)
{
    write_walls((const QrPosition *)position, out);
    write_pawns((const QrPosition *)position, out);
    write_ways((const QrPosition *)position, out);
}

// A sketch has no paths.
static void write_sketch(const Position *sketch, Out *out)
{
    int players = sketch->head.variant->players;
    write_walls((const QrPosition *)sketch, out);
    write_pawns((const QrPosition *)sketch, out);
    js_array(out, "distance");
    for (int player = 0; player < players; player++)
        js_number(out, NULL, -1);
    js_close(out, ']');
    js_array(out, "paths");
    for (int player = 0; player < players; player++)
        view_write_cells(&QR_GAME, NULL, 0, out);
    js_close(out, ']');
}

// All players whom the wall would shut in.
static u8 shut_in(const Position *position, Move move)
{
    u8 players = 0;
    for (int player = 0; player < position->head.variant->players; player++)
        if (bits_has(((const QrPosition *)position)->shut[player][qr_move_orientation(move)],
                     qr_move_slot(move)))
            players |= (u8)bit(player);
    return players;
}

static int walls(const Variant *variant)
{
    return ((const QrVariant *)variant)->walls;
}

static const char *const KEYS[] = {
    "pawns", "goals", "walls", "wallsLeft", "distance", "paths",
};

const ViewGame QR_VIEW = {
    .game = &QR_GAME,
    .keys = KEYS,
    .key_count = sizeof KEYS / sizeof *KEYS,
    .write_board = write_board,
    .write_sketch = write_sketch,
    .motion = motion,
    .write_slot = write_slot,
    .shut_in = shut_in,
    .walls = walls,
};
