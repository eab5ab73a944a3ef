// SPDX-License-Identifier: MIT
// The position editor: pieces from a tray, the player to move, counts, faults of the position in words; then it can be
// analysed or played. It works without a network.
//
// uses analysis, layouts

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EditBoard, type EditAim, editPlace } from "@meydan/board/edit";
import type { Core, Variant } from "@meydan/core";
import { Choices, IconButton, Switch, Tool } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { keep } from "../analysis/keep";
import { fromStart } from "../analysis/openanalysis";
import { go } from "../../state/navigate";
import { capital, colourName, sidesOf, variantName, variantOf } from "../../state/seats";
import { copy } from "../../state/share";
import type { State } from "../../state/types";
import { t } from "../../text";
import { PlayOn } from "../analysis/playon";
import { addressOf, begin, dragEdits, edited, fromAddress, pressEdits, retold, type Setup, undone } from "./setup";
import { addressOf as layoutAddress } from "../layouts/own";
import { flawText } from "./flaws";

/** The tool in use: the piece of a seat ("0"), a wall as it is seen, or none, which removes pieces. */
type Hand = "0" | "1" | "2" | "3" | "standing" | "lying" | "take";

const KEYS = ["1", "2", "3", "4"];

function aimOf(hand: Hand): EditAim {
  return hand === "standing" || hand === "lying" ? hand : "cell";
}

function handName(variant: Variant, hand: Hand): string {
  if (hand === "take") return t("Remove");
  if (hand === "standing") return t("Vertical wall");
  if (hand === "lying") return t("Horizontal wall");
  return variant.game === "abalone" ? t("Marble, {colour}", { colour: colourName(Number(hand)) }) : t("Pawn, {colour}", { colour: colourName(Number(hand)) });
}

function HandPicture({ hand }: { hand: Hand }) {
  if (hand === "take") return <Icon name="trash" />;
  if (hand === "standing" || hand === "lying") return <span class={`tray-wall ${hand}`} aria-hidden="true" />;
  return <Marble seat={Number(hand)} />;
}

interface TrayProps {
  variant: Variant;
  hand: Hand;
  take(hand: Hand): void;
  /** Dragged out of the tray and released. */
  drop(hand: Hand, event: PointerEvent): void;
}

/** Pieces to select, or to drag onto the board. */
function Tray({ variant, hand, take, drop }: TrayProps) {
  const hands: Hand[] = [...variant.letters.map((_, seat) => String(seat) as Hand), ...(variant.walls ? (["lying", "standing"] as const) : []), "take"];
  const [carried, carry] = useState<{ hand: Hand; x: number; y: number } | null>(null);
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  const lost = () => (from.current = null, carry(null));
  const handlers = (one: Hand) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) from.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      if (start?.id !== event.pointerId || (!carried && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 12)) return;
      if (!carried) take(one);
      carry({ hand: one, x: event.clientX, y: event.clientY });
    },
    onPointerUp: (event: PointerEvent) => {
      if (carried) drop(one, event);
      lost();
    },
    onPointerCancel: lost,
  });
  return (
    <fieldset class="tray-keys">
      <legend>{t("Pieces")}</legend>
      <div class="keys">
        {hands.map((one) => (
          <label key={one} class="key" title={handName(variant, one)} {...handlers(one)}>
            <input type="radio" name="hand" checked={one === hand} aria-label={handName(variant, one)} onChange={() => take(one)} />
            <span><HandPicture hand={one} /></span>
          </label>
        ))}
      </div>
      {carried && carried.hand !== "take" && (
        <span class="carried" style={{ left: `${carried.x}px`, top: `${carried.y}px` }} aria-hidden="true"><HandPicture hand={carried.hand} /></span>
      )}
    </fieldset>
  );
}

function Count({ label, value, most, change }: { label: string; value: number; most: number; change(value: number): void }) {
  return (
    <div class="editor-count bar" role="group" aria-label={label}>
      <span>{label}</span>
      <IconButton icon="minus" label={t("One less")} act={() => change(value - 1)} disabled={value <= 0} />
      <output>{value}</output>
      <IconButton icon="plus" label={t("One more")} act={() => change(value + 1)} disabled={value >= most} />
    </div>
  );
}

/** Marbles pushed off by each side, or walls in each hand; players who have left. */
function Counts({ variant, setup, edit }: { variant: Variant; setup: Setup; edit(...edits: string[]): void }) {
  const { look } = setup.sketch;
  const sides = [...new Set(variant.teams)].map((team) => variant.teams.flatMap((other, seat) => (other === team ? [capital(colourName(seat))] : [])).join(" + "));
  const alone = variant.game === "abalone" && sides.length > 2;
  return (
    <fieldset class="counts">
      <legend>{variant.walls ? t("Walls left") : t("Marbles pushed off")}</legend>
      {variant.walls
        ? look.wallsLeft.map((left, seat) => (
          <Count key={seat} label={capital(colourName(seat))} value={left} most={variant.walls} change={(value) => edit(`count ${seat} ${value}`)} />
        ))
        : look.score.map((score, team) => (
          <Count key={team} label={t("by {player}", { player: sides[team] })} value={score} most={look.toWin} change={(value) => edit(`count ${team} ${value}`)} />
        ))}
      {alone && look.score.map((_, seat) => (
        <Switch key={seat} label={t("{player} has left the game", { player: capital(colourName(seat)) })} on={look.out.includes(seat)}
          change={(out) => edit(`${out ? "out" : "in"} ${seat}`)} />
      ))}
    </fieldset>
  );
}

function Verdict({ setup }: { setup: Setup }) {
  const { look, flaws } = setup.sketch;
  return (
    <div class={`verdict ${flaws.length ? "bad" : "good"}`} role="status">
      {flaws.length > 0
        ? (
          <>
            <b>{t("This position is not legal yet:")}</b>
            <ul>{flaws.map((flaw) => <li key={flaw.id + flaw.seat + flaw.at} data-flaw={flaw.id}>{flawText(flaw)}</li>)}</ul>
          </>
        )
        : look.winners.length > 0
          ? <b>{t("In this position the game is over. Won by: {player}", { player: look.winners.map(colourName).join(", ") })}</b>
          : <b>{t("This position can be played.")}</b>}
    </div>
  );
}

/** The position as text, to copy and to paste; a typed text is applied as soon as it has the form of a position. */
function AsText({ core, setup, change }: { core: Core; setup: Setup; change(setup: Setup): void }) {
  const { position } = setup.sketch.look;
  const [typed, type] = useState<string | null>(null);
  const wrong = typed !== null && !retold(core, setup, typed);
  const put = (text: string) => {
    const next = retold(core, setup, text);
    type(next ? null : text);
    if (next) change(next);
  };
  useEffect(() => type(null), [position]);
  const paste = async () => {
    try {
      put(await navigator.clipboard.readText());
    } catch {
      type("");
      document.getElementById("position-text")?.focus();
    }
  };
  return (
    <div class="as-text">
      <label class="field">
        <span>{t("The position as text")}</span>
        <textarea id="position-text" rows={2} spellcheck={false} value={typed ?? position} onInput={(event) => put(event.currentTarget.value)}
          aria-invalid={wrong ? "true" : undefined} aria-describedby={wrong ? "position-wrong" : undefined} />
      </label>
      {wrong && (
        <p id="position-wrong" class="wrong" role="alert">
          {t("This is not a position of this game. A position looks like this:")} <code>{variantOf(core, setup.variant).layouts[0].position}</code>
        </p>
      )}
      <div class="row">
        <button type="button" class="button small" onClick={() => void copy(position, t("Position copied."))}><Icon name="copy" />{t("Copy")}</button>
        <button type="button" class="button small" onClick={() => void paste()}><Icon name="open" />{t("Paste")}</button>
      </div>
    </div>
  );
}

export function Editor({ state, core }: { state: State; core: Core }) {
  const { settings } = state;
  const [setup, set] = useState(() => fromAddress(core, location.search, state.draft.variant));
  const [hand, take] = useState<Hand>("0");
  const [turned, turn] = useState(0);
  const [playing, play] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const variant = variantOf(core, setup.variant);
  const { look, flaws } = setup.sketch;
  const ready = !flaws.length && !look.winners.length;
  // Before it is drawn: a user who sees a position can already reload the page.
  useLayoutEffect(() => history.replaceState(null, "", addressOf(setup)), [setup]);

  const edit = (...edits: string[]) => set(edited(core, setup, ...edits));
  const press = (where: string, held: Hand) => {
    if (held === "standing" || held === "lying") edit(`wall ${where}`);
    else if (held === "take") edit(`take ${where}`);
    else edit(...pressEdits(look, where, Number(held)));
  };
  const drop = (held: Hand, event: PointerEvent) => {
    const svg = place.current?.querySelector(".board-live");
    const over = document.elementFromPoint(event.clientX, event.clientY);
    if (!svg || !over || !svg.contains(over)) return;
    const where = editPlace(svg, { look, turned, aim: aimOf(held) }, event);
    if (!where) return;
    if (held === "standing" || held === "lying") edit(`wall ${where}`);
    else edit(held === "take" ? `take ${where}` : `put ${where} ${held}`);
  };
  const key = (name: string, cell: string): boolean => {
    const seat = KEYS.indexOf(name);
    if (seat >= 0 && seat < variant.players) edit(`put ${cell} ${seat}`);
    else if (variant.walls && (name === "h" || name === "v")) edit(`wall ${cell}${name}`);
    else if (name === "u") set(undone(core, setup));
    else return false;
    return true;
  };
  const restart = (id: string) => {
    take("0");
    set(begin(core, id));
  };
  const analyse = async () => {
    const kept = fromStart(setup.variant, look.position);
    await keep(kept);
    go(`/analysis/${kept.id}`);
  };
  return (
    <div class={`editor of-${variant.game}`}>
      <div class="editor-head bar">
        <a class="icon-button" href="/analysis" aria-label={t("Analysis board")} title={t("Analysis board")}><Icon name="back" /></a>
        <h1>{t("Set up a position")}</h1>
        <IconButton icon="turn" label={t("Turn the board")} act={() => turn((turned + 1) % sidesOf(variant))} />
        <IconButton icon="undo" label={t("Undo")} act={() => set(undone(core, setup))} disabled={!setup.past.length} />
      </div>
      <div class="editor-board" ref={place}>
        <EditBoard look={look} turned={turned} coordinates marks={settings.marks} aim={aimOf(hand)} onPress={(where) => press(where, hand)}
          onDrag={(from, to) => edit(...dragEdits(look, from, to))} onTake={(cell) => edit(`take ${cell}`)} onKey={key} />
      </div>
      <div class="editor-side">
        <label class="field">
          <span>{t("Game")}</span>
          <select value={setup.variant} onChange={(event) => restart(event.currentTarget.value)}>
            {core.variants().map(({ id }) => <option key={id} value={id}>{variantName(id)}</option>)}
          </select>
        </label>
        <Tray variant={variant} hand={hand} take={take} drop={drop} />
        <Verdict setup={setup} />
        <div class="row editor-go">
          <button type="button" class="button primary" disabled={flaws.length > 0} onClick={() => void analyse()}><Icon name="chart" />{t("Analyse")}</button>
          <button type="button" class="button" disabled={!ready} onClick={() => play(true)}><Icon name="play" />{t("Play on")}</button>
          <button type="button" class="button" disabled={!ready} onClick={() => go(layoutAddress({ name: "", variant: setup.variant, position: look.position }))}>{t("Save as a layout")}</button>
        </div>
        <Choices legend={t("To move")} value={String(look.turn)} change={(seat) => edit(`to-move ${seat}`)}
          choices={variant.letters.map((_, seat) => ({ value: String(seat), label: <><Marble seat={seat} /> {capital(colourName(seat))}</> }))} />
        <Counts variant={variant} setup={setup} edit={edit} />
        <div class="editor-tools" role="group" aria-label={t("The whole board")}>
          <Tool icon="mirror" label={t("Mirror")} act={() => edit("mirror")} />
          <Tool icon="turn" label={t("Rotate")} act={() => edit("turn")} />
          <Tool icon="swap" label={t("Swap colours")} act={() => edit("swap")} />
          <Tool icon="trash" label={variant.walls ? t("Remove all walls") : t("Clear the board")} act={() => edit("clear")} />
          <Tool icon="first" label={t("Start position")} act={() => set({ ...begin(core, setup.variant), past: [...setup.past, look.position] })} />
        </div>
        <AsText core={core} setup={setup} change={set} />
        <p class="quiet editor-help">
          {t("With the board in focus: arrows move between cells, Enter places the selected piece, 1 to 4 place a piece, Delete removes it.")}
          {variant.walls > 0 && ` ${t("h and v place a wall.")}`}
        </p>
      </div>
      {playing && <PlayOn core={core} settings={settings} variant={setup.variant} look={look} close={() => play(false)} />}
    </div>
  );
}
