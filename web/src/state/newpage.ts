// SPDX-License-Identifier: MIT
// Whether the server has a newer page than this tab. The service worker reports one, but over plain http there is none:
// there the tab checks when it becomes visible, and when a part of the page fails to load.

import { t } from "../text";
import { notify } from "./actions";

const OFTEN = 60_000; // ms between two checks
let asked = -OFTEN;

export function offerNewPage(): void {
  notify(t("A new version of the page is ready."), { label: t("Update now"), act: () => location.reload() });
}

/** The address of the script that a page starts with; files carry a hash of their content in their names. */
function scriptOf(page: Document): string | null {
  return page.querySelector("script[type=module]")?.getAttribute("src") ?? null;
}

/** Fetches the first page; if it starts with another script, shows a notice. */
export async function tellOfNewPage(): Promise<void> {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (!answer.ok) return;
    const script = scriptOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (script && script !== scriptOf(document)) offerNewPage();
  } catch {
    // no network, so no result
  }
}

/** For tabs without a service worker. */
export function watchForNewPage(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - asked < OFTEN) return;
    asked = performance.now();
    void tellOfNewPage();
  });
}
