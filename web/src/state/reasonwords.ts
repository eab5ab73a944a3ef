// SPDX-License-Identifier: MIT
// Reasons of the core (docs/analysis.md) as sentences. An unknown code has none.

import type { Reason } from "../api/messages";
import { n, t } from "../text";

/** A reason as a sentence. */
export function sentence({ code, player, from, to, number }: Reason, name: (seat: number) => string): string {
  switch (code) {
    case "missed-win":
      return n("There was a win in {n} move.", "There was a win in {n} moves.", number);
    case "allows-win":
      return t("{name}: there is a forced win now.", { name: name(player) });
    case "marble-lost":
      return n("This loses {n} marble.", "This loses {n} marbles.", from);
    case "ejection-missed":
      return n("{n} marble could have been pushed off.", "{n} marbles could have been pushed off.", from);
    case "split":
      return n("The marbles are split into {n} group.", "The marbles are split into {n} groups.", to);
    case "edge":
      return t("More marbles stand on the edge: {from} → {to}.", { from, to });
    case "centre":
      return t("The marbles end up farther from the centre.");
    case "race":
      return n("The race is lost by {n} step.", "The race is lost by {n} steps.", number);
    case "missed-cut":
      return t("{name}: a wall would have lengthened the path, {from} → {to}.", { name: name(player), from, to });
    case "missed-defence":
    case "wrong-side":
      return t("A wall can now lengthen the path of the player who just moved: {from} → {to}.", { from, to });
    case "wasted-wall":
      return t("The wall makes nobody’s path longer.");
    case "self-block":
      return t("The wall lengthens its own player’s path: {from} → {to}.", { from, to });
    case "tempo":
      return t("A step was lost.");
    case "wins":
      return number === 1 ? t("This wins at once.") : n("This wins in {n} move.", "This wins in {n} moves.", number);
    case "ejects":
      return n("This pushes {n} marble off.", "This pushes {n} marbles off.", from);
    case "saves":
      return to ? t("Fewer marbles can be pushed off: {from} → {to}.", { from, to }) : t("No marble can be pushed off any more.");
    case "presses":
      return t("This pushes {from} against {to}.", { from, to });
    case "joins":
      return t("This joins the marbles: {from} → {to} groups.", { from, to });
    case "centres":
      return t("This brings the marbles closer to the centre.");
    case "cuts":
      return t("{name}: the path gets longer, {from} → {to}.", { name: name(player), from, to });
    case "jumps":
      return t("This jumps over a pawn.");
    case "advances":
      return t("This is a step on the shortest path: {from} → {to}.", { from, to });
    default:
      return "";
  }
}
