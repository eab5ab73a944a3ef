// SPDX-License-Identifier: MIT
// Conditional moves: lines of possible moves of the opponents and the user's replies, entered on a separate board.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { correspondence } from "./correspondence";
import type { Lines } from "../../api/messages";
import { problemText } from "../../api/problems";
import { IconButton, Sheet } from "../../parts/controls";
import { say } from "../../state/speak";
import { TaskBoard, shownAfter, shownStill } from "../../parts/taskboard";
import { playerName } from "../../state/seats";
import type { Game, OnlineGame, Settings } from "../../state/types";
import { t } from "../../text";

interface Props {
  core: Core;
  game: Game;
  online: OnlineGame;
  settings: Settings;
}

interface EditorProps extends Props {
  /** The moves at the start. */
  begun: string[];
  longest: number;
  save(line: string[]): Promise<unknown>;
  close(): void;
}

function Editor({ core, game, online: { info }, settings, begun, longest, save, close }: EditorProps) {
  const [line, setLine] = useState(begun);
  const [shake, setShake] = useState(0);
  const [wrong, setWrong] = useState("");
  // The position reached by the line; the core plays every move.
  const shown = line.reduce((at, move) => shownAfter(core, at.look, move), shownStill(game.match.look));
  const { look } = shown;
  const own = info.you.includes(look.turn);
  const open = !look.winners.length && line.length < longest;
  const owners = line.reduce<{ look: typeof look; own: boolean[] }>((at, move) => ({
    look: shownAfter(core, at.look, move).look, own: [...at.own, info.you.includes(at.look.turn)],
  }), { look: game.match.look, own: [] }).own;
  const asked = own ? t("Your answer:") : t("What will {name} play?", { name: playerName(game.players, look.turn, settings.name) });
  const play = (move: string) => {
    setWrong("");
    setLine([...line, move]);
  };
  const store = () => save(line).then(close, (error) => setWrong(problemText(error)));
  useEffect(() => {
    if (open) say(asked);
  }, [line.length]);
  return (
    <Sheet title={t("Conditional moves")} close={close}>
      <div class="conditional-editor">
        <ol class="conditional-line" aria-label={t("The line so far")}>
          {line.map((move, at) => <li key={at} class={owners[at] ? "own" : ""}>{move}</li>)}
        </ol>
        <p role="status">{open ? asked : t("The line is complete.")}</p>
        <TaskBoard core={core} settings={settings} shown={shown} seat={open ? look.turn : null} shake={shake} turned={game.turned} far={false}
          onMove={play} onRefuse={() => setShake(shake + 1)} />
        {wrong && <p class="message refused" role="alert">{wrong}</p>}
        <div class="row">
          <button type="button" class="button primary" disabled={!owners.includes(true)} onClick={() => void store()}>{t("Save the line")}</button>
          <button type="button" class="button" disabled={!line.length} onClick={() => setLine(line.slice(0, -1))}>{t("Take back")}</button>
          <button type="button" class="button" onClick={close}>{t("Cancel")}</button>
        </div>
      </div>
    </Sheet>
  );
}

/** For the players of a game with days per move, while it is another player's turn. */
export function Conditional(props: Props) {
  const { game, online: { info } } = props;
  const [stored, set] = useState<Lines | null>(null);
  const [editing, edit] = useState<string[] | null>(null);
  const [wrong, setWrong] = useState("");
  const playing = info.you.some((seat) => !info.seats[seat].out);
  const wanted = info.speed === "correspondence" && info.state === "live" && playing && info.turn !== null && !info.you.includes(info.turn);
  useEffect(() => {
    edit(null); // the game has moved on
    if (!wanted) return;
    let current = true;
    correspondence.lines(info.id).then((lines) => current && set(lines), () => current && set(null));
    return () => {
      current = false;
    };
  }, [info.id, info.plies, wanted]);
  if (!wanted || !stored) return null;
  const keep = async (lines: string[]) => {
    const kept = await correspondence.store(info.id, game.match.plies, lines);
    setWrong("");
    set(kept);
  };
  const remove = (gone: number) => keep(stored.lines.filter((_, at) => at !== gone)).then(() => say(t("The line is removed.")), (error) => setWrong(problemText(error)));
  return (
    <section class="message conditional" aria-label={t("Conditional moves")}>
      <h2>{t("Conditional moves")}</h2>
      <p class="quiet">{t("If the others play as you expect, your answer is played at once. Only you can see this.")}</p>
      {stored.lines.length > 0 && (
        <ul class="conditional-lines">
          {stored.lines.map((line, at) => (
            <li key={line}>
              <button type="button" class="conditional-moves" onClick={() => edit(line.split(" "))}
                aria-label={t("Change line {n}: {moves}", { n: at + 1, moves: line })}>{line}</button>
              <IconButton icon="close" label={t("Remove line {n}", { n: at + 1 })} act={() => void remove(at)} />
            </li>
          ))}
        </ul>
      )}
      {wrong && <p class="refused" role="alert">{wrong}</p>}
      {stored.lines.length < stored.most && <button type="button" class="button" onClick={() => edit([])}>{t("Add a line")}</button>}
      {editing && (
        <Editor {...props} begun={editing} longest={stored.longest} close={() => edit(null)}
          save={(line) => keep([...stored.lines.filter((other) => other !== editing.join(" ")), line.join(" ")]).then(() => say(t("The line is saved.")))} />
      )}
    </section>
  );
}
