// SPDX-License-Identifier: MIT
// A server with people and games, for programs that show screens without playing: accounts, games that wait, are in
// progress and are over. Cookies identify people, as in browsers.

/**
 * Calls the API of the server at that address as one person. `at` is the same person at another address, `cookie` their
 * cookie.
 */
export function personAt(address, cookie = "") {
  const call = async (path, data) => {
    const headers = { "Content-Type": "application/json", Origin: address, ...(cookie ? { Cookie: cookie } : {}) };
    const answer = await fetch(`${address}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(data ?? {}) });
    const given = answer.headers.get("set-cookie");
    if (given) cookie = given.split(";")[0];
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  return Object.assign(call, { at: (other) => personAt(other, cookie), cookie: () => cookie });
}

const DAISY = ["a1b2", "i5h5", "g7h7f6", "g4g5"];

/** Ann and Bob have played, play, and wait for others. Returns the ids of their games and Ann's calls. */
export async function settle(address) {
  const [ann, bob] = [personAt(address), personAt(address)];
  await ann("/register", { name: "Ann", password: "lighthouse keeper" });
  await bob("/register", { name: "Bob", password: "keeper of lighthouses" });
  const setup = { seats: ["me", "open"], lot: false, rated: true, public: true };
  const begin = async (variant, clock, moves) => {
    const { game: { id } } = await ann("/games", { ...setup, variant, clock, ...(moves === DAISY ? { layout: "belgian-daisy" } : {}) });
    await bob(`/games/${id}/join`);
    // In rated games the first player is drawn by lot.
    const { seats } = await (await fetch(`${address}/api/v1/games/${id}`)).json();
    const order = seats[0].person.name === "Ann" ? [ann, bob] : [bob, ann];
    for (const [ply, move] of moves.entries()) await order[ply % 2](`/games/${id}/move`, { ply, move });
    return id;
  };
  const over = [];
  for (const [variant, clock, moves] of [
    ["quoridor", "300+3", ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"]],
    ["quoridor", "300+3", ["e2", "e8", "b6h", "g3v", "e3", "e7", "e4", "e6"]],
    ["abalone", "600+5", DAISY],
  ]) {
    const id = await begin(variant, clock, moves);
    await (over.length === 1 ? ann : bob)(`/games/${id}/resign`);
    over.push(id);
  }
  const live = await begin("quoridor", "3d", ["e2", "e8", "e3", "e7", "e4", "e6", "e3h", "d6h"]);
  const push = await begin("abalone", "7d", DAISY);
  const { game: open } = await ann("/games", { ...setup, variant: "abalone", clock: "600+5" });
  await bob("/games", { ...setup, variant: "quoridor-4", clock: "300+3", seats: ["me", "open", "open", { computer: 3 }], rated: false });
  await bob("/games", { ...setup, variant: "abalone-3", clock: "3d", seats: ["me", "open", "open"], rated: false });
  return { ann, over, live, push, open: open.id };
}
