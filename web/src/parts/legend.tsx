// SPDX-License-Identifier: MIT
// The findings of the explain switch, as a list of terms with their numbers.

import type { Finding, Variant } from "../core/types";
import { Marble } from "./marble";
import { colourName } from "../state/seats";
import { named, t } from "../text";

const TERMS: Record<string, () => string> = {
  group: () => t("groups"),
  single: () => t("singles"),
  pair: () => t("pairs"),
  spear: () => t("spears"),
  arc: () => t("arcs"),
  shield: () => t("shields"),
  block: () => t("blocks"),
  det: () => t("dets"),
  pat: () => t("standoffs (pat)"),
  sumito: () => t("sumitos"),
  ejection: () => t("ejections"),
  path: () => t("shortest paths"),
  jump: () => t("jumps"),
};

export function Legend({ variant, findings }: { variant: Variant; findings: Finding[] }) {
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const seats = variant.teams.map((_, seat) => seat);
  if (!kinds.length) return <p class="note">{t("Nothing to explain here.")}</p>;
  const count = (kind: string, seat: number) => findings.filter((finding) => finding.kind === kind && finding.seat === seat).length;
  return (
    <table class="legend">
      <thead>
        <tr>
          <th scope="col"><span class="spoken">{t("Formation")}</span></th>
          {seats.map((seat) => <th key={seat} scope="col"><Marble seat={seat} /><span class="spoken">{colourName(seat)}</span></th>)}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{named(TERMS, kind)}</th>
            {seats.map((seat) => <td key={seat}>{count(kind, seat) || "–"}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
