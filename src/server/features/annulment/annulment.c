// SPDX-License-Identifier: MIT
#include "server/features/annulment/annulment.h"

#include "platform/array.h"
#include "server/features/annulment/annulment_ops.h"
#include "server/games/game_ops.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 32 };

// A player affected, in the state after the games processed so far.
typedef struct AffectedPlayer {
    i64 person;
    Rating now;
    i64 at_ms; // of the last rated game, 0 for none
    int fewer; // games that no longer count; negative: games that count again
} AffectedPlayer;

// A later change, without its texts: they are the pool's.
typedef struct LaterChange {
    i64 number, person, game, at_ms;
    Rating before;
    double discount;
} LaterChange;

// One of the games that are annulled or restored.
typedef struct ChosenGame {
    i64 game;
    i64 first;                               // number of its first change
    char variant[WORD_MAX], speed[WORD_MAX]; // of the changes: games with bots have separate speeds
} ChosenGame;

// Everything that is rated together: a variant at a speed.
typedef struct Pool {
    struct Pool *next;
    char variant[WORD_MAX], speed[WORD_MAX];
    const Variant *rules;
    LaterChange *later;
    int later_count;
    size_t later_capacity;
    i64 last;                 // the number of the last change
    AffectedPlayer *affected; // by person
    int affected_count;
    size_t affected_capacity;
    Annulment *annulment;
} Pool;

// Arguments of a write, at a stable address.
typedef struct Kept {
    struct Kept *next;
    _Alignas(16) char args[];
} Kept;

struct Annulment {
    Store *store;
    bool restores;
    ChosenGame *chosen; // by game
    int chosen_count;
    Pool *pools;
    StoreWrite *writes;
    Kept *kept;
    int count;
    size_t capacity;
    int games, people;
    bool lost; // out of memory
};

// Makes space for one more element in an array of the annulment.
static bool grow(Annulment *annulment, void **array, size_t *capacity, int count, size_t size)
{
    void *grown = array_grow(*array, capacity, (size_t)count + 1, size);
    if (grown)
        *array = grown;
    else
        annulment->lost = true;
    return grown;
}

static void add_write(Annulment *annulment, int op, const void *args, size_t size)
{
    Kept *kept = malloc(sizeof *kept + size);
    annulment->lost = annulment->lost || !kept;
    if (!kept) return;
    memcpy(kept->args, args, size);
    kept->next = annulment->kept;
    annulment->kept = kept;
    if (grow(annulment, (void **)&annulment->writes, &annulment->capacity, annulment->count,
             sizeof *annulment->writes))
        annulment->writes[annulment->count++] = store_op_of(&ANNULMENT_OPS[op], kept->args, size);
}

// The place of a person among those affected, or where they would be inserted.
static int place_of(const Pool *pool, i64 person)
{
    int low = 0, high = pool->affected_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (pool->affected[middle].person < person)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static AffectedPlayer *find(const Pool *pool, i64 person)
{
    int place = place_of(pool, person);
    return place < pool->affected_count && pool->affected[place].person == person
               ? &pool->affected[place]
               : NULL;
}

static void add_affected(Pool *pool, AffectedPlayer affected)
{
    if (!grow(pool->annulment, (void **)&pool->affected, &pool->affected_capacity,
              pool->affected_count, sizeof affected))
        return;
    int place = place_of(pool, affected.person);
    AffectedPlayer *at = &pool->affected[place];
    memmove(at + 1, at, (size_t)(pool->affected_count - place) * sizeof *at);
    *at = affected;
    pool->affected_count++;
}

static int by_game(const void *one, const void *other)
{
    i64 a = ((const ChosenGame *)one)->game, b = ((const ChosenGame *)other)->game;
    return (a > b) - (a < b);
}

static bool is_chosen(const Annulment *annulment, i64 game)
{
    const ChosenGame key = { .game = game };
    return bsearch(&key, annulment->chosen, (size_t)annulment->chosen_count, sizeof key, by_game);
}

// --- reading -------------------------------------------------------------------------------------

typedef struct AnnulGame {
    bool there, over, rated, annulled;
    char variant[WORD_MAX], result[RESULT_TEXT_MAX];
    i64 person[PLAYERS_MAX];
} AnnulGame;

static void keep(char *to, size_t room, Text text)
{
    Out out = out_to(to, room);
    out_text(&out, text);
}

static bool see_game(void *context, const StoredGame *game)
{
    AnnulGame *found = context;
    found->there = true;
    found->over = game->ended_ms > 0;
    found->rated = game->rated;
    found->annulled = game->annulled;
    keep(found->variant, sizeof found->variant, game->variant);
    keep(found->result, sizeof found->result, game->result);
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    AnnulGame *found = context;
    if (seat->seat >= 0 && seat->seat < PLAYERS_MAX) found->person[seat->seat] = seat->person;
    return true;
}

static bool find_game(Store *store, i64 game, AnnulGame *found, Fault *why)
{
    *found = (AnnulGame){ .there = false };
    const GameReader reader = { .context = found, .game = see_game, .seat = see_seat };
    return games_load(store, game, &reader, why);
}

typedef struct Earlier {
    i64 number; // changes before this one
    i64 at_ms;
    Rating after;
} Earlier;

static bool see_earlier(void *context, const StoredChange *change)
{
    Earlier *earlier = context;
    if (change->number >= earlier->number) return false;
    earlier->at_ms = change->at_ms;
    earlier->after = change->after;
    return true;
}

// The state of a player before a change: their last game, and their rating.
static Earlier before(const Pool *pool, i64 person, i64 number)
{
    Earlier earlier = { .number = number, .after = rating_new() };
    const ChangeFilter filter = { .person = person,
                                  .variant = text_of(pool->variant),
                                  .speed = text_of(pool->speed) };
    ratings_changes(pool->annulment->store, &filter, see_earlier, &earlier);
    return earlier;
}

static bool see_change(void *context, const StoredChange *change)
{
    Pool *pool = context;
    pool->last = change->number;
    if (change->annulled &&
        !(pool->annulment->restores && is_chosen(pool->annulment, change->game)))
        return true;
    if (!grow(pool->annulment, (void **)&pool->later, &pool->later_capacity, pool->later_count,
              sizeof *pool->later))
        return false;
    pool->later[pool->later_count++] =
        (LaterChange){ change->number, change->person, change->game,
                       change->at_ms,  change->before, change->discount };
    return true;
}

// --- rating again --------------------------------------------------------------------------------

static const LaterChange *of_person(const LaterChange *changes, int count, i64 person)
{
    for (int i = 0; i < count; i++)
        if (changes[i].person == person) return &changes[i];
    return NULL;
}

static bool rate_again(Pool *pool, const LaterChange *changes, int count, Fault *why)
{
    const Variant *rules = pool->rules;
    AnnulGame found;
    Outcome outcome;
    RatedSeat seats[PLAYERS_MAX] = { 0 };
    const LaterChange *change[PLAYERS_MAX];
    if (!find_game(pool->annulment->store, changes->game, &found, why)) return false;
    if (outcome_read(rules, text_of(found.result), &outcome, why) != OK) return false;
    for (int i = 0; i < rules->players; i++) {
        change[i] = of_person(changes, count, found.person[i]);
        if (!change[i] || count != rules->players) {
            fault(why, MALFORMED, "not all players of a later game were rated");
            return false;
        }
        const AffectedPlayer *known = find(pool, change[i]->person);
        seats[i].before = known ? known->now : change[i]->before;
        seats[i].last_ms =
            known ? known->at_ms : before(pool, change[i]->person, change[i]->number).at_ms;
    }
    ratings_rate(rules, &outcome, changes->at_ms, changes->discount, seats);
    for (int i = 0; i < rules->players; i++) {
        AffectedPlayer *known = find(pool, change[i]->person);
        if (known) {
            known->now = seats[i].after;
            known->at_ms = changes->at_ms;
        } else {
            add_affected(pool,
                         (AffectedPlayer){ change[i]->person, seats[i].after, changes->at_ms, 0 });
        }
        const ChangeAgain again = { change[i]->number, seats[i].before, seats[i].after };
        add_write(pool->annulment, ANNULMENT_CHANGE_AGAIN, &again, sizeof again);
    }
    pool->annulment->games++;
    return true;
}

// Puts the players of a chosen game into the state before it.
static void choose_players(Pool *pool, const LaterChange *changes, int count)
{
    bool restores = pool->annulment->restores;
    for (int i = 0; i < count; i++) {
        const LaterChange *change = &changes[i];
        if (!find(pool, change->person)) {
            Earlier earlier = before(pool, change->person, change->number);
            Rating now = restores ? earlier.after : change->before;
            add_affected(pool, (AffectedPlayer){ change->person, now, earlier.at_ms, 0 });
        }
        AffectedPlayer *affected = find(pool, change->person);
        if (affected) affected->fewer += restores ? -1 : 1;
    }
}

// The changes of one game are contiguous, since they were written in one call.
static bool rate_all_again(Pool *pool, Fault *why)
{
    for (int i = 0, end; i < pool->later_count; i = end) {
        const LaterChange *changes = &pool->later[i];
        bool concerns = false, chosen = is_chosen(pool->annulment, changes->game);
        for (end = i; end < pool->later_count && pool->later[end].game == changes->game; end++)
            concerns = concerns || find(pool, pool->later[end].person);
        if (chosen) choose_players(pool, changes, end - i);
        if (chosen ? !pool->annulment->restores : !concerns) continue;
        if (!rate_again(pool, changes, end - i, why)) return false;
    }
    return true;
}

typedef struct Games {
    const Pool *pool;
    int count;
} Games;

static bool see_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    Games *games = context;
    if (!text_is(rating->variant, games->pool->variant) ||
        !text_is(rating->speed, games->pool->speed))
        return true;
    games->count = rating->games;
    return false;
}

static void set_ratings(Pool *pool)
{
    for (int i = 0; i < pool->affected_count; i++) {
        const AffectedPlayer *affected = &pool->affected[i];
        Games games = { .pool = pool };
        store_select(pool->annulment->store, &RATING_OPS[RATINGS_OF],
                     &(PersonArg){ affected->person }, see_rating, &games);
        const StoredRating rating = { .person = affected->person,
                                      .variant = text_of(pool->variant),
                                      .speed = text_of(pool->speed),
                                      .now = affected->now,
                                      .at_ms = affected->at_ms,
                                      .games = games.count - affected->fewer };
        const RatingKey none = { rating.person, rating.variant, rating.speed };
        if (rating.games)
            add_write(pool->annulment, ANNULMENT_SET_RATING, &rating, sizeof rating);
        else
            add_write(pool->annulment, ANNULMENT_DROP_RATING, &none, sizeof none);
    }
    pool->annulment->people += pool->affected_count;
}

// --- the games -----------------------------------------------------------------------------------

static bool see_own_change(void *context, const StoredChange *change)
{
    ChosenGame *chosen = context;
    chosen->first = change->number;
    keep(chosen->speed, sizeof chosen->speed, change->speed);
    return false;
}

// Looks up a game to be annulled or restored.
static bool look_up(const Annulment *annulment, ChosenGame *chosen, Fault *why)
{
    AnnulGame found;
    if (!find_game(annulment->store, chosen->game, &found, why)) return false;
    memcpy(chosen->variant, found.variant, sizeof found.variant);
    const ChangeFilter own = { .game = chosen->game, .annulled_too = true };
    if (found.there && !ratings_changes(annulment->store, &own, see_own_change, chosen)) {
        fault(why, MALFORMED, "cannot read the store");
        return false;
    }
    bool annuls = !annulment->restores;
    const char *fault_text = !found.there                 ? "there is no such game"
                             : !found.over                ? "that game is not over"
                             : annuls && found.annulled   ? "that game has been annulled"
                             : !annuls && !found.annulled ? "that game is not annulled"
                             : !chosen->first             ? "that game changed no ratings"
                             : !variant_find(text_of(found.variant))
                                 ? "that game's variant is not known"
                                 : NULL;
    if (fault_text) fault(why, MALFORMED, "%s", fault_text);
    return !fault_text;
}

static bool fill_pool(Pool *pool, Fault *why)
{
    Annulment *annulment = pool->annulment;
    i64 first = INT64_MAX;
    for (int i = 0; i < annulment->chosen_count; i++) {
        const ChosenGame *chosen = &annulment->chosen[i];
        if (!strcmp(chosen->variant, pool->variant) && !strcmp(chosen->speed, pool->speed) &&
            chosen->first < first)
            first = chosen->first;
    }
    const ChangeFilter later = { .variant = text_of(pool->variant),
                                 .speed = text_of(pool->speed),
                                 .after = first - 1,
                                 .annulled_too = true };
    if (!ratings_changes(annulment->store, &later, see_change, pool)) {
        fault(why, MALFORMED, "cannot read the store");
        return false;
    }
    for (int i = 0; i < annulment->chosen_count; i++) {
        const ChosenGame *chosen = &annulment->chosen[i];
        if (strcmp(chosen->variant, pool->variant) || strcmp(chosen->speed, pool->speed)) continue;
        const GameMark game = { chosen->game, pool->last, !annulment->restores };
        const ChangesMark changes = { chosen->game, !annulment->restores };
        add_write(annulment, ANNULMENT_MARK_GAME, &game, sizeof game);
        add_write(annulment, ANNULMENT_MARK_CHANGES, &changes, sizeof changes);
    }
    if (!rate_all_again(pool, why)) return false;
    set_ratings(pool);
    return true;
}

static bool fill_pools(Annulment *annulment, Fault *why)
{
    for (int i = 0; i < annulment->chosen_count; i++) {
        const ChosenGame *chosen = &annulment->chosen[i];
        const Pool *known = annulment->pools;
        while (known &&
               (strcmp(known->variant, chosen->variant) || strcmp(known->speed, chosen->speed)))
            known = known->next;
        if (known) continue;
        Pool *pool = calloc(1, sizeof *pool);
        if (!pool) {
            annulment->lost = true;
            return false;
        }
        pool->annulment = annulment;
        pool->next = annulment->pools;
        annulment->pools = pool;
        memcpy(pool->variant, chosen->variant, sizeof pool->variant);
        memcpy(pool->speed, chosen->speed, sizeof pool->speed);
        pool->rules = variant_find(text_of(pool->variant));
        if (!fill_pool(pool, why)) return false;
    }
    return true;
}

static bool fill(Annulment *annulment, const i64 *games, int count, Fault *why)
{
    annulment->chosen = calloc((size_t)count, sizeof *annulment->chosen);
    annulment->lost = !annulment->chosen;
    for (int i = 0; annulment->chosen && i < count; i++) {
        ChosenGame *chosen = &annulment->chosen[annulment->chosen_count++];
        chosen->game = games[i];
        if (!look_up(annulment, chosen, why)) return false;
    }
    if (annulment->chosen)
        qsort(annulment->chosen, (size_t)count, sizeof *annulment->chosen, by_game);
    add_write(annulment, ANNULMENT_LOCK, &NO_ARGS, sizeof NO_ARGS);
    bool fine = annulment->chosen && fill_pools(annulment, why);
    if (annulment->lost) fault(why, MALFORMED, "out of memory");
    return fine && !annulment->lost;
}

Annulment *annulment_of(Store *store, const i64 *games, int count, bool restores, Fault *why)
{
    Annulment *annulment = calloc(1, sizeof *annulment);
    if (!annulment) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    annulment->store = store;
    annulment->restores = restores;
    if (fill(annulment, games, count, why)) return annulment;
    annulment_free(annulment);
    return NULL;
}

Annulment *annulment_new(Store *store, i64 game, Fault *why)
{
    return annulment_of(store, &game, 1, false, why);
}

const StoreWrite *annulment_writes(const Annulment *annulment, int *count)
{
    *count = annulment->count;
    return annulment->writes;
}

int annulment_games(const Annulment *annulment)
{
    return annulment->games;
}

int annulment_people(const Annulment *annulment)
{
    return annulment->people;
}

void annulment_free(Annulment *annulment)
{
    for (Pool *pool; (pool = annulment->pools);) {
        annulment->pools = pool->next;
        free(pool->later);
        free(pool->affected);
        free(pool);
    }
    for (Kept *kept; (kept = annulment->kept);) {
        annulment->kept = kept->next;
        free(kept);
    }
    free(annulment->chosen);
    free(annulment->writes);
    free(annulment);
}
