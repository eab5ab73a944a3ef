// SPDX-License-Identifier: MIT
// A position in words, for users who cannot see the drawing.

import type { Look, Variant } from "../core/types";
import { capital, colourName } from "../state/seats";
import { t } from "../text";

function pieces(variant: Variant, look: Look): string[] {
  if (variant.game === "abalone") {
    return variant.teams.map((_, seat) => {
      const cells = look.marbles.filter((marble) => marble.seat === seat).map(({ cell }) => cell).sort().join(" ");
      return t("{colour}: {cells}", { colour: capital(colourName(seat)), cells });
    });
  }
  const pawns = look.pawns.map((square, seat) => t("{colour} pawn: {cell}", { colour: capital(colourName(seat)), cell: square || t("out") }));
  const walls = (upright: boolean) => look.walls.filter((wall) => wall.upright === upright).map(({ slot }) => slot).sort().join(" ") || t("none");
  return [...pawns, t("Horizontal walls: {list}", { list: walls(false) }), t("Vertical walls: {list}", { list: walls(true) })];
}

export function PositionList({ variant, look }: { variant: Variant; look: Look }) {
  return <ul class="position">{pieces(variant, look).map((line) => <li key={line}>{line}</li>)}</ul>;
}
