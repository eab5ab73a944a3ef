// SPDX-License-Identifier: MIT
// The panels beside the analysis board. Each is drawn from the state; if there is space for all of them they form two
// columns, otherwise one is shown at a time, chosen by its tab. To add one, write its component and a line here.

import type { ComponentType } from "preact";
import type { PanelProps } from "./types";
import { t } from "../../text";
import { ExplorerPanel } from "./explorerpanel";
import { EnginePanel } from "./enginepanel";
import { ExplainPanel } from "./explaintab";
import { MovesPanel } from "./moves";
import { NotesPanel } from "./notes";

interface Panel {
  id: string;
  title(): string;
  /** Its column when all are shown. */
  column: "left" | "right";
  Part: ComponentType<PanelProps>;
}

export const PANELS: Panel[] = [
  { id: "engine", title: () => t("Engine"), column: "right", Part: EnginePanel },
  { id: "moves", title: () => t("Moves"), column: "right", Part: MovesPanel },
  { id: "explain", title: () => t("Explain"), column: "left", Part: ExplainPanel },
  { id: "explorer", title: () => t("Openings"), column: "left", Part: ExplorerPanel },
  { id: "notes", title: () => t("Notes"), column: "left", Part: NotesPanel },
];
