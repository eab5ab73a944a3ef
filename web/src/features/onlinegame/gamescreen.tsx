// SPDX-License-Identifier: MIT
// An online game at its address, in any state: waiting for players, played or watched, over.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Problem, problemText } from "../../api/problems";
import { loadMe } from "../../state/online";
import { closeOnline, openOnline } from "./onlinegame";
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
  if (!game?.online || game.online.info.id !== id) return <div class="play loading" aria-busy="true" />;
  const { info } = game.online;
  if (info.state === "open") return <Waiting core={core} info={info} settings={settings} link={online.link} />;
  return <PlayView core={core} game={game} settings={settings} beside={besideOnline(core, game, game.online, settings, online.link)} />;
}
