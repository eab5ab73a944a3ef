// SPDX-License-Identifier: MIT
// A move typed in the notation of the records. A refused text stays, so that it can be corrected.

import { useState } from "preact/hooks";
import { t } from "../text";
import { playMove } from "../state/game";
import type { Ahead } from "../state/types";

export const TYPED_ID = "typed-move";

/** A move in plain letters: a Turkish keyboard has four forms of the row or file i. */
export function plainMove(text: string): string {
  return text.trim().replace(/[İı]/g, "i").toLowerCase();
}

/** `ahead`: takes premoves. */
export function TypedMove({ example, enabled, ahead }: { example: string; enabled: boolean; ahead?: Ahead }) {
  const [text, set] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const move = plainMove(text);
    if (move && (enabled ? playMove(move) : ahead?.enter(move))) set("");
  };
  return (
    <form class={ahead ? "typed ahead" : "typed"} onSubmit={submit}>
      <label class="spoken" for={TYPED_ID}>{t("Type a move")}</label>
      <input class="entry" id={TYPED_ID} value={text} onInput={(event) => set(event.currentTarget.value)} placeholder={t("Move, for example {example}", { example })}
        autocomplete="off" autocapitalize="off" autoCorrect="off" spellcheck={false} enterkeyhint="go" />
      <button type="submit" class="button small" disabled={!enabled && !ahead}>{ahead ? t("Premove") : t("Play")}</button>
    </form>
  );
}
