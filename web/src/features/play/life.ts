// SPDX-License-Identifier: MIT
// What happens round the game on the play screen: one that is left is paused, one whose tab is hidden is stored, and what another
// tab has played is taken over. Loaded with the play screen.

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
