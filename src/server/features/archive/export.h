// SPDX-License-Identifier: MIT
// Writes the parts of a person's export, from its opening brace on. On a reader's thread.
#ifndef MEYDAN_SERVER_FEATURES_ARCHIVE_EXPORT_H
#define MEYDAN_SERVER_FEATURES_ARCHIVE_EXPORT_H

#include "server/api/feature.h"
#include "server/identity/person_ops.h"

void export_begin(Json *json, Store *reading, const StoredPerson *person);
// Members with what the features keep of the person, except puzzles.
void export_write_own(const Feature *const *features, Json *json, Store *reading, i64 person);
void export_write_game(Json *json, i64 game, Text record);

#endif
