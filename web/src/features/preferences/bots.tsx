// SPDX-License-Identifier: MIT
// The directory of bots: presence, strength, the games they play, and a challenge.
//
// uses challenges

import type { Core } from "@meydan/core";
import { useEffect, useState } from "preact/hooks";
import { Problem, problemText } from "../../api/problems";
import { http } from "../../api/http";
import type { Bot } from "../../api/messages";
import { Avatar } from "../../parts/avatar";
import { Face, LEVELS } from "../../parts/face";
import { Icon } from "../../parts/icon";
import { speedName } from "../../parts/speed";
import { variantName } from "../../state/seats";
import { loadMe } from "../../state/online";
import { n, t } from "../../text";
import { NoServer, Wrong } from "../../parts/gamecards";
import { ChallengeButton } from "../challenges/challenge";

/** Games with bots have separate ratings. */
function ratedSpeed(speed: string): string {
  return speedName(speed.replace(/-bots$/, "") as Parameters<typeof speedName>[0]);
}

function Strength({ bot }: { bot: Bot }) {
  const best = [...bot.ratings].sort((a, b) => b.games - a.games).slice(0, 3);
  if (!best.length) return <span class="quiet">{t("No rated games yet")}</span>;
  return (
    <ul class="bot-ratings">
      {best.map(({ variant, speed, rating, provisional }) => (
        <li key={variant + speed}>{`${variantName(variant)}, ${ratedSpeed(speed)}`} <b>{`${rating}${provisional ? "?" : ""}`}</b></li>
      ))}
    </ul>
  );
}

function rulesText({ rules }: Bot, all: number): string {
  return [
    rules.variants.length === all ? t("all games") : rules.variants.map(variantName).join(", "),
    rules.speeds.length === 6 ? "" : rules.speeds.map(speedName).join(", "),
    rules.rated && rules.casual ? "" : rules.rated ? t("rated") : t("casual"),
    rules.rating_min > 0 || rules.rating_max < 4000 ? t("against ratings from {low} to {high}", { low: rules.rating_min, high: rules.rating_max }) : "",
  ].filter(Boolean).join(" · ");
}

export function BotsScreen({ core }: { core: Core }) {
  const [bots, set] = useState<Bot[] | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const load = () => {
    setWrong(null);
    http.bots().then(({ bots: found }) => set(found), setWrong);
  };
  useEffect(() => {
    load();
    void loadMe();
  }, []);
  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={load} />;
  const all = core.variants().length;
  return (
    <div class="bots">
      <h1>{t("Bots")}</h1>
      <p class="quiet">{t("Bots are programs that people run here. Each one says which games it accepts.")}</p>
      <Wrong>{wrong ? problemText(wrong) : ""}</Wrong>
      {bots?.length === 0 && (
        <div class="panel block bots-none">
          <div class="bots-faces">{Array.from({ length: LEVELS }, (_, at) => <Face key={at} level={at + 1} />)}</div>
          <p>{t("No bot has an account here yet. You can play the computer at any time.")}</p>
          <a class="button primary" href="/new?against=computer"><Icon name="computer" />{t("Play the computer")}</a>
        </div>
      )}
      <ul class="bot-list" aria-busy={!bots && !wrong}>
        {bots?.map((bot) => (
          <li key={bot.person.id} class="panel bot">
            <Avatar name={bot.person.name ?? ""} />
            <div class="bot-text">
              <h2><a href={`/people/${encodeURIComponent(bot.person.name ?? "")}`}>{bot.person.name}</a></h2>
              <p class="bot-state">
                <span class={`pill${bot.online ? " here" : ""}`}>{bot.online ? t("online") : t("offline")}</span>
                {bot.games > 0 && <small>{n("plays {n} game", "plays {n} games", bot.games)}</small>}
              </p>
              <p class="note">{rulesText(bot, all)}</p>
              <Strength bot={bot} />
            </div>
            <ChallengeButton name={bot.person.name ?? ""} kind="bot" primary={bot.online} />
          </li>
        ))}
      </ul>
      {bots && (
        <section class="panel block bots-own" aria-labelledby="bots-own">
          <h2 id="bots-own">{t("Run a bot of your own")}</h2>
          <p>{t("Any program that speaks UGI can play here, and so can the engine of Meydan. Create a token in your account, keep it in a file, and start:")}</p>
          <pre tabIndex={0}>{`meydan bot --server ${location.origin} --token-file bot.token`}</pre>
          <a class="button" href="/account">{t("Account")}</a>
        </section>
      )}
    </div>
  );
}
