// SPDX-License-Identifier: MIT
// What the explain switch found on the board, as a list of terms with their numbers.

import type { Finding, Variant } from "../core/types";
import { Marble } from "../parts/marble";
import { colourName } from "../state/seats";
import { t } from "../text";

function term(kind: string): string {
  switch (kind) {
    case "group":
      return t("groups");
    case "single":
      return t("singles");
    case "pair":
      return t("pairs");
    case "spear":
      return t("spears");
    case "arc":
      return t("arcs");
    case "shield":
      return t("shields");
    case "block":
      return t("blocks");
    case "det":
      return t("dets");
    case "pat":
      return t("standoffs (pat)");
    case "sumito":
      return t("sumitos");
    case "ejection":
      return t("ejections");
    case "path":
      return t("shortest paths");
    case "jump":
      return t("jumps");
    default:
      return kind;
  }
}

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
            <th scope="row">{term(kind)}</th>
            {seats.map((seat) => <td key={seat}>{count(kind, seat) || "–"}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
