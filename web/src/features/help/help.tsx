// SPDX-License-Identifier: MIT
// How to play with a finger, a mouse, the keys or typed moves.

import { t } from "../../text";

function Keys({ rows }: { rows: [string, string][] }) {
  return (
    <dl class="keys-list">
      {rows.map(([keys, text]) => (
        <div key={keys}>
          <dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `over`: in a sheet over a game, which has the heading. */
export function Help({ over = false }: { over?: boolean }) {
  return (
    <div class={over ? "help" : "panel help"}>
      {!over && <h1>{t("Help")}</h1>}
      <div class="help-columns">
        <section>
          <h2>{t("Abalone, by touch or mouse")}</h2>
          <ul>
            <li>{t("Tap a marble, then up to two more in its line: tap both ends or sweep across them.")}</li>
            <li>{t("Tap an arrow, a highlighted cell or the marble to be pushed. Or drag the marbles that way.")}</li>
          </ul>
          <h2>{t("Quoridor, by touch or mouse")}</h2>
          <ul>
            <li>{t("Tap a highlighted square to move the pawn.")}</li>
            <li>{t("Point at a groove, or drag a wall from the rack. Tap the wall to turn it.")}</li>
          </ul>
          <h2>{t("Premoves")}</h2>
          <ul>
            <li>{t("Enter your next move while others are thinking. It is played as soon as it is your turn, if it is legal then.")}</li>
            <li>{t("A tap on the board, the right mouse button or Escape cancels it.")}</li>
          </ul>
          <h2>{t("Typed moves")}</h2>
          <Keys rows={[
            ["a1b2", t("move in line or push: the rear marble and the cell it steps to")],
            ["c3c5d4", t("side-step: both ends of the line, then where the first one lands")],
            ["e2", t("the pawn goes to that square")],
            ["e3h e3v", t("a wall above e3 and f3; to the right of e3 and e4")],
          ]} />
        </section>
        <section>
          <h2>{t("Keys, with the board in focus")}</h2>
          <Keys rows={[
            ["← → ↑ ↓", t("go from cell to cell")],
            ["PgUp PgDn", t("the other diagonal (Abalone)")],
            ["Enter", t("select, or play")],
            ["Shift+→", t("select more marbles (Abalone)")],
            ["1 … 6", t("play in a direction (Abalone)")],
            ["w r", t("wall mode, turn the wall (Quoridor)")],
            ["Esc", t("clear selection")],
            ["i", t("type a move")],
            ["o l", t("announce this cell, the last move")],
            ["t m c", t("announce the clocks, the moves, the score")],
            ["f", t("turn the board")],
            ["z", t("show only the board, and back")],
            ["[ ] Home End", t("step through the moves")],
            ["← →", t("the same, after the game or when the board is not in focus")],
            ["?", t("this help")],
          ]} />
          <p>{t("To play without seeing the board, switch on the text board in the settings.")}</p>
        </section>
      </div>
    </div>
  );
}
