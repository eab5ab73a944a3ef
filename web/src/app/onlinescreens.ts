// SPDX-License-Identifier: MIT
// The screens that need a server, in one file, since a visitor of one goes on to others.

import { OwnFavourites, Star } from "../features/favourites/favourites";
import "../features/tournaments/seated";
import { slots } from "../parts/slots";

export { Account } from "../features/accounts/account";
export { Archive } from "../features/archive/archive";
export { Television } from "../features/lobby/featured";
export { LobbyScreen } from "../features/lobby/lobby";
export { Searching } from "../features/lobby/quick";
export { ModerationScreen } from "../features/moderation/moderationscreen";
export { Bell } from "../features/notifications/bell";
export { OnlineGameScreen } from "../features/onlinegame/gamescreen";
export { BotsScreen } from "../features/preferences/bots";
export { ProfileScreen } from "../features/profiles/profile";
export { PlayersScreen } from "../features/rankings/players";

slots.game.push(Star);
slots.own.push(OwnFavourites);
