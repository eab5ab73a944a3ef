// SPDX-License-Identifier: MIT
#include "server/people/manners.h"

#include "server/rating/ratings.h"
#include "variants/variants.h"

#include <math.h>

typedef struct TieSearch {
    i64 other;
    bool found;
} TieSearch;

static bool see_tie(void *context, const StoredTie *tie)
{
    TieSearch *search = context;
    if (tie->kind == TIE_FOLLOW && tie->other == search->other) search->found = true;
    return !search->found;
}

bool manners_follows(Store *reading, i64 person, i64 other)
{
    TieSearch search = { .other = other };
    store_ties(reading, person, see_tie, &search);
    return search.found;
}

bool manners_may_chat(Store *reading, i64 person, i64 other)
{
    StoredPreference own, others;
    return store_preference(reading, person, &own) && own.chat &&
           store_preference(reading, other, &others) && others.chat &&
           manners_follows(reading, person, other) && manners_follows(reading, other, person);
}

BotRules manners_rules(const StoredPreference *preference)
{
    BotRules rules = bot_rules_default();
    Text kept = text_of(preference->rules);
    if (kept.length) message_read_bot_rules(kept, &rules, NULL);
    return rules;
}

static const char *refusal_of(Store *reading, const BotRules *rules, const StoredPerson *asker,
                              const GameSetup *setup)
{
    const Variant *variant = setup->start.head.variant;
    Speed speed = speed_of(&setup->clock);
    int index = 0;
    while (index < variant_count() && variant_at(index) != variant)
        index++;
    if (!(rules->variants >> index & 1)) return "this bot does not play that game";
    if (!(rules->speeds >> (int)speed & 1)) return "this bot does not play at that speed";
    if (setup->rated && !rules->rated) return "this bot plays no rated games";
    if (!setup->rated && !rules->casual) return "this bot plays only rated games";
    RatingNow rating;
    if (!rules->rating_min && rules->rating_max == BOT_RATING_MAX) return NULL;
    if (!store_rating(reading, asker->id, text_of(variant->id), text_of(speed_pool(speed, true)),
                      &rating))
        rating.now = rating_new();
    long now = lround(rating.now.rating);
    if (now < rules->rating_min || now > rules->rating_max)
        return "this bot plays against other ratings";
    return NULL;
}

bool manners_accept(Store *reading, const StoredPerson *asker, const StoredPerson *person,
                    const GameSetup *setup, Invited *invited, const char **why)
{
    StoredPreference preference;
    *invited = (Invited){ .person = person->id, .kind = person->kind };
    *why = NULL;
    if (!store_preference(reading, person->id, &preference)) return true;
    if (person->kind == PERSON_BOT) {
        BotRules rules = manners_rules(&preference);
        invited->at_once = rules.at_once;
        *why = refusal_of(reading, &rules, asker, setup);
    } else if (preference.challenges == CHALLENGES_NONE) {
        *why = "this player does not want to be challenged";
    } else if (preference.challenges == CHALLENGES_FOLLOWED &&
               !manners_follows(reading, person->id, asker->id)) {
        *why = "this player is challenged only by those whom they follow";
    }
    return !*why;
}
