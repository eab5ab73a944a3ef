// SPDX-License-Identifier: MIT
#include "wasm/view.h"

#include "abalone/position.h"
#include "base/json.h"
#include "game/finding.h"
#include "quoridor/position.h"

static bool is_abalone(const Variant *variant)
{
    return variant->game == &AB_GAME;
}

static const AbPosition *abalone(const Position *position)
{
    return (const AbPosition *)position;
}

static const QrPosition *quoridor(const Position *position)
{
    return (const QrPosition *)position;
}

static void write_cell(const Game *game, int cell, Out *out)
{
    char name[4];
    Out text = out_to(name, sizeof name);
    game->write_cell(cell, &text);
    json_string(out, name);
}

static void write_cells(const Game *game, const u8 *cells, int count, Out *out)
{
    json_open(out, '[');
    for (int i = 0; i < count; i++)
        write_cell(game, cells[i], out);
    json_close(out, ']');
}

static void write_slot(Slot slot, Out *out)
{
    char name[4];
    Out text = out_to(name, sizeof name);
    slot_write(slot, &text);
    json_string(out, name);
}

static void write_move_text(const Position *before, Move move, Out *out)
{
    char text[MOVE_TEXT_MAX];
    Out name = out_to(text, sizeof text);
    before->head.variant->game->write_move(before, move, &name);
    json_string(out, text);
}

// --- moves ---------------------------------------------------------------------------------------

// What the page draws of a move.
typedef struct Motion {
    const char *kind;
    u8 cell[4], pushed[4], to[4];
    int cells, pushes, landings;
    int dir;
} Motion;

static Motion abalone_motion(const AbPosition *before, Move move)
{
    Dir dir = ab_move_dir(move);
    bool in_line = ab_move_axis(move) == AB_IN_LINE;
    Dir along = in_line ? dir : (Dir)ab_move_axis(move);
    Cells moved = ab_moved(before, move), own = ab_team(before, before->head.turn);
    Motion motion = { .kind = in_line ? "line" : "side", .dir = (int)dir };
    for (Cells cell = bit(ab_move_cell(move)); cell & moved; cell = cells_shift(cell, along)) {
        if (cell & own) {
            motion.cell[motion.cells++] = (u8)bits_first(cell);
            motion.to[motion.landings++] = (u8)bits_first(cells_shift(cell, dir));
        } else {
            motion.pushed[motion.pushes++] = (u8)bits_first(cell);
        }
    }
    if (motion.pushes) motion.kind = moved & EDGE[dir] ? "eject" : "push";
    return motion;
}

static Motion quoridor_motion(const QrPosition *before, Move move)
{
    if (qr_move_is_wall(move)) {
        int slot = qr_move_slot(move), corner = SIZE * (slot >> 3) + (slot & 7);
        return (Motion){ .kind = "wall",
                         .cell = { (u8)corner, (u8)(corner + 1), (u8)(corner + SIZE),
                                   (u8)(corner + SIZE + 1) },
                         .cells = 4,
                         .dir = -1 };
    }
    Square from = before->pawn[before->head.turn];
    Motion motion = { .kind = "jump", .cells = 1, .landings = 1, .dir = -1 };
    motion.cell[0] = (u8)from;
    motion.to[0] = (u8)move;
    for (Side side = NORTH; side < SIDES; side++)
        if (square_next(from, side) == move) motion.kind = "step";
    return motion;
}

static Motion motion_of(const Position *before, Move move)
{
    if (move == MOVE_PASS) return (Motion){ .kind = "pass", .dir = -1 };
    return is_abalone(before->head.variant) ? abalone_motion(abalone(before), move)
                                            : quoridor_motion(quoridor(before), move);
}

static void write_motion(const Position *before, Move move, const Motion *motion, Out *out)
{
    const Game *game = before->head.variant->game;
    bool wall = game == &QR_GAME && move != MOVE_PASS && qr_move_is_wall(move);
    json_key(out, "text");
    write_move_text(before, move, out);
    json_key(out, "kind");
    json_string(out, motion->kind);
    json_key(out, "cells");
    write_cells(game, motion->cell, motion->cells, out);
    json_key(out, "dir");
    json_number(out, motion->dir);
    json_key(out, "pushed");
    write_cells(game, motion->pushed, motion->pushes, out);
    json_key(out, "to");
    write_cells(game, motion->to, motion->landings, out);
    json_key(out, "slot");
    if (wall)
        write_slot(qr_move_slot(move), out);
    else
        json_string(out, "");
    json_key(out, "upright");
    json_bool(out, wall && qr_move_orientation(move) == VERTICAL);
}

void view_write_move(const Position *before, Move move, Out *out)
{
    Motion motion = motion_of(before, move);
    json_open(out, '{');
    write_motion(before, move, &motion, out);
    json_close(out, '}');
}

// Whose marble stands last in what an ejection pushes, -1 if it is none.
static int taken_from(const Position *before, const Motion *motion)
{
    if (!is_abalone(before->head.variant) || !motion->pushes) return -1;
    const AbPosition *position = abalone(before);
    Cells last = bit(motion->pushed[motion->pushes - 1]);
    if (!(last & EDGE[motion->dir])) return -1;
    int owner = 0;
    while (!(position->marble[owner] & last))
        owner++;
    return owner;
}

void view_write_played(const Position *before, Move move, Out *out)
{
    Motion motion = motion_of(before, move);
    json_open(out, '{');
    write_motion(before, move, &motion, out);
    json_key(out, "seat");
    json_number(out, before->head.turn);
    json_key(out, "taken");
    json_number(out, taken_from(before, &motion));
    json_close(out, '}');
}

// A move's text as a number that sorts like it.
static u64 sort_key(const Position *position, Move move)
{
    char text[MOVE_TEXT_MAX] = { 0 };
    Out out = out_to(text, sizeof text);
    position->head.variant->game->write_move(position, move, &out);
    u64 key = 0;
    for (int i = 0; i < MOVE_TEXT_MAX; i++)
        key = key << 8 | (u8)text[i];
    return key;
}

// In byte order, as `meydan moves` prints them.
static void write_moves(const Position *position, Out *out)
{
    Move moves[MOVES_MAX];
    u64 keys[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        u64 key = sort_key(position, move);
        int at = i;
        for (; at > 0 && keys[at - 1] > key; at--) {
            keys[at] = keys[at - 1];
            moves[at] = moves[at - 1];
        }
        keys[at] = key;
        moves[at] = move;
    }
    json_open(out, '[');
    for (int i = 0; i < count; i++)
        view_write_move(position, moves[i], out);
    json_close(out, ']');
}

// --- boards --------------------------------------------------------------------------------------

static int team_count(const Variant *variant)
{
    int teams = 0;
    for (int player = 0; player < variant->players; player++)
        if (variant->team[player] >= teams) teams = variant->team[player] + 1;
    return teams;
}

static void write_marbles(const AbPosition *position, Out *out)
{
    const AbVariant *variant = ab_variant(position);
    json_key(out, "marbles");
    json_open(out, '[');
    for (int player = 0; player < variant->common.players; player++)
        for (Cells set = position->marble[player]; set; set &= set - 1) {
            json_open(out, '{');
            json_key(out, "cell");
            write_cell(&AB_GAME, bits_first(set), out);
            json_key(out, "seat");
            json_number(out, player);
            json_close(out, '}');
        }
    json_close(out, ']');
    json_key(out, "lost");
    json_open(out, '[');
    for (int player = 0; player < variant->common.players; player++)
        json_number(out, variant->marbles - bits_count(position->marble[player]));
    json_close(out, ']');
    json_key(out, "score");
    json_open(out, '[');
    for (int team = 0; team < team_count(&variant->common); team++)
        json_number(out, position->score[team]);
    json_close(out, ']');
}

static void write_walls(const QrPosition *position, Out *out)
{
    json_key(out, "walls");
    json_open(out, '[');
    for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++)
        for (Slots set = position->wall[o]; set; set &= set - 1) {
            json_open(out, '{');
            json_key(out, "slot");
            write_slot(bits_first(set), out);
            json_key(out, "upright");
            json_bool(out, o == VERTICAL);
            json_close(out, '}');
        }
    json_close(out, ']');
    json_key(out, "wallsLeft");
    json_open(out, '[');
    for (int player = 0; player < position->head.variant->players; player++)
        json_number(out, position->walls[player]);
    json_close(out, ']');
}

// The findings that are paths, by player; a player who is out has none.
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
    json_key(out, "pawns");
    json_open(out, '[');
    for (int player = 0; player < players; player++) {
        if (bits_has(position->head.out, player))
            json_string(out, "");
        else
            write_cell(&QR_GAME, position->pawn[player], out);
    }
    json_close(out, ']');
    json_key(out, "goals");
    json_open(out, '[');
    for (int player = 0; player < players; player++)
        json_string(out, SIDE[qr_variant(position)->goal[player]]);
    json_close(out, ']');
    Paths paths = { 0 };
    qr_explain(position, keep_path, &paths);
    json_key(out, "distance");
    json_open(out, '[');
    for (int player = 0; player < players; player++)
        json_number(out, bits_has(paths.found, player) ? paths.path[player].ours : -1);
    json_close(out, ']');
    json_key(out, "paths");
    json_open(out, '[');
    for (int player = 0; player < players; player++)
        write_cells(&QR_GAME, paths.path[player].cell, paths.path[player].cells, out);
    json_close(out, ']');
}

static void write_empty(const char *const *keys, int count, Out *out)
{
    for (int i = 0; i < count; i++) {
        json_key(out, keys[i]);
        json_open(out, '[');
        json_close(out, ']');
    }
}

static void write_key(Key key, Out *out)
{
    char text[17] = { 0 };
    for (int i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[key >> (60 - 4 * i) & 15];
    json_string(out, text);
}

void view_write(const Position *position, Out *out)
{
    static const char *const OF_ABALONE[] = { "marbles", "lost", "score" };
    static const char *const OF_QUORIDOR[] = { "pawns",     "goals",    "walls",
                                               "wallsLeft", "distance", "paths" };
    const Head *head = &position->head;
    const Game *game = head->variant->game;
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    game->write(position, &written);
    json_open(out, '{');
    json_key(out, "variant");
    json_string(out, head->variant->id);
    json_key(out, "position");
    json_string(out, text);
    json_key(out, "key");
    write_key(game->key(position), out);
    json_key(out, "turn");
    json_number(out, head->turn);
    json_key(out, "winners");
    json_players(out, game->winners(position));
    json_key(out, "out");
    json_players(out, head->out);
    if (is_abalone(head->variant)) {
        write_marbles(abalone(position), out);
        write_empty(OF_QUORIDOR, sizeof OF_QUORIDOR / sizeof *OF_QUORIDOR, out);
    } else {
        write_empty(OF_ABALONE, sizeof OF_ABALONE / sizeof *OF_ABALONE, out);
        write_walls(quoridor(position), out);
        write_pawns(quoridor(position), out);
    }
    json_key(out, "moves");
    write_moves(position, out);
    json_close(out, '}');
}

// --- findings ------------------------------------------------------------------------------------

typedef struct ViewVisit {
    const Position *position;
    Out *out;
} ViewVisit;

static void write_finding(void *context, const Finding *finding)
{
    const ViewVisit *visit = context;
    const Game *game = visit->position->head.variant->game;
    Out *out = visit->out;
    json_open(out, '{');
    json_key(out, "kind");
    json_string(out, finding_name(finding->kind));
    json_key(out, "seat");
    json_number(out, finding->player);
    json_key(out, "whole");
    json_bool(out, finding->whole);
    json_key(out, "ours");
    json_number(out, finding->ours);
    json_key(out, "theirs");
    json_number(out, finding->theirs);
    json_key(out, "own");
    write_cells(game, finding->cell, finding->cells, out);
    json_key(out, "foe");
    write_cells(game, finding->other, finding->others, out);
    json_key(out, "move");
    if (finding->move == MOVE_NONE)
        json_string(out, "");
    else
        write_move_text(visit->position, finding->move, out);
    json_close(out, '}');
}

void view_write_findings(const Position *position, Out *out)
{
    ViewVisit visit = { position, out };
    json_open(out, '[');
    position->head.variant->game->explain(position, write_finding, &visit);
    json_close(out, ']');
}

// --- variants ------------------------------------------------------------------------------------

static void write_layouts(const Variant *variant, Out *out)
{
    json_open(out, '[');
    for (int i = 0; i < variant->layouts; i++) {
        json_open(out, '{');
        json_key(out, "name");
        json_string(out, variant->layout[i].name);
        json_key(out, "position");
        json_string(out, variant->layout[i].position);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void write_seats(const Variant *variant, Out *out)
{
    json_key(out, "teams");
    json_open(out, '[');
    for (int player = 0; player < variant->players; player++)
        json_number(out, variant->team[player]);
    json_close(out, ']');
    json_key(out, "order");
    json_open(out, '[');
    for (int i = 0, player = 0; i < variant->players; i++, player = variant->next[player])
        json_number(out, player);
    json_close(out, ']');
    json_key(out, "letters");
    json_open(out, '[');
    for (int player = 0; player < variant->players; player++) {
        char letter = is_abalone(variant) ? ab_colour(player) : (char)('1' + player);
        json_text(out, (Text){ &letter, 1 });
    }
    json_close(out, ']');
}

void view_write_variant(const Variant *variant, Out *out)
{
    bool marbles = is_abalone(variant);
    json_open(out, '{');
    json_key(out, "id");
    json_string(out, variant->id);
    json_key(out, "game");
    json_string(out, variant->game->name);
    json_key(out, "players");
    json_number(out, variant->players);
    json_key(out, "title");
    json_string(out, variant->title);
    json_key(out, "layouts");
    write_layouts(variant, out);
    write_seats(variant, out);
    json_key(out, "toWin");
    json_number(out, marbles ? ((const AbVariant *)variant)->to_win : 0);
    json_key(out, "walls");
    json_number(out, marbles ? 0 : ((const QrVariant *)variant)->walls);
    json_close(out, '}');
}

// --- refusals ------------------------------------------------------------------------------------

// All whom the wall would shut in; the core's refusal names one.
static u8 shut_in(const Position *position, Text text)
{
    Move move;
    u8 players = 0;
    if (qr_read_move(text, &move, NULL) != OK) return 0;
    for (int player = 0; player < position->head.variant->players; player++)
        if (bits_has(quoridor(position)->shut[player][qr_move_orientation(move)],
                     qr_move_slot(move)))
            players |= (u8)bit(player);
    return players;
}

void view_write_refusal(const Position *position, Text text, Status status, const Fault *why,
                        Out *out)
{
    Refusal refusal = (Refusal)why->code;
    json_open(out, '{');
    json_key(out, "code");
    json_number(out, why->code);
    json_key(out, "id");
    if (refusal)
        json_string(out, refusal_name(refusal));
    else if (status == MALFORMED)
        json_string(out, position ? "unreadable-move" : "unreadable");
    else
        json_string(out, "not-possible");
    json_key(out, "message");
    json_string(out, why->message);
    json_key(out, "text");
    json_string(out, refusal ? refusal_text(refusal) : "");
    json_key(out, "seats");
    json_players(out, refusal == REFUSED_SHUT_IN && position ? shut_in(position, text) : 0);
    json_key(out, "malformed");
    json_bool(out, status == MALFORMED);
    json_close(out, '}');
}
