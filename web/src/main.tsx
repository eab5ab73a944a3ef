// SPDX-License-Identifier: MIT
// Starts the page: settings, the first drawing, then the core of the games and the service worker.

import { render } from "preact";
import { App } from "./app";
import { sounds } from "@meydan/board";
import { loadCore } from "@meydan/core";
import { fileUrl } from "./files";
import { startSpeech } from "./parts/speak";
import { fetchMore } from "./screens/later";
import { takeSettings } from "./state/actions";
import { closeGame, reloadGame, storeGame, wakeGame } from "./state/game";
import { startNavigation } from "./state/navigate";
import { offerNewPage, watchForNewPage } from "./state/newpage";
import { onOtherTab } from "./state/storage";
import { getState, listen, update } from "./state/store";
import { t } from "./text";

async function start(): Promise<void> {
  startSpeech();
  startNavigation();
  const core = loadCore(fileUrl("meydan.wasm"));
  await takeSettings(getState().settings);
  render(<App />, document.getElementById("app")!);
  try {
    update({ core: await core });
    fetchMore();
  } catch (error) {
    update({ failed: t("The game core could not be loaded: {error}", { error: String(error) }) });
  }
}

/** What follows from the state without being drawn: sounds on or off, and a game that is left is paused. */
function follow(): void {
  const { settings, route, game } = getState();
  sounds.enabled = settings.sounds;
  if (game && route.screen !== (game.online ? "game" : "play")) closeGame();
}

function startWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return watchForNewPage();
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without it the page only needs the network.
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) offerNewPage();
  });
}

listen(follow);
onOtherTab(({ settings, game }) => {
  if (settings) void takeSettings(settings);
  if (game) reloadGame(game);
});
addEventListener("pagehide", storeGame);
document.addEventListener("visibilitychange", () => (document.hidden ? storeGame() : wakeGame()));
void start();
addEventListener("load", startWorker);
