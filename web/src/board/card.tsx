// SPDX-License-Identifier: MIT
// A position on a card with the players' names and the result, for sharing.

import type { Look, Seat } from "@meydan/core";
import { paintNow } from "./paint";
import { boardSvg, drawingText, type PictureOptions } from "./boardsvg";
import { Marble, PieceDefs } from "./pieces";

export interface CardWords {
  /** In the order of the seats; partners follow each other. */
  names: { seat: Seat; name: string; won: boolean }[];
  result: string;
  /** The place of the game, at the bottom. */
  foot: string;
}

const WIDTH = 1080;
const MARGIN = 48;
const LINE = 64;
const NAME_MAX = 24;

function short(text: string, max: number): string {
  const signs = [...text];
  return signs.length > max ? `${signs.slice(0, max - 1).join("")}…` : text;
}

/** A card of this width in pixels, as SVG text. */
export function cardSvg(look: Look, words: CardWords, options: PictureOptions = {}): string {
  const { size = WIDTH } = options;
  const paint = options.paint ?? paintNow(typeof document === "undefined" ? undefined : document.documentElement);
  const rows = Math.ceil(words.names.length / 2);
  const top = MARGIN + rows * LINE;
  const abalone = look.pawns.length === 0;
  const board = boardSvg(look, { ...options, paint, size: WIDTH - 2 * MARGIN });
  const boardHeight = Math.round((WIDTH - 2 * MARGIN) * (abalone ? 9.04 / 10.44 : 1));
  const height = top + boardHeight + 2 * LINE + MARGIN;
  const card = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${WIDTH} ${height}`,
    width: size,
    height: Math.round((size * height) / WIDTH),
    "font-family": "system-ui, sans-serif",
  };
  const ink = "#f6ead6";
  const text = drawingText(
    <svg {...card}>
      <rect width={WIDTH} height={height} fill="#23170f" />
      <PieceDefs id="c" />
      {words.names.map(({ seat, name, won }, i) => (
        <g transform={`translate(${i % 2 ? WIDTH / 2 + 12 : MARGIN} ${MARGIN + Math.floor(i / 2) * LINE})`}>
          <g transform="translate(22 16) scale(44)"><Marble id="c" paint={paint} marked seat={seat} /></g>
          <text x="58" y="30" font-size="38" font-weight={won ? 700 : 400} fill={ink}>{short(name, NAME_MAX)}</text>
        </g>
      ))}
      <g data-board="" />
      <text x={WIDTH / 2} y={top + boardHeight + 56} font-size="44" font-weight="700" text-anchor="middle" fill={ink}>
        {short(words.result, 44)}
      </text>
      <text x={WIDTH / 2} y={top + boardHeight + 112} font-size="30" text-anchor="middle" fill={ink} opacity=".75">
        {short(words.foot, 64)}
      </text>
    </svg>,
  );
  return text.replace('<g data-board=""/>', () => board.replace("<svg ", `<svg x="${MARGIN}" y="${top}" `));
}
