// SPDX-License-Identifier: MIT
// The computer as ten opponents: pick one, see how it plays and how often it was beaten here, start. None is locked,
// and the last choice is preselected. The new-game sheet makes other tables (friends among computers, several levels).

import type { Core } from "@meydan/core";
import { useMemo } from "preact/hooks";
import { Choices } from "../../parts/controls";
import { Face, LEVELS } from "../../parts/face";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { changeDraft } from "../../state/actions";
import { go } from "../../state/navigate";
import { opponentName } from "../../state/opponents";
import { capital, colourName, drawsLots, turnedFor, variantOf } from "../../state/seats";
import { talliesOf, type Tally } from "../../state/tally";
import type { Player, State } from "../../state/types";
import { n, t } from "../../text";
import { Picture } from "../../parts/preview";
import { layoutOf, PlayersChoice, seated, startGame, TimeChoices } from "./newgamefields";
import { strength, styleOf } from "./opponentchoice";

/** Ten bars, as many of them full as the level is high. */
function Steps({ level }: { level: number }) {
  return (
    <svg class="level-steps" viewBox="0 0 100 16" aria-hidden="true">
      {Array.from({ length: LEVELS }, (_, at) => (
        <rect key={at} x={at * 10 + 1} y={9 - at} width="7" height={7 + at} rx="2" class={at < level ? "full" : ""} />
      ))}
    </svg>
  );
}

function Card({ level, chosen, beaten, choose }: { level: number; chosen: boolean; beaten: boolean; choose(): void }) {
  return (
    <label class="opponent">
      <input type="radio" name="opponent" checked={chosen} onChange={choose} />
      <span class="opponent-face">
        <Face level={level} />
        {beaten && <span class="beaten"><Icon name="check" /><span class="spoken">{t("beaten")}</span></span>}
      </span>
      <b>{opponentName(level)}</b>
      <span class="opponent-level">{t("Level {n}", { n: level })}</span>
      <Steps level={level} />
      <span class="opponent-style" aria-hidden="true">{styleOf(level)}</span>
    </label>
  );
}

/** Won, lost and drawn as a score: halves for draws. */
function scoreText([won, lost, drawn]: Tally): string {
  const points = (full: number) => `${full + Math.floor(drawn / 2) || (drawn % 2 ? "" : 0)}${drawn % 2 ? "½" : ""}`;
  return `${points(won)} : ${points(lost)}`;
}

export function Computer({ state, core }: { state: State; core: Core }) {
  const { draft, settings, games } = state;
  const variant = variantOf(core, draft.variant);
  const layout = layoutOf(variant, draft);
  const level = draft.players.find(({ kind }) => kind === "computer")?.level ?? 1;
  const lot = drawsLots(draft, variant.id);
  const own = Math.max(0, seated(variant, draft.players).findIndex(({ kind }) => kind === "me"));
  const table = (seat: number, strong: number): Player[] =>
    Array.from({ length: variant.players }, (_, at) => (at === seat ? { kind: "me", level: strong } : { kind: "computer", level: strong }));
  const tallies = useMemo(() => talliesOf(games, variant.game), [games, variant.game]);
  const tally = tallies[level - 1];
  const beaten = tallies.filter(([won]) => won > 0).length;
  const sit = (chosen: string) => changeDraft({
    lots: { ...draft.lots, [variant.game]: chosen === "lot" },
    ...(chosen === "lot" ? {} : { players: table(Number(chosen), level) }),
  });
  const look = useMemo(() => core.start(variant.id, layout), [variant.id, layout]);
  const name = opponentName(level);
  const measured = strength(variant, level);
  return (
    <form class="computer newgame" onSubmit={(event) => (event.preventDefault(), startGame(core, { ...draft, players: table(own, level) }))}>
      <div class="computer-head">
        <h1>{t("Play the computer")}</h1>
        <p class="quiet">{beaten ? n("You have beaten {n} of ten.", "You have beaten {n} of ten.", beaten) : t("Ten opponents, none of them locked.")}</p>
        <Choices legend={t("Game")} hideLegend strip value={variant.game} change={(game) => go(`/new?game=${game}&against=computer`, true)}
          choices={[{ value: "abalone", label: t("Abalone") }, { value: "quoridor", label: t("Quoridor") }]} />
      </div>
      <fieldset class="opponent-cards stack">
        <legend class="spoken">{t("Opponent")}</legend>
        {tallies.map(([won], at) => (
          <Card key={at} level={at + 1} chosen={at + 1 === level} beaten={won > 0} choose={() => changeDraft({ players: table(own, at + 1) })} />
        ))}
      </fieldset>
      <div class="panel opponent-panel">
        <div class="portrait-frame"><Face key={level} level={level} large /></div>
        <section class="opponent-about" aria-live="polite" aria-atomic="true">
          <h2>{name} <span class="pill">{t("Level {n}", { n: level })}</span></h2>
          <p class="opponent-words">{styleOf(level)}</p>
          {measured && <p class="quiet">{measured}</p>}
          {variant.players === 2 && tally.some(Boolean) && (
            <p class="opponent-score"><b>{scoreText(tally)}</b> <span class="quiet">{t("you against {name}", { name })}</span></p>
          )}
        </section>
        <div class="opponent-board" aria-hidden="true">
          <Picture core={core} look={look} settings={settings} turned={lot ? 0 : turnedFor(variant, own)} />
        </div>
        <div class="opponent-choices">
          <Choices legend={t("You play")} value={lot ? "lot" : String(own)} change={sit}
            choices={[
              ...Array.from({ length: variant.players }, (_, seat) => ({ value: String(seat), label: <><Marble seat={seat} />{capital(colourName(seat))}</> })),
              { value: "lot", label: <><Icon name="turn" />{t("By lot")}</> },
            ]} />
          <TimeChoices draft={draft} />
          <div class="opponent-table"><PlayersChoice variant={variant} layout={layout} /></div>
          <div class="opponent-start">
            <button type="submit" class="button primary start">{t("Play {name}", { name })}</button>
            <a class="button plain" href="/new">{t("Other players and seats")}</a>
          </div>
        </div>
      </div>
    </form>
  );
}
