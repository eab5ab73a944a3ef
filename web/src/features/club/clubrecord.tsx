// SPDX-License-Identifier: MIT
// The moves of a game on a real board, tapped on a phone beside it, so that the game becomes a record. The moves are stored on the
// phone until they are sent.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Core, Look, Match, MatchState } from "../../core/types";
import { isRefusal } from "@meydan/core";
import { Tool } from "../../parts/controls";
import { LiveBoard } from "../../parts/liveboard";
import { hasMotion, notify } from "../../state/actions";
import { say } from "../../state/speak";
import { colourName } from "../../state/seats";
import { read, write } from "../../state/storage";
import { now, today } from "../../state/time";
import type { Settings } from "../../state/types";
import { n, t } from "../../text";
import { type AtTable, nameAt } from "./clubcalls";

interface RecordProps {
  store: string;
  core: Core;
  settings: Settings;
  at: AtTable;
  game: number;
  close(): void;
  /** Places by seat of the table if the board shows the result, and the record. */
  over(places: number[] | null, record: string): void;
}

/** Places by seat of the game: the winners share the first one. */
export function placesOf(look: Look, seats: number): number[] {
  const { winners } = look;
  return Array.from({ length: seats }, (_, seat) => (!winners.length || winners.includes(seat) ? 1 : winners.length + 1));
}

export function ClubRecord({ store, core, settings, at, game, close, over }: RecordProps) {
  const key = `meydan.clubmoves.${store}`;
  const names = at.names.map((_, seat) => nameAt(at, game, seat));
  const match = useRef<Match | null>(null);
  const begin = (): MatchState => {
    match.current?.dispose();
    const made = core.match({ variant: at.head.variant, names, tags: { Event: at.head.name, Date: today(), Round: String(at.table.round) } });
    const moves = read<unknown>(key);
    if (Array.isArray(moves)) for (const move of moves) if (typeof move !== "string" || made.play(move, now())) break;
    match.current = made;
    return made.state;
  };
  const [state, set] = useState<MatchState>(begin);
  useEffect(() => () => match.current?.dispose(), []);
  const { look, moves } = state;
  const before = useMemo(() => (moves.length ? match.current!.at(moves.length - 1) : null), [moves.length]);
  const changed = () => {
    const next = match.current!.state;
    write(key, next.moves.map(({ text }) => text));
    set(next);
  };
  const play = (text: string) => {
    const refusal = match.current!.play(text, now());
    if (refusal && isRefusal(refusal)) return notify(t(refusal.text) || refusal.message);
    changed();
  };
  const send = () => {
    const places = look.winners.length || state.over ? placesOf(look, names.length) : null;
    // From the seats of the game to those of the table.
    over(places && names.length === 2 && game % 2 === 1 ? [places[1], places[0]] : places, match.current!.record());
  };
  return (
    <div class="club-record">
      <header class="row">
        <h1>{state.over ? t("The game is over") : t("{name} ({colour}) to move", { name: names[look.turn], colour: colourName(look.turn) })}</h1>
        <span class="quiet">{n("{n} move", "{n} moves", moves.length)}</span>
      </header>
      <div class="club-board">
        <LiveBoard look={look} seat={state.over ? null : look.turn} turned={0} core={core} last={moves[moves.length - 1] ?? null} before={before} coordinates={settings.coordinates}
          marks={settings.marks} confirmWalls={settings.confirmWalls} motion={hasMotion(settings)} onMove={play} say={say} />
      </div>
      <div class="row club-record-keys">
        <Tool icon="undo" label={t("Take back")} disabled={!moves.length} act={() => (match.current!.undo(1), changed())} />
        {look.winners.length > 0 || state.over
          ? <button type="button" class="button primary" onClick={send}>{t("To the result")}</button>
          : <Tool icon="check" label={t("Store the moves so far")} disabled={!moves.length} act={send} />}
        <Tool icon="close" label={t("Back to the table")} act={close} />
      </div>
    </div>
  );
}
