// SPDX-License-Identifier: MIT
// Learn from your mistakes: the position before one, and the task of finding a better move. Any move as good as the
// best counts.

import { useEffect, useMemo, useState } from "preact/hooks";
import { isRefusal, type Core, type Finding, type Look, type Move } from "@meydan/core";
import { Nothing } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { LiveBoard } from "../../parts/liveboard";
import { say } from "../../state/speak";
import { sentence } from "../../state/reasonwords";
import { hasMotion, notify } from "../../state/actions";
import { judge, learned, type Mistake, toLearn } from "./mistakes";
import { capital, colourName, turnedFor, variantName, variantOf } from "../../state/seats";
import type { Settings, State } from "../../state/types";
import { locale, n, percent, t } from "../../text";

/** The position before a mistake, and the one before that; null if a move is illegal. */
function placeOf(core: Core, { variant, start, moves }: Mistake): Look | null {
  let look = core.read(variant, start);
  for (const move of moves) {
    if (isRefusal(look)) return null;
    look = core.play(look, move);
  }
  return isRefusal(look) ? null : look;
}

interface Tried {
  move: Move;
  after: Look;
  /** null: it is being judged. */
  good: boolean | null;
  loss: number;
}

interface Props {
  core: Core;
  settings: Settings;
  mistake: Mistake;
  place: string;
  next(): void;
}

function One({ core, settings, mistake, place, next }: Props) {
  const look = useMemo(() => placeOf(core, mistake), [mistake.id]);
  const [tried, setTried] = useState<Tried | null>(null);
  const [wrong, setWrong] = useState(false); // after a wrong move, a hint or the solution
  const [shown, setShown] = useState<"none" | "hint" | "move">("none");
  if (!look) return <Nothing title={t("Learn from your mistakes")} text={t("There is no playable position in this link.")} />;
  const { review } = mistake;
  const name = (seat: number) => capital(colourName(seat));
  const best = look.moves.find(({ text }) => text === review.best[0]);
  const solved = tried?.good === true;
  const attempt = async (text: string) => {
    const move = look.moves.find((legal) => legal.text === text);
    const after = core.play(look, text);
    if (!move || isRefusal(after)) return;
    setTried({ move, after, good: null, loss: 0 });
    const judged = await judge(mistake, text).catch(() => null);
    // Without an engine it is unknown: the move is taken back, without calling it wrong.
    if (!judged) {
      setTried(null);
      notify(t("This part of the page could not be loaded. Check your connection."));
      return;
    }
    const { good, loss } = judged;
    setTried({ move, after, good, loss });
    say(good ? t("Right: {move}.", { move: text }) : t("{move} is not good enough.", { move: text }), true);
    if (good) await learned(mistake, !wrong);
    else setWrong(true);
  };
  const again = () => setTried(null);
  const showMove = async () => {
    setShown("move");
    setWrong(true);
    await learned(mistake, false);
  };
  const findings: Finding[] | undefined = best && shown !== "none" && !tried
    ? [{ kind: "hint", seat: look.turn, whole: true, ours: 0, theirs: 0, own: best.cells, foe: [], move: shown === "move" ? best.text : "" }]
    : undefined;
  const why = review.why.map((reason) => sentence(reason, name)).find(Boolean);
  const variant = variantOf(core, mistake.variant);
  return (
    <>
      <div class="center">
        <div class="table">
          <div class={`round of-${variant.players} ${variant.game} bare`}>
            <div class="board-place">
              <LiveBoard look={tried ? tried.after : look} seat={tried || shown === "move" ? null : look.turn} turned={turnedFor(variant, look.turn)} core={core}
                last={tried?.move ?? null} before={tried ? look : null} coordinates marks={settings.marks}
                confirmWalls={settings.confirmWalls} motion={hasMotion(settings)} findings={findings} onMove={(text) => void attempt(text)} say={say} />
            </div>
          </div>
        </div>
      </div>
      <div class="side stack">
        <section class="panel" aria-label={t("Learn from your mistakes")}>
          <p class="quiet">{variantName(mistake.variant)} · {place}</p>
          <h2>{solved ? t("Well done!") : t("Find something better")}</h2>
          <p>
            {t("{player}: {move} was played here, and the chance to win fell from {before} to {after}.",
              { player: name(look.turn), move: mistake.played, before: percent(review.before / 1000), after: percent(review.after / 1000) })}
          </p>
          {tried?.good === null && <p role="status">{t("Looking at {move}…", { move: tried.move.text })}</p>}
          {tried?.good === false && (
            <p role="status" class="message refused">
              {n("{move} lowers the chance to win by {n} point.", "{move} lowers the chance to win by {n} points.", Math.round(tried.loss / 10), { move: tried.move.text })}
            </p>
          )}
          {(solved || shown === "move") && (
            <p role="status">{solved ? t("{move} is as good as it gets.", { move: tried.move.text }) : t("{move} was better.", { move: review.best[0] })} {why && t("About {move}: {why}", { move: mistake.played, why })}</p>
          )}
          <div class="row">
            {tried?.good === false && <button type="button" class="button primary" onClick={again}>{t("Try again")}</button>}
            {!solved && shown === "none" && !tried && <button type="button" class="button" onClick={() => (setShown("hint"), setWrong(true))}>{t("Hint")}</button>}
            {!solved && shown !== "move" && !tried && <button type="button" class="button" onClick={() => void showMove()}>{t("Show the move")}</button>}
            <button type="button" class={solved || shown === "move" ? "button primary" : "button"} onClick={next}>{solved || shown === "move" ? t("Next") : t("Skip")}</button>
          </div>
        </section>
      </div>
    </>
  );
}

export function Mistakes({ state, core, search }: { state: State; core: Core; search: string }) {
  const game = new URLSearchParams(search).get("game");
  const [found, set] = useState<Awaited<ReturnType<typeof toLearn>> | null>(null);
  const [at, setAt] = useState(0);
  useEffect(() => void toLearn(game).then((list) => (set(list), setAt(0))), [game]);
  if (!found) return <div class="play analysis loading" aria-busy="true" />;
  const { mistakes, next } = found;
  if (at >= mistakes.length) {
    const when = next && new Date(next).toLocaleDateString(locale());
    const text = mistakes.length ? t("That was all for now.") : t("There is nothing to repeat now. Review a game to find mistakes to learn from.");
    return <Nothing title={t("Learn from your mistakes")} text={[text, when && t("More on {date}.", { date: when })].filter(Boolean).join(" ")} />;
  }
  const { variant, id } = mistakes[at];
  return (
    <div class={`play analysis mistakes of-${variantOf(core, variant).game}`}>
      <h1 class="spoken">{t("Learn from your mistakes")}</h1>
      <div class="play-bar">
        {game
          ? <a class="icon-button" href={`/${state.games.some((saved) => saved.id === game) ? "play" : "game"}/${encodeURIComponent(game)}`} aria-label={t("Back to the game")}><Icon name="back" /></a>
          : <a class="icon-button" href="/" aria-label={t("Back to home")}><Icon name="back" /></a>}
        <p>{t("Learn from your mistakes")}</p>
      </div>
      <One key={id} core={core} settings={state.settings} mistake={mistakes[at]} place={t("{n} of {all}", { n: at + 1, all: mistakes.length })} next={() => setAt(at + 1)} />
    </div>
  );
}
