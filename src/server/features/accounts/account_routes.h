// SPDX-License-Identifier: MIT
#ifndef MEYDAN_SERVER_FEATURES_ACCOUNTS_ACCOUNT_ROUTES_H
#define MEYDAN_SERVER_FEATURES_ACCOUNTS_ACCOUNT_ROUTES_H

#include "server/api/call.h"
#include "server/identity/person_ops.h"

// The answer of GET /me for that person (id 0: a visitor).
extern const Shape ME;
void accounts_write_me(const App *app, const StoredPerson *person, Json *json);

#endif
