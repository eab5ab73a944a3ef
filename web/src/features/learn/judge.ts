// SPDX-License-Identifier: MIT
// Whether an exercise is solved. The core makes every move and answers all questions about positions; this file only
// tries moves and compares. Any way to the goal counts, not just the author's solution.
//
//    own move -> goal met: done
//             -> others don't move: continue, the turn returns
//             -> others answer: continue, if the goal can still be forced within par; else wrong, and the refutation

import { type Core, isRefusal, type Look, type Move, type Seat } from "@meydan/core";
import type { Begin, Exercise } from "./types";

export interface Answer {
  move: Move;
  before: Look;
  after: Look;
}

export interface Step {
  state: "done" | "on" | "wrong";
  /** Right after the solver's move. */
  after: Look;
  /** The opponents' answers, in order; after them it is the solver's turn. */
  answers: Answer[];
  /** If wrong: the refutation, if there is one. */
  spoiler: Move | null;
}

/** The position with which an exercise, figure or term begins. */
export function begin(core: Core, { variant, layout, position }: Begin): Look {
  const look = position ? core.read(variant, position) : core.start(variant, layout);
  if (isRefusal(look)) throw new Error(`${variant} ${position}: ${look.message}`);
  return look;
}

function played(core: Core, look: Look, move: string): Look {
  const after = core.play(look, move);
  if (isRefusal(after)) throw new Error(`${look.position} ${move}: ${after.message}`);
  return after;
}

/** The same position with that seat to move: opponents who don't move. */
function giveTurn(core: Core, look: Look, seat: Seat): Look {
  const variant = core.variants().find(({ id }) => id === look.variant)!;
  const fields = look.position.split(" ");
  fields[variant.game === "abalone" ? 1 : fields.length - 1] = variant.letters[seat]!;
  return begin(core, { variant: look.variant, position: fields.join(" ") });
}

/** One exercise from its start to its solution. */
export class Judge {
  readonly start: Look;
  readonly seat: Seat;
  readonly #team: number[];
  readonly #memo = new Map<string, boolean>();

  constructor(readonly core: Core, readonly exercise: Exercise) {
    this.start = begin(core, exercise);
    this.seat = this.start.turn;
    this.#team = core.variants().find(({ id }) => id === exercise.variant)!.teams;
  }

  /** Whether the solver, or a partner, is to move. */
  own(look: Look): boolean {
    return this.#team[look.turn] === this.#team[this.seat];
  }

  met(move: Move, after: Look): boolean {
    const { goal } = this.exercise;
    switch (goal.kind) {
      case "win":
        return after.winners.includes(this.seat);
      case "eject": {
        const team = this.#team[this.seat]!;
        return after.score[team]! - this.start.score[team]! >= goal.count;
      }
      case "push":
        return move.kind === "push" || move.kind === "eject";
      case "reach": {
        const held = after.marbles.filter(({ seat }) => seat === this.seat).map(({ cell }) => cell);
        const cells = after.pawns.length ? [after.pawns[this.seat]] : held;
        return goal.cells.every((cell) => cells.includes(cell));
      }
      case "form":
        return this.core.explain(after).some(({ kind, seat, own }) =>
          kind === goal.name && seat === this.seat && (goal.cells ?? []).every((cell) => own.includes(cell)));
      case "safe":
        return after.moves.every(({ kind }) => kind !== "eject");
      case "firm":
        return after.moves.every(({ kind }) => kind !== "eject" && kind !== "push");
      case "delay":
        return after.distance[goal.seat]! >= goal.least && after.distance[this.seat]! <= (goal.most ?? Infinity);
    }
  }

  /** Whether this could be the move that reaches the goal. Saves playing those that cannot. */
  #last(move: Move): boolean {
    const { kind } = this.exercise.goal;
    if (kind === "eject") return move.kind === "eject";
    if (kind === "push") return move.kind === "push" || move.kind === "eject";
    if (kind === "win") return move.kind === "eject" || move.kind === "step" || move.kind === "jump";
    return true;
  }

  #does(look: Look, move: Move, left: number): boolean {
    if (left === 1 && !this.#last(move)) return false;
    const after = played(this.core, look, move.text);
    return this.met(move, after) || (left > 1 && after.winners.length === 0 && this.forced(after, left - 1));
  }

  /** Whether the solver can reach the goal with this many own moves against any defence. Every move is tried. */
  forced(look: Look, left: number): boolean {
    const key = `${look.key} ${left}`;
    let answer = this.#memo.get(key);
    if (answer === undefined) {
      if (look.winners.length) answer = false;
      else if (this.own(look)) answer = look.moves.some((move) => this.#does(look, move, left));
      else answer = look.moves.every((move) => this.forced(played(this.core, look, move.text), left));
      this.#memo.set(key, answer);
    }
    return answer;
  }

  /** Own moves after which the goal can still be reached within `left` of them, this one included. */
  good(look: Look, left: number): Move[] {
    return look.moves.filter((move) => this.#does(look, move, left));
  }

  /** An answer after which the goal is out of reach. Pushes are tried first, since they refute most. */
  #spoiler(look: Look, left: number): Move | null {
    const pushes = look.moves.filter(({ kind }) => kind === "eject" || kind === "push");
    const others = look.moves.filter(({ kind }) => kind !== "eject" && kind !== "push");
    return [...pushes, ...others].find((move) => !this.forced(played(this.core, look, move.text), left)) ?? null;
  }

  /** The hardest answer: the longest way to the goal, then the fewest good moves. */
  #hardest(look: Look, left: number): Move {
    let best = look.moves[0]!;
    let most = -Infinity;
    for (const move of look.moves) {
      const after = played(this.core, look, move.text);
      let need = 1;
      while (need < left && !this.forced(after, need)) need++;
      const ways = this.own(after) ? this.good(after, need).length : 0;
      const worth = need * 1000 - ways;
      if (worth > most) [best, most] = [move, worth];
    }
    return best;
  }

  #answers(look: Look, left: number, first: string | undefined): Answer[] {
    const answers: Answer[] = [];
    let before = look;
    while (!this.own(before)) {
      const text = answers.length === 0 && first ? first : this.#hardest(before, left).text;
      const move = before.moves.find((known) => known.text === text)!;
      const after = played(this.core, before, text);
      answers.push({ move, before, after });
      before = after;
    }
    return answers;
  }

  /** A legal move of the solver, who has made `used` before it. */
  step(look: Look, text: string, used: number): Step {
    const { par, foe, answers } = this.exercise;
    const move = look.moves.find((known) => known.text === text)!;
    const after = played(this.core, look, text);
    const step: Step = { state: "done", after, answers: [], spoiler: null };
    if (this.met(move, after)) return step;
    if (after.winners.length) return { ...step, state: "wrong" };
    if (foe === "still") {
      const back = this.own(after) ? after : giveTurn(this.core, after, this.seat);
      return { ...step, state: "on", after: back };
    }
    const left = par - used - 1;
    if (left === 0) return { ...step, state: "wrong" };
    const known = used === 0 ? answers?.[text] : undefined;
    const works = answers && used === 0 ? known !== undefined : this.forced(after, left);
    if (!works) return { ...step, state: "wrong", spoiler: this.own(after) ? null : this.#spoiler(after, left) };
    return { ...step, state: "on", answers: this.#answers(after, left, known) };
  }

  /** A move towards the goal, or null if only starting over helps. `line` has the solver's moves so far. */
  hint(look: Look, line: string[]): Move | null {
    const { foe, par, solution, goal } = this.exercise;
    const known = (text: string | undefined) => look.moves.find((move) => move.text === text) ?? null;
    if (line.every((text, index) => text === solution[index]) && solution[line.length]) return known(solution[line.length]);
    if (foe === "answers") return this.good(look, par - line.length)[0] ?? null;
    if (goal.kind !== "win" || !look.pawns.length) return null;
    const steps = look.moves.filter(({ kind }) => kind === "step" || kind === "jump");
    const nearer = (move: Move) => played(this.core, look, move.text).distance[this.seat]! < look.distance[this.seat]!;
    return steps.find(nearer) ?? null;
  }
}

/** Three at par, two close to it, one otherwise. */
export function starsFor(par: number, cost: number): number {
  if (cost <= par) return 3;
  return cost <= par + 2 ? 2 : 1;
}
