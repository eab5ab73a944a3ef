// SPDX-License-Identifier: MIT
// Notes on the present move: a mark, a comment; and actions on its line.

import { IconButton } from "../../parts/controls";
import { draw, promoteHere, removeHere, setComment, setShapes, setSign } from "./analysis";
import { type Colour, SIGNS, variationOf } from "./tree";
import { t } from "../../text";
import type { PanelProps } from "./types";
import { signWord } from "./sign";

const COLOURS: [Colour, () => string][] = [
  ["green", () => t("Green")],
  ["red", () => t("Red")],
  ["yellow", () => t("Yellow")],
  ["blue", () => t("Blue")],
];

export function NotesPanel({ analysis: { tree, at, drawing } }: PanelProps) {
  const { sign, comment, move, shapes } = tree.nodes[at];
  const aside = variationOf(tree, at) !== null;
  return (
    <div class="notes stack">
      <div class="signs" role="group" aria-label={t("Rate this move")}>
        {SIGNS.map((one, index) => (
          <button key={one} type="button" class={`sign-key sign-${index}`} aria-pressed={sign === one} aria-label={signWord(one)} title={signWord(one)}
            disabled={!at} onClick={() => setSign(one)}>{one}</button>
        ))}
      </div>
      <label class="field">
        <span class="spoken">{at ? t("Comment on {move}", { move }) : t("Comment on the first position")}</span>
        <textarea rows={3} value={comment} placeholder={at ? t("Comment on {move}", { move }) : t("Comment on the first position")}
          onInput={(event) => setComment(event.currentTarget.value)} />
      </label>
      <div class="colours bar" role="group" aria-label={t("Draw arrows and circles")}>
        {COLOURS.map(([colour, word]) => (
          <button key={colour} type="button" class={`colour ${colour}`} aria-label={word()} title={t("Draw arrows and circles")} aria-pressed={drawing === colour}
            onClick={() => draw(drawing === colour ? null : colour)} />
        ))}
        <IconButton icon="close" label={t("Remove the drawings")} act={() => setShapes([])} disabled={!shapes.length} />
      </div>
      <div class="row line-tools">
        <IconButton icon="up" label={t("Move the variation up")} act={() => promoteHere(false)} disabled={!aside} />
        <IconButton icon="top" label={t("Make it the main line")} act={() => promoteHere(true)} disabled={!aside} />
        <IconButton icon="trash" label={t("Delete from here on")} act={removeHere} disabled={!at} />
      </div>
    </div>
  );
}
