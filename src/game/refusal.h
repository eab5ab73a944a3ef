// SPDX-License-Identifier: MIT
// The table of reasons why a well-formed move is illegal.
#ifndef MEYDAN_GAME_REFUSAL_H
#define MEYDAN_GAME_REFUSAL_H

typedef enum Refusal {
    ALLOWED = 0,
    REFUSED_GAME_OVER,
    REFUSED_PASS,          // there is a legal move (R1)
    REFUSED_MUST_PASS,     // there is none (R1)
    REFUSED_NOT_A_STEP,    // the two cells are not neighbours (A2)
    REFUSED_NOT_A_LINE,    // the marbles named are not 2 or 3 neighbours on one line (A2)
    REFUSED_NOT_YOURS,     // no own marble there (A2, R4)
    REFUSED_TOO_MANY,      // more than three own marbles would move (A2)
    REFUSED_OFF_BOARD,     // own marbles would leave the board (A7)
    REFUSED_OCCUPIED,      // a target cell of a side-step is taken (A4)
    REFUSED_OUTNUMBERED,   // the movers do not outnumber the pushed (A5, A6)
    REFUSED_NO_ROOM,       // a marble is behind the pushed ones (A6)
    REFUSED_PAWN_REACH,    // not a step or jump away (Q3, Q6)
    REFUSED_PAWN_WALL,     // a wall is in the way (Q3)
    REFUSED_PAWN_OCCUPIED, // a pawn is on that square (Q6)
    REFUSED_NO_WALLS,      // none left in hand (Q2)
    REFUSED_WALL_OVERLAP,  // (Q4)
    REFUSED_WALL_CROSSING, // (Q4)
    REFUSED_SHUT_IN,       // closes the last path of a player (Q5)
    REFUSED_SWAP,          // not at the choice of a side (R12)
    REFUSALS,
} Refusal;

// The stable name in the API and the page, such as "no-walls-left".
const char *refusal_name(Refusal refusal);
// English text, lower case, without a full stop. It is also the translation key.
const char *refusal_text(Refusal refusal);

#endif
