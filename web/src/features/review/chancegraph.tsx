// SPDX-License-Identifier: MIT
// The chance to win over a game: a line of the user's side, or one for each if more than two sides play; the phases
// tinted, the marked moves on the line, and below it the marbles pushed off or the walls placed, by side. It is one tab
// stop: the arrows go from move to move.

import type { ReviewedPly, ReviewTotal } from "../../api/messages";
import { Marble } from "../../parts/marble";
import { gameVariant, lookAt } from "../../state/game";
import { moveNumber } from "../../state/describe";
import { playerName } from "../../state/seats";
import { getState } from "../../state/store";
import type { Game } from "../../state/types";
import { percent, t } from "../../text";
import { MoveMark } from "./movemark";

const WIDTH = 1000;
const HEIGHT = 100;
const MARKS_MAX = 14; // with more of them, inaccuracies are left out
const NAMED_MIN = 0.16; // share of the width that the name of a phase needs

const PHASES: Record<string, () => string> = { opening: () => t("Opening"), middle: () => t("Middle game"), end: () => t("Endgame") };

/** The only seat of the user; -1 if they watch or play several. */
export function ownSeat({ players }: Game): number {
  const mine = players.flatMap(({ kind }, seat) => (kind === "me" ? [seat] : []));
  return mine.length === 1 ? mine[0] : -1;
}

interface Props {
  game: Game;
  plies: (ReviewedPly | null)[];
  base: number;
  phases?: ReviewTotal["phases"];
  /** A picture beside the result, without axis, names or keys. */
  small?: boolean;
}

/** The events below the line: one per marble pushed off, or wall placed, in a row for each side. */
function Events({ game, base, steps }: { game: Game; base: number; steps: number }) {
  const variant = gameVariant(game);
  const walls = variant.game === "quoridor";
  const events = game.match.moves.slice(base, game.match.plies).flatMap(({ seat, taken, slot }, index) => {
    if (walls ? !slot : taken < 0) return [];
    return [{ x: ((index + 1) / steps) * 100, of: walls ? seat : taken }];
  });
  if (!events.length) return null;
  const rows = [...new Set(events.map(({ of }) => of))].sort((a, b) => a - b);
  return (
    <div class="chance-events" aria-hidden="true">
      {rows.map((of) => (
        <div key={of}>
          {walls && <Marble seat={of} />}
          {events.filter((event) => event.of === of).map(({ x }, at) => (
            <span key={at} class={walls ? "wall" : undefined} style={{ left: `${x}%` }}>{!walls && <Marble seat={of} />}</span>
          ))}
        </div>
      ))}
    </div>
  );
}

export function ChanceGraph({ game, plies, base, phases = [], small }: Props) {
  const { settings } = getState();
  const teams = new Set(gameVariant(game).teams).size;
  const own = Math.max(0, ownSeat(game));
  const lines = teams === 2 ? [own] : game.players.map((_, seat) => seat);
  const at = (game.ply ?? game.match.plies) - base + (game.hint && game.ply !== null ? 1 : 0);
  const steps = Math.max(1, plies.length);
  const x = (ply: number) => (ply / steps) * WIDTH;
  const y = (chance: number) => HEIGHT * (1 - chance / 1000);
  const points = (seat: number) => [`0,${y(1000 / teams)}`, ...plies.flatMap((ply, index) =>
    (ply ? [`${x(index + 1).toFixed(1)},${y(ply.chances[seat]).toFixed(1)}`] : []))].join(" ");
  const told = plies[at - 1];
  const marked = plies.flatMap((ply) => (ply?.mark ? [ply] : []));
  const shown = marked.length > MARKS_MAX ? marked.filter(({ mark }) => mark !== "inaccuracy") : marked;
  const last = plies.findLastIndex(Boolean) + 1;
  const picture = (
    <>
      {phases.map(({ phase, from, to }) => (
        <div key={phase} class={`phase ${phase}`} style={{ left: `${((from - 1) / steps) * 100}%`, width: `${((to - from + 1) / steps) * 100}%` }}>
          {!small && (to - from + 1) / steps >= NAMED_MIN && <span>{PHASES[phase]?.()}</span>}
        </div>
      ))}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {teams === 2 && <polygon class="area" points={`0,${HEIGHT} ${points(own)} ${x(last)},${HEIGHT}`} />}
        <line class="even" x1="0" y1={y(1000 / teams)} x2={WIDTH} y2={y(1000 / teams)} />
        {lines.map((seat) => <polyline key={seat} class={teams === 2 ? "line" : `line seat-${seat}`} points={points(seat)} />)}
        {!small && at > 0 && <line class="now" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />}
      </svg>
      {shown.map((ply) => (
        <span key={ply.ply} class={ply.ply === at && !small ? "at current" : "at"}
          style={{ left: `${(ply.ply / steps) * 100}%`, top: `${100 - ply.chances[teams === 2 ? own : ply.player] / 10}%` }}>
          <MoveMark kind={ply.mark} />
        </span>
      ))}
    </>
  );
  if (small) return <div class="chance-graph small" role="img" aria-label={t("Chance to win, move by move")}><div class="plot">{picture}</div></div>;
  const value = told
    ? lines.map((seat) => `${playerName(game.players, seat, settings.name)} ${percent(told.chances[seat] / 1000)}`).join(", ")
    : "";
  const keys = (event: KeyboardEvent) => {
    // The present state, not the drawn one: keys may come quicker than drawings.
    const { game: now } = getState();
    const here = (now?.ply ?? plies.length + base) - base;
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: plies.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    lookAt(base + to);
  };
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    lookAt(base + Math.round(((event.clientX - box.left) / box.width) * plies.length));
  };
  return (
    <div class="chance-graph">
      <div class="scale" aria-hidden="true">{[1, 0.5, 0].map((share) => <span key={share}>{percent(share)}</span>)}</div>
      <div class="plot chances" role="slider" tabIndex={0} aria-label={t("Chance to win, move by move")} aria-valuemin={0} aria-valuemax={plies.length}
        aria-valuenow={Math.max(0, at)} aria-valuetext={[t("Move {n}", { n: moveNumber(base + Math.max(1, at), game.players.length) }), value].filter(Boolean).join(", ")}
        onKeyDown={keys} onClick={press}>
        {picture}
      </div>
      <Events game={game} base={base} steps={steps} />
    </div>
  );
}
