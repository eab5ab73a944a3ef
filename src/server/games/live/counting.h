// SPDX-License-Identifier: MIT
// Whether a rated game counts, and how much, so that ratings cannot be manipulated.
//
// - Each player has made a few moves; a shorter game proves nothing.
// - Within a day the games between two people count less and less, and then not at all.
// - A person whose rated games are mostly against accounts with no other opponents gains nothing
//   from more of them, since such accounts may exist only to lose. The person is flagged.
// - Two accounts that used the same address or device are flagged. Their games count only if both
//   are established, which means a number of rated games against other opponents.
#ifndef MEYDAN_SERVER_GAMES_LIVE_COUNTING_H
#define MEYDAN_SERVER_GAMES_LIVE_COUNTING_H

#include "server/games/state/room.h"

// A game in which a player made fewer moves does not count.
enum { COUNTING_MOVES_MIN = 4 };

typedef struct Counting {
    Uncounted why;   // COUNTED, or why it does not count
    double discount; // see ratings_rate
    bool shared;     // two opponents share an address or a device
    i64 circle;      // the person whose opponents mostly have no others, or 0
} Counting;

// For a game that is over at `at_ms`. `rate_shared`: opponents may share an address.
Counting counting_of(Store *store, const Room *room, i64 at_ms, bool rate_shared);

#endif
