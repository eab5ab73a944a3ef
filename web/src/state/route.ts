// SPDX-License-Identifier: MIT
// Addresses are plain paths; the server and the service worker answer each of them with index.html. A game that is shared
// travels behind the # and so never reaches a server. Which screens there are is in app/features.ts.

import type { Route } from "./types";

/** The words of a path; what is not written as addresses are stays as it is, and names nothing. */
function wordsOf(pathname: string): string[] {
  return pathname.split("/").filter(Boolean).map((word) => {
    try {
      return decodeURIComponent(word);
    } catch {
      return word;
    }
  });
}

export function readRoute({ pathname, search }: { pathname: string; search: string }): Route {
  const [first = "", ...words] = wordsOf(pathname);
  return { screen: first === "index.html" ? "" : first, words, search };
}

/** The online game at this address. */
export function gameAt({ screen, words }: Route): string | null {
  return screen === "game" ? words[0] : null;
}
