// SPDX-License-Identifier: MIT
// Every set of pieces on every board: players' colours differ for every kind of colour blindness and in greyscale, and
// each piece contrasts with the board. Colours are read from the style sheet of the built page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const DISTANCE_MIN = 0.2; // in OKLab
const CONTRAST_MIN = 3;

const css = readFileSync(new URL("../../src/style/themes.css", import.meta.url), "utf8");
const pieces = readFileSync(new URL("../../src/board/pieces.tsx", import.meta.url), "utf8");
const RIMS = [...pieces.matchAll(/rim: "(#[0-9a-f]{6})"/g)].map(([, colour]) => colour);

/** The variables that a class sets, over those of the first class of its kind. */
function variablesOf(name, base = {}) {
  const [, body] = css.match(new RegExp(`\\.${name} \\{([^}]*)\\}`)) ?? assert.fail(`no .${name}`);
  return { ...base, ...Object.fromEntries([...body.matchAll(/--(\w+): ([^;]+);/g)].map(([, key, value]) => [key, value])) };
}

const named = (kind) => [...new Set([...css.matchAll(new RegExp(`\\.${kind}-(\\w+) \\{`, "g"))].map(([, name]) => name))];
const glass = variablesOf("pieces-glass");
const sets = Object.fromEntries(named("pieces").map((name) => [name, variablesOf(`pieces-${name}`, glass)]));
const skins = Object.fromEntries(named("skin").map((name) => [name, variablesOf(`skin-${name}`)]));

/** How a colour is seen, from linear light, by Machado, Oliveira and Fernandes (2009), at full strength. */
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  grey: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
};

function linear(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
}

function seen(colour, eye) {
  const [r, g, b] = linear(colour);
  return EYES[eye].map((row) => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b)));
}

function oklab([r, g, b]) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function contrast(a, b) {
  const [dark, light] = [a, b].map((colour) => seen(colour, "grey")[0]).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const seats = (set) => [0, 1, 2, 3].map((seat) => set[`seat${seat}`]);

test("there are three sets of pieces and four boards", () => {
  assert.ok(Object.keys(sets).length >= 3, Object.keys(sets).join());
  assert.ok(Object.keys(skins).length >= 4, Object.keys(skins).join());
  assert.equal(RIMS.length, 4);
});

for (const [name, set] of Object.entries(sets)) {
  test(`the four colours of ${name} are apart for every kind of colour blindness`, () => {
    for (const eye of Object.keys(EYES)) {
      const colours = seats(set).map((colour) => oklab(seen(colour, eye)));
      for (let a = 0; a < 4; a++)
        for (let b = 0; b < a; b++) {
          const distance = Math.hypot(...colours[a].map((value, i) => value - colours[b][i]));
          assert.ok(distance >= DISTANCE_MIN, `${eye}: ${a} and ${b} are ${distance.toFixed(3)} apart`);
        }
    }
  });

  test(`${name} stands out from every well and square, by its colour or its rim`, () => {
    for (const [skin, { well, square }] of Object.entries(skins))
      for (const ground of [well, square])
        seats(set).forEach((colour, seat) => {
          const best = Math.max(contrast(colour, ground), contrast(RIMS[seat], ground));
          assert.ok(best >= CONTRAST_MIN, `${skin} ${ground}: player ${seat} has ${best.toFixed(2)}`);
        });
  });

  test(`the marks of ${name} can be read`, () => {
    seats(set).forEach((colour, seat) => assert.ok(contrast(colour, set[`ink${seat}`]) >= CONTRAST_MIN, `player ${seat}`));
  });
}

test("walls stand out from every groove and square", () => {
  for (const [skin, { wall, groove, square }] of Object.entries(skins)) {
    assert.ok(contrast(wall, groove) >= CONTRAST_MIN, `${skin}: groove`);
    // Beside a wooden square a wall also differs by its shape, edge and shadow.
    assert.ok(contrast(wall, square) >= 2, `${skin}: square ${contrast(wall, square).toFixed(2)}`);
  }
});

test("the server's picture has the measures and colours of the page's", () => {
  const source = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const drawn = source("../src/server/features/previews/board_card.c");
  const ground = source("src/board/ground.tsx");
  const number = (text, name) => Number(text.match(new RegExp(`\\b${name} = ([\\d.]+)f?\\b`))?.[1] ?? assert.fail(name));
  for (const [ours, theirs, file] of [
    ["MARBLE", "MARBLE", pieces], ["PAWN", "PAWN", pieces], ["HEX_RIM", "RIM", ground], ["HEX_GUTTER", "GUTTER", ground], ["HEX_DECK", "DECK", ground],
    ["SQUARE_SIZE", "SQUARE", source("src/board/quoridor/square.ts")], ["WALL_WIDTH", "WALL_WIDTH", source("src/board/quoridor/square.ts")],
  ]) assert.equal(number(drawn, ours), number(file, theirs), ours);
  for (const name of ["rim", "gutter", "deck", "well", "square", "groove", "wall"])
    assert.match(drawn, new RegExp(`#define ${name.toUpperCase()} +0x${skins.wood[name].slice(1)}\\b`), name);
  for (const colour of [...seats(glass), ...RIMS]) assert.ok(drawn.includes(`0x${colour.slice(1)}`), colour);
});
