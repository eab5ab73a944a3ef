// SPDX-License-Identifier: MIT
// A player's colour beside their name: a small marble with its mark, so that colour never stands alone.

import type { Seat } from "../core/types";

const marks = [
  <circle key="dot" cx="12" cy="12" r="2.6" class="marble-fill" />,
  <circle key="ring" cx="12" cy="12" r="3.6" class="marble-line" />,
  <path key="bar" d="M7.5 12h9" class="marble-line" />,
  <path key="triangle" d="M12 7.5l4.2 7.4H7.8z" class="marble-line" />,
];

/** In a drawing of its own, 24 wide and high. */
export function MarbleShape({ seat, marked = true }: { seat: Seat; marked?: boolean }) {
  return (
    <g class={`seat-${seat}`}>
      <circle cx="12" cy="12" r="10.5" class="marble-body" />
      <path d="M21.8 15A10.5 10.5 0 0 1 3 17.5A12.5 12.5 0 0 0 21.8 15Z" opacity=".22" />
      <ellipse cx="8.4" cy="7" rx="3" ry="1.8" transform="rotate(-38 8.4 7)" fill="#fff" opacity=".7" />
      {marked && marks[seat]}
    </g>
  );
}

export function Marble({ seat }: { seat: Seat }) {
  return (
    <svg class="marble" viewBox="0 0 24 24" aria-hidden="true">
      <MarbleShape seat={seat} />
    </svg>
  );
}
