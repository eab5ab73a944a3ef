// SPDX-License-Identifier: MIT
// A server that looks lived in, for pictures and for tests of layout: people with ratings and half a year of games,
// games in progress, open seats, people waiting for a quick game. All games are played through the API; only the dates
// of finished games are moved back afterwards, in the store. The moves come from `meydan match`, which plays them in a
// second.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MEYDAN, serve } from "./browser/world.mjs";
import { personAt } from "./people.mjs";

const DAY = 86_400_000;
const PASSWORD = "keepers of lighthouses row home";
const PAST = 175; // days over which the games are spread
/** Names and strengths. */
const PEOPLE = Object.entries({
  Leyla: 2000, Pavel: 1900, Mihai: 1850, Irina: 1800, Nils: 1750, Ioana: 1700, Oleg: 1650, Selin: 1600, Derya: 1560, Anton: 1500, Elif: 1400, Radu: 1300,
});

/** The same numbers each time, so that a picture changes only when the page does. */
function chanceFrom(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** The moves of some games between two levels of the engine. */
function records(folder, variant, games, ...more) {
  const file = join(folder, `${variant}.txt`);
  const players = { "abalone-3": 3, "abalone-4": 4, "quoridor-4": 4 }[variant] ?? 2;
  const seats = Array.from({ length: players }, (_, seat) => ["--player", `engine level=${seat % 2 ? 5 : 7} name=${seat}`]).flat();
  execFileSync(MEYDAN, ["match", variant, ...seats, "--games", String(games), "--nodes", "400", "--max-plies", "110", "--quiet", "--record", file, ...more], { stdio: "ignore" });
  return readFileSync(file, "utf8").split("[Game ").slice(1).map((text) => ({
    winner: ["1-0", "0-1"].indexOf(/Result "([^"]*)"/.exec(text)[1]), // -1: no player yet
    moves: text.slice(text.lastIndexOf("]\n\n") + 3).replace(/\{[^}]*\}/g, " ").split(/\s+/).filter((word) => /^[a-i]/.test(word)),
  }));
}

/** A game between these people; `moves` are played once the seats are known. */
async function play(address, people, { variant, clock, layout, rated = true }, moves) {
  const { game: { id } } = await people[0].call("/games", {
    variant, clock, rated, public: true, lot: false, seats: people.map((_, seat) => (seat ? "open" : "me")), ...(layout ? { layout } : {}),
  });
  for (const person of people.slice(1)) await person.call(`/games/${id}/join`);
  // In rated games the first player is drawn by lot.
  const { seats } = await (await fetch(`${address}/api/v1/games/${id}`)).json();
  const order = seats.map(({ person }) => people.find(({ name }) => name === person.name));
  for (const [ply, move] of moves(order).entries()) await order[ply % order.length].call(`/games/${id}/move`, { ply, move });
  return { id, order };
}

const DAISY = { variant: "abalone", layout: "belgian-daisy" };

/** A game that the first of them wins by its last move. */
function win(address, [winner, loser], setup, from, number) {
  return play(address, [winner, loser], setup, (order) => {
    const fitting = from.filter(({ winner: seat }) => order[seat] === winner);
    return fitting[number % fitting.length].moves;
  });
}

/**
 * Every pair plays; the stronger win more often, and the last games end by their last move. Derya has just won two and
 * lost one.
 */
async function past(address, people, games, chance) {
  const rounds = [
    ...["300+3", "300+3"].map((clock) => ({ ...DAISY, clock, from: games.abalone })),
    { variant: "quoridor", clock: "300+3", from: games.quoridor },
    { variant: "quoridor", clock: "600+5", from: games.quoridor, share: 0.4 },
    { ...DAISY, clock: "600+5", from: games.abalone, share: 0.4 },
  ];
  const pairs = rounds.flatMap(({ from, share = 1, ...setup }) =>
    people.flatMap((one, at) => people.slice(at + 1).filter(() => chance() < share).map((other) => ({ one, other, setup, from, record: Math.floor(chance() * from.length) }))));
  pairs.sort(() => chance() - 0.5);
  const whole = pairs.length - 14;
  for (let at = 0; at < pairs.length; at += 6) {
    await Promise.all(pairs.slice(at, at + 6).map(async ({ one, other, setup, from, record }, more) => {
      const first = chance() < 1 / (1 + 10 ** ((other.strength - one.strength) / 400));
      const pair = first ? [one, other] : [other, one];
      if (at + more >= whole) return win(address, pair, setup, from, record % 3);
      const { id } = await play(address, pair, setup, () => from[record].moves.slice(0, 12 + (record % 10)));
      await pair[1].call(`/games/${id}/resign`);
    }));
  }
  const [, pavel, , , nils, , , selin, derya] = people;
  const blitz = { ...DAISY, clock: "300+3" };
  await win(address, [pavel, derya], blitz, games.abalone, 1);
  await win(address, [derya, nils], { ...blitz, variant: "quoridor", layout: undefined }, games.quoridor, 0);
  await win(address, [derya, selin], blitz, games.abalone, 0);
}

/** Moves the dates of finished games back, the oldest farthest. */
function spread(store) {
  const script = `
import random, sqlite3, sys
chance = random.Random(7)
db = sqlite3.connect(sys.argv[1])
games = [row[0] for row in db.execute("SELECT game FROM finished ORDER BY number")]
for at, game in enumerate(games):
    left = (len(games) - at) / len(games)
    back = int(${DAY} * max(0.02 * (len(games) - at), ${PAST} * left ** 1.3 + chance.random() * 3 * left))
    db.execute("UPDATE game SET created_ms = created_ms - ?, ended_ms = ended_ms - ? WHERE id = ?", (back, back, game))
    for table, column in ("seat", "ended_ms"), ("rating_change", "at_ms"), ("event", "at_ms"):
        db.execute(f"UPDATE {table} SET {column} = {column} - ? WHERE game = ?", (back, game))
# With games of one afternoon nobody's rating is sure.
db.execute("UPDATE rating SET deviation = min(deviation, 70) WHERE games >= 10")
db.execute("UPDATE person SET created_ms = created_ms - ?", (${(PAST + 20) * DAY},))
db.commit()
`;
  execFileSync("python3", ["-c", script, store]);
}

/** A person who is online and waits for quick games. */
function present(address, person, messages) {
  const socket = new WebSocket(`${address.replace("http", "ws")}/api/v1/socket`, { headers: { Cookie: person.call.cookie(), Origin: address } });
  socket.addEventListener("open", () => messages.forEach((message, n) => socket.send(JSON.stringify({ ...message, n: n + 1 }))));
  return new Promise((done, fail) => {
    socket.addEventListener("message", () => done(socket), { once: true });
    socket.addEventListener("error", () => fail(new Error(`${person.name} cannot connect`)));
  });
}

/**
 * The town, seen by Derya: `cookie` signs a browser in as her. `over` is a game she won, `lost` one she lost, `turn`
 * one that waits for her, `seat` her own private game that waits for a friend.
 */
export async function town(tell = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), "meydan-town-"));
  const store = join(folder, "games.db");
  const chance = chanceFrom(11);
  const games = {
    abalone: records(folder, "abalone", 16, "--layout", "belgian-daisy", "--openings", "random:4"),
    quoridor: records(folder, "quoridor", 16, "--openings", "random:2"),
    "abalone-3": records(folder, "abalone-3", 6, "--openings", "random:3"),
    "quoridor-4": records(folder, "quoridor-4", 4, "--openings", "random:4"),
  };
  const keep = ["--store", store, "--limits", "0", "--computers", "1"];
  tell("games are played; they take minutes on a busy machine");
  let server = await serve(keep);
  const { address: first } = server;
  const people = PEOPLE.map(([name, strength]) => ({ name, strength, call: personAt(first) }));
  for (const { name, call } of people) await call("/register", { name, password: PASSWORD });
  await past(first, people, games, chance);
  await server.stop();
  spread(store);
  tell("the past is played");

  server = await serve(keep);
  const { address } = server;
  for (const person of people) person.call = person.call.at(address);
  const [leyla, pavel, mihai, irina, nils, ioana, oleg, selin, derya, anton, elif, radu] = people;
  const whole = (variant) => games[variant].reduce((best, one) => (one.moves.length > best.moves.length ? one : best)).moves;
  const live = [];
  for (const [players, setup, count] of [
    [[irina, nils], { ...DAISY, clock: "600+5" }, 34],
    [[leyla, pavel], { variant: "quoridor", clock: "300+3" }, 31],
    [[mihai, elif, radu], { variant: "abalone-3", clock: "600+5", rated: false }, 30],
    [[ioana, anton], { ...DAISY, clock: "900" }, 22],
    [[oleg, selin], { variant: "quoridor", clock: "600+5" }, 24],
  ]) live.push((await play(address, players, setup, () => whole(setup.variant).slice(0, count))).id);
  const days = (other, setup, count) => play(address, [derya, other], { clock: "3d", ...setup }, () => whole(setup.variant).slice(0, count));
  const slow = [await days(anton, { variant: "quoridor" }, 22), await days(nils, DAISY, 21), await days(selin, DAISY, 26)];
  const turn = slow.find(({ order }, at) => order[[22, 21, 26][at] % 2] === derya)?.id ?? slow[0].id;

  for (const [person, setup] of [
    [selin, { ...DAISY, clock: "900+10", rated: true }], [elif, { variant: "quoridor", clock: "300+3" }], [anton, { variant: "abalone-3", clock: "600+5" }],
    [radu, { variant: "quoridor-4", clock: "600+5" }], [oleg, { ...DAISY, clock: "1d", rated: true }], [ioana, { variant: "quoridor", clock: "3d", rated: true }],
    [mihai, { ...DAISY, clock: "3d" }],
  ]) {
    const players = { "abalone-3": 3, "quoridor-4": 4 }[setup.variant] ?? 2;
    await person.call("/games", { rated: false, public: true, lot: false, ...setup, seats: Array.from({ length: players }, (_, seat) => (seat ? "open" : "me")) });
  }
  const { game: { id: seat } } = await derya.call("/games", { ...DAISY, clock: "600+5", rated: false, public: false, lot: true, seats: ["me", "open"] });

  const mine = await (await fetch(`${address}/api/v1/games?player=Derya&limit=40`)).json();
  const finished = mine.games.filter(({ reason }) => reason === "normal");
  const won = ({ seats, result }) => result.split("-")[seats.findIndex(({ person }) => person.name === "Derya")] === "1";
  const sockets = [];
  for (const person of people) if (person !== derya) sockets.push(await present(address, person, [{ t: "lobby" }]));
  // A person who waits plays no other game.
  for (const [name, pool] of [["Tuncay", { variant: "abalone", clock: "300+3", rated: true }], ["Sofia", { variant: "abalone-3", clock: "600+5", rated: true }]]) {
    const person = { name, call: personAt(address) };
    await person.call("/register", { name, password: PASSWORD });
    sockets.push(await present(address, person, [{ t: "pair", ...pool }]));
  }
  const pinger = setInterval(() => sockets.forEach((socket, n) => socket.send(JSON.stringify({ t: "ping", n: 1000 + n }))), 2000);

  return {
    address, cookie: derya.call.cookie(), live, slow: slow.map(({ id }) => id), turn, seat,
    over: finished.find((game) => won(game) && game.variant === "abalone")?.id, overQuoridor: finished.find((game) => won(game) && game.variant === "quoridor")?.id, lost: finished.find((game) => !won(game))?.id,
    async stop() {
      clearInterval(pinger);
      sockets.forEach((socket) => socket.close());
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
