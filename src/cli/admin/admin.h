// SPDX-License-Identifier: MIT
// The parts of `meydan admin`.
#ifndef MEYDAN_CLI_ADMIN_ADMIN_H
#define MEYDAN_CLI_ADMIN_ADMIN_H

#include "server/identity/person_ops.h"

void print_queue(Store *store);
void print_case(Store *store, const StoredPerson *person);
// Suspensions and bans that hold at that time.
void print_sanctions(Store *store, i64 now_ms);
void print_audit(Store *store, i64 subject);

#endif
