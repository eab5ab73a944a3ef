// SPDX-License-Identifier: MIT
// Vacation: the switch on the account's screen, and a note beside games whose player to move is on vacation.

import { useEffect, useState } from "preact/hooks";
import { correspondence } from "./correspondence";
import type { GameInfo, Vacation } from "../../api/messages";
import { problemText } from "../../api/problems";
import { playerName } from "../../state/seats";
import { now } from "../../state/time";
import type { Game, Settings } from "../../state/types";
import { n, t } from "../../text";
import { dateText } from "../../parts/gamecards";

const DAY = 86400000;
const LONGEST = 60;

export function VacationSwitch() {
  const [known, set] = useState<Vacation | null>(null);
  const [days, setDays] = useState(7);
  const [wrong, setWrong] = useState("");
  useEffect(() => void correspondence.vacation().then(set, () => {}), []);
  if (!known?.days) return null;
  const { vacation, left } = known;
  const most = Math.min(LONGEST, Math.floor(left / DAY));
  const away = vacation !== null && vacation.until > known.now + 2000;
  const change = (what: Promise<Vacation>) => what.then((next) => (setWrong(""), set(next)), (error) => setWrong(problemText(error)));
  return (
    <section class="block vacation" aria-labelledby="vacation">
      <h2 id="vacation">{t("Vacation")}</h2>
      <p class="note">{t("In games with days per move your clocks stop, and your opponents see until when. Each vacation counts as at least one day.")}</p>
      <p>{n("{n} day of vacation left this year.", "{n} days of vacation left this year.", most)}</p>
      {away
        ? (
          <div class="row">
            <p role="status">{t("You are on vacation until {date}.", { date: dateText(vacation.until) })}</p>
            <button type="button" class="button" onClick={() => void change(correspondence.end())}>{t("End the vacation")}</button>
          </div>
        )
        : most > 0 && (
          <form class="row" onSubmit={(event) => (event.preventDefault(), void change(correspondence.begin(Math.min(days, most))))}>
            <label class="field">
              <span>{t("Days of vacation")}</span>
              <input type="number" min={1} max={most} value={Math.min(days, most)} onInput={(event) => setDays(Math.max(1, event.currentTarget.valueAsNumber || 1))} />
            </label>
            <button type="submit" class="button primary">{t("Start the vacation")}</button>
          </form>
        )}
      {wrong && <p class="refused" role="alert">{wrong}</p>}
    </section>
  );
}

/** The players of a game who are on vacation. */
export function OnVacation({ game, info, settings }: { game: Game; info: GameInfo; settings: Settings }) {
  if (info.state !== "live") return null;
  return (
    <>
      {info.vacations?.map((span, seat) => span && span.until > now() && (
        <p key={seat} class="message">
          {info.you.includes(seat)
            ? t("You are on vacation until {date}.", { date: dateText(span.until) })
            : t("{name} is on vacation until {date}.", { name: playerName(game.players, seat, settings.name), date: dateText(span.until) })}
        </p>
      ))}
    </>
  );
}
