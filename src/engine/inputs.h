// SPDX-License-Identifier: MIT
// The inputs of the Quoridor evaluation, shared by the engine and the trainer.
#ifndef MEYDAN_ENGINE_INPUTS_H
#define MEYDAN_ENGINE_INPUTS_H

#include "engine/nets.h"
#include "engine/ways.h"

// Of two players: those of the inputs that weigh both, walls in hand and who is ahead. The search
// sums up the others move by move.
enum { QR_BALANCE_MOST = 8 };
int qr_balance(const QrPosition *position, const Way way[2], u16 input[QR_BALANCE_MOST]);

// All inputs that are on; both return how many. Two players: seen by the one to move.
int qr_inputs(const QrPosition *position, const Way way[2], u16 input[QR_ACTIVE_MOST]);
// Four players: seen by any of them.
int qr4_inputs(const QrPosition *position, const Way way[4], int player, u16 input[QR_ACTIVE_MOST]);

// The stage of the game, 0 (no walls in hand) to QR_STAGES - 1.
int qr_stage(const QrPosition *position);

#endif
