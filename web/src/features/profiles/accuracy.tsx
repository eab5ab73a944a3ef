// SPDX-License-Identifier: MIT
// How well a person plays, by variant, from the reviews of their games. Empty without reviews.

import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/http";
import type { Accuracy } from "../../api/types";
import { variantName } from "../../state/seats";
import { n, percent, t } from "../../text";

export function AccuracyOf({ name }: { name: string }) {
  const [rows, set] = useState<Accuracy[]>([]);
  useEffect(() => {
    let wanted = true;
    call<{ accuracy: Accuracy[] }>("GET", `/people/${encodeURIComponent(name)}/accuracy`).then(({ accuracy }) => wanted && set(accuracy.sort((a, b) => b.games - a.games)), () => {});
    return () => void (wanted = false);
  }, [name]);
  if (!rows.length) return null;
  return (
    <section class="panel person-accuracy" aria-labelledby="accuracy">
      <h2 id="accuracy">{t("Accuracy")}</h2>
      <ul class="items">
        {rows.map((row) => (
          <li key={row.variant}>
            <span>{variantName(row.variant)}</span>
            <b>{t("{share} accurate", { share: percent(row.accuracy / 1000) })}</b>
            <small>{[
              n("{n} great move", "{n} great moves", row.great), n("{n} inaccuracy", "{n} inaccuracies", row.inaccuracies),
              n("{n} mistake", "{n} mistakes", row.mistakes), n("{n} blunder", "{n} blunders", row.blunders),
            ].join(" · ")}</small>
            <small>{n("{n} reviewed game", "{n} reviewed games", row.games)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
