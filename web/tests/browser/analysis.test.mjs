// SPDX-License-Identifier: MIT
// The analysis board: a tree of moves with comments, by mouse, keys and finger, kept over a reload; the engine beside
// it.
import assert from "node:assert/strict";
import { until, world } from "./world.mjs";

const { test, core } = await world();
const GAME = "v=quoridor&l=standard&m=e2.e8.e3.e7.e4.e6.d3h.d6h.d4.f6.d5.f5.d6.f4.c6.g4.c7.g3.c8.g2.c9";

const ready = (page) => page.locator(".analysis .board-live").waitFor();
const moves = (page) => page.locator(".tree .ply").allInnerTexts();
const here = (page, text) => until(async () => (await page.locator(".tree [aria-current]").innerText().catch(() => "")) === text, `at ${text}`);

test("a finished game goes to the analysis board; variations, marks and comments are kept", `/open#${GAME}`, {}, async (page) => {
  await page.getByRole("link", { name: "Analyse" }).click();
  await ready(page);
  await here(page, "c9");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await here(page, "e2");
  await page.locator("[data-cell=d9]").click();
  await here(page, "d9");
  await page.getByRole("button", { name: "doubtful", exact: true }).click();
  await page.getByRole("textbox", { name: "Comment on d9" }).fill("Goes the wrong way.");
  assert.equal(await page.locator(".variations .comment").innerText(), "Goes the wrong way.");
  await page.locator(".tree").focus();
  await page.keyboard.press("ArrowUp");
  await here(page, "e8");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Make it the main line" }).click();
  assert.deepEqual((await moves(page)).slice(0, 2).map((text) => text.split(/\s|\?/)[0]), ["e2", "d9"]);
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(".tree .comment").innerText(), "Goes the wrong way.");
  // The wheel moves through the game, and a deletion can be undone.
  const all = (await moves(page)).length;
  await page.locator(".board-live").hover();
  await page.mouse.wheel(0, -100);
  await here(page, "e2");
  await page.mouse.wheel(0, 100);
  await page.getByRole("button", { name: "Delete from here on" }).click();
  await until(async () => (await moves(page)).length === all - 1, "one move less");
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await moves(page)).length === all, "all moves again");
});

test("on a phone panels are tabs and the board keeps its place", `/analysis#${GAME}`, { viewport: { width: 390, height: 844 }, touch: true, locale: "ro" }, async (page) => {
  await ready(page);
  const box = await page.locator(".board-live").boundingBox();
  await page.getByRole("tab", { name: "Note" }).tap();
  await page.getByRole("textbox").waitFor();
  assert.deepEqual(await page.locator(".board-live").boundingBox(), box);
  await page.getByRole("button", { name: "O mutare înapoi" }).tap();
  await page.getByRole("tab", { name: "Mutări" }).tap();
  await here(page, "g2");
});

test("the engine tells its lines, their worth and chances, and a press plays one; the threat is told", "/analysis#v=abalone&l=standard&m=", {}, async (page) => {
  await ready(page);
  const line = page.locator(".engine-line").first();
  await line.waitFor();
  await until(async () => (await page.locator(".engine-line").count()) === 3, "three lines");
  assert.match(await page.locator(".eval-bar").getAttribute("aria-label"), /Black \d+%, White \d+%/);
  await page.getByRole("button", { name: "One line less" }).click();
  await until(async () => (await page.locator(".engine-line").count()) === 2, "two lines");
  // Pointing at a move shows it without playing it.
  const second = line.locator(".line-move").nth(1);
  await second.hover();
  await page.locator(".previewing").waitFor();
  assert.equal(await page.locator(".tree .ply").count(), 0);
  await page.keyboard.press("x"); // it stays on this position
  await until(async () => (await page.locator(".engine-line").count()) === 0, "the engine is off");
  await page.keyboard.press("x");
  await line.waitFor();
  await line.locator(".line-move").first().click();
  await until(async () => (await page.locator(".tree .ply").count()) === 1, "the move is played");
  await page.getByRole("button", { name: "What is the threat?" }).click();
  await page.locator(".threat").waitFor();
});

const RECORD = `[Game "quoridor"]
[Player1 "Ada"]

{begin} 1. e2 $1 {[%clk 0:09:58] [%csl Ge4] [%cal Rd5e6] fine} (1. d1 e8 {or so} (1... d9 $6) 2. d2) e8 2. e3 (2. a1h) *
`;

test("a record keeps its variations, marks, comments and arrows through the board, a record and a link", "/open", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.getByRole("textbox").fill(RECORD);
  await page.getByRole("button", { name: "Analyse" }).click();
  await ready(page);
  assert.equal((await moves(page)).length, 8);
  const copied = async (name) => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.locator(".under").getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    return until(() => page.evaluate(() => navigator.clipboard.readText()), name);
  };
  const record = await copied("Copy the record");
  const same = (text) => assert.deepEqual(core.readTree(text, 0), core.readTree(record, 0));
  for (const part of ["Ada", "{begin}", "[%clk 0:09:58]", "[%csl Ge4]", "[%cal Rd5e6] fine", "$6", "( 2. a1h )"]) assert.ok(record.includes(part), `${part} in ${record}`);
  const link = await copied("Copy the link");
  assert.match(link, /\/analysis#z=[\w-]+$/);
  await page.goto("/help");
  await page.goto(link);
  await ready(page);
  same(await copied("Copy the record"));
  // An invalid link is reported.
  await page.goto("/help");
  await page.goto("/analysis#z=AAAA");
  await page.getByText("There is no game in this link.").waitFor();
});

test("explain tells one thing at a time, threats first; one plays on from here", `/analysis#${GAME}`, {}, async (page) => {
  await ready(page);
  await page.getByRole("button", { name: "One move back" }).click();
  await page.keyboard.press("e");
  const told = page.locator(".explain p");
  await until(async () => /Shortest paths\. Black: \d steps?, White: \d steps?/.test(await told.innerText()), "the paths");
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByRole("button", { name: "Play a friend here" }).click();
  await page.locator(".play:not(.analysis) .board-live").waitFor();
});

test("the link of a game that was given up says so", null, {}, async (page) => {
  await page.goto("/open#v=quoridor&l=standard&m=e2.e8&r=0-1&e=resignation");
  await page.locator(".result", { hasText: "0-1" }).waitFor();
  await page.locator(".result", { hasText: "Resignation" }).waitFor();
});

test("arrows and circles: right-drag, or a colour and any pointer; drawn again they go", "/analysis#v=quoridor&m=e2.e8", {}, async (page) => {
  await ready(page);
  const middle = async (cell) => {
    const box = await page.locator(`[data-cell=${cell}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to, button) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down({ button });
    await page.mouse.move(...await middle(to), { steps: 3 });
    await page.mouse.up({ button });
  };
  await drag("c3", "c6", "right");
  await page.locator(".shape.green[data-shape=c3c6]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Red", exact: true }).click();
  await drag("e5", "e5", "left");
  await page.locator("circle.shape.red[data-shape=e5]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".tree .ply").count(), 2, "no move was made");
  await drag("e5", "e5", "left");
  await until(async () => (await page.locator("circle.shape").count()) === 0, "the circle is gone");
  await page.reload();
  await ready(page);
  await page.locator(".shape.green[data-shape=c3c6]").waitFor({ state: "attached" });
});

// --- the position editor ---------------------------------------------------------------------------

const text = (page) => page.locator("#position-text").inputValue();
const says = (page, position) => until(async () => (await text(page)) === position, position);
const middleOf = async (page, place) => {
  const box = await page.locator(place).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

test("a position is set up by mouse, explained while it is wrong, turned about, analysed and taken along", "/", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
  await page.getByRole("link", { name: "Set up a position" }).click();
  await page.getByRole("combobox", { name: "Game" }).selectOption("abalone");
  await page.locator("[data-cell=i5]").click();
  await page.getByText("Black: 15 marbles on the board, at most 14.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Analyse" }).isDisabled());
  // The right button removes a piece, a drag moves it, also off the board.
  await page.locator("[data-cell=a1]").click({ button: "right" });
  await page.getByText("This position can be played.").waitFor();
  const drag = async (from, to) => {
    await page.mouse.move(...await middleOf(page, from));
    await page.mouse.down();
    await page.mouse.move(...await middleOf(page, to), { steps: 4 });
    await page.mouse.up();
  };
  await drag("[data-cell=i5]", "[data-cell=e5]");
  await says(page, "1wwww/wwwwww/2www2/8/4b4/8/2bbb2/bbbbbb/1bbbb b 1-0");
  await drag(".tray-keys .key:nth-child(2)", "[data-cell=d4]");
  await says(page, "1wwww/wwwwww/2www2/8/4b4/3w4/2bbb2/bbbbbb/1bbbb b 0-0");
  await page.getByRole("button", { name: "Mirror" }).click();
  await page.getByRole("button", { name: "Swap colours" }).click();
  await says(page, "bbbb1/bbbbbb/2bbb2/8/4w4/4b3/2www2/wwwwww/wwww1 w 0-0");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("group", { name: "by Black" }).getByRole("button", { name: "One more" }).click();
  await page.getByText("White: missing from the board 0, pushed off 1.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  const position = await text(page);
  await page.reload();
  await says(page, position);
  await page.getByRole("button", { name: "Copy" }).click();
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === position, "copied");
  await page.getByRole("button", { name: "Clear the board" }).click();
  await page.getByText("Two sides have won.").waitFor();
  await page.getByRole("button", { name: "Paste" }).click();
  await says(page, position);
  await page.getByRole("button", { name: "Analyse" }).click();
  await ready(page);
  // A record that begins there restores it.
  await page.locator(".under").getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Copy the record" }).click();
  const record = await until(async () => /\[Position/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.input, "the record");
  assert.ok(record.includes(`[Position "${position}"]`), record);
  await page.goto("/open");
  await page.getByRole("textbox").fill(record);
  await page.getByRole("button", { name: "Analyse" }).click();
  await ready(page);
  await page.locator(".under").getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Set up a position" }).click();
  await says(page, position);
});

test("walls and pawns are set up by finger, and the position is played against the computer", "/edit?game=quoridor", { viewport: { width: 390, height: 844 }, touch: true, locale: "tr" }, async (page) => {
  const tap = async (place, right = 0, up = 0) => {
    const [x, y] = await middleOf(page, place);
    const { width } = await page.locator(place).boundingBox();
    await page.touchscreen.tap(x + right * width, y - up * width);
  };
  await page.getByRole("radio", { name: "Yatay engel" }).locator("xpath=..").tap();
  await tap("[data-cell=a1]", 0.5, 0.5);
  await says(page, "a1 / - / e1 e9 / 9 10 / 1");
  await page.getByRole("radio", { name: "Dikey engel" }).locator("xpath=..").tap();
  await tap("[data-cell=b1]", 0.5, 0.5);
  await page.getByRole("radio", { name: "Taş, siyah" }).locator("xpath=..").tap();
  await tap("[data-cell=a1]");
  await page.locator("[data-flaw=shut-in]", { hasText: "Siyah: hedefe giden yol tamamen kapalı." }).waitFor();
  await tap("[data-cell=c4]");
  await page.getByText("Bu konumdan oynanabilir.").waitFor();
  await page.getByRole("radio", { name: "Beyaz", exact: true }).locator("xpath=..").tap();
  await says(page, "a1 / b1 / c4 e9 / 9 9 / 2");
  // A valid text is taken; otherwise the page shows an example.
  await page.locator("#position-text").fill("no position");
  await page.getByText("- / - / e1 e9 / 10 10 / 1").waitFor();
  await page.locator("#position-text").fill("a1 / b1 / c5 e9 / 9 9 / 2");
  await page.getByRole("button", { name: "Oyuna devam" }).tap();
  await page.getByRole("combobox", { name: "Rakip" }).selectOption("1");
  await page.getByRole("button", { name: "Bilgisayara karşı" }).tap();
  await page.locator(".play:not(.analysis) [data-pawn]").first().waitFor();
  assert.equal(await page.locator(".play [data-wall]").count(), 2);
});

test("a position is set up by keys alone, in every variant", "/edit?game=abalone-3", {}, async (page) => {
  await page.locator("[data-cell=e5]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageUp");
  assert.equal(await page.locator(":focus").getAttribute("aria-label"), "f7, empty");
  await page.keyboard.press("2");
  assert.equal(await page.locator(":focus").getAttribute("aria-label"), "f7, white");
  await page.getByText("White: 12 marbles on the board, at most 11.").waitFor();
  await page.keyboard.press("Delete");
  await page.getByText("This position can be played.").waitFor();
  await page.getByRole("switch", { name: "Black has left the game" }).focus();
  await page.keyboard.press("Space");
  await page.getByText("The player to move is out.").waitFor();
  await page.getByRole("combobox", { name: "Game" }).selectOption("quoridor-4");
  await page.locator("[data-cell=e5]").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("h");
  await page.keyboard.press("v");
  await page.getByText("Wall e6v crosses another wall.").waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("3");
  await says(page, "e6 / - / e1 a5 e6 i5 / 5 4 5 5 / 1");
  for (const { id, layouts } of core.variants()) {
    await page.getByRole("combobox", { name: "Game" }).selectOption(id);
    await says(page, layouts[0].position);
    await page.getByText("This position can be played.").waitFor();
  }
});
