// SPDX-License-Identifier: MIT
// The features of a position, one at a time: threats first, each in a sentence with its pieces. All of them come from
// the core. Parries of a threat are found by trying every legal move.

import { isRefusal, type Core, type Finding, type Look, type Variant } from "@meydan/core";
import { n, t } from "../text";
import { capital, colourName } from "./seats";

export interface Remark {
  kind: string;
  threat: boolean;
  text: string;
  findings: Finding[];
  /** Show all players' shortest paths. */
  paths: boolean;
}

const REMARKS_MAX = 12;
const PARRIES_MAX = 3;
const RANK = ["ejection", "path", "jump", "sumito", "det", "pat"]; // in this order after the threats

let known: { look: Look; remarks: Remark[] } | null = null; // the latest result

function list(cells: string[]): string {
  return cells.join(" ");
}

function isThreat(variant: Variant, look: Look, { kind, seat }: Finding): boolean {
  return kind === "ejection" && variant.teams[seat] !== variant.teams[look.turn];
}

/** The moves that leave the opponents the fewest ejections. */
function parries(core: Core, variant: Variant, look: Look, threats: number): string {
  const left = look.moves.map(({ text }) => {
    const after = core.play(look, text);
    if (isRefusal(after) || after.winners.length) return { text, count: 0 };
    const count = core.explain(after).filter(({ kind, seat }) => kind === "ejection" && variant.teams[seat] !== variant.teams[look.turn]).length;
    return { text, count };
  });
  const fewest = Math.min(...left.map(({ count }) => count));
  if (!(fewest < threats)) return t("No move prevents it.");
  const moves = left.filter(({ count }) => count === fewest).slice(0, PARRIES_MAX).map(({ text }) => text).join(", ");
  return fewest ? t("You cannot save them all. Best: {moves}.", { moves }) : t("Defences: {moves}.", { moves });
}

function sentence(variant: Variant, look: Look, finding: Finding): string {
  const player = capital(colourName(finding.seat));
  const [own, foe] = [list(finding.own), list(finding.foe)];
  switch (finding.kind) {
    case "ejection":
      return isThreat(variant, look, finding)
        ? t("{player} threatens to push a marble off: {own} against {foe}.", { player, own, foe })
        : t("{player} can push a marble off: {own} against {foe}.", { player, own, foe });
    case "sumito":
      return t("{player} can push: {own} against {foe}.", { player, own, foe });
    case "pat":
      return t("Standoff: {own} and {foe} block each other.", { own, foe });
    case "det":
      return t("{player}: the marble on {own} is surrounded by opposing marbles.", { player, own });
    case "jump":
      return t("{player} can jump to {cell}.", { player, cell: finding.move || own });
    default:
      return "";
  }
}

function waysOf(look: Look, findings: Finding[]): Remark[] {
  if (!look.pawns.length) return [];
  const parts = look.distance.flatMap((steps, seat) => (steps >= 0 ? [`${capital(colourName(seat))}: ${n("{n} step", "{n} steps", steps)}`] : []));
  return [{ kind: "path", threat: false, text: `${t("Shortest paths.")} ${parts.join(", ")}.`, findings: findings.filter(({ kind }) => kind === "path"), paths: true }];
}

/** The remarks on a position, the most urgent first. */
export function remarksOn(core: Core, variant: Variant, look: Look): Remark[] {
  if (known?.look === look) return known.remarks;
  const findings = look.winners.length ? [] : core.explain(look);
  const threats = findings.filter((finding) => isThreat(variant, look, finding));
  const told = findings.map((finding): Remark => {
    const threat = threats.includes(finding);
    const parry = threat && threats[0] === finding ? ` ${parries(core, variant, look, threats.length)}` : "";
    const text = sentence(variant, look, finding);
    return { kind: finding.kind, threat, text: text && text + parry, findings: [finding], paths: false };
  }).filter(({ text }) => text);
  const rank = ({ kind, threat }: Remark) => (threat ? -1 : RANK.indexOf(kind));
  const remarks = [...waysOf(look, findings), ...told].sort((a, b) => rank(a) - rank(b)).slice(0, REMARKS_MAX);
  known = { look, remarks };
  return remarks;
}

/** Each player's steps to the goal after one more wall; undefined if it is illegal. */
export function ghostSteps(core: Core, look: Look, wall: string | null): number[] | undefined {
  const after = wall && look.moves.some(({ text }) => text === wall) ? core.play(look, wall) : null;
  return after && !isRefusal(after) ? after.distance : undefined;
}
