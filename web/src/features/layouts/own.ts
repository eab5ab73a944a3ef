// SPDX-License-Identifier: MIT
// The user's own layouts, stored on this device, and the address that shares one: it contains the position as text.

import { isRefusal, type Core, type Look } from "@meydan/core";
import { read, write } from "../../state/storage";

const KEY = "meydan.layouts";
const OWN_MAX = 100;
export const NAME_MAX = 40;

export interface OwnLayout {
  name: string;
  variant: string;
  position: string;
}

const isLayout = (value: unknown): value is OwnLayout => {
  const { name, variant, position } = (value ?? {}) as OwnLayout;
  return [name, variant, position].every((text) => typeof text === "string");
};

export function ownLayouts(): OwnLayout[] {
  const stored = read<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter(isLayout).slice(0, OWN_MAX) : [];
}

const same = (a: OwnLayout, b: OwnLayout) => a.variant === b.variant && a.position === b.position;

/** Stores a layout in front of the others; one with the same position is replaced. False: there is no storage or no space. */
export function keepLayout(layout: OwnLayout): boolean {
  const others = ownLayouts().filter((other) => !same(other, layout));
  return others.length < OWN_MAX && write(KEY, [layout, ...others]);
}

export function dropLayout(layout: OwnLayout): void {
  write(KEY, ownLayouts().filter((other) => !same(other, layout)));
}

export function addressOf({ name, variant, position }: OwnLayout): string {
  return `/layouts?${new URLSearchParams({ game: variant, ...(name ? { name } : {}), position })}`;
}

/** Reads the layout from the query of the page's address; null if there is none. */
export function fromAddress(search: string): OwnLayout | null {
  const query = new URLSearchParams(search);
  const position = query.get("position");
  return position === null ? null : { name: (query.get("name") ?? "").slice(0, NAME_MAX), variant: query.get("game") ?? "abalone", position };
}

/** The position if a game can start from it: the core accepts it, and it has no winner. */
export function startLook(core: Core, { variant, position }: OwnLayout): Look | null {
  if (!core.variants().some(({ id }) => id === variant)) return null;
  const look = core.read(variant, position);
  return isRefusal(look) || look.winners.length ? null : look;
}
