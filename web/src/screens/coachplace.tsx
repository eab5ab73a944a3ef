// SPDX-License-Identifier: MIT
// The coach of a first game is a part of its own: loaded, with its style, when there is one, or one is offered.

import type { Core } from "../core/types";
import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { Game, Settings } from "../state/types";

const load = () => Promise.all([import("./coach"), loadStyle("coach.css")]).then(([part]) => part);

export function CoachPlace({ core, game, settings }: { core: Core; game: Game; settings: Settings }) {
  const part = usePart(load);
  return part && part !== "failed" ? <part.Coach core={core} game={game} settings={settings} /> : null;
}

export function CoachOffer({ core, game }: { core: Core; game: "abalone" | "quoridor" }) {
  const part = usePart(load);
  return part && part !== "failed" ? <part.Offer core={core} game={game} /> : null;
}
