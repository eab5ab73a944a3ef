// SPDX-License-Identifier: MIT
// Which challenges a bot accepts.
#ifndef MEYDAN_SERVER_FEATURES_BOT_RULES_H
#define MEYDAN_SERVER_FEATURES_BOT_RULES_H

#include "platform/shape.h"
#include "server/games/state/setup.h"
#include "server/identity/person_ops.h"

enum { BOT_RULES_SIZE = 600 }; // bytes of JSON, with NUL

typedef struct BotRules {
    int variants; // bits, by variant_at()
    int speeds;   // bits
    bool rated, casual;
    int rating_min, rating_max; // of the person who challenges it
    int at_once;                // games
} BotRules;
// All fields are optional. Its defaults accept all challenges, four games at once.
extern const Shape BOT_RULES;

// Reads the rules from the store's JSON. An empty text means the defaults.
BotRules bot_rules_of(Text stored);
// Why the bot doesn't accept a challenge by `asker`; NULL if it does.
const char *bot_rules_refusal(Store *reading, const BotRules *rules, const StoredPerson *asker,
                              const GameSetup *setup);

#endif
