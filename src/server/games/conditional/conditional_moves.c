// SPDX-License-Identifier: MIT
#include "server/games/conditional/conditional_moves.h"

#include "game/walk.h"

#include <stdlib.h>
#include <string.h>

bool conditional_fit(Speed speed)
{
    return speed == SPEED_CORRESPONDENCE;
}

// --- entering lines ------------------------------------------------------------------------------

// A line that is being judged.
typedef struct Draft {
    char text[CONDITIONAL_LINE_SIZE];
    size_t length; // up to the last move of the owner
    u32 own;       // the owner's moves, as bits
} Draft;

static Status refuse_move(int line, int move, Fault *why)
{
    Fault cause = *why;
    fault(why, ILLEGAL, "line %d, move %d: %s", line + 1, move + 1, cause.message);
    why->code = cause.code;
    return ILLEGAL;
}

static Status flawed(Fault *why, Status status, const char *format, int line)
{
    return fault(why, status, format, line + 1);
}

// Plays a line in a match that has space for it.
static Status draft_line(Draft *draft, Match match, const Room *room, i64 person, Text line,
                         int number, Fault *why)
{
    Out out = out_to(draft->text, sizeof draft->text);
    Text rest = line, word;
    *draft = (Draft){ .length = 0 };
    for (int i = 0; text_split(&rest, ' ', &word); i++) {
        Move move;
        int turn = match_turn(&match);
        if (i == CONDITIONAL_LINE_MOVES_MAX)
            return flawed(why, FULL, "line %d is too long", number);
        if (match.outcome.over)
            return flawed(why, ILLEGAL, "line %d goes on after the end of the game", number);
        if (move_read(&match.position, word, &move, why) != OK) return refuse_move(number, i, why);
        if (i) out_char(&out, ' ');
        match_variant(&match)->game->write_move(&match.position, move, &out);
        if (room->seat[turn].person == person) {
            draft->own |= (u32)1 << i;
            draft->length = out.length;
        }
        if (match_restore(&match, move, match.clock[turn], why) != OK)
            return refuse_move(number, i, why);
    }
    return draft->length ? OK : flawed(why, ILLEGAL, "line %d has no move of yours", number);
}

typedef enum Compared { APART, INSIDE, AROUND, AGAINST } Compared;

// The relation of two lines: contained, containing, contradicting or separate.
static Compared compare(const Draft *a, const Draft *b)
{
    Text one = { a->text, a->length }, other = { b->text, b->length }, x, y;
    for (int i = 0;; i++) {
        bool has = text_split(&one, ' ', &x), has_other = text_split(&other, ' ', &y);
        if (!has) return INSIDE;
        if (!has_other) return AROUND;
        if (!text_equal(x, y)) return a->own >> i & 1 ? AGAINST : APART;
    }
}

static Status keep(ConditionalMoves *lines, const Draft *draft, int count, Fault *why)
{
    Out out = out_to(lines->text, sizeof lines->text);
    for (int i = 0; i < count; i++) {
        bool inside = false;
        for (int k = 0; k < count; k++) {
            if (k == i) continue;
            Compared found = compare(&draft[i], &draft[k]);
            if (found == AGAINST)
                return fault(why, ILLEGAL, "lines %d and %d answer the same moves differently",
                             (i < k ? i : k) + 1, (i < k ? k : i) + 1);
            bool same = found == INSIDE && draft[i].length == draft[k].length;
            inside |= same ? k < i : found == INSIDE;
        }
        if (inside) continue;
        size_t start = out.length;
        out_text(&out, (Text){ draft[i].text, draft[i].length });
        lines->line[lines->count++] = (Text){ lines->text + start, draft[i].length };
    }
    char body[CONDITIONAL_TEXT_MAX + 1];
    Out whole = out_to(body, sizeof body);
    conditional_write(lines, &whole);
    bool fits = !out.lost && whole.length < CONDITIONAL_TEXT_MAX;
    return fits ? OK : fault(why, FULL, "the lines are too long");
}

Status conditional_enter(ConditionalMoves *lines, const Room *room, i64 person, const Text *wanted,
                         int count, Fault *why)
{
    const Match *played = &room->match;
    u32 capacity = played->count + CONDITIONAL_LINE_MOVES_MAX + 1;
    *lines = (ConditionalMoves){ .ply = played->count,
                                 .takebacks = room->takebacks,
                                 .leaves = room->leaves };
    if (count > CONDITIONAL_LINES_MAX)
        return fault(why, FULL, "there are more than %d lines", CONDITIONAL_LINES_MAX);
    Draft *draft = calloc((size_t)count + 1, sizeof *draft);
    Ply *plies = malloc(capacity * sizeof *plies);
    Status status = draft && plies ? OK : fault(why, FULL, "out of memory");
    if (status == OK && played->count) memcpy(plies, played->plies, played->count * sizeof *plies);
    for (int i = 0; status == OK && i < count; i++) {
        Match match = *played;
        match_lend(&match, plies, capacity);
        status = draft_line(&draft[i], match, room, person, wanted[i], i, why);
    }
    if (status == OK) status = keep(lines, draft, count, why);
    free(draft);
    free(plies);
    return status;
}

// --- following the game --------------------------------------------------------------------------

// Keeps only the lines that begin with this move, without it.
static void follow_move(ConditionalMoves *lines, Text move)
{
    int left = 0;
    for (int i = 0; i < lines->count; i++) {
        Text rest = lines->line[i], word;
        if (text_split(&rest, ' ', &word) && text_equal(word, move) && rest.at)
            lines->line[left++] = rest;
    }
    lines->count = left;
}

void conditional_follow(ConditionalMoves *lines, const Room *room)
{
    const Match *match = &room->match;
    if (room->state != ROOM_LIVE || room->takebacks != lines->takebacks ||
        room->leaves != lines->leaves || match->count < lines->ply || match->outcome.over) {
        lines->count = 0;
        return;
    }
    if (match->count == lines->ply || !lines->count) return;
    const Game *game = room_variant(room)->game;
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (!walk.ply || walk.plies < lines->ply) continue;
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write_move(&walk.position, walk.ply->move, &out);
        follow_move(lines, (Text){ text, out.length });
    }
    lines->ply = match->count;
}

Text conditional_reply(const ConditionalMoves *lines)
{
    Text rest, word = { 0 };
    if (!lines->count) return word;
    rest = lines->line[0];
    text_split(&rest, ' ', &word);
    return word;
}

// --- text ----------------------------------------------------------------------------------------

void conditional_write(const ConditionalMoves *lines, Out *out)
{
    out_format(out, "%d %d %d", (int)lines->ply, lines->takebacks, lines->leaves);
    for (int i = 0; i < lines->count; i++) {
        out_char(out, ';');
        out_text(out, lines->line[i]);
    }
}

static bool read_head(Text head, ConditionalMoves *lines)
{
    static const i64 MOST[] = { INT32_MAX, UINT16_MAX, PLAYERS_MAX };
    i64 number[3];
    for (int i = 0; i < 3; i++) {
        Text word;
        if (!text_split(&head, ' ', &word) || !text_count(word, MOST[i], &number[i])) return false;
    }
    lines->ply = (u32)number[0];
    lines->takebacks = (u16)number[1];
    lines->leaves = (u8)number[2];
    return !head.at;
}

static bool line_is_sound(Text line)
{
    Text rest = line, word;
    int moves = 0;
    while (text_split(&rest, ' ', &word)) {
        if (!word.length || word.length >= MOVE_TEXT_MAX || ++moves > CONDITIONAL_LINE_MOVES_MAX)
            return false;
        for (size_t i = 0; i < word.length; i++)
            if ((unsigned char)word.at[i] <= ' ') return false;
    }
    return moves > 0;
}

bool conditional_read(Text body, ConditionalMoves *lines)
{
    *lines = (ConditionalMoves){ .count = 0 };
    if (body.length >= sizeof lines->text) return false;
    if (body.length) memcpy(lines->text, body.at, body.length);
    Text rest = { lines->text, body.length }, piece;
    if (!text_split(&rest, ';', &piece) || !read_head(piece, lines)) return false;
    while (rest.at && text_split(&rest, ';', &piece)) {
        if (lines->count == CONDITIONAL_LINES_MAX || !line_is_sound(piece)) return false;
        lines->line[lines->count++] = piece;
    }
    return true;
}
