// SPDX-License-Identifier: MIT
// Places on screens for parts of features that the screens don't know. app/onlinescreens.ts fills them.

import type { ComponentType } from "preact";
import type { Core } from "../core/types";
import type { State } from "../state/types";

interface GameSlotProps {
  game: string;
  /** Beside the board, with a word; otherwise in a list, as an icon. */
  tool?: boolean;
}

interface OwnSlotProps {
  core: Core;
  state: State;
}

export const slots: { game: ComponentType<GameSlotProps>[]; own: ComponentType<OwnSlotProps>[] } = { game: [], own: [] };

/** Beside each game of the server. */
export function GameSlot(props: GameSlotProps) {
  return <>{slots.game.map((Part, at) => <Part key={at} {...props} />)}</>;
}

/** Where users see what only they may see: on their own profile, and for guests on the account's screen. */
export function OwnSlot(props: OwnSlotProps) {
  return <>{slots.own.map((Part, at) => <Part key={at} {...props} />)}</>;
}
