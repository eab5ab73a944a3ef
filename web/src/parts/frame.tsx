// SPDX-License-Identifier: MIT
// What every screen has around it: the bar at the top, the way past it for keyboards, the notice at the foot.

import type { ComponentChildren } from "preact";
import { t } from "../text";
import { MarbleDefs } from "./marble";
import { closeNotice } from "../state/actions";
import type { Route, State } from "../state/types";
import { IconButton } from "./controls";
import { Icon, type IconName } from "./icon";

const ONLINE = new Set(["online", "tv", "account", "moderation", "person", "games", "players", "bots"]);

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

function TopBar({ screen, bell }: { screen: Route["screen"]; bell: ComponentChildren }) {
  return (
    <header class="top">
      <a class="brand" href="/">
        <Logo />
        <span>Meydan</span>
      </a>
      <nav aria-label={t("Main")}>
        <NavLink href="/new" icon="plus" label={t("New game")} here={screen === "new"} />
        <NavLink href="/online" icon="globe" label={t("Online")} here={ONLINE.has(screen)} />
        <NavLink href="/learn" icon="book" label={t("Learn")} here={screen === "learn"} />
        <NavLink href="/analysis" icon="chart" label={t("Analysis")} here={screen === "analysis"} />
        <NavLink href="/help" icon="help" label={t("Help")} here={screen === "help"} />
        <NavLink href="/settings" icon="gear" label={t("Settings")} here={screen === "settings"} />
      </nav>
      {bell}
    </header>
  );
}

function Notice({ notice }: { notice: NonNullable<State["notice"]> }) {
  const { text, action } = notice;
  return (
    <div class="notice">
      <span>{text}</span>
      {action && <button type="button" class="button small" onClick={() => (closeNotice(), action.act())}>{action.label}</button>}
      <IconButton icon="close" label={t("Close")} act={closeNotice} />
    </div>
  );
}

export function Frame({ state, searching, bell, children }: { state: State; searching: ComponentChildren; bell: ComponentChildren; children: ComponentChildren }) {
  const { screen } = state.route;
  // An online game that has begun is played on the same screen as any other.
  const begun = screen === "game" && state.game?.online && state.game.online.info.state !== "open";
  const asPlay = begun || screen === "analysis" || screen === "mistakes";
  return (
    <div class={`frame on-${asPlay ? "play" : screen}${state.zen ? " zen" : ""}`}>
      <a class="skip" href="#main">{t("Skip to the content")}</a>
      <TopBar screen={screen} bell={bell} />
      {searching}
      <main id="main" tabIndex={-1}>{children}</main>
      <MarbleDefs />
      {state.notice && <Notice notice={state.notice} />}
    </div>
  );
}
