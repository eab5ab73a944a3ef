// SPDX-License-Identifier: MIT
// Every feature with screens: its address, its title, its entry in the menu, and the part that is loaded for it. To add
// one, write its folder and its rows here. The build takes the server's list of addresses from `path`.

import type { ComponentType } from "preact";
import type { Core } from "../core/types";
import { Home } from "../features/home/home";
import type { MenuEntry } from "../parts/frame";
import { lazy, type Lazy } from "../parts/lazy";
import { variantName } from "../state/seats";
import type { Route, State } from "../state/types";
import { loadBook, t } from "../text";

interface ScreenProps {
  state: State;
  core: Core;
  words: string[];
  search: string;
}

export interface Feature {
  /** The first word of its addresses. */
  path: string;
  title(state: State): string;
  /** The highlighted entry of the menu. */
  menu?: MenuEntry;
  Screen: Lazy<ScreenProps> | ComponentType<ScreenProps>;
  /** Whether these words may follow; by default none. */
  takes?(words: string[]): boolean;
  /** Another key makes a new screen, without the state of the former. */
  key?(route: Route): string;
  /** Can start before the core is loaded. */
  early?: boolean;
  /** Needs the whole height of the window. */
  tall?(state: State): boolean;
  /** Needs the bottom of a phone's screen, so the tabs are hidden. */
  noTabs?(words: string[]): boolean;
}

const one = (words: string[]) => words.length === 1;
const any = () => true;
const always = () => true;
const byWords = ({ words }: Route) => words.join("/");
const inside = (words: string[]) => words.length > 0;

const more = () => import("./more");
const online = () => import("./onlinescreens");
const onlineStyle = { styles: ["online.css"] };
const analysis = { styles: ["analysis.css"] };

export const FEATURES: Feature[] = [
  { path: "", title: () => "", menu: "home", early: true, Screen: Home },
  {
    path: "new", menu: "new", early: true, noTabs: always,
    title: ({ route }) => (new URLSearchParams(route.search).get("against") === "computer" ? t("Play the computer") : t("New game")),
    Screen: lazy(() => more().then(({ NewGame }) => NewGame)),
  },
  {
    path: "play", title: ({ game }) => (game ? variantName(game.variant) : ""), early: true, takes: one, tall: always, noTabs: always,
    Screen: lazy(() => import("../features/play/play").then(({ Play }) => Play), { waiting: <div class="play loading" aria-busy="true" /> }),
  },
  { path: "online", title: () => t("Online"), menu: "online", Screen: lazy(() => online().then(({ LobbyScreen }) => LobbyScreen), onlineStyle) },
  {
    path: "tv", title: () => t("Online"), menu: "online", takes: (words) => one(words) && ["abalone", "quoridor"].includes(words[0]),
    Screen: lazy(() => online().then(({ Television }) => Television), onlineStyle),
  },
  {
    path: "game", title: ({ game }) => (game?.online ? variantName(game.variant) : t("Online")), takes: one, key: byWords, noTabs: always,
    // A game that has begun uses the play screen.
    tall: ({ game }) => Boolean(game?.online && game.online.info.state !== "open"),
    Screen: lazy(() => online().then(({ OnlineGameScreen }) => OnlineGameScreen), onlineStyle),
  },
  { path: "account", title: () => t("Account"), menu: "you", Screen: lazy(() => online().then(({ Account }) => Account), onlineStyle) },
  {
    path: "moderation", title: () => t("Moderation"), menu: "you",
    Screen: lazy(() => online().then(({ ModerationScreen }) => ModerationScreen), onlineStyle),
  },
  {
    path: "people", title: ({ route }) => route.words[0], menu: "ranking", takes: one, key: byWords,
    Screen: lazy(() => online().then(({ ProfileScreen }) => ProfileScreen), onlineStyle),
  },
  {
    path: "games", title: () => t("Games played"), menu: "online", key: ({ search }) => search,
    Screen: lazy(() => online().then(({ Archive }) => Archive), onlineStyle),
  },
  {
    path: "tournaments", title: () => t("Tournaments"), menu: "tournaments", takes: (words) => words.length < 3, key: ({ words }) => words.slice(0, 1).join(),
    Screen: lazy(() => import("../features/tournaments/tournaments").then(({ Tournaments }) => Tournaments), { styles: ["online.css", "tournaments.css"] }),
  },
  {
    path: "table", title: () => t("Table"), takes: (words) => words.length === 2 && /^\d+$/.test(words[1]), key: byWords, noTabs: always,
    Screen: lazy(() => import("../features/club/clubtable").then(({ ClubTable }) => ClubTable), { styles: ["online.css", "club.css"] }),
  },
  { path: "players", title: () => t("Best players"), menu: "ranking", Screen: lazy(() => online().then(({ PlayersScreen }) => PlayersScreen), onlineStyle) },
  { path: "bots", title: () => t("Bots"), menu: "online", Screen: lazy(() => online().then(({ BotsScreen }) => BotsScreen), onlineStyle) },
  {
    path: "analysis", title: () => t("Analysis"), menu: "analysis", takes: (words) => words.length < 2, tall: always, noTabs: always,
    Screen: lazy(() => import("../features/analysis").then(({ AnalysisScreen }) => AnalysisScreen), analysis),
  },
  {
    path: "mistakes", title: () => t("Learn from your mistakes"), tall: always, noTabs: always,
    Screen: lazy(() => import("../features/analysis").then(({ Mistakes }) => Mistakes), analysis),
  },
  { path: "edit", title: () => t("Set up a position"), noTabs: always, Screen: lazy(() => import("../features/editor").then(({ Editor }) => Editor), { styles: ["editor.css"] }) },
  {
    path: "layouts", title: () => t("Layouts"), key: ({ search }) => search,
    Screen: lazy(() => import("../features/layouts").then(({ Layouts }) => Layouts), { styles: ["layouts.css"] }),
  },
  { path: "open", title: () => t("Open a game"), early: true, Screen: lazy(() => more().then(({ Open }) => Open)) },
  {
    path: "learn", title: () => t("Learn"), menu: "learn", takes: any, noTabs: inside,
    Screen: lazy(() => Promise.all([import("../features/learn"), loadBook("rulebook")]).then(([{ Learn }]) => Learn), { styles: ["taskboard.css", "learn.css"] }),
  },
  {
    path: "puzzles", title: () => t("Puzzles"), menu: "puzzles", takes: any, key: byWords, noTabs: inside,
    Screen: lazy(() => import("../features/puzzles").then(({ Puzzles }) => Puzzles), { styles: ["taskboard.css", "puzzles.css"] }),
  },
  { path: "settings", title: () => t("Settings"), menu: "settings", early: true, Screen: lazy(() => more().then(({ Settings }) => Settings)) },
  { path: "help", title: () => t("Help"), menu: "help", early: true, Screen: lazy(() => more().then(({ Help }) => () => <Help />)) },
  { path: "about", title: () => t("About Meydan"), early: true, Screen: lazy(() => more().then(({ About }) => About)) },
];

/** The feature at an address; undefined if there is none. */
export function featureAt({ screen, words }: Route): Feature | undefined {
  return FEATURES.find(({ path, takes = (rest) => rest.length === 0 }) => path === screen && takes(words));
}

/** Loads the parts that most visitors need next. */
export function fetchNext(): void {
  for (const { early, Screen } of FEATURES) if (early && "fetch" in Screen) Screen.fetch();
}
