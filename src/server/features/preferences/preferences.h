// SPDX-License-Identifier: MIT
// A person's preferences, as other features read them on a reader's thread.
#ifndef MEYDAN_SERVER_FEATURES_PREFERENCES_H
#define MEYDAN_SERVER_FEATURES_PREFERENCES_H

#include "server/games/state/setup.h"
#include "server/identity/person_ops.h"

// A person who is challenged.
typedef struct Invited {
    i64 person;
    PersonKind kind;
    int at_once; // games that a bot plays
} Invited;

// Whether `asker` may challenge the person with this set-up. If not, sets `why`.
bool preferences_accept(Store *reading, const StoredPerson *asker, const StoredPerson *person,
                        const GameSetup *setup, Invited *invited, const char **why);
// The person's word for those who may challenge them, as in POST /preferences.
const char *preferences_challenges(Store *reading, i64 person);
// Whether the two may write to each other: each follows the other, and both have switched it on.
bool preferences_may_chat(Store *reading, i64 person, i64 other);

#endif
