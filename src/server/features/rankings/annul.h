// SPDX-License-Identifier: MIT
// Annulling a rated game: ratings become what they would be had it not been rated.
//
// Its own changes go, and every later game of that variant and speed that somebody concerned played
// is rated again, in order; everyone they met is concerned from then on. Results stay. What is
// already known to be untouched by the game stays as it is, to the last bit. The same way round a
// game that was annulled is brought back.
#ifndef MEYDAN_SERVER_FEATURES_RANKINGS_ANNUL_H
#define MEYDAN_SERVER_FEATURES_RANKINGS_ANNUL_H

#include "store/store.h"

typedef struct Annulment Annulment;

// What is to be written, in one call; it must not outlive the annulment. If a rated game has ended
// during that time it is a conflict, and all of it must be done again. NULL if there is nothing to
// annul.
Annulment *annulment_new(Store *store, i64 game, Fault *why);
// Several games at once, each given once; or, with `restores`, games that were annulled count
// again.
Annulment *annulment_of(Store *store, const i64 *games, int count, bool restores, Fault *why);
const StoreWrite *annulment_writes(const Annulment *annulment, int *count);
// How many games are rated again, and how many people's ratings change.
int annulment_games(const Annulment *annulment);
int annulment_people(const Annulment *annulment);
void annulment_free(Annulment *annulment);

#endif
