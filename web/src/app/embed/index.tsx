// SPDX-License-Identifier: MIT
// The embedded board, /embed/ID: one public game for other sites' pages, live while it is played. A separate, small
// page: it sets no cookie, stores nothing in the browser, and cannot be played on.
//
//    /embed/ID?theme=dark&board=slate&pieces=stone&lang=tr&ply=12&turned=1
//
// theme: light, dark, contrast; board and pieces: as in the settings; ply: the first one shown; turned: steps of 60° or
// 90°.

import { Piece, PieceDefs, turnedFor } from "@meydan/board";
import { Board } from "@meydan/board/board";
import { type Core, type Followed, loadCore, type Look, type Match, type Move } from "@meydan/core";
import { render } from "preact";
import { fileUrl } from "../../built/files";
import { Link, browserSite } from "../../api/link";
import type { FromServer, GameInfo } from "../../api/messages";
import { applyEvent, followGame } from "../../state/servergame";
import { computerName } from "../../state/opponents";
import { variantName, variantOf } from "../../state/seats";
import { browserLang, languages, setLang, t } from "../../text";

const TOPIC = "game";
const query = new URLSearchParams(location.search);
const id = location.pathname.split("/")[2] ?? "";
const still = matchMedia("(prefers-reduced-motion: reduce)");

let core: Core;
let info: GameInfo | null = null;
let match: Followed | null = null;
let past: Match | null = null; // a copy, to look back in
/** The ply shown; null: the present. */
let ply: number | null = query.has("ply") ? Math.max(0, Number(query.get("ply")) || 0) : null;
let wrong = "";
let spoken = "";

function quiet(): void {}

/** Applies the look from the address, if it is known. */
function dress(): void {
  const root = document.documentElement;
  const take = (name: "theme" | "board" | "pieces", known: string[]) => {
    const value = query.get(name) ?? "";
    if (known.includes(value)) root.dataset[name] = value;
  };
  take("theme", ["light", "dark", "contrast"]);
  take("board", ["wood", "slate", "walnut", "contrast"]);
  take("pieces", ["glass", "stone", "draughts"]);
}

function nameOf(seat: number): string {
  const { person, computer } = info!.seats[seat]!;
  return person?.name ?? (computer ? computerName(computer) : t("Guest"));
}

function Player({ seat, turn }: { seat: number; turn: boolean }) {
  const { rating, provisional } = info!.seats[seat]!;
  return (
    <li class={turn ? "turn" : undefined}>
      <svg class="marble" viewBox="-.5 -.5 1 1" aria-hidden="true"><Piece id="embed" seat={seat} marked /></svg>
      <b>{nameOf(seat)}</b>
      {rating !== null && <small>{rating}{provisional && "?"}</small>}
    </li>
  );
}

/** The board at the shown ply, with the move that led there. */
function shown(): { look: Look; before: Look | null; last: Move | null; at: number } {
  const { state } = match!;
  const at = Math.min(ply ?? state.plies, state.plies);
  const look = at === state.plies ? state.look : past!.at(at);
  return { look, before: at > 0 ? past!.at(at - 1) : null, last: state.moves[at - 1] ?? null, at };
}

function step(to: number): void {
  const { plies } = match!.state;
  const next = Math.max(0, Math.min(to, plies));
  ply = next === plies ? null : next;
  draw();
}

function keys(key: string): void {
  if (!match) return;
  const { at } = shown();
  if (key === "[" || key === "ArrowLeft") step(at - 1);
  else if (key === "]" || key === "ArrowRight") step(at + 1);
  else if (key === "Home") step(0);
  else if (key === "End") step(Infinity);
}

function Game() {
  const { look, before, last, at } = shown();
  const variant = variantOf(core, info!.variant);
  const { plies } = match!.state;
  const live = info!.state === "live";
  return (
    <main>
      <svg class="spoken" aria-hidden="true"><PieceDefs id="embed" /></svg>
      <h1 class="spoken">{variantName(info!.variant)}</h1>
      <ul>{info!.seats.map((_, seat) => <Player key={seat} seat={seat} turn={live && info!.turn === seat} />)}</ul>
      <div class="embed-board">
        <Board core={core} look={look} seat={null} why={t("You are watching this game.")} turned={Number(query.get("turned")) || turnedFor(variant, 0)} last={last} before={before}
          coordinates={query.has("coordinates")} marks="auto" confirmWalls="never" motion={!still.matches} onMove={quiet}
          say={(text) => ((spoken = text), draw())} onKey={keys} />
      </div>
      <footer>
        <button type="button" onClick={() => step(at - 1)} disabled={at === 0} aria-label={t("One move back")}>‹</button>
        <span>{info!.state === "over" && at === plies ? info!.result : t("Move {n} of {all}", { n: Math.ceil(at / variant.players), all: Math.ceil(plies / variant.players) })}</span>
        <button type="button" onClick={() => step(at + 1)} disabled={at === plies} aria-label={t("One move forward")}>›</button>
        {live && <span class="live">{t("Live now")}</span>}
        <a href={`/game/${id}`} target="_blank" rel="noopener">Meydan</a>
      </footer>
      <p class="spoken" aria-live="polite">{spoken}</p>
    </main>
  );
}

function draw(): void {
  const page = document.getElementById("app")!;
  document.title = info ? `${variantName(info.variant)} · Meydan` : "Meydan";
  render(match && info ? <Game /> : wrong ? <p class="wrong">{wrong}</p> : <div class="loading" aria-busy="true" />, page);
}

function fail(text: string): void {
  wrong = text;
  draw();
}

/** False if the game cannot be shown; then the page shows the reason. */
function take(next: GameInfo): boolean {
  const followed = next.public ? followGame(core, next, performance.now()) : null;
  if (!followed) {
    fail(next.public ? t("This game cannot be shown.") : t("This game is private."));
    return false;
  }
  match?.dispose();
  match = followed;
  show(next);
  return true;
}

/** The match already has this state. */
function show(next: GameInfo): void {
  past?.dispose();
  past = match!.copy();
  info = next;
  draw();
}

function follow(): void {
  const link = new Link(browserSite("/api/v1/socket"), {
    change: quiet,
    hear(message: FromServer) {
      if (message.t === "game" && message.game.id === id && !take(message.game)) link.stop();
      if (message.t !== "event" || message.game !== id || !match) return;
      const next = applyEvent(match, info!, message);
      if (!next) return link.refresh(TOPIC);
      show(next);
      if (next.state === "over") link.stop();
    },
  });
  link.subscribe(TOPIC, { t: "watch", game: id });
  link.start();
}

async function start(): Promise<void> {
  dress();
  draw();
  const wanted = languages.find((language) => language.id === query.get("lang"))?.id ?? browserLang();
  const [loaded, answer] = await Promise.all([
    loadCore(fileUrl("meydan.wasm")),
    fetch(`/api/v1/games/${encodeURIComponent(id)}`, { credentials: "omit", cache: "no-store" }),
    setLang(wanted).catch(quiet),
  ]);
  core = loaded;
  if (!answer.ok) return fail(t("Game not found"));
  if (take((await answer.json()) as GameInfo) && info!.state !== "over") follow();
}

document.addEventListener("keydown", (event) => {
  if (!(event.target as Element).closest(".board-live") && !event.ctrlKey && !event.altKey && !event.metaKey) keys(event.key);
});
start().catch(() => fail(t("This game cannot be shown.")));
