// SPDX-License-Identifier: MIT
// The rules of this tournament in plain words, and the draw: the hash of the seed, the seed, and how to check them.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { t } from "../../text";
import type { Copy, Tournament } from "./tournament";
import { ruleTexts } from "./ruleswords";
import { conditionTexts } from "./tournamentwords";

/** Whether the seed has that hash. Browsers compute hashes only over https: null where they cannot. */
async function seedFits({ promise, seed }: Tournament): Promise<boolean | null> {
  if (!promise || !seed || !globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === promise;
}

export function RulesAndDraw({ copy: { head }, core }: { copy: Copy; core: Core }) {
  const [fits, set] = useState<boolean | null>(null);
  useEffect(() => void seedFits(head).then(set), [head.promise, head.seed]);
  const marks = conditionTexts(head);
  return (
    <section class="slab rules-and-draw" aria-labelledby="rules">
      <h2 id="rules">{t("Rules")}</h2>
      <ul>{ruleTexts(core, head).map((text) => <li key={text}>{text}</li>)}</ul>
      {marks.length > 0 && <p>{t("Who may enter: {list}.", { list: marks.join(", ") })}</p>}
      <h3>{t("The draw")}</h3>
      <p>{t("The server draws a secret seed before entries close and publishes its hash. All lots follow from the seed and the list of players, so nobody can choose them, and everybody can check them.")}</p>
      {head.promise && <p class="hash"><span>{t("Hash (SHA-256)")}</span> <code>{head.promise}</code></p>}
      {head.seed
        ? <p class="hash"><span>{t("Seed")}</span> <code>{head.seed}</code></p>
        : <p class="quiet">{t("The seed is published at the start.")}</p>}
      {fits !== null && <p class={fits ? "fits" : "wrong"}>{fits ? t("The seed has this hash.") : t("The seed does not have this hash!")}</p>}
      <p class="note">{t("To check everything, download the tournament as JSON and run:")} <code>meydan tournament check FILE</code></p>
    </section>
  );
}
