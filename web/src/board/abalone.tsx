// SPDX-License-Identifier: MIT
// The Abalone board: drawing, selection by tap, sweep and both ends, pulling a group with a live preview, chevrons, the
// six-way pad, keys. What may be done comes from `look.moves`, why something may not from `core.check`.

import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Move } from "../core/types";
import { t } from "../text";
import { CHEVRON, Chevron, lastMarks, Pad } from "./directions";
import { HexBands, HexSigns } from "./findings";
import { HEX_VIEW, HexGround } from "./ground";
import { DIRS, dirVector, hexDirection, hexNearest, hexPlace, hexStep } from "./hex";
import { type Passage, still, usePassage } from "./motion";
import { HexCells, Marbles } from "./marbles";
import { livePaint } from "./paint";
import { Marble, PieceDefs, placed } from "./pieces";
import { aimedAt, asMove, chevronPlace, choices, directionsTo, handOf, joinable, joined, tapped } from "./select";
import { showMarbles, shiftMarbles } from "./showing";
import { sounds } from "./sounds";
import { isPicture, keyName, pageKey, pointOf, Stage, useBoardId, useNote, useSender } from "./stage";
import type { BoardProps, Point } from "./types";
import { cellText, selectionText } from "./words";

const TAP = 0.3; // a press that stays within this is a tap
const PULL = 0.45; // from here on a pull has a direction
const HINT = 0.12;
const NONE: ReadonlySet<string> = new Set();

/** A press under way. */
interface Press {
  id: number;
  start: Point;
  /** Where a pull is measured from: the press, or the marble swept over last. */
  anchor: Point;
  cell: string | null;
  chevron: Move | null;
  /** May still take marbles along. */
  sweeps: boolean;
  /** The cell was chosen by this very press, so letting go must not put it back. */
  chose: boolean;
  /** It may yet turn out to be the first of a new line. */
  restarts: boolean;
  moved: boolean;
}

/** A pull in one direction, and the legal move it would make, if any. */
interface Pull {
  dir: number;
  move: Move | null;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function AbaloneBoard(props: BoardProps): VNode {
  const { look, seat, core, last, small } = props;
  const turned = ((props.turned % 6) + 6) % 6;
  const id = useBoardId();
  const live = useRef<SVGSVGElement>(null);
  const variant = useMemo(() => core.variants().find((one) => one.id === look.variant)!, [core, look.variant]);
  const hand = useMemo(() => handOf(look, seat, variant.teams), [look, seat, variant]);
  const marked = props.marks === "on" || (props.marks === "auto" && variant.players > 2);

  const [selection, setSelection] = useState<string[]>([]);
  const [pull, setPull] = useState<Pull | null>(null);
  const [focus, setFocus] = useState("e5");
  const press = useRef<Press | null>(null);
  const hinted = useRef<Move | null>(null);
  const pulled = useRef(0); // how far the marbles are pulled
  const letGo = useRef(0); // how far they already were when the move was sent
  const tapTime = useRef(-1e9);
  const { note, show, refuse, notYet } = useNote(props);
  const { send, accepts } = useSender(props);

  const ways = useMemo(() => choices(look, selection), [look, selection]);
  const ends = useMemo(() => joinable(look, hand, selection), [look, hand, selection]);

  // A new position ends every choice. A finger that is down just then, when the other player moves, still means its cell.
  useLayoutEffect(() => {
    const now = press.current;
    press.current = now && !now.moved && now.cell !== null ? { ...now, chose: false, restarts: false } : null;
    setSelection([]);
    drop();
    show(null);
  }, [look.position, seat]);

  function animate(passage: Passage, running: Animation[]): Promise<unknown> {
    const { kind } = passage.move;
    if (!passage.back) sounds.play(kind === "eject" || kind === "push" ? kind : "move");
    const begun = passage.back ? 0 : letGo.current;
    letGo.current = 0;
    return showMarbles(passage, begun, { svg: live.current!, turned, still: still(props), running });
  }

  const passage = usePassage(props, animate);
  const leaving = passage && !passage.back && passage.move.kind === "eject" && !still(props) ? passage.move : null;
  const leaver =
    leaving && passage!.from.marbles.find(({ cell }) => cell === leaving.pushed[leaving.pushed.length - 1]);

  // ---- choosing and playing

  function choose(next: string[], spoken = true): void {
    setSelection(next);
    show(null);
    if (spoken) props.say(selectionText(next, choices(look, next).length));
  }

  function middle(cells: readonly string[]): Point {
    const places = cells.map((cell) => hexPlace(cell, turned));
    const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
    return { x: sum.x / (places.length || 1), y: sum.y / (places.length || 1) };
  }

  /** A direction for the chosen marbles: plays, or says why not. */
  function go(dir: number, chosen = selection): void {
    if (chosen.length === 0) return;
    const move = choices(look, chosen).find((one) => one.dir === dir);
    if (move) return send(move.text);
    const text = asMove(chosen, dir);
    const refusal = text && core.check(look, text);
    if (refusal) return refuse(refusal, middle(chosen));
    const words = text ? t("That moves the whole line: select it") : t("That is the edge of the board");
    sounds.play("refused");
    show({ text: words, at: middle(chosen), tone: "refused" });
    props.say(words, true);
  }

  /** A tap or Enter on a cell. */
  function touch(cell: string | null): void {
    if (cell === null) return choose([], selection.length > 0);
    const aimed = aimedAt(ways, hand, cell);
    if (aimed) return send(aimed.text);
    if (hand.own.has(cell) || (hand.side.has(cell) && selection.length > 0))
      return choose(tapped(hand, selection, cell));
    if (selection.length === 0) return startRefused(cell);
    const dirs = directionsTo(selection, cell);
    if (dirs.length === 0) return choose([]);
    if (dirs.some((dir) => ways.some((move) => move.dir === dir))) {
      const words = t("Two moves lead there: choose an arrow");
      show({ text: words, at: hexPlace(cell, turned), tone: "hint" });
      return props.say(words);
    }
    go(dirs[0]!);
  }

  /** A first tap on what is not one's own: the core says so, in the words of the rules. */
  function startRefused(cell: string): void {
    if (seat === null || !look.marbles.some((marble) => marble.cell === cell)) return;
    if (look.turn !== seat) return notYet(hexPlace(cell, turned));
    const next = DIRS.map((dir) => hexStep(cell, dir)).find((one) => one !== null)!;
    const refusal = core.check(look, cell + next);
    if (refusal) refuse(refusal, hexPlace(cell, turned));
  }

  // ---- pulling

  /** Some marbles off their places by a part of a step, all others on theirs. */
  function shift(cells: readonly string[] = [], dir = 0, amount = 0): void {
    const everywhere = look.marbles.map(({ cell }) => cell);
    const vector = dirVector(dir, turned);
    shiftMarbles(live.current!, everywhere, null);
    shiftMarbles(live.current!, cells, { x: vector.x * amount, y: vector.y * amount });
  }

  function drop(): void {
    hinted.current = null;
    shift();
    setPull(null);
  }

  function preview(dir: number, length: number): void {
    const move = ways.find((one) => one.dir === dir) ?? null;
    const amount = move ? Math.min(1, Math.max(0, (length - 0.15) / 0.85)) : 0.07;
    shift(move ? [...move.cells, ...move.pushed] : selection, dir, amount);
    pulled.current = amount;
    if (pull?.dir !== dir || pull.move !== move) setPull({ dir, move });
  }

  /** Under a mouse a chevron stirs the marbles it would move. */
  function hint(move: Move | null): void {
    if (move === hinted.current) return;
    hinted.current = move;
    if (move) shift([...move.cells, ...move.pushed], move.dir, HINT);
    else shift();
  }

  /** The chevron at a point, unless something else is nearer. */
  function chevronAt(point: Point, other = Infinity): Move | null {
    const near = ways
      .map((move) => ({ move, far: distance(chevronPlace(move, turned), point) }))
      .sort((a, b) => a.far - b.far)[0];
    return near && near.far < Math.min(CHEVRON + 0.1, other) ? near.move : null;
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || press.current || !accepts(event)) return;
    const point = pointOf(live.current!, HEX_VIEW, event);
    const under = hexNearest(point, turned);
    const held = under !== null && selection.includes(under);
    // A chosen marble is there to be pulled, also where a chevron overlaps it.
    const chevron = chevronAt(point, held ? distance(hexPlace(under, turned), point) : Infinity);
    const cell = chevron ? null : under;
    press.current = {
      id: event.pointerId,
      start: point,
      anchor: point,
      cell,
      chevron,
      sweeps: chevron !== null || !held || selection.length === 1,
      chose: false,
      restarts: false,
      moved: false,
    };
    if (cell !== null) setFocus(cell);
    if (cell !== null && !held && hand.side.has(cell)) {
      const next = tapped(hand, selection, cell);
      if (next.includes(cell)) {
        choose(next);
        press.current.chose = true;
        press.current.restarts = next.length > 1;
        press.current.anchor = hexPlace(cell, turned);
      }
    }
    live.current!.setPointerCapture(event.pointerId);
  }

  function onPointerMove(event: PointerEvent): void {
    const now = press.current;
    const point = pointOf(live.current!, HEX_VIEW, event);
    if (!now && event.pointerType === "mouse") return hint(chevronAt(point));
    if (!now || event.pointerId !== now.id) return;
    if (!now.moved && distance(point, now.start) < TAP) return;
    now.moved = true;
    if (now.cell === null || !selection.includes(now.cell)) return;
    const over = hexNearest(point, turned, 0.42);
    if (now.sweeps && over !== null && !selection.includes(over)) {
      const next = joined(hand, selection, over) ?? (now.restarts ? joined(hand, [now.cell], over) : null);
      if (next) {
        choose(next);
        now.restarts = false;
        now.anchor = hexPlace(over, turned);
        now.cell = over;
        drop();
        return;
      }
    }
    const vector = { x: point.x - now.anchor.x, y: point.y - now.anchor.y };
    const length = Math.hypot(vector.x, vector.y);
    const dir = hexDirection(vector, turned);
    const ahead = hexStep(now.cell, dir);
    if (length < PULL || (now.sweeps && ahead !== null && joined(hand, selection, ahead))) {
      if (pull) drop();
      return;
    }
    preview(dir, length);
  }

  function onPointerUp(event: PointerEvent): void {
    const now = press.current;
    if (!now || event.pointerId !== now.id) return;
    press.current = null;
    tapTime.current = event.timeStamp;
    if (pull) {
      const { move, dir } = pull;
      if (move) {
        letGo.current = pulled.current;
        send(move.text);
        // Should the page not take the move, the marbles must not stay where they were pulled.
        window.setTimeout(() => {
          letGo.current = 0;
          if (press.current === null) drop();
        }, 0);
      } else {
        drop();
        go(dir);
      }
      return;
    }
    if (now.moved) return;
    if (now.chevron) return send(now.chevron.text);
    if (!now.chose) touch(now.cell);
  }

  /** A finger on a marble pulls it and does not scroll the page; elsewhere it may. */
  function onTouchStart(event: TouchEvent): void {
    const now = press.current;
    if (now && (now.chevron || (now.cell !== null && hand.side.has(now.cell)))) event.preventDefault();
  }

  /** The browser took the pointer away, or it was let go of where the board did not hear it. */
  function onLostPointerCapture(): void {
    if (!press.current) return;
    press.current = null;
    drop();
  }

  /** Assistive technology presses without a pointer; a click that follows a pointer has been dealt with. */
  function onClick(event: MouseEvent): void {
    if (event.timeStamp - tapTime.current < 700) return;
    const target = (event.target as Element).closest("[data-cell]");
    if (target) touch(target.getAttribute("data-cell"));
  }

  // ---- keys

  function moveFocus(cell: string | null): void {
    if (cell === null) return;
    setFocus(cell);
    (live.current?.querySelector(`[data-cell="${cell}"]`) as SVGElement | null)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyName(event);
    const arrows: Record<string, number> = {
      ArrowRight: 0,
      PageUp: 1,
      ArrowUp: 2,
      ArrowLeft: 3,
      PageDown: 4,
      ArrowDown: 5,
    };
    const toBoard = (screen: number) => (screen - turned + 6) % 6;
    if (key in arrows) {
      const next = hexStep(focus, toBoard(arrows[key]!));
      if (event.shiftKey && next) {
        const base = selection.includes(focus) || !hand.own.has(focus) ? selection : tapped(hand, selection, focus);
        const longer = joined(hand, base, next);
        if (longer) choose(longer);
      }
      moveFocus(next);
    } else if (key === "Enter" || key === " ") touch(focus);
    else if (/^[1-6]$/.test(key)) {
      const chosen = selection.length > 0 ? selection : hand.own.has(focus) ? [focus] : [];
      go(toBoard(Number(key) - 1), chosen);
    } else if (key === "Escape") {
      press.current = null;
      drop();
      choose([]);
    } else if (key === "o") props.say(cellText(look, seat, focus, selection));
    else if (!pageKey(props, key)) return;
    event.preventDefault();
  }

  // ---- drawing

  const marks = last && last.dir >= 0 ? lastMarks(last, turned) : null;
  const ground = useMemo(
    () => <HexGround id={id} paint={livePaint} turned={turned} coordinates={props.coordinates && !small} />,
    [id, turned, props.coordinates, small],
  );
  const chosen = new Set(selection);
  const playable = hand.own.size > 0;
  const textOf = (cell: string) => cellText(look, seat, cell, selection);

  return (
    <div
      class={`board abalone ${small ? "small" : ""} ${playable ? "playable" : ""}`}
      data-game="abalone"
      data-turned={turned}
    >
      <Stage
        props={props}
        view={HEX_VIEW}
        label={t("Abalone board")}
        ground={ground}
        note={note}
        live={live}
        handlers={{ onPointerDown, onPointerMove, onPointerUp, onLostPointerCapture, onTouchStart, onClick, onKeyDown }}
      >
        <PieceDefs id={id} />
        <g aria-hidden="true">
          {props.findings && <HexBands findings={props.findings} turned={turned} />}
          {marks?.origins}
          <Marbles id={id} look={look} turned={turned} marked={marked} chosen={chosen} ends={pull ? NONE : ends} />
          {leaving && leaver && (
            <g key={`leaving${look.position}`} data-leaving transform={placed(hexPlace(leaver.cell, turned))}>
              <g>
                <Marble id={id} seat={leaver.seat} paint={livePaint} marked={marked} />
              </g>
            </g>
          )}
          {!passage && marks?.arrows}
          {props.findings && <HexSigns findings={props.findings} look={look} turned={turned} />}
        </g>
        {!isPicture(props) && (
          <HexCells turned={turned} focus={focus} own={hand.own} chosen={chosen} text={textOf} onFocus={setFocus} />
        )}
        {!pull && (
          <g class="board-chevrons" aria-hidden="true">
            {ways.map((move) => (
              <Chevron key={move.text} move={move} turned={turned} strong={false} />
            ))}
          </g>
        )}
        {pull?.move && (
          <g class="board-chevrons" aria-hidden="true">
            <Chevron move={pull.move} turned={turned} strong />
          </g>
        )}
        {pull && !pull.move && (
          <path class="board-no" d="M-.2-.2 .2.2M.2-.2-.2.2" transform={placed(middle(selection))} aria-hidden="true" />
        )}
      </Stage>
      {!small && seat !== null && <Pad turned={turned} ways={ways} onGo={go} />}
    </div>
  );
}
