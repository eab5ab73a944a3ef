// SPDX-License-Identifier: MIT
#include "server/annul.h"

#include "server/ratings.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MOST = 32 };

// Somebody concerned, as the games so far leave them.
typedef struct Concerned {
    i64 person;
    Rating now;
    i64 at_ms;  // of the last rated game, 0 for none
    bool fewer; // played in the annulled game
} Concerned;

// A later change, without its texts: they are the annulment's.
typedef struct Later {
    i64 number, person, game, at_ms;
    Rating before;
} Later;

struct Annulment {
    Store *store;
    i64 game;
    char variant[WORD_MOST], speed[WORD_MOST];
    const Variant *rules;
    Later *later;
    int later_count, later_room;
    i64 last;             // number of the last change of all
    Concerned *concerned; // by person
    int concerned_count, concerned_room;
    StoreWrite *writes;
    int count, room;
    int games;
    bool lost; // out of memory
};

// Room for one more in an array of the annulment's.
static bool grow(Annulment *annulment, void **array, int *room, int count, size_t size)
{
    if (count < *room) return true;
    int wanted = *room ? *room * 2 : 64;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (!grown) {
        annulment->lost = true;
        return false;
    }
    *array = grown;
    *room = wanted;
    return true;
}

static void add_write(Annulment *annulment, StoreWrite write)
{
    if (grow(annulment, (void **)&annulment->writes, &annulment->room, annulment->count,
             sizeof write))
        annulment->writes[annulment->count++] = write;
}

// Where a person stands among those concerned, or would stand.
static int place_of(const Annulment *annulment, i64 person)
{
    int low = 0, high = annulment->concerned_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (annulment->concerned[middle].person < person)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static Concerned *find(const Annulment *annulment, i64 person)
{
    int place = place_of(annulment, person);
    Concerned *found = &annulment->concerned[place];
    return place < annulment->concerned_count && found->person == person ? found : NULL;
}

static void add_concerned(Annulment *annulment, Concerned concerned)
{
    if (!grow(annulment, (void **)&annulment->concerned, &annulment->concerned_room,
              annulment->concerned_count, sizeof concerned))
        return;
    int place = place_of(annulment, concerned.person);
    Concerned *at = &annulment->concerned[place];
    memmove(at + 1, at, (size_t)(annulment->concerned_count - place) * sizeof *at);
    *at = concerned;
    annulment->concerned_count++;
}

// --- reading -------------------------------------------------------------------------------------

typedef struct Found {
    bool there, over, rated, annulled;
    char variant[WORD_MOST], speed[WORD_MOST], result[RESULT_TEXT_MOST];
    i64 person[PLAYERS_MOST];
} Found;

static void keep(char *to, size_t room, Text text)
{
    Out out = out_to(to, room);
    out_text(&out, text);
}

static bool see_game(void *context, const StoredGame *game)
{
    Found *found = context;
    found->there = true;
    found->over = game->ended_ms > 0;
    found->rated = game->rated;
    found->annulled = game->annulled;
    keep(found->variant, sizeof found->variant, game->variant);
    keep(found->speed, sizeof found->speed, game->speed);
    keep(found->result, sizeof found->result, game->result);
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    Found *found = context;
    if (seat->seat >= 0 && seat->seat < PLAYERS_MOST) found->person[seat->seat] = seat->person;
    return true;
}

static bool find_game(Store *store, i64 game, Found *found, Fault *why)
{
    *found = (Found){ .there = false };
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
    if (change->annulled) return true;
    if (!grow(annulment, (void **)&annulment->later, &annulment->later_room, annulment->later_count,
              sizeof *annulment->later))
        return false;
    annulment->later[annulment->later_count++] =
        (Later){ change->number, change->person, change->game, change->at_ms, change->before };
    return true;
}

// --- rating anew ---------------------------------------------------------------------------------

static const Later *of_person(const Later *changes, int count, i64 person)
{
    for (int i = 0; i < count; i++)
        if (changes[i].person == person) return &changes[i];
    return NULL;
}

static bool rate_again(Annulment *annulment, const Later *changes, int count, Fault *why)
{
    const Variant *rules = annulment->rules;
    Found found;
    Outcome outcome;
    RatedSeat seats[PLAYERS_MOST] = { 0 };
    const Later *change[PLAYERS_MOST];
    if (!find_game(annulment->store, changes->game, &found, why)) return false;
    if (outcome_read(rules, text_of(found.result), &outcome, why) != OK) return false;
    for (int i = 0; i < rules->players; i++) {
        change[i] = of_person(changes, count, found.person[i]);
        if (!change[i] || count != rules->players) {
            fault(why, MALFORMED, "not all players of a later game were rated");
            return false;
        }
        const Concerned *known = find(annulment, change[i]->person);
        seats[i].before = known ? known->now : change[i]->before;
        seats[i].last_ms =
            known ? known->at_ms : played_before(annulment, change[i]->person, change[i]->number);
    }
    ratings_rate(rules, &outcome, changes->at_ms, seats);
    for (int i = 0; i < rules->players; i++) {
        Concerned *known = find(annulment, change[i]->person);
        if (known) {
            known->now = seats[i].after;
            known->at_ms = changes->at_ms;
        } else {
            add_concerned(annulment,
                          (Concerned){ change[i]->person, seats[i].after, changes->at_ms, false });
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
        const Later *changes = &annulment->later[i];
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
    for (int i = 0; i < annulment->concerned_count; i++) {
        const Concerned *concerned = &annulment->concerned[i];
        Games games = { .annulment = annulment };
        store_ratings(annulment->store, concerned->person, see_rating, &games);
        add_write(annulment, (StoreWrite){ .kind = WRITE_RATING_NOW,
                                           .rating = { .person = concerned->person,
                                                       .variant = text_of(annulment->variant),
                                                       .speed = text_of(annulment->speed),
                                                       .now = concerned->now,
                                                       .at_ms = concerned->at_ms,
                                                       .games = games.count - concerned->fewer } });
    }
}

// The game itself: who played it is as before it.
static bool begin(Annulment *annulment, Fault *why)
{
    Found found;
    if (!find_game(annulment->store, annulment->game, &found, why)) return false;
    memcpy(annulment->variant, found.variant, sizeof found.variant);
    memcpy(annulment->speed, found.speed, sizeof found.speed);
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
        const Later *change = &annulment->later[i];
        add_concerned(annulment, (Concerned){ .person = change->person,
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
    return annulment->concerned_count;
}

void annulment_free(Annulment *annulment)
{
    free(annulment->later);
    free(annulment->concerned);
    free(annulment->writes);
    free(annulment);
}
