// SPDX-License-Identifier: MIT
// Moves between screens without loading the page again.

import { readRoute } from "./route";
import { getState, update } from "./store";

function show(): void {
  const from = getState().route;
  update({ route: readRoute(location), zen: false });
  if (from.screen === getState().route.screen) return;
  scrollTo(0, 0);
  // The screen reader and the next Tab start at the new screen.
  document.getElementById("main")?.focus({ preventScroll: true });
}

export function go(url: string, replace = false): void {
  if (replace) history.replaceState(null, "", url);
  else if (url !== location.pathname + location.search + location.hash) history.pushState(null, "", url);
  show();
}

/** Follows plain clicks on the page's own links; leaves all others to the browser. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  const url = new URL(link.href);
  if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
}

export function startNavigation(): void {
  addEventListener("popstate", show);
  document.addEventListener("click", follow);
}
