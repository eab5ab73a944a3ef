// SPDX-License-Identifier: MIT
// Beside the board, while a premove waits: the move, and ways to take it back. A press on the board, the right button
// and Escape also take it back.

import { useEffect } from "preact/hooks";
import { cancelPremove, offerPremoves } from "./premoves";
import type { Game } from "../../state/types";
import { t } from "../../text";

const ECHO = 350; // ms in which a press may be the second half of the double click that entered the move

export function Premove({ game }: { game: Game }) {
  const move = game.ahead?.move;
  useEffect(offerPremoves, []);
  useEffect(() => {
    if (!move) return;
    const since = performance.now();
    const press = ({ target, button }: PointerEvent) => {
      if (performance.now() - since < ECHO || !(target as Element).closest(".board-live")) return;
      cancelPremove();
      if (button === 2) document.addEventListener("contextmenu", (event) => event.preventDefault(), { once: true });
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || (event.target as Element).closest("dialog") || !cancelPremove()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("pointerdown", press, true);
    document.addEventListener("keydown", key, true);
    return () => {
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("keydown", key, true);
    };
  }, [move]);
  if (!move) return null;
  return (
    <p class="message premove" style={{ display: "flex", alignItems: "center", gap: ".5rem" }}>
      <span style={{ flex: 1 }}>{t("Premove: {move}", { move: move.text })}</span>
      <button type="button" class="button small" aria-label={t("Cancel the premove")} onClick={cancelPremove}>{t("Cancel")}</button>
    </p>
  );
}
