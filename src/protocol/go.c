// SPDX-License-Identifier: MIT
#include "protocol/go.h"

// Upper bound of the time between the end of the search and the GUI stopping its clock: leaving the
// tree, ending threads, writing and reading a line, and scheduling of other programs.
enum { OVERHEAD_MS = 10 };

static const i64 MS_MAX = 1000000000000, NUMBER_MAX = 1000000000000000;

void go_init(Go *go)
{
    *go = (Go){ .movetime = GO_NOT_GIVEN, .depth = GO_NOT_GIVEN, .nodes = GO_NOT_GIVEN };
    for (int player = 0; player < PLAYERS_MAX; player++)
        go->time[player] = go->inc[player] = GO_NOT_GIVEN;
}

// Where to store that word's value; NULL for an unknown word.
static i64 *find_place(Go *go, Text word)
{
    if (text_is(word, "movetime")) return &go->movetime;
    if (text_is(word, "depth")) return &go->depth;
    if (text_is(word, "nodes")) return &go->nodes;
    if (word.length < 2 || word.at[0] != 'p') return NULL;
    int player = word.at[1] - '1';
    if (player < 0 || player >= PLAYERS_MAX) return NULL;
    if (text_is(text_from(word, 2), "time")) return &go->time[player];
    if (text_is(text_from(word, 2), "inc")) return &go->inc[player];
    return NULL;
}

// Negative times occur: some GUIs send them for a clock that has run out.
static bool read_number(Text text, i64 *number)
{
    bool negative = text.length && text.at[0] == '-';
    if (!text_number(text_from(text, negative), NUMBER_MAX, number)) return false;
    if (negative) *number = 0;
    return true;
}

bool go_read(Go *go, Text *rest, Status *status, Fault *why)
{
    Text word, value;
    if (!text_word(rest, &word)) return false;
    *status = OK;
    if (text_is(word, "infinite")) {
        go->infinite = true;
        return true;
    }
    if (text_is(word, "ponder")) {
        go->ponder = true;
        return true;
    }
    if (text_is(word, "searchmoves")) {
        go->searchmoves = text_trim(*rest);
        *rest = text_from(*rest, rest->length);
        if (!go->searchmoves.length)
            *status = fault(why, MALFORMED, "go: \"searchmoves\" needs moves");
        return true;
    }
    i64 *place = find_place(go, word), number;
    if (!place)
        *status = fault(why, MALFORMED, "go: unknown limit %q", word);
    else if (!text_word(rest, &value))
        *status = fault(why, MALFORMED, "go: %q needs a number", word);
    else if (!read_number(value, &number))
        *status = fault(why, MALFORMED, "go: %q is not a number for %q", value, word);
    else
        *place = number;
    return true;
}

// The player whose clock applies to `player`: the nearest one before them whose clock is given,
// else the first after; GO_NOT_GIVEN if there is none.
static int clock_of(const Go *go, int player)
{
    for (int i = player; i >= 0; i--)
        if (go->time[i] != GO_NOT_GIVEN) return i;
    for (int i = player + 1; i < PLAYERS_MAX; i++)
        if (go->time[i] != GO_NOT_GIVEN) return i;
    return GO_NOT_GIVEN;
}

bool go_endless(const Go *go)
{
    return go->infinite || (go->movetime == GO_NOT_GIVEN && go->depth == GO_NOT_GIVEN &&
                            go->nodes == GO_NOT_GIVEN && clock_of(go, 0) == GO_NOT_GIVEN);
}

static i64 clamp(i64 x, i64 low, i64 high)
{
    return x < low ? low : x > high ? high : x;
}

static void limit_movetime(i64 movetime, SearchLimits *limits)
{
    i64 reserve = clamp(movetime / 10, 1, OVERHEAD_MS);
    i64 ms = clamp(movetime - reserve, 1, MS_MAX);
    if (!limits->hard_ms || ms < limits->hard_ms) limits->hard_ms = ms;
    if (!limits->soft_ms || ms < limits->soft_ms) limits->soft_ms = ms;
}

SearchLimits go_limits(const Go *go, int player, i64 spent)
{
    SearchLimits limits = { 0 };
    if (go->depth != GO_NOT_GIVEN) limits.depth = (int)clamp(go->depth, 1, PLIES_MAX - 1);
    if (go->nodes != GO_NOT_GIVEN) limits.nodes = (u64)clamp(go->nodes, 1, NUMBER_MAX);
    if (go->infinite) return limits;
    int clock = clock_of(go, player);
    if (clock != GO_NOT_GIVEN) {
        TimeLeft left = { .main_ms = clamp(go->time[clock], 0, MS_MAX) - spent,
                          .inc_ms = clamp(go->inc[clock], 0, MS_MAX) };
        engine_time(left, OVERHEAD_MS, &limits);
    }
    if (go->movetime != GO_NOT_GIVEN)
        limit_movetime(clamp(go->movetime, 0, MS_MAX) - spent, &limits);
    return limits;
}
