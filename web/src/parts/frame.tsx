// SPDX-License-Identifier: MIT
// What every screen has around it: the bar at the top, the way past it for keyboards, the notice at the foot.

import type { ComponentChildren } from "preact";
import { n, t } from "../text";
import { Avatar } from "./avatar";
import { MarbleDefs } from "./marble";
import { closeNotice } from "../state/actions";
import type { State } from "../state/types";
import { IconButton } from "./controls";
import { Icon, type IconName } from "./icon";

const ONLINE = new Set(["online", "tv", "games", "bots"]);
const YOU = new Set(["account", "moderation", "settings"]);
/** Screens that need the whole height of a phone, or have a key of their own at its foot. */
const NO_TABS = new Set(["play", "game", "analysis", "mistakes", "new", "edit"]);

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

/** In how many online games it is our turn. */
function turnsOf({ me, games }: State["online"]): number {
  return games.filter(({ state, turn, seats }) => me && state === "live" && turn !== null && seats[turn].person?.id === me.id).length;
}

/** Where one's own things are: the profile, or the place to sign in. */
function ownPlace(name: string | null | undefined): string {
  return name ? `/people/${encodeURIComponent(name)}` : "/account";
}

function TopBar({ state, bell }: { state: State; bell: ComponentChildren }) {
  const { route: { screen }, online } = state;
  const turns = turnsOf(online);
  const name = online.me?.name;
  return (
    <header class="top">
      <a class="brand" href="/">
        <Logo />
        <span>Meydan</span>
      </a>
      <nav aria-label={t("Main")}>
        <NavLink href="/new" icon="play" label={t("New game")} here={screen === "new"} />
        <NavLink href="/online" icon="globe" label={t("Online")} here={ONLINE.has(screen)} />
        <NavLink href="/puzzles" icon="puzzle" label={t("Puzzles")} here={screen === "puzzles"} />
        <NavLink href="/learn" icon="book" label={t("Learn")} here={screen === "learn"} />
        <NavLink href="/analysis" icon="chart" label={t("Analysis")} here={screen === "analysis"} />
        <NavLink href="/players" icon="cup" label={t("Ranking")} here={screen === "players" || screen === "person"} />
        <span class="nav-gap" />
        {turns > 0 && <a class="nav-turn" href="/online"><span>{n("Your turn in {n} game", "Your turn in {n} games", turns)}</span></a>}
        <NavLink href="/help" icon="help" label={t("Help")} here={screen === "help"} />
        <NavLink href="/settings" icon="gear" label={t("Settings")} here={screen === "settings"} />
      </nav>
      {bell}
      {name && <a class="nav-you" href={ownPlace(name)}><Avatar name={name} /><span>{name}</span></a>}
    </header>
  );
}

/** The five places of a phone, under the thumb. */
function Tabs({ state }: { state: State }) {
  const { route: { screen }, online } = state;
  const turns = turnsOf(online);
  const name = online.me?.name;
  const own = screen === "person" && state.route.screen === "person" && state.route.name === name;
  return (
    <nav class="tab-bar" aria-label={t("Main menu")}>
      <NavLink href="/" icon="home" label={t("Home")} here={screen === "home"} />
      <NavLink href="/puzzles" icon="puzzle" label={t("Puzzles")} here={screen === "puzzles"} />
      <NavLink href={online.server === "none" ? "/new" : "/online"} icon="play" label={t("Online")} here={ONLINE.has(screen)} />
      <NavLink href="/learn" icon="book" label={t("Learn")} here={screen === "learn"} />
      <a href={ownPlace(name)} aria-current={own || YOU.has(screen) ? "page" : undefined}>
        <Icon name="person" />
        <span>{t("You")}</span>
        {turns > 0 && <span class="badge">{turns}<span class="spoken">{n("Your turn in {n} game", "Your turn in {n} games", turns)}</span></span>}
      </a>
    </nav>
  );
}

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

export function Frame({ state, searching, bell, children }: { state: State; searching: ComponentChildren; bell: ComponentChildren; children: ComponentChildren }) {
  const { screen } = state.route;
  // An online game that has begun is played on the same screen as any other.
  const begun = screen === "game" && state.game?.online && state.game.online.info.state !== "open";
  const asPlay = begun || screen === "analysis" || screen === "mistakes";
  const inside = (state.route.screen === "learn" || state.route.screen === "puzzles") && state.route.path !== "";
  const tabs = !NO_TABS.has(screen) && !inside;
  return (
    <div class={`frame on-${asPlay ? "play" : screen}${tabs ? " has-tabs" : ""}${state.zen ? " zen" : ""}`}>
      <a class="skip" href="#main">{t("Skip to the content")}</a>
      <TopBar state={state} bell={bell} />
      {searching}
      <main id="main" tabIndex={-1}>{children}</main>
      {tabs && <Tabs state={state} />}
      <MarbleDefs />
      {state.notice && <Notice notice={state.notice} />}
    </div>
  );
}
