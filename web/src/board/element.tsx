// SPDX-License-Identifier: MIT
// <meydan-board>: a board of any variant for any page, to show a game or to play it.
//
//    <meydan-board variant="quoridor" seats="0" skin="walnut"></meydan-board>
//
// Attributes (all may change at any time):
//
//    variant, layout, position   the game and its start; a change begins a new one
//    moves                       the moves played so far, separated by spaces
//    seats                       the seats that play here: "0", "0 1", "all"; without it the board only shows the game
//    turned                      steps of 60° or 90°; otherwise the side of the first seat that plays here is below
//    skin, pieces, theme         as in the page: skin slate, walnut or contrast, wooden without one; pieces stone or draughts,
//                                glass without; theme dark or contrast
//    coordinates, paths, small   on if present; still: no motion, if present
//    confirm-walls               touch (the default), always, never
//    silent                      no sounds; mute: no speech
//    core                        the address of meydan.wasm, if not beside the script; or set the property `core`
//
// Events, all of which bubble: ready; move { move, seat, state }, after a move was played here; over { state }; refuse
// { refusal }; say { text, urgent }. Methods and properties are those below.
//
// The board holds no rules: legal moves, reasons and the end of a game come from @meydan/core.

import { type Core, loadCore, type Match, type MatchState, type Refusal, type Seat } from "@meydan/core";
import { render } from "preact";
import { Board } from "./board";
import style from "./element.css";
import { turnedFor } from "./sides";
import { sounds } from "./sounds";

const GAME = ["variant", "layout", "position", "moves"];
const LOOKS = ["seats", "turned", "coordinates", "paths", "small", "still", "confirm-walls", "silent", "mute"];
const cores = new Map<string, Promise<Core>>();

/** One core for all boards of a page with the same address. */
function sharedCore(address: string | null): Promise<Core> {
  const known = cores.get(address ?? "") ?? loadCore(address ?? undefined);
  cores.set(address ?? "", known);
  return known;
}

/** The events' `detail`. */
export interface MeydanBoardEvents {
  ready: Record<string, never>;
  move: { move: string; seat: Seat; state: MatchState };
  over: { state: MatchState };
  refuse: { refusal: Refusal };
  say: { text: string; urgent: boolean };
}

export type MeydanBoardEventMap = { [Name in keyof MeydanBoardEvents]: CustomEvent<MeydanBoardEvents[Name]> };

// On a server, which renders pages without a browser, the element is a plain class that is never made.
const Base = typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;

// The events' types; the methods are HTMLElement's.
export interface MeydanBoard {
  addEventListener<Name extends keyof MeydanBoardEventMap>(
    name: Name, listener: (this: MeydanBoard, event: MeydanBoardEventMap[Name]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends keyof MeydanBoardEventMap>(
    name: Name, listener: (this: MeydanBoard, event: MeydanBoardEventMap[Name]) => unknown, options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void;
}

export class MeydanBoard extends Base {
  static readonly observedAttributes = [...GAME, ...LOOKS, "core"];
  readonly #root: ShadowRoot;
  readonly #stage = document.createElement("div");
  readonly #spoken = { polite: document.createElement("div"), assertive: document.createElement("div") };
  #core: Core | null = null;
  #match: Match | null = null;
  #ply = 0;
  #told = false; // the end of the game was announced
  #waiting = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = document.createElement("style");
    sheet.textContent = style;
    for (const [live, node] of Object.entries(this.#spoken)) {
      node.className = "spoken";
      node.setAttribute("aria-live", live);
    }
    this.#root.append(sheet, this.#stage, ...Object.values(this.#spoken));
  }

  // --- for pages -------------------------------------------------------------------------------------

  get core(): Core | null {
    return this.#core;
  }

  set core(core: Core) {
    this.#core = core;
    this.#begin();
  }

  /** The game's state from the core; null before the core is loaded. */
  get state(): MatchState | null {
    return this.#match?.state ?? null;
  }

  /** How many moves are shown; set it to show an earlier position. */
  get ply(): number {
    return this.#ply;
  }

  set ply(ply: number) {
    this.#ply = Math.max(0, Math.min(this.state?.plies ?? 0, Math.trunc(ply)));
    this.#draw();
  }

  /** Plays a move for the player to move, as an engine or a server would; returns the reason if it is refused. */
  play(move: string): Refusal | null {
    if (!this.#match) throw new Error("the board is not ready: wait for its event \"ready\"");
    const refusal = this.#match.play(move, performance.now());
    if (!refusal) this.#moved();
    return refusal;
  }

  /** Takes moves back. */
  undo(plies = 1): void {
    this.#match?.undo(plies);
    this.#told = false;
    this.ply = this.state?.plies ?? 0;
  }

  /** The game as a record. */
  record(): string {
    return this.#match?.record() ?? "";
  }

  /** Opens a record, or the first game of several. */
  open(record: string): Refusal | null {
    if (!this.#core) throw new Error("the board is not ready: wait for its event \"ready\"");
    const matches = this.#core.open(record);
    if (!Array.isArray(matches)) return matches;
    matches.slice(1).forEach((match) => match.dispose());
    this.#use(matches[0]!);
    return null;
  }

  // --- what the browser calls ------------------------------------------------------------------------

  connectedCallback(): void {
    if (!this.#core) void this.#load();
    else this.#draw();
  }

  disconnectedCallback(): void {
    render(null, this.#stage);
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value || !this.#core) return;
    if (name === "core") void this.#load();
    else if (GAME.includes(name)) this.#later();
    else this.#draw();
  }

  // --- the game --------------------------------------------------------------------------------------

  async #load(): Promise<void> {
    try {
      const core = await sharedCore(this.getAttribute("core"));
      if (!this.#core) this.core = core;
    } catch (error) {
      this.#event("error", { message: String(error) });
    }
  }

  /** Several attributes that change together begin one game. */
  #later(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      this.#begin();
    });
  }

  #begin(): void {
    const [variant, layout, position, moves] = GAME.map((name) => this.getAttribute(name) ?? undefined);
    try {
      const match = this.#core!.match({ variant: variant ?? "abalone", layout, position });
      const refusal = (moves?.match(/\S+/g) ?? []).map((move) => match.play(move, 0)).find(Boolean);
      this.#use(match);
      if (refusal) this.#event("refuse", { refusal });
    } catch (error) {
      this.#event("error", { message: String(error) });
    }
  }

  #use(match: Match): void {
    const first = !this.#match;
    this.#match?.dispose();
    this.#match = match;
    this.#told = match.state.over;
    this.ply = match.state.plies;
    if (first) this.#event("ready", {});
  }

  /** A move was made, here or by play(). */
  #moved(): void {
    const { state } = this.#match!;
    this.ply = state.plies;
    const { text: move, seat } = state.moves.at(-1)!;
    this.#event("move", { move, seat, state });
    if (state.over && !this.#told) {
      this.#told = true;
      this.#event("over", { state });
    }
  }

  #event(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #say(text: string, urgent = false): void {
    this.#event("say", { text, urgent });
    if (this.hasAttribute("mute")) return;
    const node = urgent ? this.#spoken.assertive : this.#spoken.polite;
    // The same words twice are spoken twice.
    node.textContent = node.textContent === text ? `${text}\u00a0` : text;
  }

  // --- the picture -----------------------------------------------------------------------------------

  #seats(players: number): Seat[] {
    const seats = this.getAttribute("seats") ?? "";
    if (seats.trim() === "all") return Array.from({ length: players }, (_, seat) => seat);
    return (seats.match(/\d+/g) ?? []).map(Number).filter((seat) => seat < players);
  }

  /** The keys that go through a game. */
  #key(key: string): void {
    const steps: Record<string, number> = { "[": this.#ply - 1, "]": this.#ply + 1, Home: 0, End: Infinity };
    const to = steps[key];
    if (to !== undefined) this.ply = Math.min(to, this.state?.plies ?? 0);
  }

  #draw(): void {
    if (!this.#match || !this.isConnected) return;
    const { state } = this.#match;
    const now = this.#ply === state.plies;
    const look = now ? state.look : this.#match.at(this.#ply);
    const variant = this.#core!.variants().find(({ id }) => id === look.variant)!;
    const seats = this.#seats(variant.players);
    const turned = this.getAttribute("turned") ?? turnedFor(variant, seats[0] ?? 0);
    sounds.enabled = !this.hasAttribute("silent");
    render(
      <Board
        core={this.#core!}
        look={look}
        seat={now && !state.over && seats.includes(look.turn) ? look.turn : null}
        turned={Number(turned) || 0}
        last={state.moves[this.#ply - 1] ?? null}
        before={this.#ply > 0 ? this.#match.at(this.#ply - 1) : null}
        coordinates={this.hasAttribute("coordinates")}
        marks="auto"
        confirmWalls={(this.getAttribute("confirm-walls") as "touch" | null) ?? "touch"}
        motion={!this.hasAttribute("still")}
        paths={this.hasAttribute("paths")}
        small={this.hasAttribute("small")}
        onMove={(move) => this.play(move)}
        onRefuse={(refusal) => this.#event("refuse", { refusal })}
        say={(text, urgent) => this.#say(text, urgent)}
        onKey={(key) => this.#key(key)}
      />,
      this.#stage,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "meydan-board": MeydanBoard;
  }
}

if (typeof customElements !== "undefined" && !customElements.get("meydan-board")) customElements.define("meydan-board", MeydanBoard);
