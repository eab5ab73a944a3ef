// SPDX-License-Identifier: MIT
// Quoridor positions and moves as text: docs/formats.md.
#include "quoridor/position.h"
#include "quoridor/walls.h"

// --- positions -----------------------------------------------------------------------------------

static Status add_wall(Text name, Orientation orientation, QrPosition *position, Fault *why)
{
    Slot slot = slot_read(name);
    if (slot < 0) return fault(why, MALFORMED, "wall %q: no wall can lie there", name);
    if (bits_has(position->wall[orientation], slot))
        return fault(why, MALFORMED, "wall %q stands there twice", name);
    position->wall[orientation] |= bit(slot);
    if (bits_count(position->wall[HORIZONTAL]) + bits_count(position->wall[VERTICAL]) >
        QR_SKETCH_WALLS_MAX)
        return fault(why, MALFORMED, "there are more than %d walls", QR_SKETCH_WALLS_MAX);
    return OK;
}

// Reads walls by slot name: separated ("a2 e3", as Meydan writes them) or joined ("a2e3", as other
// programs do), optionally with the letter of their orientation ("a2h e3h").
static Status read_walls(Text field, Orientation orientation, QrPosition *position, Fault *why)
{
    char own = orientation == HORIZONTAL ? 'h' : 'v';
    Text list = text_trim(field), word;
    if (text_is(list, "-")) return OK;
    if (!list.length) return fault(why, MALFORMED, "a list of walls is empty; '-' is none");
    while (text_word(&field, &word))
        while (word.length) {
            Status status = add_wall(text_cut(word, 0, 2), orientation, position, why);
            if (status != OK) return status;
            word = text_from(word, 2);
            // A letter without a digit behind it isn't the next wall's file.
            char next = word.length ? text_lower(word.at[0]) : '\0';
            bool letter =
                (next == 'h' || next == 'v') && (word.length < 2 || !text_digit(word.at[1]));
            if (letter && next != own)
                return fault(why, MALFORMED, "letter %q in the list of %s walls",
                             text_cut(word, 0, 1), own == 'h' ? "horizontal" : "vertical");
            if (letter) word = text_from(word, 1);
        }
    return OK;
}

static Status read_pawns(Text field, QrPosition *position, Fault *why)
{
    const Variant *variant = position->head.variant;
    Text word;
    for (int player = 0; player < variant->players; player++) {
        if (!text_word(&field, &word))
            return fault(why, MALFORMED, "%d pawns, not %d", player, variant->players);
        if (text_is(word, "-")) {
            position->head.out |= (u8)bit(player);
            continue;
        }
        Square square = square_read(word);
        if (square < 0) return fault(why, MALFORMED, "pawn %q: there is no such square", word);
        position->pawn[player] = (u8)square;
    }
    if (text_word(&field, &word)) return fault(why, MALFORMED, "one pawn too many: %q", word);
    return OK;
}

static Status read_walls_left(Text field, QrPosition *position, Fault *why)
{
    const QrVariant *variant = qr_variant(position);
    Text word;
    for (int player = 0; player < variant->common.players; player++) {
        i64 walls;
        if (!text_word(&field, &word))
            return fault(why, MALFORMED, "walls left of %d players, not %d", player,
                         variant->common.players);
        if (!text_count(word, variant->walls, &walls))
            return fault(why, MALFORMED, "walls left %q is not a number from 0 to %d", word,
                         variant->walls);
        position->walls[player] = (u8)walls;
    }
    if (text_word(&field, &word))
        return fault(why, MALFORMED, "one number of walls left too many: %q", word);
    return OK;
}

static Status read_turn(Text field, QrPosition *position, Fault *why)
{
    i64 player;
    Text word = text_trim(field);
    if (!text_count(word, position->head.variant->players, &player) || player == 0)
        return fault(why, MALFORMED, "player to move %q is not a number from 1 to %d", word,
                     position->head.variant->players);
    position->head.turn = (u8)(player - 1);
    return OK;
}

// Finds each wall that conflicts with one named before it; returns true if there is none.
static bool find_wrong_walls(const QrPosition *position, Flaws *flaws)
{
    Slots seen[ORIENTATIONS] = { 0 };
    int before = flaws->count;
    for (Orientation own = HORIZONTAL; own < ORIENTATIONS; own++)
        for (Slots rest = position->wall[own]; rest; rest &= rest - 1) {
            Slot slot = bits_first(rest);
            for (Orientation o = HORIZONTAL; o < ORIENTATIONS; o++) {
                if (!(seen[o] & wall_conflicts(own, slot, o))) continue;
                Flaw *flaw =
                    flaws_add(flaws, o == own ? FLAW_WALL_OVERLAPS : FLAW_WALL_CROSSES, -1);
                Out at = out_to(flaw->at, sizeof flaw->at);
                slot_write(slot, &at);
                out_char(&at, own == HORIZONTAL ? 'h' : 'v');
                break;
            }
            seen[own] |= bit(slot);
        }
    return flaws->count == before;
}

static void find_wrong_pawns(const QrPosition *position, Flaws *flaws)
{
    const QrVariant *variant = qr_variant(position);
    int arrived = 0;
    for (int player = 0; player < variant->common.players; player++) {
        if (bits_has(position->head.out, player)) {
            if (!variant_each_alone(&variant->common)) flaws_add(flaws, FLAW_PAWN_MISSING, player);
            continue;
        }
        Square square = position->pawn[player];
        arrived += square_next(square, (Side)variant->goal[player]) < 0;
        for (int other = 0; other < player; other++)
            if (!bits_has(position->head.out, other) && position->pawn[other] == square) {
                Flaw *flaw = flaws_add(flaws, FLAW_PAWNS_TOGETHER, player);
                Out at = out_to(flaw->at, sizeof flaw->at);
                square_write(square, &at);
                break;
            }
    }
    if (arrived > 1) flaws_add(flaws, FLAW_TWO_ARRIVED, -1);
}

static void find_wrong_count(const QrPosition *position, Flaws *flaws)
{
    const QrVariant *variant = qr_variant(position);
    int placed = bits_count(position->wall[HORIZONTAL]) + bits_count(position->wall[VERTICAL]);
    int left = 0, all = variant->common.players * variant->walls;
    for (int player = 0; player < variant->common.players; player++)
        left += position->walls[player];
    if (placed + left <= all) return; // a player may have started with fewer, as a handicap
    Flaw *flaw = flaws_add(flaws, FLAW_WALLS, -1);
    flaw->count = placed;
    flaw->rest = left;
    flaw->most = all;
}

// Walls may be anywhere. Each player found is ignored from then on, to find the next one.
static void find_shut_in(const QrPosition *position, Flaws *flaws)
{
    QrPosition tried = *position;
    int who;
    while (!qr_derive(&tried, &who)) {
        flaws_add(flaws, FLAW_SHUT_IN, who);
        tried.head.out |= (u8)bit(who);
    }
}

void qr_flaws(const QrPosition *position, Flaws *flaws)
{
    bool stand = find_wrong_walls(position, flaws);
    const Variant *variant = position->head.variant;
    if (position->head.out == variant_everyone(variant)) {
        flaws_add(flaws, FLAW_NOBODY_LEFT, -1);
        return;
    }
    find_wrong_pawns(position, flaws);
    find_wrong_count(position, flaws);
    if (variant_each_alone(variant) && bits_has(position->head.out, position->head.turn) &&
        !qr_winners(position))
        flaws_add(flaws, FLAW_TURN_OF_ONE_OUT, -1);
    if (stand) find_shut_in(position, flaws);
}

Status qr_read_sketch(const QrVariant *variant, Text text, QrPosition *position, Fault *why)
{
    QrPosition read = { .head = { .variant = &variant->common } };
    Text field[5];
    int fields = 0;
    Status status = head_read_swap(&read.head, &text, why);
    if (status != OK) return status;
    Text rest = text, piece;
    while (text_split(&rest, '/', &piece)) {
        if (fields == 5) {
            Text trailing = { piece.at - 1, piece.length + 1 }; // including the slash before it
            return fault(why, MALFORMED, "trailing text %q after the position", trailing);
        }
        field[fields++] = piece;
    }
    if (fields < 5)
        return fault(why, MALFORMED,
                     "position %q is not walls / walls / pawns / walls left / player", text);
    status = read_walls(field[0], HORIZONTAL, &read, why);
    if (status == OK) status = read_walls(field[1], VERTICAL, &read, why);
    if (status == OK) status = read_pawns(field[2], &read, why);
    if (status == OK) status = read_walls_left(field[3], &read, why);
    if (status == OK) status = read_turn(field[4], &read, why);
    if (status == OK) *position = read;
    return status;
}

Status qr_read(const QrVariant *variant, Text text, QrPosition *position, Fault *why)
{
    QrPosition read;
    Flaws flaws = { 0 };
    int who;
    Status status = qr_read_sketch(variant, text, &read, why);
    if (status == OK) qr_flaws(&read, &flaws);
    if (flaws.count) status = flaw_refuse(&variant->common, &flaws.flaw[0], why);
    if (status != OK) return status;
    qr_derive(&read, &who);
    *position = read;
    return OK;
}

static void write_walls(Slots walls, Out *out)
{
    if (!walls) out_char(out, '-');
    bool first = true;
    for (int file = 0; file < SIZE - 1; file++)
        for (int rank = 0; rank < SIZE - 1; rank++) {
            if (!bits_has(walls, 8 * rank + file)) continue;
            if (!first) out_char(out, ' ');
            slot_write(8 * rank + file, out);
            first = false;
        }
}

void qr_write(const QrPosition *position, Out *out)
{
    int players = position->head.variant->players;
    write_walls(position->wall[HORIZONTAL], out);
    out_str(out, " / ");
    write_walls(position->wall[VERTICAL], out);
    out_str(out, " /");
    for (int player = 0; player < players; player++) {
        out_char(out, ' ');
        if (bits_has(position->head.out, player))
            out_char(out, '-');
        else
            square_write(position->pawn[player], out);
    }
    out_str(out, " /");
    for (int player = 0; player < players; player++)
        out_format(out, " %d", position->walls[player]);
    out_format(out, " / %d", position->head.turn + 1);
    head_write_swap(&position->head, out);
}

// --- moves ---------------------------------------------------------------------------------------

Status qr_read_move(Text text, Move *move, Fault *why)
{
    if (text_is(text, "pass")) {
        *move = MOVE_PASS;
        return OK;
    }
    if (text.length == 2) {
        Square square = square_read(text);
        if (square < 0) return fault(why, MALFORMED, "move %q: there is no such square", text);
        *move = (Move)square;
        return OK;
    }
    char letter = text.length == 3 ? text_lower(text.at[2]) : '?';
    if (letter != 'h' && letter != 'v')
        return fault(why, MALFORMED, "move %q is not a square or a wall", text);
    Slot slot = slot_read(text_cut(text, 0, 2));
    if (slot < 0) return fault(why, MALFORMED, "move %q: no wall can lie there", text);
    *move = qr_wall_move(letter == 'h' ? HORIZONTAL : VERTICAL, slot);
    return OK;
}

void qr_write_move(Move move, Out *out)
{
    if (move == MOVE_PASS) {
        out_str(out, "pass");
    } else if (qr_move_is_wall(move)) {
        slot_write(qr_move_slot(move), out);
        out_char(out, qr_move_orientation(move) == HORIZONTAL ? 'h' : 'v');
    } else {
        square_write(move, out);
    }
}
