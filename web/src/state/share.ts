// SPDX-License-Identifier: MIT
// Games as text: links, records and positions, out of the page and into it.

import { reasonText } from "@meydan/board";
import { isRefusal, type Core, type Match, type MatchState } from "@meydan/core";
import { t } from "../text";
import { notify } from "./actions";
import { beginGame, currentMatch } from "./game";
import { dropSaved } from "./games";
import { capital, colourName, recordNames } from "./seats";
import { getState } from "./store";
import { now } from "./time";
import type { Game, Player } from "./types";

const NAME_MAX = 40;

/** The moves of a match, with departures between them: "out2:time". */
export function stepsOf({ moves, plies, departures }: MatchState): string[] {
  const steps = moves.slice(0, plies).map(({ text }) => text);
  for (const { seat, ply, reason } of [...departures].reverse()) steps.splice(ply, 0, `out${seat + 1}:${reason}`);
  return steps;
}

/** The whole game in a link: the part behind the # stays in the browser. */
export function linkOf(core: Core, game: Game): string {
  const match = currentMatch();
  const start = match?.at(0).position ?? "";
  const layout = core.variants().find(({ id }) => id === game.variant)?.layouts.find(({ position }) => position === start);
  const parts = new URLSearchParams({ v: game.variant });
  if (layout) parts.set("l", layout.name);
  else parts.set("p", start);
  const { over, result, reason } = game.match;
  const steps = stepsOf(game.match);
  if (steps.length) parts.set("m", steps.join("."));
  // An end that doesn't follow from the moves.
  if (over && result !== "*" && reason !== "normal" && reason !== "repetition") {
    parts.set("r", result);
    parts.set("e", reason);
  }
  const names = recordNames(game.players, getState().settings.name);
  if (names.some(Boolean)) for (const name of names) parts.append("n", name);
  return `${location.origin}/open#${parts}`;
}

/** The match of a link's part behind the #, or the reason why there is none. */
function matchOfLink(core: Core, hash: string): Match | string {
  const parts = new URLSearchParams(hash);
  const variant = core.variants().find(({ id }) => id === parts.get("v"));
  if (!variant) return t("There is no game in this link.");
  const position = parts.get("p");
  const layout = parts.get("l") ?? variant.layouts[0].name;
  if (position ? isRefusal(core.read(variant.id, position)) : !variant.layouts.some(({ name }) => name === layout))
    return t("There is no playable position in this link.");
  const names = parts.getAll("n").slice(0, variant.players).map((name) => name.slice(0, NAME_MAX));
  const steps = (parts.get("m") ?? "").split(".").filter(Boolean);
  const start = position ?? core.start(variant.id, layout).position;
  const ended = parts.has("r") || steps.some((step) => step.startsWith("out"));
  const record = ended && core.writeTree({ variant: variant.id, position: start, names }, parts.get("r") ?? "*", parts.get("e") ?? "", steps.map((step) => ["m", step]));
  const opened = typeof record === "string" && core.open(record);
  if (opened && !isRefusal(opened)) return opened[0];
  const match = core.match({ variant: variant.id, ...(position ? { position } : { layout }), names });
  for (const move of steps) {
    const refusal = match.play(move, now());
    if (!refusal) continue;
    match.dispose();
    return t("The move {move} of this link is not allowed: {reason}", { move, reason: reasonText(refusal) });
  }
  return match;
}

/** Games read from a text, and the text that identifies them. The caller disposes of those it doesn't keep. */
export interface Found {
  text: string;
  matches: Match[];
}

/** Reads any text of a player: a link, records, or a position; throws its errors. */
export function readText(core: Core, source: string): Found {
  const text = source.trim();
  const hash = /#(.*v=.*)$/.exec(text)?.[1];
  if (hash) {
    const match = matchOfLink(core, hash);
    if (typeof match === "string") throw new Error(match);
    return { text: hash, matches: [match] };
  }
  for (const { id } of core.variants()) {
    const look = core.read(id, text);
    if (!isRefusal(look)) return { text, matches: [core.match({ variant: id, position: text })] };
  }
  const matches = core.open(text);
  if (isRefusal(matches)) throw new Error(reasonText(matches));
  if (!matches.length) throw new Error(t("There is no game in this text."));
  return { text, matches };
}

/**
 * The players of an opened game are people at one board. A finished one was not played by the user: none of its players
 * is "you".
 */
export function playersOf({ state }: Match): Player[] {
  const { look, tags, over } = state;
  return Array.from({ length: Math.max(look.lost.length, look.pawns.length) }, (_, seat): Player => {
    const name = tags[`Player${seat + 1}`] || (over ? capital(colourName(seat)) : undefined);
    return { kind: seat || name ? "friend" : "me", level: 3, name };
  });
}

/** Keeps one of the games, disposes of the others, and returns its id: the same text is the same game. */
export async function keepGame({ text, matches }: Found, index: number): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const name = Array.from(digest.slice(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const id = `open-${name}-${index}`;
  dropSaved(id);
  for (const [other, match] of matches.entries()) if (other !== index) match.dispose();
  return beginGame(playersOf(matches[index]), "", matches[index], null, id);
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch {
    notify(t("This browser does not allow copying."));
  }
}

export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
