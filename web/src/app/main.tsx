// SPDX-License-Identifier: MIT
// Starts the page: settings, the first drawing, then the core of the games and the service worker.

import { render } from "preact";
import { App } from "./app";
import { fetchNext } from "./features";
import { sounds } from "@meydan/board";
import { loadCore } from "@meydan/core";
import { fileUrl } from "../built/files";
import { startSpeech } from "../state/speak";
import { takeSettings } from "../state/actions";
import { rereadSaved } from "../state/games";
import { startNavigation } from "../state/navigate";
import { offerNewPage, watchForNewPage } from "../state/newpage";
import { onOtherTab } from "../state/storage";
import { getState, listen, update } from "../state/store";
import { t } from "../text";

async function start(): Promise<void> {
  startSpeech();
  startNavigation();
  const core = loadCore(fileUrl("meydan.wasm"));
  await takeSettings(getState().settings);
  // Evaluating the script and the first drawing are two tasks, so that a press in between does not wait for both.
  await new Promise((done) => setTimeout(done));
  render(<App />, document.getElementById("app")!);
  try {
    update({ core: await core });
    fetchNext();
  } catch (error) {
    update({ failed: t("The game core could not be loaded: {error}", { error: String(error) }) });
  }
}

function startWorker(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext) return watchForNewPage();
  const first = !navigator.serviceWorker.controller;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without it the page needs the network, but works.
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!first) offerNewPage();
  });
}

listen(() => (sounds.enabled = getState().settings.sounds));
onOtherTab(({ settings, game }) => {
  if (settings) void takeSettings(settings);
  if (game) rereadSaved(game);
});
void start();
addEventListener("load", startWorker);
