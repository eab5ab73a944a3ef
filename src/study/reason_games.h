// SPDX-License-Identifier: MIT
// Inside study/reason: what each game adds, and what they share.
#ifndef MEYDAN_STUDY_REASON_GAMES_H
#define MEYDAN_STUDY_REASON_GAMES_H

#include "study/reason.h"

// Dropped if there are REASONS_MAX already: the most telling ones come first.
void reasons_add(StudyReasons *reasons, StudyReason reason);
Position reason_after(const Position *position, const Move *moves, int count);
// How many of the next plies are moves of the side.
int reason_moves_by(const Position *position, u8 side, int plies);

void ab_reasons_against(const Position *position, const Look *better, const Look *played,
                        StudyReasons *reasons);
void ab_reasons_for(const Position *position, const Look *look, StudyReasons *reasons);
void qr_reasons_against(const Position *position, const Look *better, const Look *played,
                        StudyReasons *reasons);
void qr_reasons_for(const Position *position, const Look *look, StudyReasons *reasons);

#endif
