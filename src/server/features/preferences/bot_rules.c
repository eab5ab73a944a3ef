// SPDX-License-Identifier: MIT
#include "server/features/preferences/bot_rules.h"

#include "base/speed.h"
#include "server/api/messages/shape_json.h"
#include "server/games/clocks/speed.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"
#include "variants/variants.h"

#include <math.h>

enum { RATING_MAX = 4000, AT_ONCE_MAX = 64, AT_ONCE_DEFAULT = 4, ALL = INT32_MAX };

static const char *variant_word(int number)
{
    return number < variant_count() ? variant_at(number)->id : NULL;
}

static const char *speed_word(int number)
{
    return number < SPEEDS ? speed_name((Speed)number) : NULL;
}

static const Field BOT_RULES_FIELDS[] = {
    FIELD(BotRules, variants, .as = AS_WORDS, .word_of = variant_word, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, speeds, .as = AS_WORDS, .word_of = speed_word, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, rated, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, casual, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, rating_min, .max = RATING_MAX, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, rating_max, .max = RATING_MAX, .flags = FIELD_OPTIONAL),
    FIELD(BotRules, at_once, .max = AT_ONCE_MAX, .flags = FIELD_OPTIONAL,
          .says = "games that it plays at the same time"),
};
static const BotRules DEFAULTS = { .variants = ALL,
                                   .speeds = ALL,
                                   .rated = true,
                                   .casual = true,
                                   .rating_max = RATING_MAX,
                                   .at_once = AT_ONCE_DEFAULT };
const Shape BOT_RULES = SHAPE_NAMED("BotRules", BotRules, BOT_RULES_FIELDS, .defaults = &DEFAULTS);

BotRules bot_rules_of(Text stored)
{
    BotRules rules = DEFAULTS;
    if (stored.length) shape_read_json(stored, &BOT_RULES, &rules, NULL);
    return rules;
}

const char *bot_rules_refusal(Store *reading, const BotRules *rules, const StoredPerson *asker,
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
    if (!rules->rating_min && rules->rating_max == RATING_MAX) return NULL;
    if (!ratings_now(reading, asker->id, text_of(variant->id), text_of(speed_pool(speed, true)),
                     &rating))
        rating.now = rating_new();
    long now = lround(rating.now.rating);
    if (now < rules->rating_min || now > rules->rating_max)
        return "this bot plays against other ratings";
    return NULL;
}
