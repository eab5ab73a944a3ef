// SPDX-License-Identifier: MIT
// One address for every kind of screen, on a server that people.mjs has settled.

/** Names and addresses; `settled` is the result of `settle` of people.mjs. */
export function placesOf({ live, push, over }) {
  return {
    home: "/",
    lobby: "/online",
    tv: "/tv/abalone",
    players: "/players",
    bots: "/bots",
    person: "/people/Ann",
    games: "/games",
    tournaments: "/tournaments",
    "tournament-new": "/tournaments/new",
    account: "/account",
    game: `/game/${live}`,
    "game-abalone": `/game/${push}`,
    "game-over": `/game/${over[2]}`,
    embed: `/embed/${push}`,
    "embed-quoridor": `/embed/${live}`,
    play: "/open#v=abalone&l=belgian-daisy",
    quoridor: "/open#v=quoridor&l=standard",
    new: "/new",
    analysis: "/analysis",
    editor: "/edit",
    mistakes: "/mistakes",
    open: "/open",
    layouts: "/layouts",
    puzzles: "/puzzles",
    puzzle: "/puzzles/daily",
    learn: "/learn",
    chapter: "/learn/abalone/sumito",
    exercise: "/learn/exercise/q-maze",
    settings: "/settings",
    help: "/help",
    about: "/about",
  };
}
