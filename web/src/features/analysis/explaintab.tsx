// SPDX-License-Identifier: MIT
// Findings in the position on the analysis board, one at a time.

import { explain } from "./analysis";
import { t } from "../../text";
import { Explain } from "../../parts/explainpanel";
import type { PanelProps } from "./types";

export function ExplainPanel({ core, analysis: { look, explained } }: PanelProps) {
  if (explained === null) return <button type="button" class="button" onClick={() => explain(0)}>{t("Explain this position")}</button>;
  return (
    <>
      <Explain core={core} look={look} at={explained} choose={explain} />
      <button type="button" class="button small" onClick={() => explain(null)}>{t("Stop explaining")}</button>
    </>
  );
}
