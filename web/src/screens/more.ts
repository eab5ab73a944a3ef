// SPDX-License-Identifier: MIT
// What the first screen and a board do without, as one file that later.tsx loads.

export { AheadMark } from "@meydan/board/ahead";
export { About } from "./about";
export { Explain } from "./explain";
export { Help } from "./help";
export { Legend } from "./legend";
export { NewGame } from "./newgame";
export { Open } from "./open";
export { Premove } from "./premove";
export { Review } from "./review";
export { Settings } from "./settings";
export { ShareSheet } from "./share";
export { TextBoard } from "./textboard";
