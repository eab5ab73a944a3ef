// SPDX-License-Identifier: MIT
#include "analysis/puzzle.h"

#include "analysis/chance.h"
#include "engine/levels.h"

_Static_assert((int)PUZZLE_LEVEL_MAX == (int)LEVELS, "as the engine has levels");

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

bool puzzle_id_read(Text text, u32 *id)
{
    u32 value = 0;
    if (text.length != PUZZLE_ID_LENGTH) return false;
    for (size_t i = 0; i < PUZZLE_ID_LENGTH; i++) {
        char c = text.at[i];
        if (!text_digit(c) && (c < 'a' || c > 'f')) return false;
        value = value << 4 | (u32)(text_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *id = value;
    return true;
}

void puzzle_id_write(u32 id, Out *out)
{
    static const char HEX[] = "0123456789abcdef";
    for (int shift = 28; shift >= 0; shift -= 4)
        out_char(out, HEX[id >> shift & 15]);
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
    if (!puzzle_id_read(word[0], &read.id) || !text_number(word[1], PUZZLE_LEVEL_MAX, &level) ||
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
    const Game *game = puzzle->position.head.variant->game;
    puzzle_id_write(puzzle->id, out);
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
