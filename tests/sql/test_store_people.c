// SPDX-License-Identifier: MIT
// The store: people and their rows, seats, the archive, ratings.
#include "server/features/annulment/annulment_ops.h"
#include "server/games/correspondence_ops.h"
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"
#include "support/stored.h"

#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SecretHash hash_of(int number)
{
    SecretHash hash;
    memset(hash.bytes, 0, sizeof hash.bytes);
    hash.bytes[0] = (u8)number;
    hash.bytes[SECRET_BYTES - 1] = 7;
    return hash;
}

static StoreWrite person_of(i64 id, const char *name)
{
    StoreWrite write = added_person(id, *name ? PERSON_ACCOUNT : PERSON_ANONYMOUS, name);
    NewPerson *person = args_of(&write);
    if (*name) strcpy(person->now.password_hash, "$argon2id$");
    return write;
}

// Changes an existing person into that.
static StoreWrite changed_of(i64 id, const char *name)
{
    StoreWrite write = person_of(id, name);
    return kept_op(&PERSON_OPS[PERSONS_CHANGE], &((NewPerson *)args_of(&write))->now);
}

static StoreWrite session_of(int hash, i64 person, i64 created, i64 expires)
{
    return kept_op(&PERSON_OPS[PERSONS_ADD_SESSION], &(SessionStart){ .hash = hash_of(hash),
                                                                      .person = person,
                                                                      .created_ms = created,
                                                                      .expires_ms = expires });
}

static StoreWrite token_of(i64 id, int hash, i64 person)
{
    return kept_op(&PERSON_OPS[PERSONS_ADD_TOKEN], &(TokenGrant){ .hash = hash_of(hash),
                                                                  .id = id,
                                                                  .person = person,
                                                                  .label = text_of("my bot"),
                                                                  .created_ms = 50 });
}

static StoreWrite seat_of(i64 game, int seat, i64 person)
{
    return person ? kept_op(&GAME_OPS[GAMES_SIT], &(StoredSeat){ game, seat, person })
                  : kept_op(&GAME_OPS[GAMES_STAND], &(SeatKey){ game, seat });
}

static StoreWrite gone_of(i64 person)
{
    return kept_op(&PERSON_OPS[PERSONS_END], &(PersonEnd){ person, 5000 });
}

static i64 reached; // by pruning

static StoreStatus prune(Store *store, i64 before_ms, i64 now_ms)
{
    const PersonPruning pruning = { before_ms, now_ms, &reached };
    return write_one(store, store_op(&PERSON_OPS[PERSONS_PRUNE], &pruning));
}

static bool by_session(Store *store, int hash, i64 now, i64 wanted)
{
    StoredPerson person;
    SecretHash secret = hash_of(hash);
    return person_by_session(store, &secret, now, &person) && person.id == wanted;
}

static bool by_token(Store *store, int hash, i64 wanted)
{
    StoredPerson person;
    SecretHash secret = hash_of(hash);
    return person_by_token(store, &secret, 0, &person) && person.id == wanted;
}

static void people(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoredPerson person;
    assert_false(person_by_id(store, 1, &person));
    assert_int_equal(write_one(store, person_of(1, "Ada")), STORED);
    assert_true(person_by_id(store, 1, &person)); // right after `done`
    assert_true(person.id == 1 && person.kind == PERSON_ACCOUNT && person.created_ms == 101);
    assert_string_equal(person.name, "Ada");
    assert_string_equal(person.password_hash, "$argon2id$");
    assert_true(!person.gone_ms && !person.became);
    assert_true(person_by_key(store, text_of("ada"), &person) && person.id == 1);
    assert_false(person_by_key(store, text_of("Ada"), &person));
    assert_false(person_by_key(store, text_of(""), &person));

    assert_int_equal(write_one(store, person_of(1, "Bo")), STORE_CONFLICT);  // that id again
    assert_int_equal(write_one(store, person_of(2, "ADA")), STORE_CONFLICT); // that name is taken
    assert_int_equal(write_one(store, person_of(3, "")), STORED);
    assert_int_equal(write_one(store, person_of(4, "")), STORED); // an empty name is never taken
    assert_false(person_by_key(store, text_of(""), &person));

    // An anonymous person registers.
    StoreWrite changed = changed_of(3, "ada");
    assert_int_equal(write_one(store, changed), STORE_CONFLICT);
    assert_true(person_by_id(store, 3, &person) && person.kind == PERSON_ANONYMOUS);
    changed = changed_of(3, "\xc3\x87i\xc4\x9f"
                            "dem");
    assert_int_equal(write_one(store, changed), STORED);
    assert_true(person_by_id(store, 3, &person) && person.kind == PERSON_ACCOUNT);
    assert_string_equal(person.name, "\xc3\x87i\xc4\x9f"
                                     "dem");
    assert_int_equal(write_one(store, changed_of(99, "other")), STORE_CONFLICT); // no such person

    char name[PERSON_NAME_MAX] = "";
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(write_one(store, person_of(5, name)), STORED);
    assert_true(person_by_id(store, 5, &person));
    assert_string_equal(person.name, name);
    store_close(store);
}

static bool count_session(void *context, const void *row)
{
    const StoredSession *session = row;
    assert_true(session->person && session->created_ms < session->expires_ms);
    assert_int_equal(session->hash.bytes[SECRET_BYTES - 1], 7);
    ++*(int *)context;
    return true;
}

static bool count_token(void *context, const void *row)
{
    const StoredToken *token = row;
    assert_true(token->person && token->created_ms == 50 && text_is(token->label, "my bot"));
    assert_int_equal(token->hash.bytes[0], token->id);
    ++*(int *)context;
    return true;
}

static int sessions_of(Store *store, i64 person)
{
    int count = 0;
    assert_true(store_select(store, &PERSON_OPS[PERSONS_SESSIONS], &(PersonArg){ person },
                             count_session, &count));
    return count;
}

static int tokens_of(Store *store, i64 person)
{
    int count = 0;
    assert_true(store_select(store, &PERSON_OPS[PERSONS_TOKENS], &(PersonArg){ person },
                             count_token, &count));
    return count;
}

static void sessions_and_tokens(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, person_of(1, "Ada")), STORED);
    assert_int_equal(write_one(store, person_of(2, "Bo")), STORED);
    assert_int_equal(write_one(store, session_of(1, 9, 10, 100)), STORE_CONFLICT); // no such person
    assert_int_equal(write_one(store, session_of(1, 1, 10, 100)), STORED);
    assert_int_equal(write_one(store, session_of(1, 2, 10, 100)), STORE_CONFLICT); // twice
    assert_int_equal(write_one(store, session_of(2, 1, 20, 200)), STORED);
    assert_int_equal(write_one(store, session_of(3, 1, 30, 200)), STORED);
    assert_int_equal(write_one(store, session_of(4, 2, 30, 200)), STORED);
    assert_true(by_session(store, 1, 99, 1) && by_session(store, 4, 99, 2));
    assert_false(by_session(store, 1, 100, 1)); // expired
    assert_false(by_session(store, 5, 50, 1));
    assert_int_equal(sessions_of(store, 1), 3);
    assert_int_equal(write_one(store, session_of(5, 1, 150, 300)), STORED);
    assert_int_equal(prune(store, 0, 150), STORED); // the first is expired
    assert_int_equal(sessions_of(store, 1), 3);

    const SecretArg ended = { hash_of(5) };
    const StoreWrite gone = store_op(&PERSON_OPS[PERSONS_END_SESSION], &ended);
    assert_int_equal(write_one(store, gone), STORED);
    assert_int_equal(write_one(store, gone), STORED);
    assert_false(by_session(store, 5, 160, 1));
    const OtherSessions others = { 1, hash_of(2) };
    assert_int_equal(write_one(store, store_op(&PERSON_OPS[PERSONS_END_OTHER_SESSIONS], &others)),
                     STORED);
    assert_true(by_session(store, 2, 99, 1) && by_session(store, 4, 99, 2));
    assert_int_equal(sessions_of(store, 1), 1);
    assert_int_equal(
        write_one(store, store_op(&PERSON_OPS[PERSONS_END_SESSIONS], &(PersonArg){ 1 })), STORED);
    assert_int_equal(sessions_of(store, 1), 0);
    assert_int_equal(sessions_of(store, 2), 1);

    assert_int_equal(write_one(store, token_of(1, 1, 1)), STORED);
    assert_int_equal(write_one(store, token_of(2, 2, 1)), STORED);
    assert_int_equal(write_one(store, token_of(3, 2, 2)), STORE_CONFLICT);
    assert_int_equal(write_one(store, token_of(2, 3, 2)), STORE_CONFLICT);
    assert_int_equal(write_one(store, token_of(3, 3, 9)), STORE_CONFLICT);
    assert_true(by_token(store, 1, 1) && !by_token(store, 3, 2));
    assert_int_equal(tokens_of(store, 1), 2);
    for (int i = 10; i < 10 + TOKENS_MAX - 2; i++)
        assert_int_equal(write_one(store, token_of(i, i, 1)), STORED);
    // more than the maximum
    assert_int_equal(write_one(store, token_of(99, 99, 1)), STORE_CONFLICT);
    assert_int_equal(write_one(store, token_of(99, 99, 2)), STORED);
    TokenKey key = { 2, 1 };
    const StoreWrite end = store_op(&PERSON_OPS[PERSONS_END_TOKEN], &key);
    assert_int_equal(write_one(store, end), STORE_CONFLICT); // another person's
    key.person = 1;
    assert_int_equal(write_one(store, end), STORED);
    assert_int_equal(write_one(store, end), STORE_CONFLICT);
    assert_false(by_token(store, 1, 1));
    store_close(store);
}

static bool is_there(Store *store, i64 id)
{
    StoredPerson person;
    return person_by_id(store, id, &person);
}

// Visitors go who never played and weren't here since; a piece of 500 persons at a time.
static void idle_visitors_go(void **state)
{
    (void)state;
    enum { IDLE = 10, SEATED, HERE, ACCOUNT, MANY = 1000, PIECES = 700 };
    Store *store = open_store(0);
    const SecretUse use = { hash_of(2), 5000 };
    const StoreWrite writes[] = {
        person_of(IDLE, ""),
        session_of(1, IDLE, 10, 99999),
        person_of(SEATED, ""),
        game_of(1),
        seat_of(1, 0, SEATED),
        person_of(HERE, ""),
        session_of(2, HERE, 10, 99999),
        store_op(&PERSON_OPS[PERSONS_USE_SESSION], &use),
        person_of(ACCOUNT, "Ada"),
    };
    assert_int_equal(write_now(store, writes, 9), STORED);
    for (int i = 0; i < PIECES; i++)
        assert_int_equal(write_one(store, person_of(MANY + i, "")), STORED);
    reached = 0;
    assert_int_equal(prune(store, 4000, 6000), STORED);
    assert_true(!is_there(store, IDLE) && is_there(store, SEATED) && is_there(store, HERE) &&
                is_there(store, ACCOUNT));
    assert_true(!is_there(store, MANY) && is_there(store, MANY + PIECES - 1) && reached > MANY);
    assert_int_equal(prune(store, 4000, 6000), STORED);
    assert_true(!is_there(store, MANY + PIECES - 1) && reached == 0); // and begins again
    assert_int_equal(sessions_of(store, IDLE), 0);
    store_close(store);
}

// A change that required the password fails if the password has changed since.
static void a_password_that_changes(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, person_of(1, "Ada")), STORED);
    assert_int_equal(write_one(store, person_of(2, "")), STORED);
    const StoreWrite new_password = changed_of(1, "Ada");
    strcpy(((PersonNow *)args_of(&new_password))->password_hash, "$argon2id$new");
    const PersonPassword password = { 1, "$argon2id$" };
    const StoreWrite known = store_op(&PERSON_OPS[PERSONS_IF_PASSWORD], &password);
    const StoreWrite sign_in[] = { known, session_of(1, 1, 10, 100) };
    const StoreWrite change[] = { known, new_password };
    const StoreWrite delete[] = { known, gone_of(1) };
    assert_int_equal(write_now(store, sign_in, 2), STORED);
    assert_int_equal(write_now(store, change, 2), STORED);
    const StoreWrite late[] = { known, session_of(2, 1, 10, 100) };
    assert_int_equal(write_now(store, late, 2), STORE_CONFLICT);
    assert_int_equal(write_now(store, change, 2), STORE_CONFLICT);
    assert_int_equal(write_now(store, delete, 2), STORE_CONFLICT);
    assert_true(by_session(store, 1, 50, 1) && !by_session(store, 2, 50, 1));
    // It also fails for a person without a password, an unknown person and a deleted one.
    PersonPassword other = { .person = 2 };
    const StoreWrite none = store_op(&PERSON_OPS[PERSONS_IF_PASSWORD], &other);
    assert_int_equal(write_one(store, none), STORE_CONFLICT);
    other.person = 9;
    assert_int_equal(write_one(store, none), STORE_CONFLICT);
    assert_int_equal(write_one(store, gone_of(1)), STORED);
    other = (PersonPassword){ 1, "$argon2id$new" };
    assert_int_equal(write_one(store, none), STORE_CONFLICT);
    store_close(store);
}

static bool count_game(void *context, const StoredGame *game)
{
    (void)game;
    ++*(int *)context;
    return true;
}

typedef struct LiveCount {
    i64 person, game;
    int games;
} LiveCount;

static bool see_live(void *context, const StoredGame *game)
{
    return context && game;
}

static bool count_live(void *context, const StoredSeat *seat)
{
    LiveCount *count = context;
    if (seat->person == count->person && seat->game != count->game) count->games++;
    if (seat->person == count->person) count->game = seat->game;
    return true;
}

static int live_of(Store *store, i64 person)
{
    LiveCount count = { .person = person };
    const GameReader reader = { .context = &count, .game = see_live, .seat = count_live };
    assert_true(games_load_live(store, &reader, &why));
    return count.games;
}

static int over_of(Store *store, i64 person)
{
    int count = 0;
    const GameFilter filter = { .player = person, .limit = 100 };
    assert_true(games_list(store, &filter, count_game, &count, NULL));
    return count;
}

static void somebody_goes(void **state)
{
    (void)state;
    Store *store = open_store(0);
    const StoreWrite writes[] = { person_of(1, ""), session_of(1, 1, 10, 100), token_of(1, 1, 1),
                                  game_of(1),       seat_of(1, 0, 1),          person_of(2, "Ada"),
                                  seat_of(1, 1, 2) };
    assert_int_equal(write_now(store, writes, 7), STORED);
    assert_int_equal(write_one(store, gone_of(2)), STORED);
    assert_int_equal(write_one(store, gone_of(2)), STORE_CONFLICT);
    assert_int_equal(write_one(store, gone_of(9)), STORE_CONFLICT);
    StoredPerson person;
    assert_false(person_by_key(store, text_of("ada"), &person));
    assert_true(person_by_id(store, 2, &person) && person.kind == PERSON_GONE);
    assert_true(person.gone_ms == 5000 && !person.name[0] && !person.password_hash[0]);
    assert_int_equal(live_of(store, 2), 1); // the game stays
    assert_int_equal(write_one(store, person_of(3, "Ada")), STORED);
    // A deleted person gets no new rows.
    assert_int_equal(write_one(store, changed_of(2, "Eve")), STORE_CONFLICT);
    assert_int_equal(write_one(store, session_of(2, 2, 10, 100)), STORE_CONFLICT);
    assert_int_equal(write_one(store, token_of(2, 2, 2)), STORE_CONFLICT);
    assert_int_equal(write_one(store, seat_of(1, 0, 2)), STORE_CONFLICT);
    assert_int_equal(delete_person(store, 1, 5000), STORED);
    assert_false(by_session(store, 1, 50, 1) || by_token(store, 1, 1));
    assert_true(sessions_of(store, 1) == 0 && tokens_of(store, 1) == 0);
    store_close(store);
}

static bool note_seat(void *context, const StoredSeat *seat)
{
    ((i64 *)context)[seat->seat] = seat->person;
    return true;
}

static bool any_game(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

// Counts are stored, not computed when read: they are shown even if they are wrong, and a check
// finds the error.
static void counts_are_kept(void **state)
{
    (void)state;
    Store *store = open_store(0);
    const StoreWrite writes[] = { person_of(1, ""), person_of(2, ""), game_of(1),
                                  seat_of(1, 0, 1), seat_of(1, 1, 2), end_of(1) };
    assert_int_equal(write_now(store, writes, 6), STORED);
    PersonCounts counts;
    assert_true(games_counts(store, 1, &counts) && counts.games == 1);
    run_sql("UPDATE person_count SET games = 77 WHERE person = 1");
    assert_true(games_counts(store, 1, &counts) && counts.games == 77);
    assert_false(store_check(store, &why));
    assert_non_null(strstr(why.message, "counted wrongly, of person 1"));
    store_close(store);
}

static bool note_numbers(void *context, const StoredChange *change)
{
    i64 *seen = context;
    if (seen[0] == 3) return false;
    seen[++seen[0]] = change->number;
    return true;
}

static void the_latest_changes(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, person_of(1, "Ada")), STORED);
    Rating now = { 1500, 350, 0.06 };
    for (i64 i = 1; i <= 8; i++) {
        const NewChange change = { .step = { .person = 1,
                                             .variant = text_of(i % 2 ? "abalone" : "quoridor"),
                                             .speed = text_of("blitz"),
                                             .before = now,
                                             .after = now,
                                             .at_ms = i },
                                   .game = i };
        StoreWrite writes[] = { game_of(i), kept_op(&RATING_OPS[RATINGS_CHANGE], &change) };
        assert_int_equal(write_now(store, writes, 2), STORED);
    }
    i64 seen[4] = { 0 };
    ChangeFilter filter = { .person = 1, .latest_first = true };
    assert_true(ratings_changes(store, &filter, note_numbers, seen));
    assert_true(seen[0] == 3 && seen[1] == 8 && seen[2] == 7 && seen[3] == 6);
    filter.before = 6;
    filter.variant = text_of("quoridor");
    seen[0] = 0;
    assert_true(ratings_changes(store, &filter, note_numbers, seen));
    assert_true(seen[0] == 2 && seen[1] == 4 && seen[2] == 2);
    store_close(store);
}

// A visitor becomes another person, who takes over the games.
static StoreStatus write_move(Store *store, const PersonMove *move)
{
    const StoreWrite writes[] = {
        store_op(&PERSON_OPS[PERSONS_BECOME], move),
        store_op(&GAME_OPS[GAMES_MOVE_SEATS], move),
        store_op(&GAME_OPS[GAMES_MOVE_MADE], move),
        store_op(&FIGURE_OPS[FIGURES_MOVE_COUNTS], move),
        store_op(&FIGURE_OPS[FIGURES_DROP_COUNTS], move),
        store_op(&FIGURE_OPS[FIGURES_MOVE_RESULTS], move),
        store_op(&FIGURE_OPS[FIGURES_DROP_RESULTS], move),
        store_op(&CORRESPONDENCE_OPS[CORRESPONDENCE_MOVE], move),
        store_op(&CORRESPONDENCE_OPS[CORRESPONDENCE_DROP], move),
    };
    return write_now(store, writes, (int)(sizeof writes / sizeof *writes));
}

static void seats_and_counts(void **state)
{
    (void)state;
    Store *store = open_store(0);
    for (int i = 1; i <= 3; i++)
        assert_int_equal(write_one(store, person_of(i, i == 3 ? "Ada" : "")), STORED);
    assert_int_equal(write_one(store, seat_of(1, 0, 1)), STORE_CONFLICT); // no game
    assert_int_equal(write_one(store, game_of(1)), STORED);
    assert_int_equal(write_one(store, seat_of(1, 0, 9)), STORE_CONFLICT); // nobody
    assert_int_equal(write_one(store, seat_of(1, 0, 1)), STORED);
    assert_int_equal(write_one(store, seat_of(1, 1, 1)), STORED);
    assert_int_equal(live_of(store, 1), 1); // counted once, though in two seats
    assert_int_equal(write_one(store, seat_of(1, 1, 2)), STORED);
    assert_int_equal(write_one(store, seat_of(1, 0, 0)), STORED);
    assert_int_equal(write_one(store, seat_of(1, 0, 0)), STORED); // it was empty
    assert_true(live_of(store, 1) == 0 && live_of(store, 2) == 1);
    assert_int_equal(write_one(store, seat_of(1, 0, 1)), STORED);
    i64 seats[4] = { 0 };
    const GameReader reader = { .context = seats, .game = any_game, .seat = note_seat };
    assert_true(games_load(store, 1, &reader, &why));
    assert_true(seats[0] == 1 && seats[1] == 2);

    assert_int_equal(write_one(store, end_of(1)), STORED);
    assert_int_equal(write_one(store, seat_of(1, 0, 2)), STORE_CONFLICT); // it is over
    assert_int_equal(write_one(store, seat_of(1, 0, 0)), STORED);         // and stays as it was
    assert_true(live_of(store, 1) == 0 && over_of(store, 1) == 1 && over_of(store, 2) == 1);
    const char *const RESULTS[] = { "1/2-1/2", "0-1", "*", "0-1-0", "1-0-1-0", "1/2-0-1/2" };
    for (int i = 0; i < 6; i++) {
        StoreWrite writes[] = { game_of(10 + i), seat_of(10 + i, 0, 1), seat_of(10 + i, 1, 2),
                                seat_of(10 + i, 2, 2), end_of(10 + i) };
        ((GameEnd *)args_of(&writes[4]))->result = text_of(RESULTS[i]);
        assert_int_equal(write_now(store, writes, 5), STORED);
    }
    PersonCounts counts;
    assert_true(games_counts(store, 1, &counts));
    assert_true(counts.games == 6 && counts.wins == 2 && counts.draws == 2 && counts.losses == 2);
    assert_true(games_counts(store, 3, &counts) && counts.games == 0);
    assert_int_equal(over_of(store, 2), 7);

    // She signs in, and the account takes over her games.
    PersonMove move = { 1, 3 };
    StoreWrite made = game_of(30);
    ((NewGame *)args_of(&made))->maker = 1;
    assert_int_equal(write_one(store, made), STORED);
    assert_int_equal(write_move(store, &move), STORED);
    assert_true(over_of(store, 1) == 0 && over_of(store, 3) == 7);
    assert_true(games_counts(store, 1, &counts) && counts.games == 0);
    assert_true(games_counts(store, 3, &counts) && counts.games == 6 && counts.losses == 2);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    StoredPerson person;
    assert_true(person_by_id(store, 1, &person) && person.became == 3);
    move.from = 3;
    assert_int_equal(write_move(store, &move), STORE_CONFLICT); // to the same person
    move.from = 99;
    assert_int_equal(write_move(store, &move), STORE_CONFLICT);
    move.from = 2;
    move.to = 99;
    assert_int_equal(write_move(store, &move), STORE_CONFLICT);

    StoreWrite again = game_of(31);
    NewGame *next = args_of(&again);
    next->rematch_of = 1;
    assert_int_equal(games_rematch(store, 1), 0);
    assert_int_equal(write_one(store, again), STORED);
    assert_int_equal(games_rematch(store, 1), 31);
    next->id = 32;
    next->created_ms++;
    next->rematch_after = 31;
    assert_int_equal(write_one(store, again), STORED);
    assert_int_equal(games_rematch(store, 1), 32);
    assert_int_equal(games_rematch(store, 0), 0);

    assert_int_equal(games_alive_ms(store), 0);
    const Instant times[] = { { 5 }, { 77 } };
    for (int i = 0; i < 2; i++)
        assert_int_equal(write_one(store, store_op(&GAME_OPS[GAMES_SET_ALIVE], &times[i])), STORED);
    assert_int_equal(games_alive_ms(store), 77);
    store_close(store);
}

// --- the archive ---------------------------------------------------------------------------------

enum { ARCHIVE = 600 };
static const char *const VARIANT_IDS[] = { "abalone", "quoridor", "abalone-3" };
static const char *const SPEEDS[] = { "blitz", "rapid" };
static const char *const RESULTS[] = { "1-0", "0-1", "*" };

typedef struct Archived {
    i64 id, ended, player[2];
    int variant, speed, result, plies;
    bool rated, open;
} Archived;

// The latest end first.
static int by_end(const void *a, const void *b)
{
    const Archived *x = a, *y = b;
    if (x->ended != y->ended) return x->ended < y->ended ? 1 : -1;
    return x->id < y->id ? 1 : -1;
}

static bool archive_fits(const Archived *game, const GameFilter *filter)
{
    return (!filter->player || game->player[0] == filter->player ||
            game->player[1] == filter->player) &&
           (!filter->variant.length || text_is(filter->variant, VARIANT_IDS[game->variant])) &&
           (!filter->speed.length || text_is(filter->speed, SPEEDS[game->speed])) &&
           (!filter->result.length || text_is(filter->result, RESULTS[game->result])) &&
           (filter->rated == RATED_OR_NOT || game->rated == (filter->rated == RATED_ONLY)) &&
           (!filter->open_only || game->open) && game->plies >= filter->plies_min &&
           (!filter->since_ms || game->ended >= filter->since_ms) &&
           (!filter->until_ms || game->ended <= filter->until_ms);
}

static void fill_archive(Store *store, Archived *games, Rng *rng)
{
    for (int i = 1; i <= 3; i++)
        assert_int_equal(write_one(store, person_of(i, "")), STORED);
    for (int i = 0; i < ARCHIVE; i++) {
        Archived *game = &games[i];
        *game =
            (Archived){ .id = 1 + (i64)(rng_next(rng) >> 20),
                        .ended = 1 + (i64)(rng_next(rng) % 200), // many end at the same instant
                        .player = { 1 + (i64)(rng_next(rng) % 3), 1 + (i64)(rng_next(rng) % 3) },
                        .variant = (int)(rng_next(rng) % 3),
                        .speed = (int)(rng_next(rng) % 2),
                        .result = (int)(rng_next(rng) % 3),
                        .plies = (int)(rng_next(rng) % 4),
                        .rated = rng_next(rng) & 1,
                        .open = rng_next(rng) & 1 };
        StoreWrite writes[] = { game_of(game->id), seat_of(game->id, 0, game->player[0]),
                                seat_of(game->id, 1, game->player[1]), end_of(game->id) };
        NewGame *made = args_of(&writes[0]);
        GameEnd *end = args_of(&writes[3]);
        made->variant = text_of(VARIANT_IDS[game->variant]);
        made->speed = text_of(SPEEDS[game->speed]);
        made->rated = game->rated;
        made->open_to_all = game->open;
        end->ended_ms = game->ended;
        end->result = text_of(RESULTS[game->result]);
        end->reason = text_of("time");
        end->plies = game->plies;
        assert_true(store_write(store, writes, 4, NULL, NULL));
    }
    assert_int_equal(write_one(store, game_of(5)), STORED); // in progress, so not in the archive
    qsort(games, ARCHIVE, sizeof *games, by_end);
}

typedef struct Listed {
    i64 id[ARCHIVE + 1];
    int count;
} Listed;

static bool list_game(void *context, const StoredGame *game)
{
    Listed *listed = context;
    assert_true(listed->count <= ARCHIVE && text_is(game->reason, "time"));
    listed->id[listed->count++] = game->id;
    return true;
}

// With any filter and page size: the games and the order of a plain scan.
static void archive(void **state)
{
    (void)state;
    static Archived games[ARCHIVE];
    static Listed listed;
    Rng rng = { 11 };
    Store *store = open_store(0);
    fill_archive(store, games, &rng);
    for (int i = 0; i < 300; i++) {
        GameFilter filter = { .limit = 1 + (int)(rng_next(&rng) % 50) };
        if (rng_next(&rng) & 1) filter.player = 1 + (i64)(rng_next(&rng) % 4);
        if (rng_next(&rng) & 1) filter.variant = text_of(VARIANT_IDS[rng_next(&rng) % 3]);
        if (rng_next(&rng) & 1) filter.speed = text_of(SPEEDS[rng_next(&rng) % 2]);
        if (rng_next(&rng) & 1) filter.result = text_of(RESULTS[rng_next(&rng) % 3]);
        if (rng_next(&rng) & 1) filter.since_ms = (i64)(rng_next(&rng) % 200);
        if (rng_next(&rng) & 1) filter.until_ms = (i64)(rng_next(&rng) % 200);
        filter.rated = (RatedFilter)(rng_next(&rng) % 3);
        filter.open_only = rng_next(&rng) & 1;
        filter.plies_min = (int)(rng_next(&rng) % 4);
        listed.count = 0;
        i64 next;
        do {
            int had = listed.count;
            assert_true(games_list(store, &filter, list_game, &listed, &next));
            assert_true(listed.count - had <= filter.limit);
            assert_true(!next || listed.count - had == filter.limit);
            filter.before = next;
        } while (next);
        int wanted = 0;
        for (int g = 0; g < ARCHIVE; g++)
            if (archive_fits(&games[g], &filter)) {
                assert_true(wanted < listed.count && listed.id[wanted] == games[g].id);
                wanted++;
            }
        assert_int_equal(wanted, listed.count);
    }
    int count = 0;
    const GameFilter behind = { .before = 5, .limit = 10 }, nowhere = { .before = 3, .limit = 10 };
    assert_true(games_list(store, &behind, count_game, &count, NULL));
    assert_true(games_list(store, &nowhere, count_game, &count, NULL));
    assert_int_equal(count, 0);
    store_close(store);
}

// --- ratings -------------------------------------------------------------------------------------

static StoreWrite change_of(i64 person, i64 game, double before, double after)
{
    return kept_op(&RATING_OPS[RATINGS_CHANGE],
                   &(NewChange){ .step = { .person = person,
                                           .variant = text_of("abalone"),
                                           .speed = text_of("blitz"),
                                           .before = { before, 350, 0.06 },
                                           .after = { after, 350, 0.06 },
                                           .at_ms = 1000 + game },
                                 .game = game });
}

static bool rating_is(Store *store, i64 person, double wanted)
{
    RatingNow now;
    return ratings_now(store, person, text_of("abalone"), text_of("blitz"), &now) &&
           now.now.rating == wanted;
}

typedef struct SeenChanges {
    double after[8];
    i64 number;
    int count;
} SeenChanges;

static bool see_change(void *context, const StoredChange *change)
{
    SeenChanges *seen = context;
    assert_true(change->number > seen->number && text_is(change->speed, "blitz"));
    seen->number = change->number;
    seen->after[seen->count++] = change->after.rating;
    return true;
}

static SeenChanges changes(Store *store, ChangeFilter filter)
{
    SeenChanges seen = { .count = 0 };
    assert_true(ratings_changes(store, &filter, see_change, &seen));
    return seen;
}

static bool see_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    assert_true(text_is(rating->variant, "abalone") && text_is(rating->speed, "blitz"));
    *(StoredRating *)context = *rating;
    return true;
}

static void ratings(void **state)
{
    (void)state;
    Store *store = open_store(0);
    const StoreWrite first[] = { person_of(1, ""), person_of(2, ""), game_of(1), game_of(2) };
    assert_int_equal(write_now(store, first, 4), STORED);
    RatingNow now = { .at_ms = -1 };
    assert_false(ratings_now(store, 1, text_of("abalone"), text_of("blitz"), &now));
    assert_int_equal(now.at_ms, -1);
    assert_int_equal(write_one(store, change_of(1, 9, 1500, 1600)), STORE_CONFLICT); // no game
    assert_int_equal(write_one(store, change_of(9, 1, 1500, 1600)), STORE_CONFLICT); // no person
    const StoreWrite both[] = { change_of(1, 1, 1500, 1600.25), change_of(2, 1, 1500, 1399.75) };
    assert_int_equal(write_now(store, both, 2), STORED);
    assert_true(rating_is(store, 1, 1600.25) && rating_is(store, 2, 1399.75));
    assert_int_equal(write_one(store, change_of(1, 1, 1600.25, 1)), STORE_CONFLICT); // twice
    // One is from an outdated rating: neither is stored.
    const StoreWrite stale[] = { change_of(2, 2, 1399.75, 1), change_of(1, 2, 1500, 1) };
    assert_int_equal(write_now(store, stale, 2), STORE_CONFLICT);
    assert_true(rating_is(store, 1, 1600.25) && rating_is(store, 2, 1399.75));
    assert_int_equal(write_one(store, change_of(1, 2, 1600.25, NAN)), STORE_CONFLICT);
    assert_int_equal(write_one(store, change_of(1, 2, 1600.25, 1700)), STORED);

    StoredRating rating = { 0 };
    assert_true(
        store_select(store, &RATING_OPS[RATINGS_OF], &(PersonArg){ 1 }, see_rating, &rating));
    assert_true(rating.games == 2 && rating.at_ms == 1002 && rating.now.rating == 1700);
    SeenChanges seen = changes(store, (ChangeFilter){ .person = 1 });
    assert_true(seen.count == 2 && seen.after[0] == 1600.25 && seen.after[1] == 1700);
    assert_int_equal(changes(store, (ChangeFilter){ .game = 1 }).count, 2);
    assert_int_equal(changes(store, (ChangeFilter){ .game = 1, .person = 2 }).count, 1);
    assert_int_equal(changes(store, (ChangeFilter){ .person = 3 }).count, 0);
    assert_int_equal(changes(store, (ChangeFilter){ .speed = text_of("rapid") }).count, 0);
    const ChangeFilter kind = { .variant = text_of("abalone"), .speed = text_of("blitz") };
    assert_int_equal(changes(store, kind).count, 3);
    assert_int_equal(changes(store, (ChangeFilter){ .after = seen.number - 1 }).count, 1);
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    store_close(store);
}

// Two games of one player end before the first is committed.
static void ratings_ahead(void **state)
{
    (void)state;
    Store *store = open_store(20);
    const StoreWrite first[] = { person_of(1, ""), game_of(1), game_of(2), game_of(3) };
    assert_int_equal(write_now(store, first, 4), STORED);
    const StoreWrite one = change_of(1, 1, 1500, 1600), two = change_of(1, 2, 1600, 1650);
    assert_true(store_write(store, &one, 1, NULL, NULL));
    assert_true(rating_is(store, 1, 1600));
    assert_true(store_write(store, &two, 1, NULL, NULL));
    assert_true(rating_is(store, 1, 1650));
    assert_int_equal(write_one(store, change_of(1, 3, 1650, 1675)), STORED);
    assert_true(rating_is(store, 1, 1675));
    store_close(store);
}

static void annulled(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoreWrite first[] = { person_of(1, ""), game_of(1), game_of(2) };
    NewGame *games[] = { args_of(&first[1]), args_of(&first[2]) };
    games[0]->rated = true;
    games[0]->speed = games[1]->speed = text_of("blitz");
    assert_int_equal(write_now(store, first, 3), STORED);
    GameMark mark = { .game = 1, .last = 0, .annulled = true };
    const ChangesMark marks = { .game = 1, .annulled = true };
    const StoreWrite annul = store_op(&ANNULMENT_OPS[ANNULMENT_MARK_GAME], &mark);
    assert_int_equal(write_one(store, annul), STORE_CONFLICT); // it goes on
    assert_int_equal(write_one(store, end_of(1)), STORED);
    assert_int_equal(write_one(store, end_of(2)), STORED);
    assert_int_equal(write_one(store, change_of(1, 1, 1500, 1600)), STORED);
    assert_int_equal(write_one(store, change_of(1, 2, 1600, 1700)), STORED);
    SeenChanges seen = changes(store, (ChangeFilter){ .person = 1 });
    mark.last = seen.number - 1;
    assert_int_equal(write_one(store, annul), STORE_CONFLICT); // a newer rating exists
    mark.last = seen.number;
    mark.game = 2;
    assert_int_equal(write_one(store, annul), STORE_CONFLICT); // not rated
    mark.game = 1;
    const ChangeAgain again = { seen.number, { 1500, 350, 0.06 }, { 1610, 350, 0.06 } };
    const StoredRating rating = { .person = 1,
                                  .variant = text_of("abalone"),
                                  .speed = text_of("blitz"),
                                  .now = { 1610, 350, 0.06 },
                                  .at_ms = 1002,
                                  .games = 1 };
    const StoreWrite all[] = { store_op(&ANNULMENT_OPS[ANNULMENT_LOCK], &NO_ARGS), annul,
                               store_op(&ANNULMENT_OPS[ANNULMENT_MARK_CHANGES], &marks),
                               store_op(&ANNULMENT_OPS[ANNULMENT_CHANGE_AGAIN], &again),
                               store_op(&ANNULMENT_OPS[ANNULMENT_SET_RATING], &rating) };
    assert_int_equal(write_now(store, all, 5), STORED);
    assert_int_equal(write_one(store, annul), STORE_CONFLICT);
    assert_true(rating_is(store, 1, 1610));
    seen = changes(store, (ChangeFilter){ .person = 1 });
    assert_true(seen.count == 1 && seen.after[0] == 1610);
    seen = changes(store, (ChangeFilter){ .person = 1, .annulled_too = true });
    assert_true(seen.count == 2 && seen.after[0] == 1600); // still stored
    if (!store_check(store, &why)) fail_msg("%s", why.message);
    const RatingKey key = { rating.person, rating.variant, rating.speed };
    assert_int_equal(write_one(store, store_op(&ANNULMENT_OPS[ANNULMENT_DROP_RATING], &key)),
                     STORED);
    assert_false(rating_is(store, 1, 1610));
    store_close(store);
}

static StoreWrite lines_of(i64 person, i64 game, i64 at_ms, const char *body)
{
    return kept_op(&CORRESPONDENCE_OPS[CONDITIONAL_SET],
                   &(StoredLines){ person, game, at_ms, text_of(body) });
}

static bool add_body(void *context, const void *row)
{
    const StoredLines *found = row;
    out_text(context, found->body);
    return true;
}

static void lines_are(Store *store, i64 person, const char *bodies)
{
    char text[64];
    Out out = out_to(text, sizeof text);
    assert_true(store_select(store, &CORRESPONDENCE_OPS[CONDITIONAL_OF], &(PersonArg){ person },
                             add_body, &out));
    assert_string_equal(text, bodies);
}

static void all_lines_are(Store *store, const char *bodies)
{
    char text[64];
    Out out = out_to(text, sizeof text);
    assert_true(store_select(store, &CORRESPONDENCE_OPS[CONDITIONAL_ALL], NULL, add_body, &out));
    assert_string_equal(text, bodies);
}

static void conditional_moves(void **state)
{
    (void)state;
    Store *store = open_store(0);
    for (i64 id = 1; id <= 3; id++)
        assert_int_equal(write_one(store, added_person(id, PERSON_ANONYMOUS, "")), STORED);
    assert_int_equal(write_one(store, lines_of(9, 1, 1, "x")), STORE_CONFLICT); // nobody
    for (i64 game = 2; game <= 4; game++)
        assert_int_equal(write_one(store, lines_of(1, game, game, game % 2 ? "a" : "b")), STORED);
    lines_are(store, 1, "bab"); // the latest first
    assert_int_equal(write_one(store, lines_of(1, 2, 9, "c")), STORED);
    lines_are(store, 1, "cba");
    assert_int_equal(write_one(store, lines_of(2, 2, 1, "d")), STORED);
    all_lines_are(store, "cabd"); // by person and game
    const LinesRequired same = { 1, 2, text_of("c") }, other = { 1, 2, text_of("b") };
    assert_int_equal(write_one(store, store_op(&CORRESPONDENCE_OPS[CONDITIONAL_REQUIRE], &same)),
                     STORED);
    assert_int_equal(write_one(store, store_op(&CORRESPONDENCE_OPS[CONDITIONAL_REQUIRE], &other)),
                     STORE_CONFLICT);
    assert_int_equal(write_move(store, &(PersonMove){ 1, 2 }), STORED);
    lines_are(store, 1, "");
    lines_are(store, 2, "bad"); // what both had stays the second one's
    const LinesKey key = { 2, 4 };
    const StoreWrite gone = store_op(&CORRESPONDENCE_OPS[CONDITIONAL_END], &key);
    assert_int_equal(write_one(store, gone), STORED);
    assert_int_equal(write_one(store, gone), STORED); // nor is that a conflict
    lines_are(store, 2, "ad");
    const StoreWrite forget =
        store_op(&CORRESPONDENCE_OPS[CORRESPONDENCE_FORGET], &(PersonArg){ 2 });
    assert_int_equal(write_one(store, forget), STORED);
    all_lines_are(store, "");
    store_close(store);
}

static void a_vacation(void **state)
{
    (void)state;
    Store *store = open_store(0);
    assert_int_equal(write_one(store, person_of(1, "")), STORED);
    const StoredVacation first = { 1, 5, text_of("a") }, second = { 1, 6, text_of("b") };
    const VacationRequired before = { 1, text_of("a") };
    const StoreWrite add = store_op(&CORRESPONDENCE_OPS[VACATION_ADD], &first);
    assert_int_equal(write_one(store, add), STORED);
    assert_int_equal(write_one(store, add), STORE_CONFLICT);
    const StoreWrite again[] = { store_op(&CORRESPONDENCE_OPS[VACATION_REQUIRE], &before),
                                 store_op(&CORRESPONDENCE_OPS[VACATION_SET], &second) };
    assert_int_equal(write_now(store, again, 2), STORED);
    assert_int_equal(write_now(store, again, 2), STORE_CONFLICT); // it is another one now
    lines_are(store, 1, "");
    store_close(store);
}

// Counted while the writer commits them: each game once, from the queue or from the database.
static void games_between_count_once(void **state)
{
    (void)state;
    enum { GAMES = 60 };
    Store *store = open_store(0);
    const StoreWrite both[] = { person_of(1, ""), person_of(2, "") };
    assert_int_equal(write_now(store, both, 2), STORED);
    for (i64 game = 1; game <= GAMES; game++) {
        int status = -1;
        const StoreWrite ended[] = {
            game_of(game), change_of(1, game, 1499.0 + (double)game, 1500.0 + (double)game),
            change_of(2, game, 1501.0 - (double)game, 1500.0 - (double)game)
        };
        assert_true(store_write(store, ended, 3, note_status, &status));
        while (status < 0) {
            assert_int_equal(ratings_games_between(store, 1, 2, 0), game);
            store_collect(store);
        }
        assert_int_equal(status, STORED);
    }
    assert_int_equal(ratings_games_between(store, 2, 1, 1000 + GAMES - 3), 3);
    store_close(store);
}

// A failed read reports the failure, and is not cached as an absent person.
static void a_read_that_fails(void **state)
{
    (void)state;
    Store *store = open_store(0);
    StoredPerson found;
    assert_int_equal(write_one(store, person_of(1, "ada")), STORED);
    assert_false(person_by_key(store, text_of("nobody"), &found));
    assert_false(store_failed(store));
    run_sql("ALTER TABLE person RENAME TO hidden");
    assert_false(person_by_key(store, text_of("ada"), &found));
    assert_true(store_failed(store));
    assert_false(store_failed(store)); // not since the last call
    run_sql("ALTER TABLE hidden RENAME TO person");
    assert_true(person_by_key(store, text_of("ada"), &found));
    assert_false(store_failed(store));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(people),
        STORE_TEST(games_between_count_once),
        STORE_TEST(a_read_that_fails),
        STORE_TEST(sessions_and_tokens),
        STORE_TEST(idle_visitors_go),
        STORE_TEST(a_password_that_changes),
        STORE_TEST(somebody_goes),
        STORE_TEST(seats_and_counts),
        STORE_TEST(counts_are_kept),
        STORE_TEST(the_latest_changes),
        STORE_TEST(archive),
        STORE_TEST(ratings),
        STORE_TEST(ratings_ahead),
        STORE_TEST(annulled),
        STORE_TEST(conditional_moves),
        STORE_TEST(a_vacation),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
