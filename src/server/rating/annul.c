// SPDX-License-Identifier: MIT
#include "server/rating/annul.h"

#include "containers/array.h"
#include "server/rating/ratings.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 32 };

// Somebody affected, as the games so far leave them.
typedef struct AffectedPlayer {
    i64 person;
    Rating now;
    i64 at_ms;  // of the last rated game, 0 for none
    bool fewer; // played in the annulled game
} AffectedPlayer;

// A later change, without its texts: they are the annulment's.
typedef struct LaterChange {
    i64 number, person, game, at_ms;
    Rating before;
    double discount;
} LaterChange;

struct Annulment {
    Store *store;
    i64 game;
    char variant[WORD_MAX], speed[WORD_MAX]; // of the changes: bots have speeds of their own
    const Variant *rules;
    LaterChange *later;
    int later_count;
    size_t later_capacity;
    i64 last;                 // number of the last change of all
    AffectedPlayer *affected; // by person
    int affected_count;
    size_t affected_capacity;
    StoreWrite *writes;
    int count;
    size_t capacity;
    int games;
    bool lost; // out of memory
};

// Space for one more in an array of the annulment's.
static bool grow(Annulment *annulment, void **array, size_t *capacity, int count, size_t size)
{
    void *grown = array_grow(*array, capacity, (size_t)count + 1, size);
    if (grown)
        *array = grown;
    else
        annulment->lost = true;
    return grown;
}

static void add_write(Annulment *annulment, StoreWrite write)
{
    if (grow(annulment, (void **)&annulment->writes, &annulment->capacity, annulment->count,
             sizeof write))
        annulment->writes[annulment->count++] = write;
}

// Where a person stands among those affected, or would stand.
static int place_of(const Annulment *annulment, i64 person)
{
    int low = 0, high = annulment->affected_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (annulment->affected[middle].person < person)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static AffectedPlayer *find(const Annulment *annulment, i64 person)
{
    int place = place_of(annulment, person);
    AffectedPlayer *found = &annulment->affected[place];
    return place < annulment->affected_count && found->person == person ? found : NULL;
}

static void add_affected(Annulment *annulment, AffectedPlayer affected)
{
    if (!grow(annulment, (void **)&annulment->affected, &annulment->affected_capacity,
              annulment->affected_count, sizeof affected))
        return;
    int place = place_of(annulment, affected.person);
    AffectedPlayer *at = &annulment->affected[place];
    memmove(at + 1, at, (size_t)(annulment->affected_count - place) * sizeof *at);
    *at = affected;
    annulment->affected_count++;
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
    const StoreReader reader = { .context = found, .game = see_game, .seat = see_seat };
    return store_load_game(store, game, &reader, why);
}

typedef struct Earlier {
    i64 number; // before this one
    i64 at_ms;
} Earlier;

static bool see_earlier(void *context, const StoredChange *change)
{
    Earlier *earlier = context;
    if (change->number >= earlier->number) return false;
    earlier->at_ms = change->at_ms;
    return true;
}

// When somebody had last played before a change.
static i64 played_before(const Annulment *annulment, i64 person, i64 number)
{
    Earlier earlier = { .number = number };
    const ChangeFilter filter = { .person = person,
                                  .variant = text_of(annulment->variant),
                                  .speed = text_of(annulment->speed) };
    store_changes(annulment->store, &filter, see_earlier, &earlier);
    return earlier.at_ms;
}

static bool see_change(void *context, const StoredChange *change)
{
    Annulment *annulment = context;
    annulment->last = change->number;
    if (!annulment->speed[0]) keep(annulment->speed, sizeof annulment->speed, change->speed);
    if (change->annulled) return true;
    if (!grow(annulment, (void **)&annulment->later, &annulment->later_capacity,
              annulment->later_count, sizeof *annulment->later))
        return false;
    annulment->later[annulment->later_count++] =
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

static bool rate_again(Annulment *annulment, const LaterChange *changes, int count, Fault *why)
{
    const Variant *rules = annulment->rules;
    AnnulGame found;
    Outcome outcome;
    RatedSeat seats[PLAYERS_MAX] = { 0 };
    const LaterChange *change[PLAYERS_MAX];
    if (!find_game(annulment->store, changes->game, &found, why)) return false;
    if (outcome_read(rules, text_of(found.result), &outcome, why) != OK) return false;
    for (int i = 0; i < rules->players; i++) {
        change[i] = of_person(changes, count, found.person[i]);
        if (!change[i] || count != rules->players) {
            fault(why, MALFORMED, "not all players of a later game were rated");
            return false;
        }
        const AffectedPlayer *known = find(annulment, change[i]->person);
        seats[i].before = known ? known->now : change[i]->before;
        seats[i].last_ms =
            known ? known->at_ms : played_before(annulment, change[i]->person, change[i]->number);
    }
    ratings_rate(rules, &outcome, changes->at_ms, changes->discount, seats);
    for (int i = 0; i < rules->players; i++) {
        AffectedPlayer *known = find(annulment, change[i]->person);
        if (known) {
            known->now = seats[i].after;
            known->at_ms = changes->at_ms;
        } else {
            add_affected(annulment, (AffectedPlayer){ change[i]->person, seats[i].after,
                                                      changes->at_ms, false });
        }
        add_write(annulment, (StoreWrite){ .kind = WRITE_CHANGE_AGAIN,
                                           .change = { .number = change[i]->number,
                                                       .before = seats[i].before,
                                                       .after = seats[i].after } });
    }
    annulment->games++;
    return true;
}

// The changes of one game stand together: they were written in one call.
static bool rate_all_again(Annulment *annulment, int from, Fault *why)
{
    for (int i = from, end; i < annulment->later_count; i = end) {
        const LaterChange *changes = &annulment->later[i];
        bool concerns = false;
        for (end = i; end < annulment->later_count && annulment->later[end].game == changes->game;
             end++)
            concerns = concerns || find(annulment, annulment->later[end].person);
        if (concerns && !rate_again(annulment, changes, end - i, why)) return false;
    }
    return true;
}

typedef struct Games {
    const Annulment *annulment;
    int count;
} Games;

static bool see_rating(void *context, const StoredRating *rating)
{
    Games *games = context;
    if (!text_is(rating->variant, games->annulment->variant) ||
        !text_is(rating->speed, games->annulment->speed))
        return true;
    games->count = rating->games;
    return false;
}

static void set_ratings(Annulment *annulment)
{
    for (int i = 0; i < annulment->affected_count; i++) {
        const AffectedPlayer *affected = &annulment->affected[i];
        Games games = { .annulment = annulment };
        store_ratings(annulment->store, affected->person, see_rating, &games);
        add_write(annulment, (StoreWrite){ .kind = WRITE_RATING_NOW,
                                           .rating = { .person = affected->person,
                                                       .variant = text_of(annulment->variant),
                                                       .speed = text_of(annulment->speed),
                                                       .now = affected->now,
                                                       .at_ms = affected->at_ms,
                                                       .games = games.count - affected->fewer } });
    }
}

// The game itself: who played it is as before it.
static bool begin(Annulment *annulment, Fault *why)
{
    AnnulGame found;
    if (!find_game(annulment->store, annulment->game, &found, why)) return false;
    memcpy(annulment->variant, found.variant, sizeof found.variant);
    annulment->rules = variant_find(text_of(found.variant));
    const ChangeFilter own = { .game = annulment->game };
    if (found.there && !store_changes(annulment->store, &own, see_change, annulment)) {
        fault(why, MALFORMED, "cannot read the store");
        return false;
    }
    const char *fault_text = !found.there              ? "there is no such game"
                             : !found.over             ? "that game is not over"
                             : found.annulled          ? "that game has been annulled"
                             : !annulment->later_count ? "that game changed no ratings"
                             : !annulment->rules       ? "that game's variant is not known"
                                                       : NULL;
    if (fault_text) {
        fault(why, MALFORMED, "%s", fault_text);
        return false;
    }
    for (int i = 0; i < annulment->later_count; i++) {
        const LaterChange *change = &annulment->later[i];
        add_affected(annulment, (AffectedPlayer){ .person = change->person,
                                                  .now = change->before,
                                                  .at_ms = played_before(annulment, change->person,
                                                                         change->number),
                                                  .fewer = true });
    }
    return true;
}

static bool fill(Annulment *annulment, Fault *why)
{
    if (!begin(annulment, why)) return false;
    int own = annulment->later_count;
    const ChangeFilter later = { .variant = text_of(annulment->variant),
                                 .speed = text_of(annulment->speed),
                                 .after = annulment->last,
                                 .annulled_too = true };
    if (!store_changes(annulment->store, &later, see_change, annulment)) {
        fault(why, MALFORMED, "cannot read the store");
        return false;
    }
    add_write(annulment,
              (StoreWrite){ .kind = WRITE_ANNUL, .annul = { annulment->game, annulment->last } });
    if (!rate_all_again(annulment, own, why)) return false;
    set_ratings(annulment);
    if (annulment->lost) fault(why, MALFORMED, "out of memory");
    return !annulment->lost;
}

Annulment *annulment_new(Store *store, i64 game, Fault *why)
{
    Annulment *annulment = calloc(1, sizeof *annulment);
    if (!annulment) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    annulment->store = store;
    annulment->game = game;
    if (fill(annulment, why)) return annulment;
    annulment_free(annulment);
    return NULL;
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
    return annulment->affected_count;
}

void annulment_free(Annulment *annulment)
{
    free(annulment->later);
    free(annulment->affected);
    free(annulment->writes);
    free(annulment);
}
