// SPDX-License-Identifier: MIT
// The inputs of the Quoridor evaluation, shared by the engine and the trainer.
#ifndef MEYDAN_ENGINE_INPUTS_H
#define MEYDAN_ENGINE_INPUTS_H

#include "engine/nets.h"
#include "engine/ways.h"

// The inputs that are on; both return how many. Two players: seen by the one to move.
int qr_inputs(const QrPosition *position, const Way way[2], u16 input[QR_ACTIVE_MOST]);
// Four players: seen by any of them.
int qr4_inputs(const QrPosition *position, const Way way[4], int player, u16 input[QR_ACTIVE_MOST]);

// The stage of the game, 0 (no walls in hand) to QR_STAGES - 1.
int qr_stage(const QrPosition *position);

#endif
