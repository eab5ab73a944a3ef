// SPDX-License-Identifier: MIT
// A tree of moves: the played line, and every variation that was tried. Plain data, and every change makes a new tree;
// it knows no rules. Node 0 is the position it begins from. The first child of a node continues its line, the others
// are variations.

export type Sign = "" | "!!" | "!" | "!?" | "?!" | "?" | "??";

export const SIGNS: Sign[] = ["!!", "!", "!?", "?!", "?", "??"];

export type Colour = "green" | "red" | "yellow" | "blue";

/** An arrow between two cells, or a circle around one (`to` is then ""). */
export interface Shape {
  colour: Colour;
  from: string;
  to: string;
}

export interface Node {
  id: number;
  /** -1 in the first one. */
  parent: number;
  /** As written by the core; "out2:time" where a player left. "" in the first one. */
  move: string;
  kids: number[];
  sign: Sign;
  comment: string;
  shapes: Shape[];
  /** Comments of programs about the move, clocks and the like; they stay with the move. */
  more?: string;
}

export interface Tree {
  nodes: Record<number, Node>;
  /** The number of the next node. */
  next: number;
}

function bare(id: number, parent: number, move: string): Node {
  return { id, parent, move, kids: [], sign: "", comment: "", shapes: [] };
}

export function newTree(): Tree {
  return { nodes: { 0: bare(0, -1, "") }, next: 1 };
}

/** A tree with one line. */
export function treeOf(moves: readonly string[]): Tree {
  const tree = newTree();
  for (const move of moves) {
    tree.nodes[tree.next - 1].kids.push(tree.next);
    tree.nodes[tree.next] = bare(tree.next, tree.next - 1, move);
    tree.next++;
  }
  return tree;
}

function put(tree: Tree, ...changed: Node[]): Tree {
  return { ...tree, nodes: { ...tree.nodes, ...Object.fromEntries(changed.map((node) => [node.id, node])) } };
}

/** Changes the notes of a node. */
export function remark(tree: Tree, id: number, part: Partial<Pick<Node, "sign" | "comment" | "shapes" | "more">>): Tree {
  return put(tree, { ...tree.nodes[id], ...part });
}

/** The node that a move leads to, and the tree with it: an existing move is not added again. */
export function extend(tree: Tree, at: number, move: string): [Tree, number] {
  const known = tree.nodes[at].kids.find((kid) => tree.nodes[kid].move === move);
  if (known !== undefined) return [tree, known];
  const id = tree.next;
  const parent = tree.nodes[at];
  return [{ ...put(tree, { ...parent, kids: [...parent.kids, id] }, bare(id, at, move)), next: id + 1 }, id];
}

/** The nodes from the first to this one, inclusive. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at >= 0; at = tree.nodes[at].parent) path.push(at);
  return path.reverse();
}

export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id).slice(1).map((at) => tree.nodes[at].move);
}

/** The nodes after this one to the end of its line. */
function lineAfter(tree: Tree, id: number): number[] {
  const line: number[] = [];
  for (let at = tree.nodes[id].kids[0]; at !== undefined; at = tree.nodes[at].kids[0]) line.push(at);
  return line;
}

export function endOf(tree: Tree, id: number): number {
  return lineAfter(tree, id).at(-1) ?? id;
}

function isFirst(tree: Tree, id: number): boolean {
  const { parent } = tree.nodes[id];
  return parent < 0 || tree.nodes[parent].kids[0] === id;
}

/** The nearest node before this one that begins a variation; null on the main line. */
export function variationOf(tree: Tree, id: number): number | null {
  for (let at = id; at > 0; at = tree.nodes[at].parent) if (!isFirst(tree, at)) return at;
  return null;
}

/** Moves the variation of a node one place up among its siblings. */
export function promote(tree: Tree, id: number): Tree {
  const branch = variationOf(tree, id);
  if (branch === null) return tree;
  const parent = tree.nodes[tree.nodes[branch].parent];
  const kids = [...parent.kids];
  const place = kids.indexOf(branch);
  [kids[place - 1], kids[place]] = [kids[place], kids[place - 1]];
  return put(tree, { ...parent, kids });
}

/** Makes the path to a node the main line. */
export function promoteToMain(tree: Tree, id: number): Tree {
  let next = tree;
  while (variationOf(next, id) !== null) next = promote(next, id);
  return next;
}

/** Removes a node and everything after it. */
export function remove(tree: Tree, id: number): Tree {
  if (id === 0) return tree;
  const nodes = { ...tree.nodes };
  const gone = [id];
  for (const at of gone) {
    gone.push(...nodes[at].kids);
    delete nodes[at];
  }
  const parent = tree.nodes[tree.nodes[id].parent];
  nodes[parent.id] = { ...parent, kids: parent.kids.filter((kid) => kid !== id) };
  return { ...tree, nodes };
}

/** The variation above or below (step -1, +1) at the last fork before this node. Null: there is none. */
export function beside(tree: Tree, id: number, step: number): number | null {
  for (let at = id; at > 0; at = tree.nodes[at].parent) {
    const { kids } = tree.nodes[tree.nodes[at].parent];
    if (kids.length > 1) return kids[kids.indexOf(at) + step] ?? null;
  }
  return null;
}
