// SPDX-License-Identifier: MIT
// The analysis on the screen: its present node, and the moves, comments and deletions of the user. The positions of its
// nodes come from the core and are cached as long as the analysis is open. Every change is stored in the browser.

import { isRefusal, type Core, type Look, type PlayedMove } from "@meydan/core";
import { say } from "../../state/speak";
import { capital, t } from "../../text";
import { notify } from "../../state/actions";
import { describeMove } from "../../state/describe";
import { colourName, variantOf } from "../../state/seats";
import { getState, update } from "../../state/store";
import type { Game, Player } from "../../state/types";
import { keep } from "./keep";
import { beside, endOf, extend, movesTo, pathTo, promote, promoteToMain, remark, remove, type Colour, type Shape, type Sign, type Tree } from "./tree";
import type { Analysis, Kept } from "./types";

const KEEP_AFTER = 400; // ms: the present node changes quickly

interface Place {
  look: Look;
  /** The move that led here; null at the first node, and where a player left. */
  played: PlayedMove | null;
}

const LEADS = matchMedia("(min-width: 1200px) and (min-aspect-ratio: 1/1)"); // Explain has a panel beside the board, so it begins by itself
let places = new Map<number, Place>(); // by node, of the analysis on the screen
let timer = 0;

export function current(): Analysis | null {
  return getState().analysis ?? null;
}

function change(part: Partial<Analysis>): void {
  const analysis = current();
  if (analysis) update({ analysis: { ...analysis, ...part } });
}
export { change as changeAnalysis };

/** "out2:time": the seat of a player who leaves; null for a move. */
export function leaver(move: string): number | null {
  const found = /^out([1-4])(:|$)/.exec(move);
  return found ? Number(found[1]) - 1 : null;
}

/** The position after a move, and that move; null if it is illegal. */
export function passed(core: Core, look: Look, text: string): Place | null {
  const seat = leaver(text);
  const after = seat === null ? core.play(look, text) : core.leave(look, seat);
  if (isRefusal(after)) return null;
  const move = seat === null ? look.moves.find((legal) => legal.text === text) : undefined;
  const taken = after.lost.findIndex((lost, at) => lost > look.lost[at]);
  return { look: after, played: move ? { ...move, seat: look.turn, taken } : null };
}

/** The position of a node; throws if the tree has an illegal move. */
export function placeOf(core: Core, tree: Tree, id: number): Place {
  const known = places.get(id);
  if (known) return known;
  const { parent, move } = tree.nodes[id];
  const place = passed(core, placeOf(core, tree, parent).look, move);
  if (!place) throw new Error(`${move} cannot be played`);
  places.set(id, place);
  return place;
}

function store(now = true): void {
  clearTimeout(timer);
  const write = () => {
    const analysis = current();
    if (!analysis) return;
    const { id, variant, start, names, result, reason, tree, at } = analysis;
    void keep({ id, variant, start, names, result, reason, tree, at, changed: Date.now() });
  };
  if (now) write();
  else timer = window.setTimeout(write, KEEP_AFTER);
}

/** Puts an analysis on the screen. False if one of its moves is illegal. */
export function show(kept: Kept, thinking: Analysis["engine"]): boolean {
  const core = getState().core!;
  const start = core.read(kept.variant, kept.start);
  if (isRefusal(start)) return false;
  places = new Map([[0, { look: start, played: null }]]);
  try {
    for (const id of Object.keys(kept.tree.nodes)) placeOf(core, kept.tree, Number(id));
  } catch {
    return false;
  }
  const at = kept.at in kept.tree.nodes ? kept.at : 0;
  const { look, played } = places.get(at)!;
  update({
    analysis: {
      ...kept, at, look, before: null, last: played, turned: 0, panel: current()?.panel ?? "moves", engine: current()?.engine ?? thinking,
      explained: LEADS.matches && !look.winners.length ? 0 : null, drawing: null,
      preview: null,
    },
  });
  return true;
}

export function close(): void {
  if (!current()) return;
  clearTimeout(timer);
  places.clear();
  update({ analysis: null });
}

function move(tree: Tree, at: number): void {
  const analysis = current()!;
  const { look, played } = placeOf(getState().core!, tree, at);
  const forward = tree.nodes[at].parent === analysis.at;
  const before = forward && played ? placeOf(getState().core!, tree, analysis.at).look : null;
  const changed = tree !== analysis.tree;
  change({ tree, at, look, before, last: played, preview: null, explained: analysis.explained === null ? null : 0 });
  store(changed);
}

// --- the present node ---------------------------------------------------------------------------------

export function visit(id: number): void {
  const analysis = current();
  if (analysis && id in analysis.tree.nodes) move(analysis.tree, id);
}

export function back(): void {
  const analysis = current();
  if (analysis && analysis.at) visit(analysis.tree.nodes[analysis.at].parent);
}

export function forward(): void {
  const analysis = current();
  const next = analysis?.tree.nodes[analysis.at].kids[0];
  if (next !== undefined) visit(next);
}

export function toStart(): void {
  visit(0);
}

export function toEnd(): void {
  const analysis = current();
  if (analysis) visit(endOf(analysis.tree, analysis.at));
}

/** To the variation above or below in the list. */
export function aside(step: number): void {
  const analysis = current();
  const to = analysis && beside(analysis.tree, analysis.at, step);
  if (typeof to === "number") visit(to);
}

/** Shows where moves would lead, without playing them; none: back to the node. */
export function preview(moves: string[]): void {
  const analysis = current();
  const { core } = getState();
  if (!analysis || !core || (!moves.length && !analysis.preview)) return;
  let place: Place = placeOf(core, analysis.tree, analysis.at);
  for (const move of moves) {
    const next = passed(core, place.look, move);
    if (!next) break;
    place = next;
  }
  change({ preview: moves.length ? { moves, look: place.look, last: place.played } : null });
}

export function turn(sides: number): void {
  const analysis = current();
  if (analysis) change({ turned: (analysis.turned + 1) % sides });
}

export function showPanel(panel: string): void {
  change({ panel });
}

/** Pointers draw with this colour from now on; null: they play. */
export function draw(drawing: Colour | null): void {
  change({ drawing });
}

/** Explains this finding on the board; null: none. */
export function explain(explained: number | null): void {
  change({ explained });
}

// --- changes -----------------------------------------------------------------------------------------

/** Plays moves from the present node, one after the other; stops at an illegal one. */
export function play(...moves: string[]): void {
  const analysis = current();
  const { core } = getState();
  if (!analysis || !core) return;
  let { tree, at } = analysis;
  for (const move of moves) {
    const { look } = placeOf(core, tree, at);
    const next = passed(core, look, move);
    if (!next) break;
    if (next.played && moves.length === 1) say(describeMove(variantOf(core, analysis.variant), next.played, look, next.look), true);
    [tree, at] = extend(tree, at, move);
  }
  move(tree, at);
}

function changeTree(tree: Tree): void {
  change({ tree });
  store();
}

export function setSign(sign: Sign): void {
  const { tree, at } = current()!;
  if (at) changeTree(remark(tree, at, { sign: tree.nodes[at].sign === sign ? "" : sign }));
}

export function setComment(comment: string): void {
  const { tree, at } = current()!;
  changeTree(remark(tree, at, { comment }));
}

export function setShapes(shapes: Shape[]): void {
  const { tree, at } = current()!;
  changeTree(remark(tree, at, { shapes }));
}

export function promoteHere(whole: boolean): void {
  const { tree, at } = current()!;
  changeTree(whole ? promoteToMain(tree, at) : promote(tree, at));
}

/** Deletes the present move and all after it; the notice can undo it. */
export function removeHere(): void {
  const { id, tree, at } = current()!;
  if (!at) return;
  move(remove(tree, at), tree.nodes[at].parent);
  notify(t("Deleted from here on."), { label: t("Undo"), act: () => current()?.id === id && move(tree, at) });
}

// --- for other files ---------------------------------------------------------------------------------

/** The game up to the present node, for the engine: since the latest departure of a player. */
export function questionOf({ variant, start, tree, at }: Kept): { variant: string; start: string; moves: string[] } {
  const question = { variant, start, moves: [] as string[] };
  for (const id of pathTo(tree, at).slice(1)) {
    if (leaver(tree.nodes[id].move) === null) question.moves.push(tree.nodes[id].move);
    else Object.assign(question, { start: placeOf(getState().core!, tree, id).look.position, moves: [] });
  }
  return question;
}

export function playersOf({ names }: Kept): Player[] {
  return names.map((name, seat) => ({ kind: "friend", level: 1, name: name || capital(colourName(seat)) }));
}

/** The node as a game at its present, for components that draw games: cards, walls and their owners. */
export function asGame(analysis: Analysis): Game {
  const core = getState().core!;
  const { id, variant, tree, at, preview: shown } = analysis;
  const path = pathTo(tree, at).slice(1).map((node) => placeOf(core, tree, node).played);
  const moves = path.filter((move) => move !== null);
  const look = shown?.look ?? analysis.look;
  return {
    id, variant, layout: "", players: playersOf(analysis), clock: null, ply: null, look, before: null, last: analysis.last, turned: analysis.turned,
    thinking: false, hint: null, findings: null, explained: 0, asking: null, remark: null, log: [], online: null,
    match: {
      look, moves, plies: moves.length, over: look.winners.length > 0, result: "*", reason: "", winners: look.winners, clock: null, paused: false,
      offers: [], asked: [], takeback: null, takebackTo: [], undoLimit: 0, underWay: true, departures: [], base: { position: analysis.start, ply: 0 },
      swaps: 0, handicap: "", tags: {}, remarks: [],
    },
  };
}

/** How many moves were played before the tree's first one, counted in plies. */
export function firstPly(analysis: Kept): number {
  const core = getState().core!;
  const { order } = variantOf(core, analysis.variant);
  return order.indexOf(placeOf(core, analysis.tree, 0).look.turn);
}

export { movesTo };
