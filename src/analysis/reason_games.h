// SPDX-License-Identifier: MIT
// Internal to analysis/reason: the parts of each game, and the shared ones.
#ifndef MEYDAN_ANALYSIS_REASON_GAMES_H
#define MEYDAN_ANALYSIS_REASON_GAMES_H

#include "analysis/reason.h"

// Drops the reason if there are REASONS_MAX already, because the most important ones come first.
void reasons_add(MoveReasons *reasons, MoveReason reason);
Position reason_after(const Position *position, const Move *moves, int count);
// The number of the side's moves among the next plies.
int reason_moves_by(const Position *position, u8 side, int plies);

void ab_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons);
void ab_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons);
void qr_reasons_against(const Position *position, const SearchResult *better,
                        const SearchResult *played, MoveReasons *reasons);
void qr_reasons_for(const Position *position, const SearchResult *result, MoveReasons *reasons);

#endif
