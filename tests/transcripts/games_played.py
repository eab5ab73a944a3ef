# SPDX-License-Identifier: MIT
"""Games that scenes play."""

# Player 2 jumps over player 1 and is home first.
QUORIDOR = "e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 e1"
# As far as a rated game has to go, so that it counts.
SHORT = "e2 e8 e3 e7 e4 e6 e3h d6h"
