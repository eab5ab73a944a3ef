// SPDX-License-Identifier: MIT
#include "wasm/view.h"

#include "base/json.h"
#include "game/finding.h"
#include "wasm/view_game.h"

static const ViewGame *const GAMES[] = { &AB_VIEW, &QR_VIEW };
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

static const ViewGame *view_of(const Variant *variant)
{
    int i = 0;
    while (GAMES[i]->game != variant->game)
        i++;
    return GAMES[i];
}

void view_write_cell(const Game *game, int cell, Out *out)
{
    char name[4];
    Out text = out_to(name, sizeof name);
    game->write_cell(cell, &text);
    js_string(out, NULL, name);
}

void view_write_cells(const Game *game, const u8 *cells, int count, Out *out)
{
    js_array(out, NULL);
    for (int i = 0; i < count; i++)
        view_write_cell(game, cells[i], out);
    js_close(out, ']');
}

static void write_move_text(const Position *before, Move move, Out *out)
{
    char text[MOVE_TEXT_MAX];
    Out name = out_to(text, sizeof text);
    before->head.variant->game->write_move(before, move, &name);
    js_string(out, NULL, text);
}

// --- moves ---------------------------------------------------------------------------------------

static Motion motion_of(const Position *before, Move move)
{
    if (move == MOVE_PASS || move == MOVE_SWAP)
        return (Motion){
            .kind = move == MOVE_SWAP ? "swap" : "pass", .dir = -1, .slot = -1, .taken = -1
        };
    return view_of(before->head.variant)->motion(before, move);
}

static void write_slot(const Variant *variant, int slot, Out *out)
{
    char name[4] = "";
    Out text = out_to(name, sizeof name);
    if (slot >= 0) view_of(variant)->write_slot(slot, &text);
    js_string(out, NULL, name);
}

static void write_motion(const Position *before, Move move, const Motion *motion, Out *out)
{
    const Game *game = before->head.variant->game;
    js_key(out, "text");
    write_move_text(before, move, out);
    js_string(out, "kind", motion->kind);
    js_key(out, "cells");
    view_write_cells(game, motion->cell, motion->cells, out);
    js_number(out, "dir", motion->dir);
    js_key(out, "pushed");
    view_write_cells(game, motion->pushed, motion->pushes, out);
    js_key(out, "to");
    view_write_cells(game, motion->to, motion->landings, out);
    js_key(out, "slot");
    write_slot(before->head.variant, motion->slot, out);
    js_bool(out, "upright", motion->upright);
}

void view_write_move(const Position *before, Move move, Out *out)
{
    Motion motion = motion_of(before, move);
    js_object(out, NULL);
    write_motion(before, move, &motion, out);
    js_close(out, '}');
}

void view_write_played(const Position *before, Move move, Out *out)
{
    Motion motion = motion_of(before, move);
    js_object(out, NULL);
    write_motion(before, move, &motion, out);
    js_number(out, "seat", before->head.turn);
    js_number(out, "taken", motion.taken);
    js_close(out, '}');
}

// Converts a move's text to a number with the same order.
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

// Moves sorted by text, without duplicates.
typedef struct MoveList {
    int count;
    struct {
        u64 key;
        Move move;
        Move after; // the other player's move that must come first, or MOVE_NONE
    } at[MOVES_MAX];
} MoveList;

// Adds moves in byte order, as `meydan moves` prints them. Existing entries remain.
static void list_moves(MoveList *list, const Position *position, Move after)
{
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    for (int i = 0; i < count && list->count < MOVES_MAX; i++) {
        u64 key = sort_key(position, moves[i]);
        int low = 0, high = list->count;
        while (low < high) {
            int middle = (low + high) / 2;
            if (list->at[middle].key < key)
                low = middle + 1;
            else
                high = middle;
        }
        if (low < list->count && list->at[low].key == key) continue;
        for (int at = list->count++; at > low; at--)
            list->at[at] = list->at[at - 1];
        list->at[low].key = key;
        list->at[low].move = moves[i];
        list->at[low].after = after;
    }
}

// `before` is the position in which the other player moves first, or NULL.
static void write_moves(const Position *position, const Position *before, Out *out)
{
    MoveList list;
    list.count = 0;
    list_moves(&list, position, MOVE_NONE);
    const Game *game = position->head.variant->game;
    Move others[MOVES_MAX];
    int count = before ? game->moves(before, others) : 0;
    for (int i = 0; i < count; i++) {
        Position after = *before;
        game->play(&after, others[i]);
        if (after.head.turn == position->head.turn) list_moves(&list, &after, others[i]);
    }
    js_array(out, NULL);
    for (int i = 0; i < list.count; i++) {
        Position at = *position;
        if (list.at[i].after != MOVE_NONE) {
            at = *before;
            game->play(&at, list.at[i].after);
        }
        view_write_move(&at, list.at[i].move, out);
    }
    js_close(out, ']');
}

// --- boards --------------------------------------------------------------------------------------

static void write_empty(const char *const *keys, int count, Out *out)
{
    for (int i = 0; i < count; i++) {
        js_array(out, keys[i]);
        js_close(out, ']');
    }
}

static void write_key(Key key, Out *out)
{
    char text[17] = { 0 };
    for (int i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[key >> (60 - 4 * i) & 15];
    js_string(out, NULL, text);
}

// `whole`: a position, otherwise a sketch. For a move ahead, `before` is the current position.
static void write_look(const Position *position, bool whole, const Position *before, Out *out)
{
    const Head *head = &position->head;
    const Game *game = head->variant->game;
    const ViewGame *view = view_of(head->variant);
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    game->write(position, &written);
    js_object(out, NULL);
    js_string(out, "variant", head->variant->id);
    js_string(out, "position", text);
    js_key(out, "key");
    if (whole)
        write_key(game->key(position), out);
    else
        js_string(out, NULL, "");
    js_number(out, "turn", head->turn);
    js_players(out, "winners", whole ? game->winners(position) : 0);
    js_players(out, "out", head->out);
    for (int i = 0; i < GAME_COUNT; i++)
        if (GAMES[i]->game != game)
            write_empty(GAMES[i]->keys, GAMES[i]->key_count, out);
        else if (whole)
            GAMES[i]->write_board(position, out);
        else
            GAMES[i]->write_sketch(position, out);
    js_number(out, "toWin", view->to_win ? view->to_win(position) : 0);
    js_key(out, "moves");
    if (whole) {
        write_moves(position, before, out);
    } else {
        js_array(out, NULL);
        js_close(out, ']');
    }
    js_close(out, '}');
}

void view_write(const Position *position, Out *out)
{
    write_look(position, true, NULL, out);
}

void view_write_sketch(const Position *sketch, Out *out)
{
    write_look(sketch, false, NULL, out);
}

void view_write_ahead(const Position *position, int player, Out *out)
{
    Position turned = *position, before = *position;
    turned.head.turn = (u8)player;
    turned.head.swap = before.head.swap = SWAP_NONE; // a side isn't chosen ahead (R12)
    write_look(&turned, true, &before, out);
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
    js_object(out, NULL);
    js_string(out, "kind", finding_name(finding->kind));
    js_number(out, "seat", finding->player);
    js_bool(out, "whole", finding->whole);
    js_number(out, "ours", finding->ours);
    js_number(out, "theirs", finding->theirs);
    js_key(out, "own");
    view_write_cells(game, finding->cell, finding->cells, out);
    js_key(out, "foe");
    view_write_cells(game, finding->other, finding->others, out);
    js_key(out, "move");
    if (finding->move == MOVE_NONE)
        js_string(out, NULL, "");
    else
        write_move_text(visit->position, finding->move, out);
    js_close(out, '}');
}

void view_write_findings(const Position *position, Out *out)
{
    ViewVisit visit = { position, out };
    js_array(out, NULL);
    position->head.variant->game->explain(position, write_finding, &visit);
    js_close(out, ']');
}

// --- variants ------------------------------------------------------------------------------------

static void write_layouts(const Variant *variant, Out *out)
{
    js_array(out, NULL);
    for (int i = 0; i < variant->layouts; i++) {
        js_object(out, NULL);
        js_string(out, "name", variant->layout[i].name);
        js_string(out, "position", variant->layout[i].position);
        js_close(out, '}');
    }
    js_close(out, ']');
}

static void write_seats(const Variant *variant, Out *out)
{
    js_array(out, "teams");
    for (int player = 0; player < variant->players; player++)
        js_number(out, NULL, variant->team[player]);
    js_close(out, ']');
    js_array(out, "order");
    for (int i = 0, player = 0; i < variant->players; i++, player = variant->next[player])
        js_number(out, NULL, player);
    js_close(out, ']');
    js_array(out, "letters");
    for (int player = 0; player < variant->players; player++) {
        js_text(out, NULL, (Text){ &variant->game->letters[player], 1 });
    }
    js_close(out, ']');
}

void view_write_variant(const Variant *variant, Out *out)
{
    const ViewGame *view = view_of(variant);
    js_object(out, NULL);
    js_string(out, "id", variant->id);
    js_string(out, "game", variant->game->name);
    js_number(out, "players", variant->players);
    js_string(out, "title", variant->title);
    js_key(out, "layouts");
    write_layouts(variant, out);
    write_seats(variant, out);
    js_number(out, "walls", view->walls ? view->walls(variant) : 0);
    js_close(out, '}');
}

// --- refusals ------------------------------------------------------------------------------------

// All players whom the wall would shut in; the core's refusal names only one.
static u8 shut_in(const Position *position, Text text)
{
    const ViewGame *view = view_of(position->head.variant);
    Move move;
    if (!view->shut_in || view->game->read_move(position, text, &move, NULL) != OK) return 0;
    return view->shut_in(position, move);
}

void view_write_refusal(const Position *position, Text text, Status status, const Fault *why,
                        Out *out)
{
    Refusal refusal = (Refusal)why->code;
    js_object(out, NULL);
    js_number(out, "code", why->code);
    js_key(out, "id");
    if (refusal)
        js_string(out, NULL, refusal_name(refusal));
    else if (status == MALFORMED)
        js_string(out, NULL, position ? "unreadable-move" : "unreadable");
    else
        js_string(out, NULL, "not-possible");
    js_string(out, "message", why->message);
    js_string(out, "text", refusal ? refusal_text(refusal) : "");
    js_players(out, "seats", refusal == REFUSED_SHUT_IN && position ? shut_in(position, text) : 0);
    js_bool(out, "malformed", status == MALFORMED);
    js_close(out, '}');
}
