// SPDX-License-Identifier: MIT
// Analyses as records: variations in parentheses, marks as $1 to $6, arrows and circles as chess programs write them
// (`[%cal Ge2e4]`, `[%csl Re4]`). The core reads and writes the text; this file converts its events to nodes and back.
// A link carries the whole record, compressed, behind its #.

import type { TreeEvent } from "@meydan/core";
import { t } from "../../text";
import { getState } from "../../state/store";
import { type Colour, extend, newTree, type Node, remark, type Shape, type Sign, type Tree } from "./tree";
import type { Kept } from "./types";

const GLYPHS: Sign[] = ["", "!", "?", "!!", "??", "!?", "?!"];
const LETTERS: Record<string, Colour> = { G: "green", R: "red", Y: "yellow", B: "blue" };
const LINK_MAX = 1 << 20; // of a record in a link
const SHAPES_MAX = 100; // of one node

// --- events ----------------------------------------------------------------------------------------

/** Arrows and circles of a comment. */
function shapesIn(comment: string): Shape[] {
  const found = [...comment.matchAll(/\[%c[as]l ([^\]]*)\]/g)].flatMap(([, list]) => list.split(","));
  return found.flatMap((word): Shape[] => {
    const [, letter, from, to] = /^\s*([GRYB])([a-i][1-9])([a-i][1-9])?\s*$/.exec(word) ?? [];
    return letter ? [{ colour: LETTERS[letter], from, to: to ?? "" }] : [];
  }).slice(0, SHAPES_MAX);
}

function shapeText(shapes: Shape[]): string {
  const letter = ({ colour }: Shape) => Object.keys(LETTERS).find((key) => LETTERS[key] === colour)!;
  const words = (arrows: boolean) => shapes.filter(({ to }) => (to !== "") === arrows).map((shape) => `${letter(shape)}${shape.from}${shape.to}`).join(",");
  return [words(false) && `[%csl ${words(false)}]`, words(true) && `[%cal ${words(true)}]`].filter(Boolean).join(" ");
}

/** Appends a comment to a node's comment. */
function commented(node: Node, text: string): Partial<Node> {
  const commands = [...text.matchAll(/\[%[^\]]*\]/g)].map(([command]) => command).filter((command) => !/^\[%c[as]l /.test(command));
  const plain = text.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();
  const more = [node.more, ...commands].filter(Boolean).join(" ");
  return {
    comment: [node.comment, plain].filter(Boolean).join(" "), shapes: [...node.shapes, ...shapesIn(text)].slice(0, SHAPES_MAX), ...(more ? { more } : {}),
  };
}

export function treeOfEvents(events: TreeEvent[]): Tree {
  let tree = newTree();
  let at = 0;
  const outer: number[] = [];
  for (const [kind, text = ""] of events) {
    if (kind === "(") {
      outer.push(at);
      at = Math.max(0, tree.nodes[at].parent);
    } else if (kind === ")") at = outer.pop() ?? at;
    else if (kind === "c") tree = remark(tree, at, commented(tree.nodes[at], text));
    else if (kind === "g") tree = remark(tree, at, { sign: GLYPHS[Number(/^\$([1-6])$/.exec(text)?.[1] ?? 0)] || tree.nodes[at].sign });
    else [tree, at] = extend(tree, at, text);
  }
  return tree;
}

function remarksOf({ sign, comment, shapes, more }: Node): TreeEvent[] {
  const events: TreeEvent[] = sign ? [["g", `$${GLYPHS.indexOf(sign)}`]] : [];
  const text = [more, shapeText(shapes), comment].filter(Boolean).join(" ");
  return text ? [...events, ["c", text]] : events;
}

/** The continuation of the line after a node, with its variations. */
function eventsAfter(tree: Tree, id: number, events: TreeEvent[]): TreeEvent[] {
  const put = (node: Node) => events.push(["m", node.move], ...remarksOf(node));
  for (let { kids } = tree.nodes[id]; kids.length; kids = tree.nodes[kids[0]].kids) {
    put(tree.nodes[kids[0]]);
    for (const other of kids.slice(1)) {
      events.push(["("]);
      put(tree.nodes[other]);
      eventsAfter(tree, other, events);
      events.push([")"]);
    }
  }
  return events;
}

function eventsOf(tree: Tree): TreeEvent[] {
  return eventsAfter(tree, 0, remarksOf(tree.nodes[0]).filter(([kind]) => kind === "c"));
}

// --- texts -----------------------------------------------------------------------------------------

/** The analysis as a record; throws the reason if that is impossible. */
export function recordOf({ variant, start, names, result, reason, tree }: Kept): string {
  const text = getState().core!.writeTree({ variant, position: start, names }, result, reason, eventsOf(tree));
  if (typeof text !== "string") throw new Error(t("The analysis cannot be exported."));
  return text;
}

async function passThrough(bytes: BlobPart, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream as TransformStream) as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > most) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

export async function linkOf(kept: Kept): Promise<string> {
  const bytes = await passThrough(recordOf(kept), new CompressionStream("deflate-raw"), LINK_MAX);
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.origin}/analysis#z=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The record that a link carries behind its "#z="; throws if there is none. */
export async function recordOfLink(packed: string): Promise<string> {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await passThrough(bytes, new DecompressionStream("deflate-raw"), LINK_MAX));
  } catch {
    throw new Error(t("There is no game in this link."));
  }
}
