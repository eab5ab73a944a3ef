// SPDX-License-Identifier: MIT
// The frame of every screen: the bar at the top, the skip link for keyboards, the notice at the bottom.

import type { ComponentChildren } from "preact";
import { n, t } from "../text";
import { Avatar } from "./avatar";
import { MarbleDefs } from "./marble";
import { memo } from "./memo";
import { closeNotice } from "../state/actions";
import type { State } from "../state/types";
import { IconButton } from "./controls";
import { Icon, type IconName } from "./icon";

/** The entries of the menu that can be highlighted. */
export type MenuEntry = "home" | "new" | "online" | "puzzles" | "learn" | "analysis" | "tournaments" | "ranking" | "help" | "settings" | "you";

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M9.5 5h13L29 16l-6.5 11h-13L3 16z" class="logo-rim" />
      <circle cx="11" cy="16" r="4" class="logo-ivory" />
      <circle cx="21" cy="16" r="4" class="logo-onyx" />
      <path d="M16 10v12" class="logo-wall" />
    </svg>
  );
}

function NavLink({ href, icon, label, here }: { href: string; icon: IconName; label: string; here: boolean }) {
  return (
    <a href={href} aria-current={here ? "page" : undefined}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

/** The number of online games in which it is the user's turn. */
function turnsOf({ me, games }: State["online"]): number {
  return games.filter(({ state, turn, seats }) => me && state === "live" && turn !== null && seats[turn].person?.id === me.id).length;
}

/** The user's own place: the profile, or the place to sign in. */
function ownPlace(name: string | null | undefined): string {
  return name ? `/people/${encodeURIComponent(name)}` : "/account";
}

const Menu = memo(({ menu, turns }: { menu: MenuEntry | undefined; turns: number }) => (
  <nav aria-label={t("Main")}>
    <NavLink href="/new" icon="play" label={t("New game")} here={menu === "new"} />
    <NavLink href="/online" icon="globe" label={t("Online")} here={menu === "online"} />
    <NavLink href="/puzzles" icon="puzzle" label={t("Puzzles")} here={menu === "puzzles"} />
    <NavLink href="/learn" icon="book" label={t("Learn")} here={menu === "learn"} />
    <NavLink href="/analysis" icon="chart" label={t("Analysis")} here={menu === "analysis"} />
    <NavLink href="/tournaments" icon="bracket" label={t("Tournaments")} here={menu === "tournaments"} />
    <NavLink href="/players" icon="cup" label={t("Ranking")} here={menu === "ranking"} />
    <span class="nav-gap" />
    {turns > 0 && <a class="nav-turn" href="/online"><span>{n("Your turn in {n} game", "Your turn in {n} games", turns)}</span></a>}
    <NavLink href="/help" icon="help" label={t("Help")} here={menu === "help"} />
    <NavLink href="/settings" icon="gear" label={t("Settings")} here={menu === "settings"} />
  </nav>
));

function TopBar({ state: { online }, menu, bell }: { state: State; menu: MenuEntry | undefined; bell: ComponentChildren }) {
  const turns = turnsOf(online);
  const name = online.me?.name;
  // Without a server they keep their place: the bar must not move under a press.
  const unused = online.server === "none" ? { visibility: "hidden" } : undefined;
  return (
    <header class="top">
      <a class="brand" href="/">
        <Logo />
        <span>Meydan</span>
      </a>
      <Menu menu={menu} turns={turns} />
      {bell}
      {!name && (
        <>
          <a class="nav-enter" style={unused} href="/account">{t("Sign in")}</a>
          <a class="nav-enter wide" style={unused} href="/account?register">{t("Register")}</a>
        </>
      )}
      {name && <a class="nav-you" href={ownPlace(name)}><Avatar name={name} /><span>{name}</span></a>}
    </header>
  );
}

interface TabsProps {
  menu: MenuEntry | undefined;
  turns: number;
  /** Where a game begins. */
  online: string;
  /** The user's own place, and whether it is on the screen. */
  place: string;
  own: boolean;
}

/** The five places of a phone, under the thumb. */
const Tabs = memo(({ menu, turns, online, place, own }: TabsProps) => (
  <nav class="tab-bar" aria-label={t("Main menu")}>
    <NavLink href="/" icon="home" label={t("Home")} here={menu === "home"} />
    <NavLink href="/puzzles" icon="puzzle" label={t("Puzzles")} here={menu === "puzzles"} />
    <NavLink href={online} icon="play" label={t("Online")} here={menu === "online"} />
    <NavLink href="/learn" icon="book" label={t("Learn")} here={menu === "learn"} />
    <a href={place} aria-current={own || menu === "you" || menu === "settings" ? "page" : undefined}>
      <Icon name="person" />
      <span>{t("Profile")}</span>
      {turns > 0 && <span class="badge">{turns}<span class="spoken">{n("Your turn in {n} game", "Your turn in {n} games", turns)}</span></span>}
    </a>
  </nav>
));

function Notice({ notice }: { notice: NonNullable<State["notice"]> }) {
  const { text, action } = notice;
  return (
    <aside class="notice" aria-label={t("Notifications")}>
      <span>{text}</span>
      {action && <button type="button" class="button small" onClick={() => (closeNotice(), action.act())}>{action.label}</button>}
      <IconButton icon="close" label={t("Close")} act={closeNotice} />
    </aside>
  );
}

interface FrameProps {
  state: State;
  menu: MenuEntry | undefined;
  /** The screen needs the whole height of the window. */
  tall?: boolean;
  /** On a phone, show the page's places at the bottom. */
  tabs: boolean;
  searching: ComponentChildren;
  bell: ComponentChildren;
  children: ComponentChildren;
}

export function Frame({ state, menu, tall, tabs, searching, bell, children }: FrameProps) {
  const { route, online } = state;
  const name = online.me?.name;
  return (
    <div class={`frame${tall ? " on-play" : ""}${tabs ? " has-tabs" : ""}${state.zen ? " zen" : ""}`}>
      <a class="skip" href="#main">{t("Skip to the content")}</a>
      <TopBar state={state} menu={menu} bell={bell} />
      {searching}
      <main id="main" tabIndex={-1}>{children}</main>
      {tabs && (
        <Tabs menu={menu} turns={turnsOf(online)} online={online.server === "none" ? "/new" : "/online"} place={ownPlace(name)}
          own={route.screen === "people" && route.words[0] === name} />
      )}
      <MarbleDefs />
      {state.notice && <Notice notice={state.notice} />}
    </div>
  );
}
