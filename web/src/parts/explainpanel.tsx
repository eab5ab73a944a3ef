// SPDX-License-Identifier: MIT
// One finding in the position, as a sentence; its pieces are lit on the board. The keys beside it lead to the next one.

import type { Core, Look } from "@meydan/core";
import { IconButton } from "./controls";
import { remarksOn } from "../state/explain";
import { variantOf } from "../state/seats";
import { t } from "../text";

interface Props {
  core: Core;
  look: Look;
  at: number;
  choose(at: number): void;
}

export function Explain({ core, look, at, choose }: Props) {
  const remarks = remarksOn(core, variantOf(core, look.variant), look);
  const shown = remarks[at];
  if (!shown) return <div class="message explain" role="group" aria-label={t("Explain")}><p>{t("Nothing to explain here.")}</p></div>;
  return (
    <div class="message explain" role="group" aria-label={t("Explain")}>
      <p role="status">
        {shown.threat && <b class="pill threat-pill">{t("Threat")}</b>} {shown.text} <small>{t("{n} of {all}", { n: at + 1, all: remarks.length })}</small>
      </p>
      <span class="steps-between">
        <IconButton icon="previous" label={t("Previous")} act={() => choose((at + remarks.length - 1) % remarks.length)} disabled={remarks.length < 2} />
        <IconButton icon="next" label={t("Next")} act={() => choose((at + 1) % remarks.length)} disabled={remarks.length < 2} />
      </span>
    </div>
  );
}
