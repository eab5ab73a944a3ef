// SPDX-License-Identifier: MIT
// The boards, for the rest of the page. The first screen needs only this file: board.tsx, on which one plays, and picture.tsx, which saves
// pictures, are loaded on demand. Their style is board.css, imported by src/app/first.css.
//
// A board shows one position, moves the pieces when `look` goes one move on from `before` by `last` (or one back), lets
// `seat` choose a move when it is its turn, and passes it to onMove once. It plays the sounds of moves and refusals,
// shows and speaks the reasons of refusals, and speaks cells and choices; the page announces moves and results.
//
// Stable hooks for tests: data-cell on cells and squares, data-marble, data-pawn, data-wall on pieces, data-ghost on a
// wall not yet placed, data-dir and data-move on chevrons, data-action on buttons, data-rack on the rack.

export { SmallBoard } from "./small/smallboard";
export { Piece, PieceDefs } from "./pieces";
export { sidesOf, turnedFor } from "./sides";
export { type SoundName, sounds } from "./sounds";
export type { BoardProps } from "./types";
export { reasonText } from "./reasons";
export { setTranslator } from "./text";
export { colourName, refusalText } from "./words";
