// SPDX-License-Identifier: MIT
// Finished games go into the explorer (explorer/explorer.h), by a thread of its own.
//
// The store numbers games in the order in which their ends were committed. The explorer keeps the
// number of the last game that it has taken, in the same transaction as the games: none is lost and
// none counts twice, whenever the server is killed. At the start it catches up. Should the mark not
// fit the store, which is then another one or an older copy, the explorer is filled anew. A game
// that cannot be read for a passing reason is tried again, at the next wake or within a minute;
// games behind it wait.
#ifndef MEYDAN_SERVER_STUDY_TAKING_H
#define MEYDAN_SERVER_STUDY_TAKING_H

#include "explorer/explorer.h"
#include "store/store.h"

typedef struct Taking Taking;

// `store` and `explorer` are the file and the folder. NULL, and why, if the explorer cannot be
// opened.
Taking *taking_new(const char *store, const char *explorer, Fault *why);
void taking_stop(Taking *taking);
void taking_free(Taking *taking); // NULL is fine

// A game has ended, and that is committed.
void taking_wake(Taking *taking);
// To ask, on any thread, until taking_free.
Explorer *taking_explorer(Taking *taking);

// Months from January 2020 on, as the explorer counts them.
int taking_month(i64 ms);

#endif
