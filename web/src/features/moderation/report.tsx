// SPDX-License-Identifier: MIT
// Reporting a player, from their profile or from a game: then the report names the game, and players without an account
// can be reported too.

import { useState } from "preact/hooks";
import type { ReportReason, Summary } from "../../api/messages";
import { moderation, REASONS } from "./reports";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { capital, colourName, playerName, variantName } from "../../state/seats";
import { getState } from "../../state/store";
import type { Game, OnlineGame } from "../../state/types";
import { t } from "../../text";
import { Sheet } from "../../parts/controls";
import { dateText, Wrong } from "../../parts/gamecards";

export function reasonText(reason: string): string {
  switch (reason) {
    case "cheating": return t("Plays with the help of an engine");
    case "abuse": return t("Insults or harasses others");
    case "name": return t("An offensive name");
    case "leaving": return t("Leaves games instead of playing on");
    case "losing": return t("Loses on purpose, or arranges results");
    default: return t("Something else");
  }
}

/** By name, or by the seat in `game`. */
interface Reported {
  label: string;
  name?: string;
  seat?: number;
}

/** `game`: the reported one; otherwise one of `games` can be chosen. */
export function ReportForm({ people, games = [], game: given, done }: { people: Reported[]; games?: Summary[]; game?: string; done(): void }) {
  const [who, setWho] = useState(0);
  const [reason, setReason] = useState<ReportReason>("cheating");
  const [game, setGame] = useState(given ?? "");
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const send = async () => {
    const { name, seat } = people[who];
    const whom = seat === undefined ? { person: name } : { seat };
    try {
      await moderation.report({ ...whom, reason, ...(game ? { game } : {}), ...(text.trim() ? { text: text.trim() } : {}) });
      notify(t("Thank you. A moderator will look at it."));
      done();
    } catch (error) {
      setWrong(problemText(error));
    }
  };
  return (
    <form class="block report" onSubmit={(event) => (event.preventDefault(), void send())}>
      {given && (
        <label class="field">
          <span>{t("Who is it about?")}</span>
          <select value={who} onChange={(event) => setWho(Number(event.currentTarget.value))}>
            {people.map(({ label }, at) => <option key={at} value={at}>{label}</option>)}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t("What is wrong?")}</span>
        <select value={reason} onChange={(event) => setReason(event.currentTarget.value as ReportReason)}>
          {REASONS.map((one) => <option key={one} value={one}>{reasonText(one)}</option>)}
        </select>
      </label>
      {!given && (
        <label class="field">
          <span>{t("In which game?")}</span>
          <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            <option value="">{t("In none of these")}</option>
            {games.map(({ id, variant, created }) => <option key={id} value={id}>{`${variantName(variant)}, ${dateText(created)}, ${id}`}</option>)}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t("A few words, if you like")}</span>
        <textarea rows={3} maxLength={400} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {given && <p class="note">{t("The moves of this game go with the report.")}</p>}
      <Wrong>{wrong}</Wrong>
      <div class="row">
        <button type="submit" class="button danger">{t("Send the report")}</button>
        <button type="button" class="button" onClick={done}>{t("Cancel")}</button>
      </div>
    </form>
  );
}

/** The people among the players of a game, except the user. */
export function reportable(game: Game, { info }: OnlineGame): Reported[] {
  const own = getState().settings.name;
  return info.seats.flatMap(({ person }, seat) =>
    (person && !info.you.includes(seat) ? [{ seat, label: `${capital(playerName(game.players, seat, own))} (${colourName(seat)})` }] : []));
}

/** For players of the game and for those who watch it. */
export function GameReport({ game, online, close }: { game: Game; online: OnlineGame; close(): void }) {
  return (
    <Sheet title={t("Report a player")} close={close}>
      {getState().online.me?.name
        ? <ReportForm people={reportable(game, online)} game={online.info.id} done={close} />
        : <p>{t("Only players with an account can report others.")} <a href="/account">{t("Sign in or register")}</a></p>}
    </Sheet>
  );
}
