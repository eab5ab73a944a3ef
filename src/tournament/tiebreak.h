// SPDX-License-Identifier: MIT
// Tie-breaks (FIDE C.07 of 1 March 2026), and two of our games: marble difference and steps to the
// goal.
//
// A value is the sum, or the mean, of its parts; the parts are how it was computed. Codes as in TRF
// lines 202 and 212: "BH/C1", "SB", "KS/L+1"; "BH-C1" is read too.
#ifndef MEYDAN_TOURNAMENT_TIEBREAK_H
#define MEYDAN_TOURNAMENT_TIEBREAK_H

#include "tournament/crosstable.h"

enum { TIEBREAKS_MAX = 12, TIEBREAK_UNIT = 1000000 };

typedef enum TiebreakKind {
    TIEBREAK_BUCHHOLZ,         // BH: the opponents' scores
    TIEBREAK_FORE_BUCHHOLZ,    // FB: the same as if the last round had ended in draws
    TIEBREAK_MEAN_BUCHHOLZ,    // AOB: the mean of the opponents' Buchholz
    TIEBREAK_SONNEBORN_BERGER, // SB: the opponents' scores times the points against them
    TIEBREAK_DIRECT_ENCOUNTER, // DE: depends on the tied players, see standings.h
    TIEBREAK_KOYA,             // KS: points against players with half of the possible points
    TIEBREAK_WINS,             // WIN: rounds with the points of a win
    TIEBREAK_WINS_PLAYED,      // WON: games won over the board
    TIEBREAK_SECOND_PLAYED,    // BPG: games as second player
    TIEBREAK_SECOND_WON,       // BWG: won ones
    TIEBREAK_PROGRESSIVE,      // PS: the scores after each round
    TIEBREAK_ROUNDS,           // REP: rounds elected to play
    TIEBREAK_STANDARD,         // STD: 1 for more points than the opponent, 1/2 for the same
    TIEBREAK_NUMBER,           // TPN: the lower pairing number
    TIEBREAK_MARGIN,           // MD: marbles ejected less marbles lost, or the like
    TIEBREAK_STEPS,            // STG: steps to the goal that the losers had left
    TIEBREAK_KINDS,
} TiebreakKind;

typedef struct Tiebreak {
    u8 kind;       // a TiebreakKind
    u8 low, high;  // number of lowest and highest parts left out
    i8 limit;      // of Koya, in half points from the half
    bool forfeits; // count as games played
} Tiebreak;

typedef struct TiebreakRules {
    Tiebreak tiebreak[TIEBREAKS_MAX];
    int count;
    bool fixed_pairings; // as in a round robin: forfeits count as games (article 15.2)
} TiebreakRules;

typedef struct TiebreakPart {
    int round;    // from 0
    int opponent; // -1: none, or the dummy of an unplayed round
    i64 value;
    i64 weight;     // the opponent's score, by which parts of SB are cut
    bool voluntary; // an unplayed round by the player's own choice
    bool cut;
} TiebreakPart;

// The list's codes are separated by commas or blanks. Unknown ones are MALFORMED.
Status tiebreak_read(Text text, TiebreakRules *rules, Fault *why);
void tiebreak_write(const Tiebreak *tiebreak, Out *out);
const char *tiebreak_name(TiebreakKind kind); // "Buchholz"

// The value after `rounds` rounds, the higher the better, in units of 1 / TIEBREAK_UNIT. `part` has
// space for ROUNDS_MAX parts, or is NULL. Not for direct encounter.
i64 tiebreak_value(const Crosstable *table, const TiebreakRules *rules, const Tiebreak *tiebreak,
                   int player, int rounds, TiebreakPart *part, int *parts);
// A value as decimal number with at most two decimals.
void tiebreak_write_value(i64 value, Out *out);

// The player's points as their opponents' tie-breaks count them (article 16.3).
Points adjusted_score(const Crosstable *table, const TiebreakRules *rules, int player, int rounds);

#endif
