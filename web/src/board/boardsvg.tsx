// SPDX-License-Identifier: MIT
// A position as SVG text with plain colours.

import type { ComponentChild, VNode } from "preact";
import type { Look, Move } from "../core/types";
import { GroundDefs, HEX_VIEW, HexGround, SQUARE_VIEW, SquareGround, viewBox } from "./ground";
import { hexPlace } from "./abalone/hex";
import { type Paint, paintNow } from "./paint";
import { Marble, Pawn, PieceDefs, Seal, Wall } from "./pieces";
import { drawnUpright, slotPlace, squarePlace } from "./quoridor/square";
import type { BoardProps, Point } from "./types";
import { wallMove } from "./words";

export interface PictureOptions {
  /** Width in pixels. */
  size?: number;
  turned?: number;
  coordinates?: boolean;
  marks?: boolean;
  /** The cells it started from are marked. */
  last?: Move | null;
  owners?: BoardProps["owners"];
  paint?: Paint;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The text of a drawing of plain elements and stateless components. */
export function drawingText(node: ComponentChild): string {
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (Array.isArray(node)) return node.map(drawingText).join("");
  if (typeof node !== "object") return escaped(String(node));
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === "function") return drawingText((type as (props: unknown) => ComponentChild)(props));
  const inner = drawingText(props.children as ComponentChild);
  const given = Object.entries(props).filter(
    ([name, value]) => name !== "children" && name !== "key" && value != null && value !== false,
  );
  const attributes = given.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
  return inner ? `<${type}${attributes}>${inner}</${type}>` : `<${type}${attributes}/>`;
}

function at({ x, y }: Point): string {
  return `translate(${x.toFixed(3)} ${y.toFixed(3)})`;
}

export function boardSvg(look: Look, options: PictureOptions = {}): string {
  const { size = 900, coordinates = true, last } = options;
  const abalone = look.pawns.length === 0;
  const turned = (((options.turned ?? 0) % 12) + 12) % (abalone ? 6 : 4);
  const paint = options.paint ?? paintNow(typeof document === "undefined" ? undefined : document.documentElement);
  const marked = options.marks ?? (abalone ? look.lost : look.pawns).length > 2;
  const view = abalone ? HEX_VIEW : SQUARE_VIEW;
  const ground = { id: "p", paint, turned, coordinates };
  const piece = { id: "p", paint, marked };
  const place = (cell: string) => (abalone ? hexPlace(cell, turned) : squarePlace(cell, turned));
  const origins = last && last.slot === "" ? last.cells.filter((cell) => !last.to.includes(cell)) : [];
  const frame = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: viewBox(view),
    width: size,
    height: Math.round((size * view.height) / view.width),
    "font-family": "system-ui, sans-serif",
    "font-weight": 600,
  };
  return drawingText(
    <svg {...frame}>
      <GroundDefs id="p" />
      {abalone ? <HexGround {...ground} /> : <SquareGround {...ground} look={look} />}
      <PieceDefs id="p" />
      {origins.map((cell) => (
        <circle
          transform={at(place(cell))}
          r=".36"
          fill="none"
          stroke={paint.mark}
          stroke-opacity=".7"
          stroke-width=".05"
        />
      ))}
      {look.marbles.map(({ cell, seat }) => (
        <g transform={at(place(cell))}>
          <Marble {...piece} seat={seat} />
        </g>
      ))}
      {look.walls.map((wall) => {
        const owner = marked ? options.owners?.get(wallMove(wall)) : undefined;
        return (
          <g transform={at(slotPlace(wall.slot, turned))}>
            <Wall id="p" paint={paint} standing={drawnUpright(wall.upright, turned)} />
            {owner !== undefined && <Seal seat={owner} paint={paint} />}
          </g>
        );
      })}
      {look.pawns.map(
        (square, seat) =>
          square && (
            <g transform={at(place(square))}>
              <Pawn {...piece} seat={seat} />
            </g>
          ),
      )}
    </svg>,
  );
}
