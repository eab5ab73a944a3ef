// SPDX-License-Identifier: MIT
// Which address shows which screen. Addresses are plain paths; the server and the service worker answer each of them with
// index.html. A game that is shared travels behind the # and so never reaches a server.

import type { Route } from "./types";

type Place = { pathname: string; search: string };

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

export function readRoute({ pathname, search }: Place): Route {
  const [first = "", ...rest] = wordsOf(pathname);
  const query = new URLSearchParams(search);
  switch (first) {
    case "":
    case "index.html":
      return { screen: "home" };
    case "new":
      return { screen: "new", game: query.get("game") ?? undefined, against: query.get("against") ?? undefined };
    case "play":
      return rest.length === 1 ? { screen: "play", id: rest[0] } : { screen: "lost" };
    case "learn":
      return { screen: "learn", path: rest.join("/") };
    case "puzzles":
      return { screen: "puzzles", path: rest.join("/") };
    case "game":
      return rest.length === 1 ? { screen: "game", id: rest[0] } : { screen: "lost" };
    case "analysis":
      return rest.length < 2 ? { screen: "analysis", id: rest[0] ?? "" } : { screen: "lost" };
    case "tv":
      return rest.length === 1 && ["abalone", "quoridor"].includes(rest[0]) ? { screen: "tv", game: rest[0] } : { screen: "lost" };
    case "mistakes":
      return rest.length ? { screen: "lost" } : { screen: "mistakes", game: query.get("game") };
    case "people":
      return rest.length === 1 ? { screen: "person", name: rest[0] } : { screen: "lost" };
    case "games":
      return rest.length ? { screen: "lost" } : { screen: "games", search };
    case "online":
    case "account":
    case "moderation":
    case "players":
    case "bots":
    case "edit":
    case "open":
    case "settings":
    case "help":
    case "about":
      return rest.length ? { screen: "lost" } : { screen: first };
    default:
      return { screen: "lost" };
  }
}
