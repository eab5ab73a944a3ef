// SPDX-License-Identifier: MIT
#include "cli/puzzles/puzzle.h"

#include "base/bits.h"
#include "base/rng.h"

#include <stdlib.h>

static const char *const GOAL[GOALS] = { "win", "eject", "ahead", "save" };

const char *theme_name(int theme)
{
    static const char *const NAME[THEMES] = {
        "ejection", "double-threat", "defence", "break-pat", "sidestep",
        "cut",      "jump",          "race",    "last-wall", "win",
    };
    return NAME[theme];
}

// --- texts ---------------------------------------------------------------------------------------

static bool has_number(int goal)
{
    return goal == GOAL_WIN || goal == GOAL_EJECT;
}

static bool read_hex(Text text, u32 *number)
{
    u32 value = 0;
    if (text.length != 8) return false;
    for (size_t i = 0; i < 8; i++) {
        char c = text.at[i];
        if (!text_digit(c) && (c < 'a' || c > 'f')) return false;
        value = value << 4 | (u32)(text_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *number = value;
    return true;
}

// "eject-2", "save".
static bool read_goal(Text word, Puzzle *puzzle)
{
    Text name = word;
    i64 number = 0;
    if (!text_split(&word, '-', &name)) return false;
    for (int goal = 0; goal < GOALS; goal++) {
        if (!text_is(name, GOAL[goal])) continue;
        if (has_number(goal) && !text_number(word, PUZZLE_LINE_MAX, &number)) return false;
        if (!has_number(goal) && word.length) return false;
        puzzle->goal = (u8)goal;
        puzzle->moves = (u8)number;
        return true;
    }
    return false;
}

static bool read_proof(Text word, Puzzle *puzzle)
{
    Text name;
    i64 number;
    puzzle->proven = text_is(word, "proven");
    if (puzzle->proven) return true;
    if (!text_split(&word, '-', &name) || !text_is(name, "margin")) return false;
    if (!text_number(word, CHANCE_ONE, &number)) return false;
    puzzle->margin = (int)number;
    return true;
}

static bool read_themes(Text word, u32 *themes)
{
    Text name;
    *themes = 0;
    if (text_is(word, "-")) return true;
    while (text_split(&word, ',', &name)) {
        int theme = 0;
        while (theme < THEMES && !text_is(name, theme_name(theme)))
            theme++;
        if (theme == THEMES) return false;
        *themes |= 1u << theme;
    }
    return true;
}

Status puzzle_read(const Variant *variant, Text line, Puzzle *puzzle, Fault *why)
{
    Text head, place, moves = line, word[5];
    Puzzle read = { 0 };
    i64 level;
    if (!text_split(&moves, ';', &head) || !text_split(&moves, ';', &place) || !moves.at)
        return fault(why, MALFORMED, "not three parts in %q", line);
    for (int i = 0; i < 5; i++)
        if (!text_word(&head, &word[i])) return fault(why, MALFORMED, "not five words in %q", line);
    if (!read_hex(word[0], &read.id) || !text_number(word[1], PUZZLE_LEVEL_MAX, &level) ||
        !read_goal(word[2], &read) || !read_proof(word[3], &read) ||
        !read_themes(word[4], &read.themes) || text_trim(head).length)
        return fault(why, MALFORMED, "no puzzle: %q", line);
    read.level = (u8)level;
    Status status = variant->game->read(variant, text_trim(place), &read.position, why);
    Position position = read.position;
    Text move;
    while (status == OK && text_word(&moves, &move)) {
        if (read.length == PUZZLE_LINE_MAX) return fault(why, MALFORMED, "too long: %q", line);
        status = move_read(&position, move, &read.line[read.length], why);
        if (status == OK) variant->game->play(&position, read.line[read.length++]);
    }
    if (status != OK) return status;
    if (read.length % 2 == 0) return fault(why, MALFORMED, "no line: %q", line);
    *puzzle = read;
    return OK;
}

void puzzle_write(const Puzzle *puzzle, Out *out)
{
    static const char HEX[] = "0123456789abcdef";
    const Game *game = puzzle->position.head.variant->game;
    for (int shift = 28; shift >= 0; shift -= 4)
        out_char(out, HEX[puzzle->id >> shift & 15]);
    out_format(out, " %d %s", puzzle->level, GOAL[puzzle->goal]);
    if (has_number(puzzle->goal)) out_format(out, "-%d", puzzle->moves);
    if (puzzle->proven)
        out_str(out, " proven ");
    else
        out_format(out, " margin-%d ", puzzle->margin);
    bool first = true;
    for (int theme = 0; theme < THEMES; theme++) {
        if (!(puzzle->themes >> theme & 1)) continue;
        out_format(out, first ? "%s" : ",%s", theme_name(theme));
        first = false;
    }
    out_str(out, first ? "-; " : "; ");
    game->write(&puzzle->position, out);
    out_char(out, ';');
    Position position = puzzle->position;
    for (int i = 0; i < puzzle->length; i++) {
        out_char(out, ' ');
        game->write_move(&position, puzzle->line[i], out);
        game->play(&position, puzzle->line[i]);
    }
}

// --- the desk ------------------------------------------------------------------------------------

bool desk_open(PuzzleDesk *desk, const Variant *variant)
{
    size_t size = (engine_size(LOOK_TABLE_MB, 1) + 63) & ~(size_t)63;
    *desk = (PuzzleDesk){ .variant = variant };
    canon_init(&desk->canon, variant);
    desk->memory = aligned_alloc(64, size);
    desk->memo = malloc(PROOF_MEMOS * sizeof *desk->memo);
    if (desk->memory) desk->engine = engine_init(desk->memory, size, 1, (Host){ 0 });
    if (desk->engine && desk->memo) return true;
    desk_close(desk);
    return false;
}

void desk_close(PuzzleDesk *desk)
{
    free(desk->memory);
    free(desk->memo);
}

// Searches of other positions, chosen by lot, leave another order of moves and other entries.
static void begin_elsewhere(PuzzleDesk *desk, const Position *position, u64 seed)
{
    enum { PLACES = 3, NODES = 400 };
    const Game *game = desk->variant->game;
    Rng rng = { seed };
    for (int i = 0; i < PLACES; i++) {
        Move moves[MOVES_MAX];
        Position next = *position;
        int count = game->moves(position, moves);
        game->play(&next, moves[rng_below(&rng, (u32)count)]);
        if (game->winners(&next)) continue;
        engine_set_position(desk->engine, &next, NULL, 0);
        engine_go(desk->engine, &(SearchLimits){ .nodes = NODES, .table_mb = 2 });
        engine_think(desk->engine, 0);
    }
}

bool desk_look(PuzzleDesk *desk, const Position *position, DeskLimits wanted, Look *look)
{
    SearchLimits limits = { .nodes = wanted.nodes, .table_mb = wanted.seed ? 2 : LOOK_TABLE_MB };
    limits.among = wanted.among;
    limits.among_count = wanted.count;
    engine_new_game(desk->engine);
    if (wanted.seed) begin_elsewhere(desk, position, wanted.seed);
    engine_set_position(desk->engine, position, NULL, 0);
    engine_go(desk->engine, &limits);
    engine_think(desk->engine, 0);
    const Line *line;
    if (!engine_lines(desk->engine, &line)) return false;
    *look = (Look){ .score = line->score, .depth = line->depth };
    for (; look->length < line->length && look->length < LOOK_LINE_MAX; look->length++)
        look->line[look->length] = line->move[look->length];
    return true;
}

int desk_margin(PuzzleDesk *desk, const Position *position, Move move, DeskLimits limits,
                int *chance)
{
    Move moves[MOVES_MAX];
    int count = desk->variant->game->moves(position, moves), others = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != move) moves[others++] = moves[i];
    Look one, rest;
    DeskLimits only = limits, besides = limits;
    only.among = &move;
    only.count = 1;
    besides.among = moves;
    besides.count = others;
    if (!others || !desk_look(desk, position, only, &one) ||
        !desk_look(desk, position, besides, &rest))
        return -CHANCE_ONE;
    int good = chance_of_score(position, one.score), bad = chance_of_score(position, rest.score);
    if (chance) *chance = good;
    return (good - bad) * chance_sides(desk->variant) / 2;
}
