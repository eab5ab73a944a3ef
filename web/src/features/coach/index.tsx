// SPDX-License-Identifier: MIT
// A first game with a coach: offered once on the first screen, never forced. The first moves show the technique; a
// losing move may be taken back, once; everything else is up to the player. It can be stopped at any time.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Core, Seat } from "@meydan/core";
import { Icon } from "../../parts/icon";
import { hasMotion } from "../../state/actions";
import { coachGame, isCoachOffered } from "./coached";
import { beginGame, currentMatch, gameVariant, nextStep, takeBack, waitFor } from "../../state/game";
import { go } from "../../state/navigate";
import { playerName, recordNames } from "../../state/seats";
import { getState } from "../../state/store";
import { now, today } from "../../state/time";
import type { Game, Player, Settings } from "../../state/types";
import { t } from "../../text";
import { Question } from "../../parts/question";
import { Face } from "../../parts/face";
import { Finger } from "./finger";
import { faultOf, lessonKeys, lessonOf, lessonText, type Shown, shownMove } from "./lessons";

const LEVEL = 1;

/** On the first screen, for a user without a stored game. */
export function Offer({ core, game }: { core: Core; game: "abalone" | "quoridor" }) {
  const begin = () => {
    const players: Player[] = [{ kind: "me", level: LEVEL }, { kind: "computer", level: LEVEL }];
    const match = core.match({ variant: game, names: recordNames(players, getState().settings.name), tags: { Date: today() } });
    match.resume(now());
    const id = beginGame(players, "", match, null);
    coachGame(id);
    go(`/play/${id}`);
  };
  if (!isCoachOffered()) return null;
  return (
    <section class="block panel coach-offer" aria-labelledby="coach-offer">
      <Face level={LEVEL} />
      <div>
        <h2 id="coach-offer">{t("Your first game?")}</h2>
        <p class="quiet">{t("A coach shows you the first moves on the board. You can stop at any time.")}</p>
      </div>
      <div class="row">
        <button type="button" class="button primary" onClick={begin}>{t("Play with the coach")}</button>
        <button type="button" class="button" onClick={() => coachGame("")}>{t("No, thanks")}</button>
      </div>
    </section>
  );
}

/** Moves that were checked, by the position before them, so that the same one is not questioned twice. */
const looked = new Set<string>();

function lastMove(game: Game, me: Seat): string | null {
  const { moves, plies } = game.match;
  const last = moves[plies - 1];
  return last && last.seat === me ? `${game.id} ${currentMatch()!.at(plies - 1).position} ${last.text}` : null;
}

function ownSeat(game: Game): Seat {
  return game.players.findIndex(({ kind }) => kind === "me");
}

/** The computer answers once the move has been checked, and the question, if any, is answered. */
function isWaited(game: Game): boolean {
  const last = lastMove(game, ownSeat(game));
  return last !== null && !looked.has(last);
}

export function Coach({ game, core, settings }: { core: Core; game: Game; settings: Settings }) {
  const variant = gameVariant(game);
  const me = ownSeat(game);
  const { moves, plies, look, over } = game.match;
  const made = moves.slice(0, plies).filter(({ seat }) => seat === me).length;
  const lesson = !over && look.turn === me ? lessonOf(variant.game, made) : null;
  const [shown, show] = useState<Shown | null>(null);
  const [fault, setFault] = useState<{ move: string; text: string } | null>(null);
  const name = (seat: Seat) => playerName(game.players, seat, settings.name);
  const here = useRef(true);

  useEffect(() => {
    here.current = true;
    waitFor(isWaited);
    return () => {
      here.current = false;
      waitFor(null);
    };
  }, []);

  // How to make the move.
  useEffect(() => {
    show(null);
    const match = currentMatch();
    if (!lesson || !match) return;
    let idle = false;
    void shownMove(core, match, lesson, name).then((found) => idle || show(found));
    return () => (idle = true);
  }, [lesson, look.position]);

  // Looks for the loss of the last move.
  useEffect(() => {
    setFault(null);
    const match = currentMatch();
    const last = lastMove(game, me);
    if (over || !match || !last || looked.has(last)) return;
    const done = () => {
      looked.add(last);
      if (here.current) nextStep();
    };
    void faultOf(core, match, name).then((text) => {
      if (!here.current || getState().game?.match.plies !== plies) return;
      if (text) setFault({ move: last, text });
      else done();
    }, done);
  }, [plies, look.position]);

  useEffect(() => {
    if (over) coachGame("");
  }, [over]);

  if (over) return null;
  const stop = () => {
    if (fault) looked.add(fault.move);
    coachGame("");
    waitFor(null);
    nextStep();
  };
  if (fault)
    return (
      <Question text={t("Take it back? {why}", { why: fault.text })} yes={t("Take it back")} no={t("Leave it")} calm
        act={() => (looked.add(fault.move), setFault(null), takeBack())} drop={() => (looked.add(fault.move), setFault(null), nextStep())} />
    );
  const text = lesson ? lessonText(lesson) : made === 3 && look.turn !== me ? t("That is all there is to it. I only ask when a move loses something.") : "";
  if (!text) return <button type="button" class="button small plain coach-stop" onClick={stop}>{t("Stop the coach")}</button>;
  return (
    <div class="message coach" role="status">
      <p>
        {text}
        {lesson && shown && <> <b>{t("Try {move}.", { move: shown.move.text })}</b> {shown.why}</>}
        {lesson && <span class="spoken"> {lessonKeys(lesson)}</span>}
      </p>
      <button type="button" class="button small coach-stop" onClick={stop}><Icon name="close" />{t("Stop the coach")}</button>
      {lesson && shown && game.ply === null && <Finger lesson={lesson} move={shown.move} motion={hasMotion(settings)} turned={game.turned} />}
    </div>
  );
}
