// SPDX-License-Identifier: MIT
// web/src/features/learn: every position, move, refusal and solution of the rulebook against the core. Claims that a
// move is forced are proven by trying every move, with the judge that the page uses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readTexts } from "../../po.mjs";
import { load, moduleUrl } from "./bundle.mjs";

const { loadCore } = await load("core/index.ts");
const { chapters, exercises, glossary, stages } = await load("features/learn/content/index.ts");
const { begin, Judge, starsFor } = await load("features/learn/judge.ts");
const { findingsOf } = await load("features/learn/show.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));

const wanted = ({ moves, kinds }, move) => (moves?.includes(move.text) ?? true) && (kinds?.includes(move.kind) ?? true);

for (const chapter of chapters)
  test(`chapter ${chapter.game}/${chapter.id}`, () => {
    for (const figure of chapter.figures) {
      const start = begin(core, figure);
      let look = start;
      if (figure.show) assert.ok(findingsOf(core, start, figure.show).length, figure.id);
      for (const task of figure.tasks) {
        if (task.kind === "refused") {
          assert.equal(core.check(start, task.move)?.id, task.reason, `${figure.id} ${task.move}`);
          continue;
        }
        if (!task.on) look = start;
        const found = look.moves.filter((move) => wanted(task, move));
        assert.ok(found.length, figure.id);
        if (task.moves) assert.equal(found.length, task.moves.length, `${figure.id}: ${task.moves}`);
        look = core.play(look, found[0].text);
      }
    }
  });

test("every figure of the rulebooks, every game, every end", () => {
  const variants = new Set(chapters.flatMap(({ figures }) => figures.map(({ variant }) => variant)));
  assert.deepEqual(variants, new Set(core.variants().map(({ id }) => id)));
  const reasons = new Set(chapters.flatMap(({ figures }) => figures.flatMap(({ tasks }) => tasks.flatMap(({ reason }) => reason ?? []))));
  for (const reason of ["no-room-behind", "not-outnumbered", "cells-taken", "too-many", "own-marble-out", "shuts-in", "wall-crosses", "wall-overlaps"])
    assert.ok(reasons.has(reason), reason);
});

test("names are names of one thing", () => {
  for (const ids of [exercises.map(({ id }) => id), glossary.map(({ id }) => id), chapters.map(({ game, id }) => `${game}/${id}`)])
    assert.equal(new Set(ids).size, ids.length);
  for (const { figures } of chapters) assert.equal(new Set(figures.map(({ id }) => id)).size, figures.length);
  for (const game of ["abalone", "quoridor"]) assert.ok(exercises.filter((exercise) => exercise.game === game).length >= 15);
  assert.equal(stages.flatMap((stage) => stage.exercises).length, exercises.length);
});

for (const term of glossary)
  test(`term ${term.id}`, () => {
    const look = begin(core, term);
    if (term.show) assert.ok(findingsOf(core, look, term.show).length);
    if (term.move) assert.equal(core.check(look, term.move), null);
    assert.ok(term.show ?? term.move);
  });

/** Follows the hints to the end; returns the number of own moves. */
function solve(judge) {
  const line = [];
  let look = judge.start;
  for (;;) {
    const move = judge.hint(look, line);
    assert.ok(move, `no hint after ${line}`);
    const step = judge.step(look, move.text, line.length);
    line.push(move.text);
    if (step.state === "done") return line;
    assert.equal(step.state, "on", line.join(" "));
    look = step.answers.at(-1)?.after ?? step.after;
    assert.ok(judge.own(look));
  }
}

/** tests/puzzles proves the masters' exercises, where the solver is fast enough: both must claim the same. */
const puzzles = readFileSync(new URL("../../../tests/puzzles/abalone.txt", import.meta.url), "utf8");

for (const exercise of exercises)
  test(`exercise ${exercise.id}`, () => {
    const { par, foe, solution, answers, variant, position } = exercise;
    const judge = new Judge(core, exercise);
    assert.equal(solve(judge).length, par);
    assert.deepEqual(solve(judge).slice(0, solution.length), solution);
    if (foe === "still") return;
    if (answers) {
      for (const [move, answer] of Object.entries(answers)) {
        assert.ok(puzzles.includes(`${variant}; ${position}; ${move}; win ${2 * par - 1}, alone ${2 * par - 1}`));
        assert.ok(core.play(judge.start, move).moves.some(({ text }) => text === answer));
      }
      return;
    }
    const good = judge.good(judge.start, par);
    assert.ok(good.some(({ text }) => text === solution[0]));
    assert.ok(good.length < judge.start.moves.length, "anything goes");
    if (par > 1) assert.equal(judge.good(judge.start, par - 1).length, 0, "par is too high");
    const bad = judge.start.moves.find((move) => !good.includes(move));
    assert.equal(judge.step(judge.start, bad.text, 0).state, "wrong");
  });

test("par is what a patient solver needs", () => {
  const walk = exercises.find(({ id }) => id === "q-maze");
  assert.equal(begin(core, walk).distance[0], walk.par);
  const round = exercises.find(({ id }) => id === "q-round");
  const judge = new Judge(core, round);
  let front = [judge.start];
  for (let steps = 1; steps <= round.par; steps++) {
    const after = front.flatMap((look) => look.moves.filter(({ kind }) => kind === "step").map(({ text }) => judge.step(look, text, 0)));
    assert.equal(after.some(({ state }) => state === "done"), steps === round.par);
    front = [...new Map(after.map((step) => [step.after.position, step.after])).values()];
  }
});

test("stars", () => {
  assert.deepEqual([1, 2, 3, 4, 9].map((cost) => starsFor(1, cost)), [3, 2, 2, 1, 1]);
});

test("the page and the rulebook say the same thing in the same words", () => {
  for (const language of ["tr", "ru", "ro"]) {
    const [page, rulebook] = ["page", "rulebook"].map((book) => readTexts(book, language));
    for (const text of Object.keys(rulebook)) if (page[text]) assert.deepEqual(rulebook[text], page[text], `${language}: ${text}`);
  }
});
