// SPDX-License-Identifier: MIT
// The online part of the page, as screens/onlineplace.tsx loads it: its screens by their address, the list of own games for
// the first screen, and the new-game sheet.

import type { Core } from "../core/types";
import { Account } from "../screens/online/account";
import { Archive } from "../screens/online/archive";
import { OnlineGameScreen } from "../screens/online/game";
import { Television } from "../screens/online/featured";
import { LobbyScreen } from "../screens/online/lobby";
import { ModerationScreen } from "../screens/online/moderation";
import { PlayersScreen } from "../screens/online/players";
import { BotsScreen } from "../screens/people/bots";
import { ProfileScreen } from "../screens/people/profile";
import type { State } from "../state/types";

export { makeFriendGame } from "../state/online";
export { Searching } from "../screens/online/quick";
export { Bell } from "../screens/online/bell";
export { AtHome } from "../screens/online/athome";
export { NewOnline } from "../screens/online/newonline";

export function Screen({ state, core }: { state: State; core: Core }) {
  const { route } = state;
  switch (route.screen) {
    case "game":
      return <OnlineGameScreen key={route.id} state={state} core={core} id={route.id} />;
    case "account":
      return <Account state={state} />;
    case "moderation":
      return <ModerationScreen state={state} />;
    case "person":
      return <ProfileScreen key={route.name} state={state} core={core} name={route.name} />;
    case "bots":
      return <BotsScreen core={core} />;
    case "players":
      return <PlayersScreen state={state} core={core} />;
    case "games":
      return <Archive key={route.search} state={state} core={core} search={route.search} />;
    case "tv":
      return <Television state={state} core={core} game={route.game} />;
    default:
      return <LobbyScreen state={state} core={core} />;
  }
}
