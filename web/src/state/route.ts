// SPDX-License-Identifier: MIT
// Addresses are plain paths; the server and the service worker answer each of them with index.html. A shared game is
// behind the # and so never reaches a server. app/features.tsx lists the screens.

import type { Route } from "./types";

/** The words of a path; an invalid escape stays as it is, and names nothing. */
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
