// SPDX-License-Identifier: MIT
// The review of one game as JSON: `{"nodes":100000,"plies":[...],"total":{...}}`, where plies and
// total are those of `meydan analyse --json` for the same limit (docs/analysis.md).
#ifndef MEYDAN_SERVER_FEATURES_REVIEWS_REVIEW_ROOM_H
#define MEYDAN_SERVER_FEATURES_REVIEWS_REVIEW_ROOM_H

#include "analysis/analysis.h"
#include "platform/json_heap.h"
#include "server/games/state/room.h"

// False if a search was cut short or there is no memory; then the JSON means nothing.
bool review_room(Analysis *analysis, const Room *room, Json *json);

#endif
