// SPDX-License-Identifier: MIT
// Whether somebody may be challenged: by whom they want to be, and what a bot accepts.
//
// On a thread that reads: nothing here is the loop's.
#ifndef MEYDAN_SERVER_PEOPLE_MANNERS_H
#define MEYDAN_SERVER_PEOPLE_MANNERS_H

#include "server/api/messages.h"

// Somebody who is challenged.
typedef struct Invited {
    i64 person;
    PersonKind kind;
    int at_once; // games that a bot plays
} Invited;

// Whether `asker` may challenge the person with this set-up; false, and why not.
bool manners_accept(Store *reading, const StoredPerson *asker, const StoredPerson *person,
                    const GameSetup *setup, Invited *invited, const char **why);
// What a bot accepts: its rules, or the default ones.
BotRules manners_rules(const StoredPreference *preference);
// Whether the two may write to each other: each follows the other, and both have switched it on.
bool manners_may_chat(Store *reading, i64 person, i64 other);
// Whether the one follows the other.
bool manners_follows(Store *reading, i64 person, i64 other);

#endif
