// SPDX-License-Identifier: MIT
// A board on a screen. It is drawn again only when its picture changes: screens are drawn after every change of the state, such as each
// answer to a ping, and a board is most of the work. Functions may be new at each drawing, the board calls the latest. Findings and
// owners are compared by content.

import { useMemo, useRef } from "preact/hooks";
import { Board } from "@meydan/board/board";
import type { BoardProps } from "@meydan/board";
import { memo } from "./memo";

const Drawn = memo(Board);

/** The first of all values with the same text. */
function useKept<T>(value: T, text: string | undefined): T {
  const kept = useRef({ value, text });
  if (kept.current.text !== text) kept.current = { value, text };
  return kept.current.value;
}

export function LiveBoard(props: BoardProps) {
  const latest = useRef(props);
  latest.current = props;
  const calls = useMemo((): Partial<BoardProps> => ({
    onMove: (text) => latest.current.onMove(text),
    onRefuse: (refusal) => latest.current.onRefuse?.(refusal),
    onGhost: (move) => latest.current.onGhost?.(move),
    onKey: (key) => latest.current.onKey?.(key),
    say: (text, urgent) => latest.current.say(text, urgent),
  }), []);
  const findings = useKept(props.findings, props.findings && JSON.stringify(props.findings));
  const owners = useKept(props.owners, props.owners && [...props.owners].join());
  return <Drawn {...props} {...calls} findings={findings} owners={owners} />;
}
