// SPDX-License-Identifier: MIT
// The inputs of the Quoridor evaluation, shared by the engine and the trainer.
#ifndef MEYDAN_ENGINE_INPUTS_H
#define MEYDAN_ENGINE_INPUTS_H

#include "engine/nets.h"
#include "engine/paths.h"

static inline int input_clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

// Inputs for two players that compare both: walls in hand and the lead. The search updates the
// others incrementally.
enum { QR_BALANCE_MAX = 8 };
static inline int qr_balance(const QrPosition *position, const Way way[2],
                             u16 input[QR_BALANCE_MAX])
{
    int me = position->head.turn, foe = 1 - me;
    int left = position->walls[me], foe_left = position->walls[foe];
    int lead = way[foe].length - way[me].length;
    int count = 0;
    input[count++] = (u16)(QR_OWN_LEFT + left);
    input[count++] = (u16)(QR_FOE_LEFT + foe_left);
    input[count++] = (u16)(QR_LEAD + 20 + input_clamp(lead, -20, 20));
    input[count++] = (u16)(QR_OWN_LEAD + 11 * (8 + input_clamp(lead, -8, 8)) + left);
    input[count++] = (u16)(QR_FOE_LEAD + 11 * (8 + input_clamp(lead, -8, 8)) + foe_left);
    return count;
}

// List all active inputs and return their number. Two players: from the view of the player to move.
int qr_inputs(const QrPosition *position, const Way way[2], u16 input[QR_ACTIVE_MAX]);
// Four players: from any player's view.
int qr4_inputs(const QrPosition *position, const Way way[4], int player, u16 input[QR_ACTIVE_MAX]);

// The stage of the game, 0 (no walls left) to QR_STAGES - 1.
static inline int qr_stage(const QrPosition *position)
{
    int left = 0;
    for (int player = 0; player < position->head.variant->players; player++)
        left += position->walls[player];
    return (left + 2) / 3;
}

#endif
