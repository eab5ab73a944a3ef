// SPDX-License-Identifier: MIT
// After an annulment all ratings are, to the last bit, as if the game had never been rated.
#include "server/games/rating_ops.h"
#include "support/stored.h"

#include "base/rng.h"
#include "server/features/annulment/annulment.h"
#include "server/games/rating/ratings.h"

#include <string.h>

enum { PEOPLE = 7, GAMES = 60 };

typedef struct Rated {
    const char *variant, *speed, *result;
    i64 person[PLAYERS_MAX];
    i64 at_ms;
} Rated;

static const char *const RESULTS[][5] = {
    { "1-0", "0-1", "1/2-1/2" },
    { "1-0-0", "0-1-0", "1/2-0-1/2" },
    { "1-0-1-0", "0-1-0-1", "1/2-1/2-1/2-1/2" },
};
static const char *const VARIANT_IDS[] = { "abalone", "abalone-3", "abalone-4" };

static void draw_games(Rated games[GAMES], Rng *rng)
{
    for (int i = 0; i < GAMES; i++) {
        int which = (int)(rng_next(rng) % 3);
        games[i] = (Rated){ .variant = VARIANT_IDS[which],
                            .speed = rng_next(rng) % 4 ? "blitz" : "rapid",
                            .result = RESULTS[which][rng_next(rng) % 3],
                            .at_ms = 1000 + i * (i64)(1 + rng_next(rng) % 3) * 86400000 };
        if (i && games[i].at_ms < games[i - 1].at_ms) games[i].at_ms = games[i - 1].at_ms;
        i64 first = (i64)(rng_next(rng) % PEOPLE); // two different people
        for (int seat = 0; seat < which + 2; seat++)
            games[i].person[seat] = 1 + (first + seat) % PEOPLE;
    }
}

// Stores a game as the server does: its end and its ratings in one call.
static void play(Store *store, i64 id, const Rated *game)
{
    const Variant *variant = variant_find(text_of(game->variant));
    Outcome outcome;
    RatedSeat seats[PLAYERS_MAX];
    StoreWrite writes[2 + 2 * PLAYERS_MAX] = { game_of(id) };
    int count = 1;
    assert_int_equal(outcome_read(variant, text_of(game->result), &outcome, &why), OK);
    NewGame *made = args_of(&writes[0]);
    made->variant = text_of(game->variant);
    made->speed = text_of(game->speed);
    made->rated = true;
    for (int i = 0; i < variant->players; i++) {
        RatingNow now = { rating_new(), 0 };
        ratings_now(store, game->person[i], text_of(game->variant), text_of(game->speed), &now);
        seats[i] = (RatedSeat){ .before = now.now, .last_ms = now.at_ms };
        writes[count++] = kept_op(&GAME_OPS[GAMES_SIT], &(StoredSeat){ id, i, game->person[i] });
    }
    ratings_rate(variant, &outcome, game->at_ms, 0, seats);
    for (int i = 0; i < variant->players; i++)
        writes[count++] = kept_op(&RATING_OPS[RATINGS_CHANGE],
                                  &(NewChange){ .step = { .person = game->person[i],
                                                          .variant = text_of(game->variant),
                                                          .speed = text_of(game->speed),
                                                          .before = seats[i].before,
                                                          .after = seats[i].after,
                                                          .at_ms = game->at_ms },
                                                .game = id });
    writes[count] = end_of(id);
    GameEnd *end = args_of(&writes[count++]);
    end->ended_ms = game->at_ms;
    end->result = text_of(game->result);
    assert_int_equal(write_now(store, writes, count), STORED);
}

static Store *fill(const char *where, const Rated *games, u64 without)
{
    Store *store = store_open(&(StoreSetup){ .where = where }, &why);
    assert_non_null(store);
    for (i64 i = 1; i <= PEOPLE; i++)
        assert_int_equal(write_one(store, added_person(i, PERSON_ANONYMOUS, "")), STORED);
    for (int i = 0; i < GAMES; i++)
        if (!(without >> i & 1)) play(store, i + 1, &games[i]);
    return store;
}

// All rating data, as bytes to compare.
typedef struct Standing {
    StoredRating rating[PEOPLE * 6];
    StoredChange change[GAMES * PLAYERS_MAX];
    int ratings, changes;
} Standing;

static bool see_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    Standing *standing = context;
    // Field by field, since a copied struct would include its padding.
    StoredRating *kept = &standing->rating[standing->ratings++];
    kept->person = rating->person;
    kept->variant.length = rating->variant.length * 100 + rating->speed.length;
    kept->now = rating->now;
    kept->at_ms = rating->at_ms;
    kept->games = rating->games;
    return true;
}

static bool see_change(void *context, const StoredChange *change)
{
    Standing *standing = context;
    StoredChange *kept =
        &standing->change[standing->changes++]; // without the number, which differs
    kept->person = change->person;
    kept->variant.length = change->variant.length;
    kept->game = change->game;
    kept->before = change->before;
    kept->after = change->after;
    kept->at_ms = change->at_ms;
    kept->annulled = change->annulled;
    return true;
}

static void look(Store *store, Standing *standing)
{
    memset(standing, 0, sizeof *standing);
    for (i64 i = 1; i <= PEOPLE; i++)
        assert_true(
            store_select(store, &RATING_OPS[RATINGS_OF], &(PersonArg){ i }, see_rating, standing));
    assert_true(ratings_changes(store, &(ChangeFilter){ .person = 0 }, see_change, standing));
    if (!store_check(store, &why)) fail_msg("%s", why.message);
}

static void annul(Store *store, i64 game)
{
    Annulment *annulment = annulment_new(store, game, &why);
    if (!annulment) fail_msg("%s", why.message);
    int count;
    const StoreWrite *writes = annulment_writes(annulment, &count);
    assert_int_equal(write_now(store, writes, count), STORED);
    annulment_free(annulment);
    assert_null(annulment_new(store, game, &why));
    assert_string_equal(why.message, "that game has been annulled");
}

static void as_if_it_had_not_been(void **state)
{
    (void)state;
    static Rated games[GAMES];
    static Standing annulled, without;
    Rng rng = { 3 };
    for (int i = 0; i < 6; i++) {
        draw_games(games, &rng);
        // The first, the last, and two more, in any order.
        u64 gone = 0;
        Store *store = fill(path, games, 0);
        const int picked[] = { GAMES - 1, (int)(rng_next(&rng) % GAMES), 0,
                               (int)(rng_next(&rng) % GAMES) };
        for (int k = 0; k < 4; k++)
            if (!(gone >> picked[k] & 1)) {
                annul(store, picked[k] + 1);
                gone |= 1ull << picked[k];
            }
        look(store, &annulled);
        store_close(store);
        store = fill(copy_path, games, gone);
        look(store, &without);
        store_close(store);
        assert_int_equal(annulled.changes, without.changes);
        assert_memory_equal(&annulled, &without, sizeof annulled);
        empty_folder(NULL);
    }
}

// Annulling several games in one call equals annulling them one by one, and restoring them restores
// everything.
static void many_and_back(void **state)
{
    (void)state;
    static Rated games[GAMES];
    static Standing before, annulled, without, again;
    Rng rng = { 5 };
    for (int i = 0; i < 4; i++) {
        draw_games(games, &rng);
        Store *store = fill(path, games, 0);
        look(store, &before);
        i64 chosen[GAMES];
        int count = 0, written;
        u64 gone = 0;
        for (int k = 0; k < GAMES; k++)
            if (rng_next(&rng) % 4 == 0 || (i == 1 && k < 20)) {
                chosen[count++] = k + 1;
                gone |= 1ull << k;
            }
        Annulment *annulment = annulment_of(store, chosen, count, false, &why);
        assert_non_null(annulment);
        const StoreWrite *writes = annulment_writes(annulment, &written);
        assert_int_equal(write_now(store, writes, written), STORED);
        annulment_free(annulment);
        look(store, &annulled);
        Store *other = fill(copy_path, games, gone);
        look(other, &without);
        store_close(other);
        assert_memory_equal(&annulled, &without, sizeof annulled);

        assert_null(annulment_of(store, chosen, count, false, &why));
        annulment = annulment_of(store, chosen, count, true, &why);
        if (!annulment) fail_msg("%s", why.message);
        writes = annulment_writes(annulment, &written);
        assert_int_equal(write_now(store, writes, written), STORED);
        annulment_free(annulment);
        look(store, &again);
        assert_memory_equal(&again, &before, sizeof again);
        assert_null(annulment_of(store, chosen, count, true, &why));
        assert_string_equal(why.message, "that game is not annulled");
        store_close(store);
        empty_folder(NULL);
    }
}

static void what_cannot_be_annulled(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, game_of(1)), STORED);
    assert_null(annulment_new(store, 2, &why));
    assert_string_equal(why.message, "there is no such game");
    assert_null(annulment_new(store, 1, &why));
    assert_string_equal(why.message, "that game is not over");
    assert_int_equal(write_one(store, end_of(1)), STORED);
    assert_null(annulment_new(store, 1, &why));
    assert_string_equal(why.message, "that game changed no ratings");
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(as_if_it_had_not_been),
        STORE_TEST(many_and_back),
        STORE_TEST(what_cannot_be_annulled),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
