// SPDX-License-Identifier: MIT
// Internal to analysis/reason: the parts of each game, and the shared ones.
#ifndef MEYDAN_ANALYSIS_REASON_GAMES_H
#define MEYDAN_ANALYSIS_REASON_GAMES_H

#include "analysis/reason.h"

// Dropped if there are REASONS_MAX already: the most telling ones come first.
void reasons_add(MoveReasons *reasons, MoveReason reason);
Position reason_after(const Position *position, const Move *moves, int count);
// How many of the next plies are moves of the side.
int reason_moves_by(const Position *position, u8 side, int plies);

void ab_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons);
void ab_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons);
void qr_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons);
void qr_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons);

#endif
