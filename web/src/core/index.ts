// SPDX-License-Identifier: MIT
// The core of the games in the page: a typed binding to meydan.wasm (src/wasm/page.h), without a rule of its own.
//
//    const core = await loadCore("meydan.wasm");
//    const look = core.start("abalone");
//    const after = core.play(look, "a1b2");            // a Look, or a Refusal with the reason
//    const match = core.match({ variant: "quoridor", clock: { main: 600_000, increment: 0, period: 0, periods: 0 } });
//    match.play("e2", performance.now());
//
// meson builds the modules into build/src/wasm: meydan.wasm (this), engine.wasm, engine-simd.wasm and
// engine-threads.wasm (web/src/engine); build.mjs takes them from there.

import { CoreFollowed } from "./followed";
import { CoreMatch } from "./match";
import { Page } from "./page";
import {
  type Clock, type Core, type Finding, type Followed, isRefusal, type Look, type Match, type Refusal, type Seat, type Setup, type Sketch, type TreeEvent, type Variant,
} from "./types";
import { fetchModule } from "./wasm";

export * from "./types";

/** A tag is one line. */
function tagLine([name, value]: [string, string]): string {
  return `${name}\t${value.replace(/[\t\r\n]+/g, " ")}`;
}

function tagLines({ names = [], seed, tags = {} }: Setup): string[] {
  const all: Record<string, string> = {};
  names.forEach((name, seat) => {
    if (name) all[`Player${seat + 1}`] = name;
  });
  if (seed !== undefined) all.Seed = String(seed);
  return Object.entries({ ...all, ...tags }).map(tagLine);
}

class WasmCore implements Core {
  readonly #page: Page;
  readonly #variants: Variant[];

  constructor(page: Page) {
    this.#page = page;
    this.#variants = page.answer<Variant[]>(page.wasm.page_variants());
  }

  variants(): Variant[] {
    return this.#variants;
  }

  errors(): Record<string, string> {
    return this.#page.answer(this.#page.wasm.page_errors());
  }

  start(variant: string, layout = ""): Look {
    const look = this.#page.answer<Look | Refusal>(this.#page.wasm.page_start(this.#page.put(variant, layout)));
    if (isRefusal(look)) throw new Error(look.message);
    return look;
  }

  read(variant: string, position: string): Look | Refusal {
    return this.#page.answer(this.#page.wasm.page_read(this.#page.put(variant, position)));
  }

  sketch(variant: string, text: string, ...edits: string[]): Sketch | Refusal {
    return this.#page.answer(this.#page.wasm.page_sketch(this.#page.put(variant, text, ...edits)));
  }

  play(look: Look, move: string): Look | Refusal {
    return this.#page.answer(this.#page.wasm.page_play(this.#page.put(look.variant, look.position, move)));
  }

  check(look: Look, move: string): Refusal | null {
    return this.#page.answer(this.#page.wasm.page_check(this.#page.put(look.variant, look.position, move)));
  }

  leave(look: Look, seat: Seat): Look | Refusal {
    return this.#page.answer(this.#page.wasm.page_leave(this.#page.put(look.variant, look.position), seat));
  }

  ahead(look: Look, seat: Seat): Look | Refusal {
    return this.#page.answer(this.#page.wasm.page_ahead(this.#page.put(look.variant, look.position), seat));
  }

  explain(look: Look): Finding[] {
    return this.#page.answer(this.#page.wasm.page_explain(this.#page.put(look.variant, look.position)));
  }

  drawText(look: Look, unicode = false): string {
    return this.#page.answer(this.#page.wasm.page_draw(this.#page.put(look.variant, look.position), unicode ? 0 : 1));
  }

  #begin(setup: Setup): number {
    const { variant, layout = "", position = "", clock } = setup;
    const length = this.#page.put(variant, layout, position, this.clockText(clock), ...tagLines(setup));
    const handle = this.#page.answer<number | Refusal>(this.#page.wasm.page_match_new(length));
    if (typeof handle !== "number") throw new Error(handle.message);
    return handle;
  }

  match(setup: Setup): Match {
    return new CoreMatch(this.#page, this.#begin(setup));
  }

  follow(setup: Setup, firstMove: number | null): Followed {
    const handle = this.#begin(setup);
    this.#page.wasm.page_match_follow(handle, firstMove ?? 0);
    return new CoreFollowed(this.#page, handle);
  }

  open(record: string): Match[] | Refusal {
    const answer = this.#page.answer<number[] | Refusal>(this.#page.wasm.page_match_open(this.#page.put(record)));
    return isRefusal(answer) ? answer : answer.map((handle) => new CoreMatch(this.#page, handle));
  }

  readTree(record: string, index: number): TreeEvent[] | Refusal {
    return this.#page.answer(this.#page.wasm.page_tree_read(this.#page.put(record), index));
  }

  writeTree(setup: Setup, result: string, reason: string, events: TreeEvent[]): string | Refusal {
    const lines = events.map(([kind, text]) => (text === undefined ? kind : `${kind === "o" ? "m" : kind} ${text.replace(/[\r\n]+/g, " ")}`));
    const length = this.#page.put(setup.variant, setup.position ?? "", result, reason, ...tagLines(setup), "", ...lines);
    const text = this.#page.text(this.#page.wasm.page_tree_write(length));
    return text.startsWith("{") ? (JSON.parse(text) as Refusal) : text;
  }

  readClock(text: string): Clock | null {
    const clock = this.#page.answer<Clock | Refusal | null>(this.#page.wasm.page_clock_read(this.#page.put(text)));
    return isRefusal(clock) ? null : clock;
  }

  clockText(clock: Clock | null | undefined): string {
    const { main, increment, period, periods, lessOf = 0, lessMain = 0 }: Clock = clock ?? { main: 0, increment: 0, period: 0, periods: 0 };
    return this.#page.answer(this.#page.wasm.page_clock_write(main, increment, period, periods, lessOf, lessMain));
  }

  handicap(start: Look, clock: Clock | null | undefined, words: string): { position: string; clock: Clock | null } | Refusal {
    const length = this.#page.put(start.variant, start.position, this.clockText(clock), words);
    const given = this.#page.answer<{ position: string; clock: string } | Refusal>(this.#page.wasm.page_handicap(length));
    return isRefusal(given) ? given : { position: given.position, clock: this.readClock(given.clock) };
  }
}

/** The package's copy, beside this file. */
function packageUrl(): URL {
  return new URL("./meydan.wasm", import.meta.url);
}

/** `module`: the address of meydan.wasm, or its bytes. */
export async function loadCore(module: string | URL | BufferSource = packageUrl()): Promise<Core> {
  const instance = await WebAssembly.instantiate(await fetchModule(module));
  return new WasmCore(new Page(instance));
}
