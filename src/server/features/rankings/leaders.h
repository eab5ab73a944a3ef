// SPDX-License-Identifier: MIT
#ifndef MEYDAN_SERVER_FEATURES_RANKINGS_LEADERS_H
#define MEYDAN_SERVER_FEATURES_RANKINGS_LEADERS_H

#include "server/api/call.h"

enum { LEADER_ROUTES_COUNT = 2 };
extern const Route LEADER_ROUTES[LEADER_ROUTES_COUNT];

#endif
