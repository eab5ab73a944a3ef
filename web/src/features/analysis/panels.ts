// SPDX-License-Identifier: MIT
// What stands beside the analysis board. Each panel is drawn from the state; where there is room for all of them they stand in
// two columns, elsewhere one is shown at a time, chosen by its tab. To add one, write its component and a line here.

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
  /** The column it stands in where all are shown. */
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
