// SPDX-License-Identifier: MIT
// The gradients and patterns that all boards of a page share are in one hidden drawing: they have fixed colours, so that any skin fits
// over them.

import { render, type RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { GroundDefs } from "../ground";
import { ManyDefs, PieceDefs } from "../pieces";
import { Hatch } from "../quoridor/squares";

/** The prefix of the shared ids. */
export const SHARED = "board-";

function provide(board: Element): void {
  const root = board.getRootNode();
  const home = root instanceof ShadowRoot ? root : document.body;
  if (home.querySelector(":scope > [data-board-defs]")) return;
  const holder = document.createElement("div");
  holder.dataset.boardDefs = "";
  render(
    <svg class="board-spoken" aria-hidden="true">
      <PieceDefs id={SHARED} />
      <GroundDefs id={SHARED} />
      <ManyDefs id={SHARED} />
      <Hatch id={SHARED} />
    </svg>,
    holder,
  );
  home.append(holder);
}

/** Provides the shared definitions where this board is. */
export function useSharedDefs(board: RefObject<Element | null>): void {
  useLayoutEffect(() => provide(board.current!), []);
}
