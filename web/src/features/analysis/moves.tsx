// SPDX-License-Identifier: MIT
// The tree of moves: the main line in rounds, variations inset below the move they replace, comments in their places.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { firstPly, leaver, visit } from "./analysis";
import type { Tree } from "./tree";
import { capital, colourName } from "../../state/seats";
import { t } from "../../text";
import type { PanelProps } from "./types";
import { SignBadge } from "./sign";

const INSET_MAX = 3; // deeper variations are not inset further

interface Context {
  tree: Tree;
  at: number;
  /** Plies before the first node's move, in the count of rounds. */
  first: number;
  players: number;
}

function MoveButton({ id, on: { tree, at } }: { id: number; on: Context }) {
  const { move, sign } = tree.nodes[id];
  const seat = leaver(move);
  return (
    <button type="button" class="ply" data-node={id} aria-current={id === at ? "step" : undefined} onClick={() => visit(id)}>
      {seat === null ? move : t("{player} leaves", { player: capital(colourName(seat)) })}
      {sign && <SignBadge sign={sign} />}
    </button>
  );
}

function Comment({ id, on }: { id: number; on: Context }) {
  const { comment } = on.tree.nodes[id];
  return comment ? <p class="comment">{comment}</p> : null;
}

/**
 * A variation in running text, with its variations below the moves they replace. `ply` counts from the tree's first.
 */
function Variation({ id, ply, depth, on }: { id: number; ply: number; depth: number; on: Context }) {
  const parts: ComponentChildren[] = [];
  let text: ComponentChildren[] = [];
  const flush = () => {
    if (text.length) parts.push(<p key={parts.length} class="run">{text}</p>);
    text = [];
  };
  let number = true; // the next move needs its number
  for (let at: number | undefined = id; at !== undefined; at = on.tree.nodes[at].kids[0], ply++) {
    const place = (ply + on.first) % on.players;
    if (number || place === 0) text.push(<span key={`n${at}`} class="number">{`${Math.floor((ply + on.first) / on.players) + 1}${place ? "…" : "."}`}</span>);
    text.push(<MoveButton key={at} id={at} on={on} />);
    number = false;
    const { comment, parent } = on.tree.nodes[at];
    const others = at === id ? [] : on.tree.nodes[parent].kids.slice(1);
    if (comment || others.length) {
      flush();
      number = true;
      if (comment) parts.push(<Comment key={`c${at}`} id={at} on={on} />);
      if (others.length) parts.push(<Variations key={`v${at}`} ids={others} ply={ply} depth={depth + 1} on={on} />);
    }
  }
  flush();
  return <li>{parts}</li>;
}

function Variations({ ids, ply, depth, on }: { ids: number[]; ply: number; depth: number; on: Context }) {
  return (
    <ul class={depth > INSET_MAX ? "variations flat" : "variations"} aria-label={t("Variations")}>
      {ids.map((id) => <Variation key={id} id={id} ply={ply} depth={depth} on={on} />)}
    </ul>
  );
}

/** The main line: a row per round, interrupted by variations and comments. */
function MainLine({ on }: { on: Context }) {
  const rows: ComponentChildren[] = [];
  let row: ComponentChildren[] = [];
  let cells = 0; // of the row, empty ones included
  let ply = 0;
  const flush = () => {
    if (row.length) rows.push(<li key={rows.length} class="round-row">{row}</li>);
    row = [];
    cells = 0;
  };
  for (let at: number | undefined = on.tree.nodes[0].kids[0]; at !== undefined; at = on.tree.nodes[at].kids[0], ply++) {
    const place = (ply + on.first) % on.players;
    if (place === 0) flush();
    if (!cells) {
      row.push(<span key="number" class="number" aria-hidden="true">{Math.floor((ply + on.first) / on.players) + 1}</span>);
      for (; cells < place; cells++) row.push(<span key={`gap${cells}`} class="gap" aria-hidden="true">…</span>);
    }
    row.push(<MoveButton key={at} id={at} on={on} />);
    cells++;
    const { comment, parent } = on.tree.nodes[at];
    const others = on.tree.nodes[parent].kids.slice(1);
    if (!comment && !others.length) continue;
    flush();
    rows.push(
      <li key={rows.length} class="tree-below">
        <Comment id={at} on={on} />
        {others.length > 0 && <Variations ids={others} ply={ply} depth={1} on={on} />}
      </li>,
    );
  }
  flush();
  return <>{rows}</>;
}

export function MovesPanel({ analysis }: PanelProps) {
  const { tree, at, names, result } = analysis;
  const list = useRef<HTMLOListElement>(null);
  const on: Context = { tree, at, first: firstPly(analysis), players: names.length };
  // Only the list scrolls, never the page.
  useEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box) return;
    if (!now) return box.scrollTo(0, 0);
    const [top, seen] = [now.getBoundingClientRect().top - box.getBoundingClientRect().top, box.clientHeight];
    if (top < 0 || top + now.offsetHeight > seen) box.scrollBy(0, top - (seen - now.offsetHeight) / 2);
  }, [at, tree]);
  return (
    <ol ref={list} class={`tree by-${names.length} of-${analysis.variant.startsWith("quoridor") ? "quoridor" : "abalone"}`} tabIndex={0} aria-label={t("Moves")}>
      {tree.nodes[0].comment && <li class="tree-below"><Comment id={0} on={on} /></li>}
      <MainLine on={on} />
      {!tree.nodes[0].kids.length && <li class="none">{t("Make a move on the board. Every other move you try becomes a variation.")}</li>}
      {result !== "*" && <li class="result-row">{result}</li>}
    </ol>
  );
}
