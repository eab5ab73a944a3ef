// SPDX-License-Identifier: MIT
// An online game at its address, in any state: waiting for players, played or watched, over.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { call } from "../../api/http";
import type { Activity } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { loadMe } from "../../state/online";
import { closeOnline, openOnline } from "./onlinegame";
import { getState, update } from "../../state/store";
import type { State } from "../../state/types";
import { t } from "../../text";
import { PlayView } from "../play/play";
import { besideOnline } from "./beside";
import { NoServer } from "../../parts/gamecards";
import { Waiting } from "./waiting";

export function OnlineGameScreen({ state, core, words: [id] }: { state: State; core: Core; words: string[] }) {
  const { game, settings, online } = state;
  const [wrong, setWrong] = useState<unknown>(null);
  const open = () => {
    setWrong(null);
    openOnline(id).catch(setWrong);
  };
  const info = game?.online?.info.id === id ? game.online.info : null;
  const foe = info && info.you.length === 1 && info.seats.length === 2 ? 1 - info.you[0] : -1;
  const against = info?.seats[foe]?.person?.name;
  useEffect(() => {
    if (!against || !info || getState().online.versus?.game === id) return;
    call<Activity>("GET", `/people/${encodeURIComponent(against)}/activity`).then(({ you }) => {
      if (!you?.games) return;
      update({ online: { ...getState().online, versus: { game: id, seat: foe, text: `${you.wins + you.draws / 2} : ${you.losses + you.draws / 2}` } } });
    }, () => {});
  }, [against, info?.state]);
  useEffect(() => {
    if (!online.me) void loadMe();
    open();
    return () => closeOnline(id);
  }, []);

  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={open} />;
  if (wrong) {
    return (
      <div class="panel narrow" role="alert">
        <h1>{t("This game cannot be shown")}</h1>
        <p>{problemText(wrong)}</p>
        <div class="row">
          <button type="button" class="button" onClick={open}>{t("Try again")}</button>
          <a class="button primary" href="/online">{t("Go to the lobby")}</a>
        </div>
      </div>
    );
  }
  if (!game?.online || !info) return <div class="play loading" aria-busy="true" />;
  if (info.state === "open") return <Waiting core={core} info={info} settings={settings} link={online.link} />;
  return <PlayView core={core} game={game} settings={settings} beside={besideOnline(core, game, game.online, settings, online.link)} />;
}
