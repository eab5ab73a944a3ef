// SPDX-License-Identifier: MIT
// The names of openings, in the reader's language.

import { layoutName } from "../state/seats";
import { named, t } from "../text";

const OPENINGS: Record<string, () => string> = {
  reed: () => t("Reed opening"),
  "reed-side-walls": () => t("Reed opening, side walls"),
  shiller: () => t("Shiller opening"),
  ala: () => t("Ala opening"),
  "three-steps": () => t("Three steps each"),
};

/** The name of an opening, or of the layout from which a game begins. */
export function openingName(id: string): string {
  return id in OPENINGS ? named(OPENINGS, id) : layoutName(id);
}
