// SPDX-License-Identifier: MIT
// The life of the game on the play screen: it is paused when it is left, stored when its tab is hidden, and takes over
// moves of another tab. Loaded with the play screen.

import { closeGame, reloadGame, storeGame, wakeGame } from "../../state/game";
import { onOtherTab } from "../../state/storage";
import { getState, listen } from "../../state/store";

listen(() => {
  const { route, game } = getState();
  if (game && route.screen !== (game.online ? "game" : "play")) closeGame();
});
onOtherTab(({ game }) => {
  if (game) reloadGame(game);
});
addEventListener("pagehide", storeGame);
document.addEventListener("visibilitychange", () => (document.hidden ? storeGame() : wakeGame()));
