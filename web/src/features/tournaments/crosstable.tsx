// SPDX-License-Identifier: MIT
// The cross-table of a round robin: everybody against everybody, in the order of the standings.

import { t } from "../../text";
import { type Copy, halves, scoreOf } from "./tournament";

/** The scores of each entry against each other, in games: "1½". */
function meetings({ tables }: Copy): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const table of tables) {
    const score = scoreOf(table);
    if (!score) continue;
    const [one, other] = table.entries;
    const put = (a: number, b: number, points: number) => found.set(`${a}-${b}`, [...(found.get(`${a}-${b}`) ?? []), halves(points)]);
    put(one, other, score[0]);
    put(other, one, score[1]);
  }
  return found;
}

export function CrossTable({ copy }: { copy: Copy }) {
  const order = copy.standings.rows.length ? copy.standings.rows : copy.entries.map(({ entry }) => ({ entry, rank: 0, points: "" }));
  const found = meetings(copy);
  return (
    <section class="slab" aria-labelledby="cross-table">
      <h2 id="cross-table">{t("Cross-table")}</h2>
      <div class="wide-table" role="group" aria-labelledby="cross-table" tabIndex={0}>
        <table class="standings cross">
          <thead>
            <tr>
              <th scope="col" class="number">{t("Rank")}</th>
              <th scope="col">{t("Player")}</th>
              {order.map(({ entry }, at) => <th key={entry} scope="col" class="number"><abbr title={copy.nameOf(entry)}>{at + 1}</abbr></th>)}
              <th scope="col" class="number">{t("Points")}</th>
            </tr>
          </thead>
          <tbody>
            {order.map(({ entry, points }, at) => (
              <tr key={entry} class={entry === copy.head.you.entry ? "you" : ""}>
                <td class="number">{at + 1}</td>
                <th scope="row">{copy.nameOf(entry)}</th>
                {order.map(({ entry: other }) => (
                  <td key={other} class={`number${entry === other ? " self" : ""}`}>{entry === other ? "" : found.get(`${entry}-${other}`)?.join(" ") ?? "·"}</td>
                ))}
                <td class="number points">{points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
