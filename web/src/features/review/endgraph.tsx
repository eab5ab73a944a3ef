// SPDX-License-Identifier: MIT
// The chance to win beside a result. A game that was reviewed shows its review; one that has just ended on this screen a
// quick estimate, without marks of moves, which is neither kept nor taken for a review.

import { useEffect, useState } from "preact/hooks";
import type { ReviewedPly } from "../../api/messages";
import type { Game } from "../../state/types";
import { percent, t } from "../../text";
import { ChanceGraph, ownSeat } from "./chancegraph";
import { estimate, known } from "./review";

const BEHIND = 300; // thousandths: a chance from which a win is a comeback

export function EndGraph({ game, ended }: { game: Game; ended: boolean }) {
  const [plies, set] = useState<(ReviewedPly | null)[] | null>(null);
  useEffect(() => {
    let wanted = true;
    const found = known(game);
    if (found) set(found);
    else if (ended) void estimate(game).then((made) => wanted && made && set(made), () => {});
    return () => void (wanted = false);
  }, [game.id, game.match.plies]);
  if (!plies || plies.length < 2) return null;
  const own = ownSeat(game);
  const least = own < 0 ? 1000 : Math.min(...plies.map((ply) => ply?.chances[own] ?? 1000));
  return (
    <div class="end-graph">
      <ChanceGraph game={game} plies={plies} base={game.match.plies - plies.length} small />
      {game.match.winners.includes(own) && least <= BEHIND && <p class="quiet">{t("You came back from {share}", { share: percent(least / 1000) })}</p>}
    </div>
  );
}
