// SPDX-License-Identifier: MIT
// The whole page, drawn from the state.

import { useEffect, useState } from "preact/hooks";
import { Nothing } from "./parts/controls";
import { Frame } from "./parts/frame";
import { AnalysisPlace, EditorPlace } from "./screens/analysisplace";
import { Home } from "./screens/home";
import { Later } from "./screens/later";
import { LearnPlace } from "./screens/learnplace";
import { OnlinePlace } from "./screens/onlineplace";
import { PlayPlace } from "./screens/playplace";
import { PuzzlesPlace } from "./screens/puzzlesplace";
import { isOurTurn, variantName } from "./state/seats";
import { wasOnline } from "./state/storage";
import { getState, listen } from "./state/store";
import type { State } from "./state/types";
import { onLang, t } from "./text";

function Screen({ state }: { state: State }) {
  switch (state.route.screen) {
    case "home":
      return <Home state={state} />;
    case "new":
      return <Later part="NewGame" state={state} />;
    case "play":
      return <PlayPlace state={state} />;
    case "analysis":
    case "mistakes":
      return <AnalysisPlace state={state} />;
    case "edit":
      return <EditorPlace state={state} />;
    case "open":
      return <Later part="Open" state={state} />;
    case "learn":
      return <LearnPlace state={state} />;
    case "puzzles":
      return <PuzzlesPlace state={state} />;
    case "online":
    case "tv":
    case "game":
    case "account":
    case "moderation":
    case "person":
    case "games":
    case "players":
    case "bots":
      return <OnlinePlace state={state} part="Screen" />;
    case "settings":
      return <Later part="Settings" state={state} />;
    case "help":
      return <Later part="Help" />;
    case "about":
      return <Later part="About" />;
    case "lost":
      return <Nothing title={t("There is nothing here")} text={t("The address may have been mistyped.")} />;
  }
}

function titleOf({ route, game }: State): string {
  switch (route.screen) {
    case "new":
      return route.against === "computer" ? t("Play the computer") : t("New game");
    case "play":
      return game ? variantName(game.variant) : "";
    case "game":
      return game?.online ? variantName(game.variant) : t("Online");
    case "online":
    case "tv":
      return t("Online");
    case "account":
      return t("Account");
    case "moderation":
      return t("Moderation");
    case "person":
      return route.name;
    case "games":
      return t("Games played");
    case "players":
      return t("Best players");
    case "bots":
      return t("Programs to play against");
    case "analysis":
      return t("Analysis");
    case "mistakes":
      return t("Learn from your mistakes");
    case "edit":
      return t("Set up a position");
    case "open":
      return t("Open a game");
    case "learn":
      return t("Learn");
    case "puzzles":
      return t("Puzzles");
    case "settings":
      return t("Settings");
    case "help":
      return t("Help");
    case "about":
      return t("About Meydan");
    default:
      return "";
  }
}

/** Somebody at the server, the last time: there may be news for them. */
const KNOWN = wasOnline();

export function App() {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((count) => count + 1);
    const stops = [listen(again), onLang(again)];
    again(); // what changed before the first drawing was done
    return () => stops.forEach((stop) => stop());
  }, []);
  const state = getState();
  const ours = isOurTurn(state);
  const title = (ours ? `● ${t("Your turn")} · ` : "") + titleOf(state);
  useEffect(() => {
    document.title = title ? `${title} · Meydan` : "Meydan";
    document.querySelector('link[rel="icon"]')?.setAttribute("href", ours ? "/icons/turn.svg" : "/icons/icon.svg");
  }, [title, ours]);
  return (
    <Frame state={state} bell={(state.online.me || KNOWN) && <OnlinePlace state={state} part="Bell" />} searching={state.online.places.length > 0 && <OnlinePlace state={state} part="Searching" />}>
      {state.failed
        ? <div class="panel narrow" role="alert"><h1>{t("Meydan could not start")}</h1><p>{state.failed}</p></div>
        : <Screen state={state} />}
    </Frame>
  );
}
