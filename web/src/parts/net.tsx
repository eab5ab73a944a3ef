// SPDX-License-Identifier: MIT
// The state of the connection: four bars by the round trip, with the numbers on request.

import type { Online } from "../state/types";
import { t } from "../text";

const STEPS = [150, 300, 500]; // ms: four bars below the first, one above the last

export function netText({ state, trip, lag }: Online["link"]): string {
  if (state !== "open") return t("no connection");
  if (trip === null) return t("connected");
  const words = t("round trip {n} ms", { n: Math.round(trip) });
  return lag === null ? words : `${words}, ${t("lag {n} ms", { n: Math.round(lag) })}`;
}

export function Net({ link }: { link: Online["link"] }) {
  const bars = link.state !== "open" ? 0 : link.trip === null ? 4 : 4 - STEPS.filter((step) => link.trip! >= step).length;
  const text = netText(link);
  return (
    <span class={`net of-${bars}`} title={text}>
      <svg viewBox="0 0 20 16" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect key={bar} x={bar * 5 + 0.5} y={12 - bar * 4} width="4" height={4 + bar * 4} rx="1" class={bar < bars ? "on" : "off"} />
        ))}
      </svg>
      <span class="net-text">{link.state === "open" ? (link.trip === null ? "" : t("{n} ms", { n: Math.round(link.trip) })) : text}</span>
      <span class="spoken">{t("Connection: {text}", { text })}</span>
    </span>
  );
}
