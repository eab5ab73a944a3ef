// SPDX-License-Identifier: MIT
// A conversation with the engine in UGI (docs/ugi.md), for programs that already use `meydan engine`:
//
//    const ugi = new Ugi(engine, core, (line) => console.log(line));
//    ugi.send("setoption name UGI_Variant value quoridor");
//    ugi.send("position startpos moves e2 e8");
//    ugi.send("go nodes 20000");                          // info ..., then bestmove
//
// Nothing is decided here: the core judges moves, the engine thinks.

import { type Core, isRefusal, type Match } from "@meydan/core";
import type { Engine, Info, Search } from "./index";

interface Options {
  variant: string;
  layout: string;
  level: number;
  seed: number;
  lines: number;
}

/** The text after a word of `words`, up to the next of `ends`. */
function after(words: string[], name: string, ends: string[] = []): string[] {
  const from = words.indexOf(name);
  if (from < 0) return [];
  const rest = words.slice(from + 1);
  const end = rest.findIndex((word) => ends.includes(word));
  return end < 0 ? rest : rest.slice(0, end);
}

export class Ugi {
  readonly #engine: Engine;
  readonly #core: Core;
  readonly #tell: (line: string) => void;
  readonly #options: Options = { variant: "abalone", layout: "", level: 10, seed: 0, lines: 1 };
  #start = "";
  #match: Match;
  #moves: string[] = [];
  #thinking = false;

  constructor(engine: Engine, core: Core, tell: (line: string) => void) {
    this.#engine = engine;
    this.#core = core;
    this.#tell = tell;
    this.#match = core.match({ variant: this.#options.variant });
    this.#start = this.#match.state.look.position;
  }

  /** Runs one command. An unknown one is answered by an `info string`. */
  send(line: string): void {
    const [command = "", ...words] = line.trim().split(/\s+/);
    const busy = this.#thinking && ["position", "go", "setoption", "uginewgame"].includes(command);
    if (busy) return this.#remark(`${command} while thinking`);
    switch (command) {
      case "":
        return;
      case "ugi":
        return this.#introduce();
      case "isready":
        return this.#tell("readyok");
      case "setoption":
        return this.#option(after(words, "name", ["value"]).join(" "), after(words, "value").join(" "));
      case "uginewgame":
        return this.#begin();
      case "position":
        return this.#position(words);
      case "go":
        return void this.#go(words);
      case "stop":
        return this.#engine.stop();
      case "query":
        return this.#query(words[0] ?? "");
      case "quit":
        return this.#engine.close();
      default:
        return this.#remark(`unknown command ${command}`);
    }
  }

  #remark(text: string): void {
    this.#tell(`info string ${text}`);
  }

  #introduce(): void {
    const variants = this.#core.variants().map(({ id }) => `var ${id}`).join(" ");
    this.#tell("id name Meydan");
    this.#tell(`option name UGI_Variant type combo default abalone ${variants}`);
    this.#tell("option name Layout type string default");
    this.#tell("option name Level type spin default 10 min 1 max 10");
    this.#tell("option name Seed type spin default 0 min 0 max 9007199254740992");
    this.#tell("option name MultiPV type spin default 1 min 1 max 10");
    this.#tell("ugiok");
  }

  /** From the start, or from a position. */
  #begin(position?: string): void {
    const { variant, layout } = this.#options;
    this.#match.dispose();
    this.#match = this.#core.match({ variant, layout: position ? undefined : layout, position });
    this.#start = this.#match.state.look.position;
    this.#moves = [];
  }

  #option(name: string, value: string): void {
    const number = Number(value);
    const known = this.#core.variants().find(({ id }) => id === value);
    switch (name.toLowerCase()) {
      case "ugi_variant":
        if (!known) return this.#remark(`no variant ${value}`);
        Object.assign(this.#options, { variant: value, layout: "" });
        return this.#begin();
      case "layout": {
        const { variant } = this.#options;
        const found = this.#core.variants().find(({ id }) => id === variant)?.layouts.some((layout) => layout.name === value);
        if (!found) return this.#remark(`no layout ${value}`);
        this.#options.layout = value;
        return this.#begin();
      }
      case "level":
      case "seed":
      case "multipv":
        if (!Number.isSafeInteger(number) || number < 0) return this.#remark(`${name} ${value} is not a number`);
        if (name.toLowerCase() === "level") this.#options.level = Math.min(10, Math.max(1, number));
        else if (name.toLowerCase() === "seed") this.#options.seed = number;
        else this.#options.lines = Math.min(10, Math.max(1, number));
        return;
      default:
        return this.#remark(`unknown option ${name}`);
    }
  }

  #position(words: string[]): void {
    if (words[0] === "fen") {
      const look = this.#core.read(this.#options.variant, after(words, "fen", ["moves"]).join(" "));
      if (isRefusal(look)) return this.#remark(look.message);
      this.#begin(look.position);
    } else if (words[0] === "startpos") this.#begin();
    else return this.#remark("position startpos or fen");
    for (const move of after(words, "moves")) {
      const refusal = this.#match.play(move, 0);
      if (refusal) return this.#remark(refusal.message);
      this.#moves.push(move);
    }
  }

  async #go(words: string[]): Promise<void> {
    if (this.#match.state.over) return this.#tell("bestmove none");
    const { variant, level, seed, lines } = this.#options;
    const search: Search = { variant, start: this.#start, moves: this.#moves, lines };
    for (const name of ["movetime", "depth", "nodes"] as const) {
      const value = Number(after(words, name)[0]);
      if (value > 0) search[name] = value;
    }
    if (level < 10) Object.assign(search, { level, seed });
    this.#thinking = true;
    try {
      const { move } = await this.#engine.go(search, (info) => this.#report(info));
      this.#tell(`bestmove ${move || "none"}`);
    } catch (error) {
      this.#remark(String(error));
      this.#tell("bestmove none");
    } finally {
      this.#thinking = false;
    }
  }

  #report({ lines, nodes, time }: Info): void {
    lines.forEach(({ score, mate, moves, depth }, rank) => {
      const several = this.#options.lines > 1 ? ` multipv ${rank + 1}` : "";
      const worth = mate === null ? `cp ${score}` : `mate ${mate}`;
      this.#tell(`info depth ${depth}${several} score ${worth} nodes ${nodes} time ${Math.round(time)} pv ${moves.join(" ")}`);
    });
  }

  #query(what: string): void {
    const { look, over, winners } = this.#match.state;
    const answers: Record<string, () => string> = {
      gameover: () => String(over),
      p1turn: () => String(look.turn === 0),
      turn: () => String(look.turn + 1),
      result: () => (winners.length > 0 ? `p${Math.min(...winners) + 1}win` : over ? "draw" : "none"),
    };
    const answer = answers[what];
    this.#tell(answer ? `response ${answer()}` : `info string unknown query ${what}`);
  }
}
