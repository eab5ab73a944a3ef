// SPDX-License-Identifier: MIT
// Tournaments as logs: Berger tables, brackets, arenas, tables of three and four, corrections, and
// random tournaments of every format, of which every prefix can be replayed.
#include "support/check.h"

#include "base/rng.h"
#include "plain/plain_table_seats.h"
#include "tournament/formats/arena.h"
#include "tournament/formats/berger.h"
#include "tournament/formats/next.h"
#include "tournament/formats/sha256.h"
#include "tournament/formats/table_seats.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 4000, LINE_MAX = 2000 };
#define SEED "0123456789abcdef"

typedef struct Play {
    Tournament t;
    char (*line)[LINE_MAX];
    i64 at[LINES_MAX];
    int lines;
    i64 now;
} Play;

static void play_open(Play *play)
{
    *play = (Play){ .now = 1000000 };
    play->line = malloc(sizeof *play->line * LINES_MAX);
    assert_non_null(play->line);
}

static void play_close(Play *play)
{
    tournament_free(&play->t);
    free(play->line);
}

static Status try_decision(Play *play, const char *decision)
{
    Fault why;
    Status status = tournament_apply(&play->t, play->now, text_of(decision), &why);
    if (status != OK) return status;
    assert_true(play->lines < LINES_MAX && strlen(decision) < LINE_MAX);
    memcpy(play->line[play->lines], decision, strlen(decision) + 1);
    play->at[play->lines++] = play->now;
    return OK;
}

static void decide(Play *play, const char *decision)
{
    Status status = try_decision(play, decision);
    if (status != OK) print_message("refused: %s\n", decision);
    assert_int_equal(status, OK);
}

static void enter(Play *play, int count)
{
    for (int i = 0; i < count; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        int number = (int)play->t.entries + 1;
        out_format(&out, "enter %d name %d P%d", number, 2000 - number, number);
        decide(play, text);
    }
}

// Applies what is due; false if nothing is.
static bool step(Play *play)
{
    Json decision = { 0 };
    Fault why;
    Status status = tournament_next(&play->t, play->now, &decision, &why);
    bool due = status == OK && decision.length > 0;
    if (due) decide(play, decision.at);
    js_free(&decision);
    return due;
}

static const char *last_line(const Play *play)
{
    return play->line[play->lines - 1];
}

static void sha(void **state)
{
    (void)state;
    char hex[SHA256_HEX], long_text[120];
    sha256_hex(text_of("abc"), hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_hex(text_of(""), hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    memset(long_text, 'a', sizeof long_text);
    sha256_hex((Text){ long_text, 64 }, hex);
    assert_string_equal(hex, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

static void berger(void **state)
{
    (void)state;
    static const char *const EIGHT =
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 "
        "1-4 2-3 | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1";
    char text[300];
    Out out = out_to(text, sizeof text);
    for (int round = 0; round < 7; round++) {
        Pairing pairing[16];
        int count = berger_pair(8, 1, round, pairing);
        if (round) out_str(&out, " | ");
        for (int i = 0; i < count; i++)
            out_format(&out, "%s%d-%d", i ? " " : "", pairing[i].first + 1, pairing[i].second + 1);
    }
    assert_string_equal(text, EIGHT);
    // Everybody meets everybody; in two cycles each has either side as often, never three times
    // running.
    for (int n = 2; n <= BERGER_PLAYERS_MAX; n++)
        for (int cycles = 1; cycles <= 2; cycles++) {
            int met[32][32] = { 0 }, last[32] = { 0 };
            for (int round = 0; round < berger_rounds(n, cycles); round++) {
                Pairing pairing[20];
                int count = berger_pair(n, cycles, round, pairing);
                for (int i = 0; i < count; i++) {
                    if (pairing[i].second < 0) continue;
                    met[pairing[i].first][pairing[i].second]++;
                    int *one = &last[pairing[i].first], *two = &last[pairing[i].second];
                    *one = *one > 0 ? *one + 1 : 1;
                    *two = *two < 0 ? *two - 1 : -1;
                    if (n % 2 == 0 && n > 4) assert_true(*one < 3 && *two > -3);
                }
            }
            for (int a = 0; a < n; a++)
                for (int b = 0; b < a; b++) {
                    assert_int_equal(met[a][b] + met[b][a], cycles);
                    if (cycles == 2) assert_int_equal(met[a][b], 1);
                }
        }
}

static void win_all(Play *play, bool upsets)
{
    for (size_t i = 0; i < play->t.tables; i++)
        for (int game; (game = table_next_game(&play->t, &play->t.table[i])) >= 0;) {
            const Table *table = &play->t.table[i];
            char text[64];
            Out out = out_to(text, sizeof text);
            bool first = (table->entry[0] < table->entry[1]) != upsets;
            out_format(&out, "result %d %d %s", (int)i + 1, game + 1, first ? "1 2" : "2 1");
            decide(play, text);
        }
}

static void knockout(void **state)
{
    (void)state;
    Play play;
    play_open(&play);
    decide(&play, "create knockout games=2");
    enter(&play, 6);
    decide(&play, "start " SEED);
    assert_true(step(&play));
    assert_string_equal(last_line(&play), "pair 1 1 4-5 3-6 2");
    win_all(&play, false);
    assert_true(step(&play));
    assert_string_equal(last_line(&play), "pair 2 4-1 3-2");
    // The organiser can't take an entry out of the bracket.
    assert_int_equal(try_decision(&play, "unpair 5"), ILLEGAL);
    assert_int_equal(try_decision(&play, "hand 2 5-6"), ILLEGAL);
    assert_int_equal(try_decision(&play, "pause 4"), ILLEGAL);
    // A tied match goes on with two more games, sides swapped.
    decide(&play, "result 5 1 1 2");
    decide(&play, "result 5 2 2 1");
    assert_false(play.t.table[4].over);
    assert_int_equal(play.t.table[4].games, 4);
    decide(&play, "correct 5 2 1 2");
    assert_true(play.t.table[4].over);
    win_all(&play, false);
    assert_true(step(&play));
    assert_string_equal(last_line(&play), "pair 3 2-4");
    assert_int_equal(try_decision(&play, "correct 5 1 2 1"), ILLEGAL);
    decide(&play, "leave 2");
    assert_true(step(&play));
    assert_string_equal(last_line(&play), "result 7 1 - 1");
    while (step(&play)) {
    }
    assert_string_equal(last_line(&play), "end");
    Standing standing[6];
    assert_true(tournament_rank(&play.t, standing));
    assert_int_equal(standing[0].player, 3);
    assert_int_equal(standing[0].points, 3 * POINTS_ONE);
    assert_int_equal(standing[1].player, 1);
    assert_int_equal(standing[2].rank, 3);
    assert_int_equal(standing[3].rank, 3);
    play_close(&play);
}

static void knockout_twice(void **state)
{
    (void)state;
    // All who are out have lost twice, and the champion at most once.
    for (int n = 2; n <= 17; n++)
        for (int upsets = 0; upsets < 2; upsets++) {
            Play play;
            int defeats[17] = { 0 };
            play_open(&play);
            decide(&play, "create knockout games=1 twice=1");
            enter(&play, n);
            decide(&play, "start " SEED);
            while (step(&play))
                win_all(&play, upsets && play.t.rounds % 2);
            assert_int_equal(play.t.phase, PHASE_OVER);
            for (size_t i = 0; i < play.t.tables; i++) {
                const Table *table = &play.t.table[i];
                for (int seat = 0; seat < table->seats; seat++)
                    defeats[table->entry[seat]] +=
                        table->seats == 2 && table_game(&play.t, table, 0)->place[seat] == 2;
            }
            Standing standing[17];
            assert_true(tournament_rank(&play.t, standing));
            for (int i = 0; i < n; i++)
                assert_true(i == 0 ? defeats[standing[i].player] < 2
                                   : defeats[standing[i].player] == 2);
            play_close(&play);
        }
}

static void arena(void **state)
{
    (void)state;
    Play play;
    play_open(&play);
    decide(&play, "create arena minutes=10");
    enter(&play, 2);
    decide(&play, "start " SEED);
    assert_true(step(&play));
    decide(&play, "result 1 1 1 2");
    // The two have just met: five seconds later they meet again, with the other sides.
    assert_false(step(&play));
    assert_int_equal(arena_next_ms(&play.t, play.now), play.now + ARENA_AGAIN_MS);
    play.now += ARENA_AGAIN_MS;
    assert_true(step(&play));
    assert_int_equal(play.t.table[0].entry[0], play.t.table[1].entry[1]);
    int winner = play.t.table[0].entry[0];
    for (int i = 0; i < 4; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "result %d 1 %s", i + 2,
                   play.t.table[i + 1].entry[0] == winner ? "1 2" : "2 1");
        decide(&play, text);
        play.now += ARENA_AGAIN_MS;
        assert_true(step(&play));
    }
    // 2 + 2, then 4 for each win of the streak.
    assert_int_equal(play.t.entry[winner].points, (2 + 2 + 4 + 4 + 4) * POINTS_ONE);
    // A corrected result counts again from the start; a third player is paired at once.
    decide(&play, play.t.table[4].entry[0] == winner ? "correct 5 1 2 1" : "correct 5 1 1 2");
    assert_int_equal(play.t.entry[winner].points, (2 + 2 + 4 + 4) * POINTS_ONE);
    decide(&play, play.t.table[5].entry[0] == winner ? "result 6 1 1 -" : "result 6 1 - 1");
    assert_int_equal(play.t.entry[winner].points, (2 + 2 + 4 + 4 + 2) * POINTS_ONE);
    assert_int_equal(play.t.entry[winner].streak, 0);
    enter(&play, 1);
    decide(&play, "pause 1");
    assert_true(step(&play));
    assert_true(strstr(last_line(&play), "2-3") || strstr(last_line(&play), "3-2"));
    play.now = play.t.end_ms;
    assert_false(step(&play)); // a game is still being played
    win_all(&play, false);
    assert_true(step(&play));
    assert_string_equal(last_line(&play), "end");
    play_close(&play);
}

// Random games, pauses and withdrawals: after ARENA_AGAIN_MS never do two free players wait, sides
// stay balanced, and who pauses gains nothing.
static void busy_arena(void **state)
{
    (void)state;
    enum { PLAYERS = 9, SECONDS = 600 };
    Play play;
    Rng rng = { 3 };
    play_open(&play);
    decide(&play, "create arena minutes=10");
    enter(&play, PLAYERS);
    decide(&play, "start " SEED);
    for (int second = 0; second < SECONDS; second++, play.now += 1000) {
        for (size_t i = 0; i < play.t.tables; i++) {
            if (table_next_game(&play.t, &play.t.table[i]) < 0 || rng_below(&rng, 20)) continue;
            char text[64];
            Out out = out_to(text, sizeof text);
            u32 kind = rng_below(&rng, 3);
            out_format(&out, "result %d 1 %s", (int)i + 1,
                       kind == 0   ? "1 1"
                       : kind == 1 ? "1 2"
                                   : "2 1");
            decide(&play, text);
        }
        if (rng_below(&rng, 30) == 0) {
            char text[64];
            Out out = out_to(text, sizeof text);
            int entry = (int)rng_below(&rng, PLAYERS);
            Points points = play.t.entry[entry].points;
            out_format(&out, "%s %d", play.t.entry[entry].paused ? "return" : "pause", entry + 1);
            decide(&play, text);
            assert_int_equal(play.t.entry[entry].points, points);
        }
        while (step(&play)) {
        }
        int waiting = 0;
        for (int i = 0; i < PLAYERS; i++) {
            const Entry *entry = &play.t.entry[i];
            assert_true(entry->open <= 1);
            assert_true(abs(entry->firsts - entry->seconds) <= 4);
            waiting +=
                !entry->paused && !entry->open && play.now - entry->free_ms >= ARENA_AGAIN_MS;
        }
        assert_true(waiting < 2);
    }
    play_close(&play);
}

static void large_arena(void **state)
{
    (void)state;
    Tournament t = { 0 };
    Json decision = { 0 };
    Fault why;
    assert_int_equal(tournament_apply(&t, 0, text_of("create arena"), &why), OK);
    for (int i = 1; i <= ENTRIES_MAX; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "enter %d name %d P%d", i, 1000 + i % 700, i);
        assert_int_equal(tournament_apply(&t, 0, text_of(text), &why), OK);
    }
    assert_int_equal(tournament_apply(&t, 0, text_of("start " SEED), &why), OK);
    assert_int_equal(tournament_next(&t, 0, &decision, &why), OK);
    assert_int_equal(tournament_apply(&t, 0, (Text){ decision.at, decision.length }, &why), OK);
    assert_int_equal(t.tables, ENTRIES_MAX / 2);
    js_free(&decision);
    tournament_free(&t);
}

// As after some rounds in which no player's seats became unequal.
static void random_history(Rng *rng, Seating *s, SeatingPlayer *player, u8 *met, u8 *partnered)
{
    int seats = s->tables[0] ? 4 : 3, rounds = (int)rng_below(rng, 4),
        turn = (int)rng_below(rng, 4);
    memset(met, 0, (size_t)s->players * (size_t)s->players);
    memset(partnered, 0, (size_t)s->players * (size_t)s->players);
    for (int i = 0; i < s->players; i++) {
        player[i] = (SeatingPlayer){ .number = i, .score = (int)rng_below(rng, 6) * 10 };
        for (int j = 0; j < rounds; j++)
            player[i].had[(i * 7 + j + turn) % seats]++;
        for (int j = 0; j < i; j++) {
            u8 times = (u8)rng_below(rng, 3), together = (u8)rng_below(rng, 2);
            met[i * s->players + j] = met[j * s->players + i] = times;
            partnered[i * s->players + j] = partnered[j * s->players + i] = together;
        }
    }
}

static void seating(void **state)
{
    (void)state;
    static const struct {
        int players, four, three;
    } SIZES[] = { { 3, 0, 1 }, { 4, 1, 0 },  { 6, 0, 2 },  { 7, 1, 1 },  { 8, 2, 0 },
                  { 9, 0, 3 }, { 10, 1, 2 }, { 11, 2, 1 }, { 12, 3, 0 }, { 12, 0, 4 } };
    Rng rng = { 25 };
    int same = 0, all = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (int times = 0; times < (SIZES[i].players > 9 ? 3 : 12); times++) {
            SeatingPlayer player[SEATING_EXACT];
            u8 met[SEATING_EXACT * SEATING_EXACT], partnered[SEATING_EXACT * SEATING_EXACT];
            int found[SEATING_EXACT], improved[SEATING_EXACT];
            Seating s = { .player = player,
                          .players = SIZES[i].players,
                          .seats = { 4, 3 },
                          .tables = { SIZES[i].four, SIZES[i].three },
                          .met = met,
                          .partnered = times % 2 ? partnered : NULL };
            random_history(&rng, &s, player, met, partnered);
            assert_true(seating_find(&s, found));
            assert_true(seating_improve(&s, improved));
            i64 best[3];
            plain_seating(&s, best);
            SeatingCost cost = seating_cost(&s, found), near = seating_cost(&s, improved);
            assert_int_equal(cost.seats, best[0]);
            assert_int_equal(cost.repeats, best[1]);
            assert_int_equal(cost.spread, best[2]);
            if (SIZES[i].four && SIZES[i].three) continue;
            assert_int_equal(near.seats, best[0]);
            same += near.repeats == best[1];
            all++;
        }
    print_message("improving found the fewest repetitions in %d of %d\n", same, all);
    assert_true(same * 10 >= all * 7);
}

// Whole tournaments of n players: the counts of each player's seats differ by at most one.
static void even_seats(const char *create, int n)
{
    Play play;
    play_open(&play);
    decide(&play, create);
    enter(&play, n);
    decide(&play, "start " SEED);
    Rng rng = { (u64)n };
    while (step(&play))
        for (size_t i = 0; i < play.t.tables; i++) {
            const Table *table = &play.t.table[i];
            if (table_next_game(&play.t, table) < 0) continue;
            char text[64];
            int place[TABLE_SEATS] = { 1, 2, 3, 4 };
            for (int j = table->seats - 1; j > 0; j--) {
                int k = (int)rng_below(&rng, (u32)j + 1), swap = place[j];
                place[j] = place[k];
                place[k] = swap;
            }
            Out out = out_to(text, sizeof text);
            out_format(&out, "result %d 1", (int)i + 1);
            for (int j = 0; j < table->seats; j++)
                out_format(&out, " %d", place[j]);
            decide(&play, text);
        }
    assert_int_equal(play.t.phase, PHASE_OVER);
    for (int entry = 0; entry < n; entry++) {
        int had[TABLE_SEATS] = { 0 }, least = 99, most = 0;
        for (size_t i = 0; i < play.t.tables; i++)
            for (int seat = 0; seat < play.t.table[i].seats; seat++)
                had[seat] += play.t.table[i].seats > 1 && play.t.table[i].entry[seat] == entry &&
                             play.t.table[i].round < play.t.rules.rounds;
        for (int seat = 0; seat < play.t.rules.seats; seat++) {
            least = had[seat] < least ? had[seat] : least;
            most = had[seat] > most ? had[seat] : most;
        }
        assert_true(most - least <= 1);
    }
    play_close(&play);
}

static void tables(void **state)
{
    (void)state;
    for (int n = 4; n <= 40; n += 4)
        even_seats("create tables seats=4 rounds=6", n);
    for (int n = 3; n <= 30; n += 3)
        even_seats("create tables seats=3 rounds=7", n);
    even_seats("create tables seats=4 rounds=4 partners=1 points=2,2,0,0", 16);
    even_seats("create tables seats=4 rounds=4 cut=16", 20);
    even_seats("create tables seats=3 rounds=3 cut=9", 12);
}

static void places(void **state)
{
    (void)state;
    Play play;
    play_open(&play);
    decide(&play, "create tables seats=4 rounds=1");
    enter(&play, 4);
    decide(&play, "start " SEED);
    assert_true(step(&play));
    assert_int_equal(try_decision(&play, "result 1 1 1 1 2 4"), MALFORMED);
    decide(&play, "result 1 1 1 1 3 -");
    Standing standing[4];
    assert_true(tournament_rank(&play.t, standing));
    assert_int_equal(standing[0].points, 40); // (5 + 3) / 2
    assert_int_equal(standing[1].points, 40);
    assert_int_equal(standing[1].rank, 1);
    assert_int_equal(standing[2].points, 10);
    assert_int_equal(standing[3].points, 0);
    play_close(&play);
}

// Pairing by hand is refused in a round robin: a scheduled pair would be left without a table.
static void robin_by_hand(void **state)
{
    (void)state;
    Play play;
    play_open(&play);
    decide(&play, "create round-robin games=1");
    enter(&play, 4);
    decide(&play, "start " SEED);
    assert_int_equal(try_decision(&play, "hand 1 1-2"), ILLEGAL);
    assert_true(step(&play));
    assert_int_equal(try_decision(&play, "unpair 1"), ILLEGAL);
    assert_int_equal(try_decision(&play, "pause 1"), ILLEGAL);
    while (play.t.phase != PHASE_OVER) {
        win_all(&play, false);
        assert_true(step(&play));
    }
    assert_int_equal(play.t.tables, 6);
    play_close(&play);
}

static void refusals(void **state)
{
    (void)state;
    static const char *const BEFORE[] = {
        ("start " SEED),
        "enter 2 name 0 X",
        "enter 1 name 0",
        "enter 1 ghost 0 X",
        "create swiss",
        "result 1 1 1 2",
        "pair 1 1-2",
        "promise 12",
        "fly 1",
        "",
        "enter 1 name x X",
        "leave 1",
        "note a\nb",
        "note \xff",
    };
    Play play;
    play_open(&play);
    assert_int_equal(try_decision(&play, "enter 1 name 0 X"), ILLEGAL);
    assert_int_equal(try_decision(&play, "create chess"), MALFORMED);
    assert_int_equal(try_decision(&play, "create swiss seats=3"), ILLEGAL);
    assert_int_equal(try_decision(&play, "create tables cut=5"), ILLEGAL);
    decide(&play, "create swiss rounds=3");
    for (size_t i = 0; i < sizeof BEFORE / sizeof *BEFORE; i++)
        assert_true(try_decision(&play, BEFORE[i]) != OK);
    char hash[SHA256_HEX], text[100];
    Out out = out_to(text, sizeof text);
    sha256_hex(text_of(SEED), hash);
    out_format(&out, "promise %s", hash);
    decide(&play, text);
    decide(&play, "enter 1 person 7 1500 Ada");
    assert_int_equal(try_decision(&play, "enter 2 person 7 1500 Ada again"), ILLEGAL);
    assert_int_equal(try_decision(&play, "enter 2 pair 8 7 1500 Bo and Ada"), ILLEGAL);
    enter(&play, 3);
    assert_int_equal(try_decision(&play, "start 0123456789abcdee"), ILLEGAL);
    decide(&play, "start " SEED);
    assert_int_equal(try_decision(&play, "start " SEED), ILLEGAL);
    assert_int_equal(try_decision(&play, "pair 2 1-2"), ILLEGAL);
    assert_int_equal(try_decision(&play, "pair 1 1-2 2-3"), ILLEGAL);
    assert_int_equal(try_decision(&play, "pair 1 1-1"), ILLEGAL);
    assert_int_equal(play.t.tables, 0);
    decide(&play, "hand 1 1-4");
    assert_true(step(&play));
    assert_true(!strcmp(last_line(&play), "pair 1 2-3") || !strcmp(last_line(&play), "pair 1 3-2"));
    assert_int_equal(try_decision(&play, "void 1 1"), ILLEGAL);
    assert_int_equal(try_decision(&play, "result 1 3 1 2"), MALFORMED);
    decide(&play, "result 1 1 1 2");
    assert_int_equal(try_decision(&play, "result 1 1 1 2"), ILLEGAL);
    decide(&play, "void 1 1");
    decide(&play, "unpair 2");
    decide(&play, "hand 1 2-3");
    win_all(&play, false);
    decide(&play, "adjourn");
    assert_false(step(&play));
    decide(&play, "resume");
    assert_true(step(&play));
    play_close(&play);
}

// --- random tournaments --------------------------------------------------------------------------

static void random_result(Play *play, Rng *rng, int index)
{
    const Table *table = &play->t.table[index];
    int game = table_next_game(&play->t, table);
    if (game < 0) return;
    char text[100];
    Out out = out_to(text, sizeof text);
    out_format(&out, "result %d %d", index + 1, game + 1);
    u32 kind = rng_below(rng, 20);
    int winner = (int)rng_below(rng, table->seats);
    for (int seat = 0; seat < table->seats; seat++) {
        if (kind == 0 || (kind == 1 && seat == 0))
            out_str(&out, " -");
        else if (kind < 5)
            out_str(&out, " 1");
        else
            out_format(&out, " %d", 1 + (seat - winner + table->seats) % table->seats);
    }
    if (table->seats == 2 && kind > 10) out_format(&out, " margin %d", (int)rng_below(rng, 7));
    decide(play, text);
}

static void random_change(Play *play, Rng *rng)
{
    static const char *const VERBS[] = { "leave", "return", "pause", "return", "return" };
    char text[100];
    Out out = out_to(text, sizeof text);
    int entries = (int)play->t.entries, n = 1 + (int)rng_below(rng, (u32)entries);
    switch (rng_below(rng, 7)) {
    case 0:
    case 1:
    case 2: out_format(&out, "%s %d", VERBS[rng_below(rng, 5)], n); break;
    case 3: out_format(&out, "absent %d %d half", n, play->t.rounds + 1); break;
    case 4: out_format(&out, "enter %d name 1500 Late%d", entries + 1, entries + 1); break;
    case 5:
        out_format(&out, "correct %d 1 1 2", 1 + (int)rng_below(rng, (u32)play->t.tables + 1));
        break;
    default: out_format(&out, "unpair %d", 1 + (int)rng_below(rng, (u32)play->t.tables + 1)); break;
    }
    try_decision(play, text); // refused ones change nothing
}

static void same_table(const Tournament *one, const Tournament *two, size_t number)
{
    const Table *a = &one->table[number], *b = &two->table[number];
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->seats, b->seats);
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->removed, b->removed);
    assert_int_equal(a->over, b->over);
    assert_memory_equal(a->entry, b->entry, a->seats * sizeof *a->entry);
    for (int i = 0; i < a->games; i++) {
        const TableGame *first = table_game(one, a, i), *second = table_game(two, b, i);
        assert_int_equal(first->known, second->known);
        assert_int_equal(first->id, second->id);
        assert_memory_equal(first->place, second->place, a->seats);
    }
}

static void same_state(const Tournament *a, const Tournament *b)
{
    assert_int_equal(a->phase, b->phase);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->unfinished, b->unfinished);
    assert_int_equal(a->tables, b->tables);
    assert_int_equal(a->entries, b->entries);
    for (size_t i = 0; i < a->tables; i++)
        same_table(a, b, i);
    Standing *one = calloc(a->entries + 1, sizeof *one), *two = calloc(a->entries + 1, sizeof *two);
    assert_true(tournament_rank(a, one) && tournament_rank(b, two));
    for (size_t i = 0; i < a->entries; i++) {
        assert_int_equal(one[i].player, two[i].player);
        assert_int_equal(one[i].rank, two[i].rank);
        assert_int_equal(one[i].points, two[i].points);
        assert_memory_equal(one[i].value, two[i].value, sizeof one[i].value);
    }
    free(one);
    free(two);
}

// After a crash the tournament is a prefix of the log. If the rules made the next decision, the
// same decision is due then.
static void crash(const Play *play, int lines)
{
    Tournament again = { 0 };
    Fault why;
    Json due = { 0 };
    for (int i = 0; i < lines; i++)
        assert_int_equal(tournament_apply(&again, play->at[i], text_of(play->line[i]), &why), OK);
    if (lines < play->lines &&
        (!strncmp(play->line[lines], "pair", 4) || !strcmp(play->line[lines], "end"))) {
        assert_int_equal(tournament_next(&again, play->at[lines], &due, &why), OK);
        assert_string_equal(due.at, play->line[lines]);
    }
    if (lines == play->lines) same_state(&again, &play->t);
    Tournament copy;
    assert_true(tournament_copy(&copy, &again));
    same_state(&copy, &again);
    tournament_free(&copy);
    js_free(&due);
    tournament_free(&again);
}

static void random_tournament(const char *create, int n, u64 seed)
{
    Play play;
    Rng rng = { seed };
    play_open(&play);
    decide(&play, create);
    enter(&play, n);
    decide(&play, "start " SEED);
    for (int i = 0; i < 600 && play.t.phase == PHASE_PLAY; i++) {
        play.now += rng_below(&rng, 4000);
        if (rng_below(&rng, 4) == 0) random_change(&play, &rng);
        if (play.t.tables)
            for (int j = 0; j < 4; j++)
                random_result(&play, &rng, (int)rng_below(&rng, (u32)play.t.tables));
        step(&play);
    }
    // No entry sits at two tables of a round, and every finished table has a result.
    for (size_t i = 0; i < play.t.tables && play.t.rules.format != FORMAT_ARENA; i++)
        for (size_t j = 0; j < i; j++) {
            const Table *a = &play.t.table[i], *b = &play.t.table[j];
            if (a->removed || b->removed || a->round != b->round) continue;
            for (int k = 0; k < a->seats * b->seats; k++)
                assert_true(a->entry[k % a->seats] != b->entry[k / a->seats]);
        }
    for (int i = 0; i < 12; i++)
        crash(&play, (int)rng_below(&rng, (u32)play.lines));
    crash(&play, play.lines);
    play_close(&play);
}

static void random_tournaments(void **state)
{
    (void)state;
    static const char *const CREATE[] = {
        "create swiss rounds=5",
        "create swiss rounds=4 games=1 accelerated=1",
        "create round-robin",
        "create round-robin cycles=2 games=1 together=1",
        "create knockout",
        "create knockout games=1 twice=1",
        "create arena minutes=15",
        "create tables seats=3 rounds=4",
        "create tables seats=4 rounds=5 mixed=1 cut=4",
        "create tables seats=4 rounds=3 partners=1 points=2,2,0,0",
    };
    for (size_t i = 0; i < sizeof CREATE / sizeof *CREATE; i++)
        for (u64 seed = 1; seed <= 8; seed++)
            random_tournament(CREATE[i], 4 + (int)(seed * 2), seed * 77 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha),
        cmocka_unit_test(berger),
        cmocka_unit_test(knockout),
        cmocka_unit_test(knockout_twice),
        cmocka_unit_test(arena),
        cmocka_unit_test(busy_arena),
        cmocka_unit_test(large_arena),
        cmocka_unit_test(seating),
        cmocka_unit_test(tables),
        cmocka_unit_test(places),
        cmocka_unit_test(robin_by_hand),
        cmocka_unit_test(refusals),
        cmocka_unit_test(random_tournaments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
