// SPDX-License-Identifier: MIT
// Annulling a rated game: ratings become what they would be had it not been rated.
//
// Its own changes are removed, and every later game of that variant and speed by an affected player
// is rated again, in order; from then on the opponents are affected too. Results stay. Ratings that
// the game did not affect stay the same to the last bit. Restoring an annulled game works the same
// way in reverse.
#ifndef MEYDAN_SERVER_FEATURES_ANNULMENT_ANNULMENT_H
#define MEYDAN_SERVER_FEATURES_ANNULMENT_ANNULMENT_H

#include "sql/store.h"

typedef struct Annulment Annulment;

// The writes of one call, which must not outlive the annulment. If a rated game has ended meanwhile
// they are a conflict, and must be made again. NULL if there is nothing to annul.
Annulment *annulment_new(Store *store, i64 game, Fault *why);
// Several games at once, each given once; with `restores`, annulled games count again.
Annulment *annulment_of(Store *store, const i64 *games, int count, bool restores, Fault *why);
const StoreWrite *annulment_writes(const Annulment *annulment, int *count);
// How many games are rated again, and how many people's ratings change.
int annulment_games(const Annulment *annulment);
int annulment_people(const Annulment *annulment);
void annulment_free(Annulment *annulment);

#endif
