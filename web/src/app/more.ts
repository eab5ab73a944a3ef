// SPDX-License-Identifier: MIT
// Small screens in one file, fetched as soon as the first screen is drawn.

export { About } from "../features/about/about";
export { Help } from "../features/help/help";
export { NewGame } from "../features/newgame/newgame";
export { Open } from "../features/open/open";
export { Settings } from "../features/settings/settings";
