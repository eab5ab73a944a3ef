// SPDX-License-Identifier: MIT
// The interactive rulebook: every figure follows from the one before it and does its task; every exercise is solved;
// every term is shown. Moves are typed, a few are made on the board.
import assert from "node:assert/strict";
import { load } from "../unit/bundle.mjs";
import { inputs } from "./play.mjs";
import { until, world } from "./world.mjs";

const { core, test } = await world();
const { chapters, exercises, glossary } = await load("features/learn/content/index.ts");
const { begin, Judge } = await load("features/learn/judge.ts");
const progress = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("meydan.learn") ?? "{}"));
const field = (page) => page.locator("#task-typed");

async function type(page, move) {
  await page.locator("form.typed button:enabled").waitFor();
  await field(page).fill(move);
  await field(page).press("Enter");
}

/** A legal move that solves the task. */
function wanted({ moves, kinds }, look) {
  return look.moves.find((move) => (moves?.includes(move.text) ?? true) && (kinds?.includes(move.kind) ?? true)).text;
}

for (const game of ["abalone", "quoridor"]) {
  const own = chapters.filter((chapter) => chapter.game === game);
  test(`every figure of ${game}`, `/learn/${game}`, { quick: true }, async (page) => {
    await page.locator(".learn-list a").first().click();
    for (const chapter of own)
      for (const [index, figure] of chapter.figures.entries()) {
        const path = `/learn/${game}/${chapter.id}${index ? `/${index + 1}` : ""}`;
        await until(() => new URL(page.url()).pathname === path, path);
        const goOn = page.getByRole("button", { name: "Continue" });
        let look = begin(core, figure);
        for (const task of figure.tasks) {
          if (task.kind === "refused") await type(page, task.move);
          else {
            if (!task.on) look = begin(core, figure);
            const move = wanted(task, look);
            await type(page, move);
            look = core.play(look, move);
          }
          await page.locator(".task-remark.good").waitFor();
          if (task !== figure.tasks.at(-1)) {
            await goOn.click();
            await page.locator(".task-remark.good").waitFor({ state: "detached" });
          }
        }
        await goOn.click();
      }
    await until(() => new URL(page.url()).pathname === `/learn/${game}`, "the contents again");
    const { read } = await progress(page);
    assert.equal(Object.keys(read).length, own.flatMap(({ figures }) => figures).length);
  });

  test(`every exercise of ${game}`, "/learn", { quick: true }, async (page) => {
    const all = exercises.filter((exercise) => exercise.game === game);
    await page.locator(`a[href="/learn/exercise/${all[0].id}"]`).click();
    for (const exercise of all) {
      const judge = new Judge(core, exercise);
      const line = [];
      let look = judge.start;
      await page.locator(".learn-lead").filter({ hasText: exercise.ask }).waitFor();
      for (;;) {
        const { text } = judge.hint(look, line);
        const step = judge.step(look, text, line.length);
        await type(page, text);
        line.push(text);
        if (step.state === "done") break;
        look = step.answers.at(-1)?.after ?? step.after;
      }
      await page.locator(".learn-stars").waitFor();
      await page.locator(".learn-keys a.primary").click();
    }
    const { stars } = await progress(page);
    assert.deepEqual(stars, Object.fromEntries(all.map(({ id }) => [id, 3])));
  });
}

test("every term", "/learn/words", {}, async (page) => {
  for (const term of glossary) {
    await page.locator(`.learn-words a[href="/learn/words/${term.id}"]`).click();
    await page.locator(".learn-text h2").filter({ hasText: term.name }).waitFor();
    if (!term.move) continue;
    await page.getByRole("button", { name: "Show the move" }).click();
    await page.getByRole("button", { name: "Back", exact: true }).waitFor();
  }
});

test("a wrong move goes back, a hint helps, and stars are fewer", "/learn/exercise/a-push", { quick: true }, async (page) => {
  const exercise = exercises.find(({ id }) => id === "a-push");
  const judge = new Judge(core, exercise);
  const bad = judge.start.moves.find(({ text }) => judge.step(judge.start, text, 0).state === "wrong");
  await type(page, bad.text);
  await page.locator(".task-remark.wrong").waitFor();
  await page.locator("form.typed button:enabled").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".task-remark.good").waitFor();
  const mouse = inputs.mouse(page);
  await mouse.begin();
  await mouse.play(judge.hint(judge.start, []), 0, judge.start);
  await page.locator(".learn-stars").waitFor();
  const { stars } = await progress(page);
  assert.ok(stars["a-push"] >= 1 && stars["a-push"] < 3);
});

test("show me", "/learn/abalone", {}, async (page) => {
  await page.locator(".learn-list a").first().click();
  await page.locator(".learn-lead").waitFor();
  const show = page.getByRole("button", { name: /Show me|Do it for me/ });
  if (await show.count()) await show.click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
});
