// SPDX-License-Identifier: MIT
#include "puzzles/puzzle.h"

#include "variants/variants.h"

enum { PLIES_READ = 40 };

u8 puzzle_us(const Position *position)
{
    return variant_teammates(position->head.variant, position->head.turn);
}

u8 puzzle_them(const Position *position)
{
    return (u8)(variant_everyone(position->head.variant) & ~puzzle_us(position));
}

static bool read_plies(Text *rest, const char *name, int *plies)
{
    Text word, number;
    Text before = *rest;
    i64 value;
    if (!text_word(rest, &word) || !text_is(word, name) || !text_word(rest, &number)) {
        *rest = before;
        return false;
    }
    if (number.length && number.at[number.length - 1] == ',') number.length--;
    if (!text_number(number, PLIES_READ, &value)) return false;
    *plies = (int)value;
    return true;
}

Status puzzle_read(Text line, Puzzle *puzzle, Fault *why)
{
    Text id, place, move, claim = line;
    Puzzle read = { 0 };
    if (!text_split(&claim, ';', &id) || !text_split(&claim, ';', &place) ||
        !text_split(&claim, ';', &move))
        return fault(why, MALFORMED, "not four fields in %q", line);
    const Variant *variant = variant_find(text_trim(id));
    if (!variant) return fault(why, MALFORMED, "unknown variant %q", id);
    Status status = variant->game->read(variant, text_trim(place), &read.position, why);
    if (status == OK) status = move_read(&read.position, text_trim(move), &read.move, why);
    if (status != OK) return status;
    bool good = read_plies(&claim, "win", &read.win) || read_plies(&claim, "hold", &read.hold);
    good = good && (read_plies(&claim, "else", &read.lose) ||
                    (read.win && read_plies(&claim, "alone", &read.alone)));
    if (!good || text_trim(claim).length) return fault(why, MALFORMED, "no claim: %q", claim);
    *puzzle = read;
    return OK;
}

void puzzle_write(const Puzzle *puzzle, Out *out)
{
    const Variant *variant = puzzle->position.head.variant;
    out_format(out, "%s; ", variant->id);
    variant->game->write(&puzzle->position, out);
    out_str(out, "; ");
    variant->game->write_move(&puzzle->position, puzzle->move, out);
    out_format(out, puzzle->win ? "; win %d, " : "; hold %d, ",
               puzzle->win ? puzzle->win : puzzle->hold);
    out_format(out, puzzle->lose ? "else %d" : "alone %d",
               puzzle->lose ? puzzle->lose : puzzle->alone);
}

// The claims about this move.
static bool move_holds(const Puzzle *puzzle, Move move, Solver *solver)
{
    u8 us = puzzle_us(&puzzle->position), them = puzzle_them(&puzzle->position);
    Position next = puzzle->position;
    next.head.variant->game->play(&next, move);
    if (move != puzzle->move) {
        if (puzzle->lose) return solver_wins(solver, &next, them, puzzle->lose - 1);
        return !solver_wins(solver, &next, us, puzzle->alone - 1);
    }
    if (puzzle->win) return solver_wins(solver, &next, us, puzzle->win - 1);
    return !solver_wins(solver, &next, them, puzzle->hold - 1);
}

bool puzzle_holds(const Puzzle *puzzle, Solver *solver)
{
    const Position *position = &puzzle->position;
    if (puzzle->win > 1 && solver_wins(solver, position, puzzle_us(position), puzzle->win - 1))
        return false;
    Move moves[MOVES_MAX];
    int count = position->head.variant->game->moves(position, moves);
    if (count < 2) return false; // no choice
    for (int i = 0; i < count; i++)
        if (!move_holds(puzzle, moves[i], solver)) return false;
    return !solver_tired(solver);
}
