// SPDX-License-Identifier: MIT
// The sources of analyses: stored ones, games of this device and of the server, records, positions, links.

import { isRefusal, type Match } from "@meydan/core";
import { t } from "../../text";
import { newId } from "../../state/game";
import { recordNames, variantOf } from "../../state/seats";
import { readText, stepsOf } from "../../state/share";
import { readGame } from "../../state/storage";
import { getState } from "../../state/store";
import { find, keep } from "./keep";
import { recordOfLink, treeOfEvents } from "./record";
import { endOf, extend, movesTo, newTree, treeOf } from "./tree";
import type { Kept } from "./types";

/** The analysis of /analysis itself: the last one there. */
export const SCRATCH = "scratch";

/** The analysis of a match, at its last move. */
function fromMatch(match: Match, id: string, names: string[]): Kept {
  const { look, result, reason, over } = match.state;
  const tree = treeOf(stepsOf(match.state));
  return {
    id, variant: look.variant, start: match.at(0).position, names, result: over ? result : "*", reason: over ? reason : "", tree,
    at: tree.next - 1, changed: Date.now(),
  };
}

function namesIn({ state }: Match): string[] {
  const { players } = variantOf(getState().core!, state.look.variant);
  return Array.from({ length: players }, (_, seat) => state.tags[`Player${seat + 1}`] ?? "");
}

/** A new analysis: of a layout, or of a position. */
export function fromStart(variant: string, position: string, id = newId()): Kept {
  const { players } = variantOf(getState().core!, variant);
  return {
    id, variant, start: position, names: Array<string>(players).fill(""), result: "*", reason: "", tree: newTree(), at: 0, changed: Date.now(),
  };
}

/** With the variations and comments of the record it came from. */
function withTree(kept: Kept, record: string): Kept {
  const events = getState().core!.readTree(record, 0);
  if (isRefusal(events)) return kept; // a link, a position
  const tree = treeOfEvents(events);
  return { ...kept, tree, at: endOf(tree, 0) };
}

/** Any text of a player; throws its errors. Of several games the first one. */
function fromText(text: string): Kept {
  const { matches } = readText(getState().core!, text);
  const kept = withTree(fromMatch(matches[0], newId(), namesIn(matches[0])), text);
  for (const match of matches) match.dispose();
  return kept;
}

/** Stores the analysis of a text; returns its id. */
export async function keepText(text: string): Promise<string> {
  const packed = /#z=([\w-]+)\s*$/.exec(text)?.[1];
  const kept = fromText(packed === undefined ? text : await recordOfLink(packed));
  await keep(kept);
  return kept.id;
}

function fromSaved(id: string): Kept | null {
  const { core, settings } = getState();
  const saved = readGame(id);
  const opened = saved && core!.open(saved.match);
  if (!saved || !opened || isRefusal(opened)) return null;
  const kept = withTree(fromMatch(opened[0], `game-${id}`, recordNames(saved.players, settings.name)), saved.match);
  for (const match of opened) match.dispose();
  return kept;
}

async function fromServer(id: string): Promise<Kept | null> {
  const answer = await fetch(`/api/v1/games/${encodeURIComponent(id)}.txt`).catch(() => null);
  if (!answer?.ok) return null;
  return { ...fromText(await answer.text()), id: `online-${id}` };
}

/** The stored analysis of a game, with the moves played in the game since. */
function merged(kept: Kept, game: Kept): Kept {
  if (kept.variant !== game.variant || kept.start !== game.start) return game;
  let { tree } = kept;
  let at = 0;
  for (const move of movesTo(game.tree, endOf(game.tree, 0))) [tree, at] = extend(tree, at, move);
  return { ...kept, tree, names: game.names, result: game.result, reason: game.reason };
}

/** The analysis that the page's address names: the id of a stored one, or "game-..." and "online-..." for games. */
async function fromId(id: string): Promise<Kept | null> {
  const kept = await find(id);
  const [, place, name] = /^(game|online)-(.*)$/.exec(id) ?? [];
  if (!place || (place === "online" && kept)) return kept;
  const game = place === "game" ? fromSaved(name) : await fromServer(name);
  return kept && game ? merged(kept, game) : game ?? kept;
}

/** Goes to the move of this number on the main line. */
function lookingAt(kept: Kept, ply: string | null): Kept {
  if (ply === null) return kept;
  let at = 0;
  for (let left = Number(ply); left > 0 && kept.tree.nodes[at].kids.length; left--) at = kept.tree.nodes[at].kids[0];
  return { ...kept, at };
}

/** The analysis that an address names; throws the address's errors. */
export async function fromAddress(id: string, { search, hash }: { search: string; hash: string }): Promise<Kept> {
  const { core, draft } = getState();
  if (hash.length > 1) {
    const packed = /^#z=(.*)$/.exec(hash)?.[1];
    const kept = fromText(packed === undefined ? hash : await recordOfLink(packed));
    await keep(kept);
    return kept;
  }
  if (!id) {
    const { id: variant, layouts } = variantOf(core!, draft.variant);
    return (await find(SCRATCH)) ?? fromStart(variant, layouts[0].position, SCRATCH);
  }
  const kept = await fromId(id);
  if (!kept) throw new Error(t("Analyses are stored in the browser they were made in. This one may have been deleted."));
  return lookingAt(kept, new URLSearchParams(search).get("ply"));
}
