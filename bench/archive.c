// SPDX-License-Identifier: MIT
// Measures the time of each query of the archive, on a store filled by bench/archive.
//
//     bench-archive STORE [TIMES] [PEOPLE]
//
// Runs every query TIMES times with different arguments through the store's interface, and measures
// the wait of a reader's thread. Status 1 if the 99th percentile of one is above 20 ms.
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_PERSON = 1001, PAGE = 50, AIM_MS = 20 };

static Store *store;
static i64 people = 200000, games, busiest = FIRST_PERSON, second = FIRST_PERSON + 1;
static i64 middle, deep, deep_of_busiest; // games far down the lists
static i64 now_ms, first_ms;
static int seen;

static i64 now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static u64 drawn(int i)
{
    u64 x = (u64)i * 0x9e3779b97f4a7c15u;
    x ^= x >> 31;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 29;
}

static i64 anybody(int i)
{
    return FIRST_PERSON + (i64)(drawn(i) % (u64)people);
}

// --- queries -------------------------------------------------------------------------------------

static bool see_game(void *context, const StoredGame *game)
{
    (void)context;
    seen += game->id != 0;
    return true;
}

static bool see_event(void *context, const StoredEvent *event)
{
    (void)context;
    seen += event->number >= 0;
    return true;
}

static bool see_change(void *context, const StoredChange *change)
{
    int *left = context;
    seen += change->game != 0;
    return --*left > 0;
}

static bool see_leader(void *context, const void *row)
{
    int *left = context;
    const StoredLeader *leader = row;
    seen += leader->person != 0;
    return --*left > 0;
}

static bool see_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    (void)context;
    seen += rating->games > 0;
    return true;
}

static bool see_result(void *context, const void *row)
{
    const StoredResult *result = row;
    (void)context;
    seen += result->counts.games > 0;
    return true;
}

static bool see_time(void *context, const void *row)
{
    const GameEnded *ended = row;
    (void)context;
    seen += ended->at_ms > 0;
    return true;
}

static bool see_win(void *context, const void *row)
{
    const StoredWin *win = row;
    (void)context;
    seen += win->game != 0;
    return true;
}

static bool see_person(void *context, const void *person)
{
    (void)context;
    seen += person->id != 0;
    return true;
}

static bool see_finished(void *context, const void *row)
{
    *(i64 *)context = ((const FinishedGame *)row)->game;
    seen++;
    return true;
}

static bool read_finished(i64 after, int limit, i64 *game)
{
    return store_select(store, &GAME_OPS[GAMES_FINISHED], &(FinishedWanted){ after, limit },
                        see_finished, game);
}

// --- the queries ---------------------------------------------------------------------------------

static bool list(GameFilter filter)
{
    filter.limit = PAGE;
    filter.open_only = true;
    return games_list(store, &filter, see_game, NULL, NULL);
}

static bool ask_latest(int i)
{
    (void)i;
    return list((GameFilter){ 0 });
}

static bool ask_deep(int i)
{
    return list((GameFilter){ .before = i % 2 ? middle : deep });
}

static bool ask_variant(int i)
{
    return list((GameFilter){ .variant = text_of(i % 2 ? "quoridor" : "abalone") });
}

static bool ask_rare_variant(int i)
{
    return list((GameFilter){ .variant = text_of("abalone-4"), .before = i % 2 ? middle : 0 });
}

static bool ask_speed(int i)
{
    return list((GameFilter){ .speed = text_of(i % 2 ? "blitz" : "classical") });
}

static bool ask_result(int i)
{
    return list((GameFilter){ .result = text_of(i % 2 ? "1/2-1/2" : "0-1") });
}

static bool ask_rare(int i)
{
    return list((GameFilter){ .variant = text_of("quoridor"),
                              .speed = text_of("correspondence"),
                              .result = text_of("1/2-1/2"),
                              .before = i % 2 ? middle : 0 });
}

static bool ask_nothing(int i)
{
    return list((GameFilter){ .result = text_of("0-0"), .before = i % 2 ? middle : 0 });
}

static bool ask_date(int i)
{
    i64 at = first_ms + (i64)(drawn(i) % (u64)(now_ms - first_ms));
    return list((GameFilter){ .since_ms = at - 86400000, .until_ms = at });
}

static bool ask_date_variant(int i)
{
    i64 at = first_ms + (i64)(drawn(i) % (u64)(now_ms - first_ms));
    return list(
        (GameFilter){ .since_ms = at - 86400000, .until_ms = at, .variant = text_of("abalone-3") });
}

static bool ask_person(int i)
{
    return list((GameFilter){ .player = anybody(i) });
}

static bool ask_busiest(int i)
{
    return list((GameFilter){ .player = busiest, .before = i % 2 ? deep_of_busiest : 0 });
}

static bool ask_busiest_rare(int i)
{
    return list((GameFilter){ .player = busiest,
                              .variant = text_of("abalone"),
                              .speed = text_of("correspondence"),
                              .result = text_of("1/2-1/2"),
                              .before = i % 2 ? deep_of_busiest : 0 });
}

static bool ask_profile(int i)
{
    PersonCounts counts;
    i64 person = i % 4 ? anybody(i) : busiest;
    StoredPerson found;
    return person_by_id(store, person, &found) && games_counts(store, person, &counts) &&
           store_select(store, &RATING_OPS[RATINGS_OF], &(PersonArg){ person }, see_rating, NULL) &&
           store_select(store, &FIGURE_OPS[FIGURES_RESULTS], &(PersonArg){ person }, see_result,
                        NULL);
}

static bool ask_activity(int i)
{
    const EndsWanted wanted = { i % 4 ? anybody(i) : busiest, now_ms - 365 * (i64)86400000, 5000 };
    return store_select(store, &FIGURE_OPS[FIGURES_ENDS], &wanted, see_time, NULL);
}

static bool ask_graph(int i)
{
    int left = 1000;
    const ChangeFilter filter = { .person = i % 4 ? anybody(i) : busiest,
                                  .variant = text_of("quoridor"),
                                  .speed = text_of("blitz"),
                                  .latest_first = true };
    return ratings_changes(store, &filter, see_change, &left);
}

static bool ask_wins(int i)
{
    const WinsWanted wanted = { i % 4 ? anybody(i) : busiest, 5 };
    return store_select(store, &FIGURE_OPS[FIGURES_BEST_WINS], &wanted, see_win, NULL);
}

static bool ask_leaders(int i)
{
    int left = 100;
    const PoolWanted wanted = { text_of(i % 2 ? "quoridor" : "abalone"),
                                text_of(i % 3 ? "blitz" : "classical"), PERSON_ACCOUNT };
    return store_select(store, &RATING_OPS[RATINGS_LEADERS], &wanted, see_leader, &left);
}

static bool ask_rating_then(int i)
{
    const RatingAtWanted wanted = { i % 4 ? anybody(i) : busiest, now_ms - 7 * (i64)86400000,
                                    text_of("quoridor"), text_of("blitz") };
    RatingThen then;
    store_find(store, &RATING_OPS[RATINGS_AT], &wanted, &then);
    return true;
}

static bool ask_between(int i)
{
    PersonCounts counts;
    i64 person = i % 4 ? anybody(i) : busiest;
    return games_counts_between(store, person, person == busiest ? second : busiest, &counts);
}

static bool ask_counted_between(int i)
{
    i64 person = i % 4 ? anybody(i) : busiest;
    i64 since = now_ms - 7 * (i64)86400000;
    return ratings_games_between(store, person, person == busiest ? second : busiest, since) >= 0;
}

static bool ask_others(int i)
{
    OtherGames others;
    const OthersWanted wanted = { i % 4 ? anybody(i) : busiest, second };
    return store_find(store, &RATING_OPS[RATINGS_OTHERS], &wanted, &others) && others.games >= 0;
}

static bool ask_names(int i)
{
    char key[32];
    snprintf(key, sizeof key, "player%d", (int)(drawn(i) % 9000));
    const KeyPrefix prefix = { text_of(key), 10 };
    return store_select(store, &PERSON_OPS[PERSONS_LIKE], &prefix, see_person, NULL);
}

static bool ask_game(int i)
{
    i64 game = 0;
    Fault why;
    const GameReader reader = { .game = see_game, .event = see_event };
    return read_finished((i64)(drawn(i) % (u64)games), 1, &game) &&
           games_load(store, game, &reader, &why);
}

static bool ask_finished(int i)
{
    i64 game;
    return read_finished((i64)(drawn(i) % (u64)games), 100, &game);
}

static const struct {
    const char *name;
    bool (*ask)(int i);
} QUERY[] = {
    { "archive: latest", ask_latest },
    { "archive: deep page", ask_deep },
    { "archive: by variant", ask_variant },
    { "archive: by rare variant, deep", ask_rare_variant },
    { "archive: by speed", ask_speed },
    { "archive: by result", ask_result },
    { "archive: variant, speed and result, rare", ask_rare },
    { "archive: a result that no game has", ask_nothing },
    { "archive: by date", ask_date },
    { "archive: by date and rare variant", ask_date_variant },
    { "archive: by person", ask_person },
    { "archive: of the busiest person, deep", ask_busiest },
    { "archive: of the busiest person, rare", ask_busiest_rare },
    { "profile: ratings, counts, results", ask_profile },
    { "profile: activity of a year", ask_activity },
    { "profile: rating graph, 1,000 changes", ask_graph },
    { "profile: best wins", ask_wins },
    { "profile: rating a week ago", ask_rating_then },
    { "leaderboard: 100 best", ask_leaders },
    { "results between two people", ask_between },
    { "rated games between two people, a week", ask_counted_between },
    { "other opponents in 200 games", ask_others },
    { "search for names", ask_names },
    { "one game with its events", ask_game },
    { "finished games, 100 (explorer)", ask_finished },
};

// --- the table -----------------------------------------------------------------------------------

static int by_time(const void *a, const void *b)
{
    i64 one = *(const i64 *)a, other = *(const i64 *)b;
    return one < other ? -1 : one > other;
}

static bool keep_last(void *context, const StoredGame *game)
{
    StoredGame *kept = context;
    kept->id = game->id;
    kept->ended_ms = game->ended_ms;
    return true;
}

// Finds a game some 20 pages of 5000 down the list of the busiest person, and the end of the last
// game.
static bool look_around(void)
{
    StoredGame last = { 0 };
    const GameFilter latest = { .limit = 1 };
    bool fine = games_list(store, &latest, keep_last, &last, NULL);
    now_ms = last.ended_ms;
    i64 number = 1;
    games = 0;
    // Find the highest number of a finished game by bisection.
    for (i64 step = (i64)1 << 30; step; step /= 2) {
        i64 game = 0;
        fine = fine && read_finished(number + step - 1, 1, &game);
        if (game) number += step;
    }
    games = number;
    fine = fine && read_finished(games / 2, 1, &middle) && read_finished(games / 50, 1, &deep);
    const GameFilter oldest = { .before = deep, .limit = 1 };
    fine = fine && games_list(store, &oldest, keep_last, &last, NULL);
    first_ms = last.ended_ms;
    i64 from = 0;
    for (int i = 0; fine && i < 20; i++) {
        const GameFilter page = { .player = busiest, .before = from, .limit = 5000 };
        fine = games_list(store, &page, keep_last, &last, &from);
        deep_of_busiest = last.id;
        if (!from) break;
    }
    return fine;
}

int main(int argc, char **argv)
{
    if (argc < 2) return fprintf(stderr, "usage: bench-archive STORE [TIMES] [PEOPLE]\n"), 2;
    int times = argc > 2 ? atoi(argv[2]) : 200;
    if (argc > 3) people = atoll(argv[3]);
    Fault why;
    const StoreSetup setup = { .where = argv[1], .read_only = true, .follows = true };
    store = store_open(&setup, &why);
    if (!store) return fprintf(stderr, "%s\n", why.message), 2;
    i64 *took = calloc((size_t)times, sizeof *took);
    if (!took || times < 1 || !look_around()) return fprintf(stderr, "cannot read the store\n"), 2;
    printf("%lld games, %d times each\n", (long long)games, times);
    printf("| query | rows | p50 ms | p99 ms | most |\n|---|---|---|---|---|\n");
    bool missed = false;
    for (size_t q = 0; q < sizeof QUERY / sizeof *QUERY; q++) {
        seen = 0;
        for (int i = 0; i < times; i++) {
            i64 began = now_us();
            if (!QUERY[q].ask(i)) return fprintf(stderr, "%s: cannot read\n", QUERY[q].name), 2;
            took[i] = now_us() - began;
        }
        qsort(took, (size_t)times, sizeof *took, by_time);
        double p99 = (double)took[times * 99 / 100] / 1000;
        missed |= p99 > AIM_MS;
        printf("| %s | %.0f | %.2f | %.2f%s | %.1f |\n", QUERY[q].name, (double)seen / times,
               (double)took[times / 2] / 1000, p99, p99 > AIM_MS ? " MISSED" : "",
               (double)took[times - 1] / 1000);
        fflush(stdout);
    }
    free(took);
    store_close(store);
    return missed;
}
