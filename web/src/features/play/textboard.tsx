// SPDX-License-Identifier: MIT
// The board without a picture: the position in words and as text, a log of all events, and buttons for more. Moves are
// typed in the field beside it. A screen reader can read all of it; every event is also spoken.

import { useEffect, useRef } from "preact/hooks";
import type { Core } from "../../core/types";
import { PositionList } from "../../parts/position";
import { playMove, gameVariant, seatToMove } from "../../state/game";
import { sayClocks, sayLast, sayScore, scoreText } from "../../state/spoken";
import { describeTurn } from "../../state/describe";
import type { Game, Settings } from "../../state/types";
import { t } from "../../text";

export function TextBoard({ core, game, settings }: { core: Core; game: Game; settings: Settings }) {
  const variant = gameVariant(game);
  const log = useRef<HTMLOListElement>(null);
  const { look } = game;
  useEffect(() => log.current?.scrollTo(0, log.current.scrollHeight), [game.log.length]);
  const pass = seatToMove(game) !== null && look.moves.length === 1 && look.moves[0].kind === "pass";
  const swap = seatToMove(game) !== null && look.moves.some(({ kind }) => kind === "swap");
  return (
    <section class="textboard panel" aria-label={t("Text board")}>
      <p><b>{game.match.over ? t("The game is over.") : describeTurn(game.players, settings.name, look.turn)}</b></p>
      <p>{scoreText(game)}</p>
      <h2>{t("Position")}</h2>
      <PositionList variant={variant} look={look} />
      <pre role="img" aria-label={t("The board as text, with the same content as the list above")} tabIndex={0}>{core.drawText(look)}</pre>
      <div class="row">
        <button type="button" class="button small" onClick={sayLast}>{t("Announce the last move")}</button>
        <button type="button" class="button small" onClick={sayScore}>{t("Announce the score")}</button>
        <button type="button" class="button small" onClick={sayClocks}>{t("Announce the clocks")}</button>
        {pass && <button type="button" class="button small primary" onClick={() => playMove("pass")}>{t("Pass")}</button>}
        {swap && <button type="button" class="button small primary" onClick={() => playMove("swap")}>{t("Swap sides")}</button>}
      </div>
      <details>
        <summary>{t("Legal moves")}</summary>
        <p class="legal">{look.moves.map(({ text }) => text).join(" ")}</p>
      </details>
      <h2>{t("What happened")}</h2>
      <ol ref={log} class="log" tabIndex={0}>{game.log.map((line, index) => <li key={index}>{line}</li>)}</ol>
    </section>
  );
}
