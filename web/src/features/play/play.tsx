// SPDX-License-Identifier: MIT
// The play screen. One column on phones, where only the line of moves scrolls; board and side column to 1,000 px; above
// that a third column with the tools.
//
// uses coach, help, premoves, review, share

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Core, Finding, Move, Variant } from "../../core/types";
import { Choices, IconButton, Nothing, Sheet, Switch, Tool } from "../../parts/controls";
import { timeText } from "../../state/clocktext";
import { Icon } from "../../parts/icon";
import { MoveList, Remarks } from "./movelist";
import { SeatCard } from "../../parts/seatcard";
import { useWide } from "../../parts/usewide";
import { say } from "../../state/speak";
import { TYPED_ID, TypedMove } from "../../parts/typed";
import { AheadMark } from "@meydan/board/ahead";
import { Explain } from "../../parts/explainpanel";
import { lazy } from "../../parts/lazy";
import { Legend } from "../../parts/legend";
import { LiveBoard } from "../../parts/liveboard";
import { isCoached } from "../coach/coached";
import { changeSettings, hasMotion, toggleZen } from "../../state/actions";
import { ghostSteps, type Remark, remarksOn } from "../../state/explain";
import { moveNumber } from "../../state/describe";
import { gameVariant, lookAt, openGame, playMove, seatToMove, showRemark, turnBoard, wallOwners, whyNoMove } from "../../state/game";
import { givenText } from "../../parts/handicap";
import { placesOf, sitsLowLeft } from "../../state/places";
import { atMove, isReviewing, playedInstead, reviewOf } from "../review/review";
import { layoutName, playerName, sidesOf, variantName } from "../../state/seats";
import { getState } from "../../state/store";
import { sayClocks, sayLast, sayMoves, sayScore } from "../../state/spoken";
import type { Game, Settings, State } from "../../state/types";
import { t } from "../../text";
import "./life";
import { Actions, Endings, Message, noteBegun } from "./playactions";
import { Premove } from "../premoves/premovebar";
import { TextBoard } from "./textboard";

const Coach = lazy(() => import("../coach").then(({ Coach: Part }) => Part), { styles: ["coach.css"], waiting: null, silent: true });
const ReviewStory = lazy(() => import("../review/reviewstory").then(({ ReviewStory: Part }) => Part), { styles: ["review.css"], waiting: <section class="review" aria-busy="true" /> });
const Help = lazy(() => import("../help/help").then(({ Help: Part }) => Part));
const ShareSheet = lazy(() => import("../share/sharesheet").then(({ ShareSheet: Part }) => Part), { waiting: null });

/** The board with the players around it. */
function Table({ core, game, settings, keys }: { core: Core; game: Game; settings: Settings; keys(key: string): void }) {
  const variant = gameVariant(game);
  const places = placesOf(variant, game.turned);
  const [wall, setWall] = useState<string | null>(null);
  const ghost = useMemo(() => ghostSteps(core, game.look, game.findings ? wall : null), [game.look, game.findings !== null, wall]);
  const past = game.ply !== null;
  const { versus } = getState().online;
  const reviewed = reviewOf(game) !== null;
  return (
    <div class={past && !reviewed ? "table past" : "table"} onWheel={(event) => (past || game.match.over) && wheel(event, game)}>
      <div class={`round of-${variant.players} ${variant.game}${sitsLowLeft(variant, game.turned) ? " low-left" : ""}`}>
        {places.map((place, seat) => (
          <SeatCard key={seat} game={game} variant={variant} seat={seat} own={settings.name} place={place} ghost={ghost} versus={versus?.game === game.id && versus.seat === seat ? versus.text : undefined} />
        ))}
        <div class={`board-place${game.online?.sent ? " unsent" : ""}`}>
          {settings.textBoard
            ? <TextBoard core={core} game={game} settings={settings} />
            : <LiveBoard look={game.look} seat={seatToMove(game) ?? game.ahead?.seat ?? null} ahead={game.ahead?.look}
                over={game.ahead?.move && <AheadMark move={game.ahead.move} turned={game.turned} />} why={whyNoMove(game, settings.name)} turned={game.turned} core={core} last={game.last} before={game.before}
                coordinates={settings.coordinates || game.hint !== null || game.findings !== null || reviewed || isCoached(game)} marks={settings.marks} confirmWalls={settings.confirmWalls}
                motion={hasMotion(settings)} owners={wallOwners(game)} findings={shownFindings(game)}
                paths={explained(game)?.paths} onMove={game.ahead?.enter ?? playMove} onGhost={setWall} say={say} onKey={keys} />}
          {past && !reviewed && (
            <p class="past-note bar">
              <span>{t("Move {n} of {all}", { n: moveNumber(game.ply!, variant.players), all: moveNumber(game.match.plies, variant.players) })}</span>
              <button type="button" class="button small primary" onClick={() => lookAt(game.match.plies)}>
                {game.match.over ? t("Go to the end") : t("Back to the game")}
              </button>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const WHEEL_STEP = 80; // the way of a wheel for one move
let wheeled = 0;

/** The wheel over the board steps through the moves. */
function wheel({ deltaY, deltaMode }: WheelEvent, { ply, match }: Game): void {
  wheeled += deltaMode ? Math.sign(deltaY) * WHEEL_STEP : deltaY;
  if (Math.abs(wheeled) < WHEEL_STEP) return;
  lookAt((ply ?? match.plies) + Math.sign(wheeled));
  wheeled = 0;
}

/** The finding that Explain shows. */
function explained(game: Game): Remark | undefined {
  return game.findings ? remarksOn(getState().core!, gameVariant(game), game.look)[game.explained] : undefined;
}

function shownMove(kind: string, { look }: Game, { cells, pushed, text }: Move): Finding {
  return { kind, seat: look.turn, whole: true, own: cells, foe: pushed, move: text };
}

/** Findings drawn over the board: the hint, and those of Explain. */
function shownFindings(game: Game): Finding[] | undefined {
  const { hint } = game;
  const found = game.findings ? explained(game)?.findings : undefined;
  if (!hint) return found;
  const played = playedInstead(game);
  if (played || (game.match.over && isReviewing()))
    return [...(played ? [shownMove("played", game, played)] : []), shownMove("better", game, hint)];
  return [...(found ?? []), { kind: "hint", seat: game.look.turn, whole: true, ours: 0, theirs: 0, own: hint.cells, foe: hint.pushed, move: hint.text }];
}

interface ToolsProps {
  core: Core;
  game: Game;
  variant: Variant;
  settings: Settings;
  share(): void;
  /** If there is a person to report. */
  report?(): void;
  /** Called after an action that shows on the board. */
  done?(): void;
  /** Without the settings, which are below this. */
  more?(): void;
}

function Tools({ game, variant, settings, share, report, done, more }: ToolsProps) {
  return (
    <div class="tools stack">
      <div class="menu">
        <Tool icon="turn" label={t("Turn the board")} act={() => (turnBoard(sidesOf(variant)), done?.())} />
        <Tool icon="share" label={t("Save and share")} act={share} />
        {report && <Tool icon="flag" label={t("Report a player")} act={report} />}
        {!game.online && (
          <a class="tool" href={`/analysis/game-${game.id}${game.ply === null ? "" : `?ply=${game.ply}`}`}><Icon name="chart" /><span>{t("Analysis board")}</span></a>
        )}
        {more && <Tool icon="menu" label={t("More")} act={more} />}
      </div>
      {game.findings && <Legend variant={variant} findings={game.findings} />}
      {!more && <Looks settings={settings} />}
    </div>
  );
}

function Looks({ settings }: { settings: Settings }) {
  return (
    <>
      <Switch label={t("Coordinates")} on={settings.coordinates} change={(coordinates) => void changeSettings({ coordinates })} />
      <Switch label={t("Sounds")} on={settings.sounds} change={(sounds) => void changeSettings({ sounds })} />
      <Choices legend={t("Marks on the marbles")} value={settings.marks} change={(marks) => void changeSettings({ marks })}
        choices={[{ value: "auto", label: t("Auto") }, { value: "on", label: t("On") }, { value: "off", label: t("Off") }]} />
    </>
  );
}

/** The parts that differ between a game of this device and an online one, beside the board. */
export interface Beside {
  message(more: () => void, share: () => void): ComponentChildren;
  actions(more: () => void): ComponentChildren;
  endings(done?: () => void): ComponentChildren;
  /** The sheet for reporting a person. */
  report?(close: () => void): ComponentChildren;
  /** More about the game, and a permanent line. */
  about?: ComponentChildren;
  line?: ComponentChildren;
}

/** The board, the players, the moves, and the parts beside them. */
export function PlayView({ core, game, settings, beside }: { core: Core; game: Game; settings: Settings; beside: Beside }) {
  const [sheet, show] = useState<"more" | "share" | "help" | "report" | null>(null);
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (typing) document.getElementById(TYPED_ID)?.focus();
  }, [typing]);
  const variant = gameVariant(game);
  // The present state, not the drawn one: keys may come quicker than drawings.
  const step = (by: number) => {
    const now = getState().game ?? game;
    lookAt((now.ply ?? now.match.plies) + by);
  };

  const keys = (key: string) => {
    switch (key) {
      case "i":
        setTyping(true);
        return document.getElementById(TYPED_ID)?.focus();
      case "t":
        return sayClocks();
      case "m":
        return sayMoves();
      case "c":
        return sayScore();
      case "l":
        return sayLast();
      case "f":
        return turnBoard(sidesOf(variant));
      case "z":
        return toggleZen();
      case "[":
        return step(-1);
      case "]":
        return step(1);
      case "Home":
        return lookAt(0);
      case "End":
        return lookAt(game.match.plies);
      case "?":
        return show("help");
    }
  };
  const pointed = useRef(false); // a pointer was used last, not Tab
  useEffect(() => {
    const arrows: Record<string, string> = { ArrowLeft: "[", ArrowRight: "]" };
    // On a focused board arrows go from cell to cell, unless a pointer focused it and the game is over.
    const press = (event: KeyboardEvent) => {
      const at = event.target as Element;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || at.closest("input, select, textarea, dialog, [role=radiogroup], [role=slider]")) return;
      const onBoard = at.closest(".board-live") !== null;
      if (event.key === "Tab") pointed.current = false;
      if (onBoard && !(game.match.over && pointed.current)) return;
      if (!(event.key in arrows)) return;
      event.preventDefault();
      event.stopPropagation();
      keys(arrows[event.key]);
    };
    const other = (event: KeyboardEvent) => {
      const at = event.target as Element;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || at.closest("input, select, textarea, dialog, .board-live")) return;
      if (event.key === "?" || event.key === "z" || (event.key === "Escape" && getState().zen)) keys(event.key === "Escape" ? "z" : event.key);
    };
    const point = () => (pointed.current = true);
    document.addEventListener("pointerdown", point, true);
    document.addEventListener("keydown", press, true);
    document.addEventListener("keydown", other);
    return () => {
      document.removeEventListener("pointerdown", point, true);
      document.removeEventListener("keydown", press, true);
      document.removeEventListener("keydown", other);
    };
  });
  useEffect(() => {
    Help.fetch();
    ShareSheet.fetch();
  }, []);
  const more = () => show("more");
  const share = () => show("share");
  noteBegun(game);
  const watching = game.online !== null && !game.online.info.you.length;
  // When the game is over, the result takes the side, and the moves the column on the left.
  const aside = useWide() && game.match.over;
  const tools = (few: boolean) => (
    <Tools core={core} game={game} variant={variant} settings={settings} share={share} report={beside.report && (() => show("report"))}
      done={() => show((now) => (now === "more" ? null : now))} more={few ? more : undefined} />
  );
  const handicap = givenText(core, variant, game.match.handicap, (seat) => playerName(game.players, seat, settings.name));
  const sheets = (
    <>
      {sheet === "share" && <ShareSheet core={core} game={game} settings={settings} close={() => show(null)} />}
      {sheet === "report" && beside.report?.(() => show(null))}
      {sheet === "help" && <Sheet title={t("Help")} close={() => show(null)}><Help over /></Sheet>}
      {sheet === "more" && (
        <Sheet title={t("More")} close={() => show((now) => (now === "more" ? null : now))}>
          {beside.endings(() => show(null))}
          <div class="menu">
            <Tool icon="keyboard" label={t("Type a move")} act={() => (show(null), setTyping(!typing))} />
          </div>
          {tools(false)}
          <a class="tool" href="/"><Icon name="home" /><span>{t("Back to home")}</span></a>
        </Sheet>
      )}
    </>
  );
  if (game.match.over && game.match.plies > 0 && isReviewing()) {
    return (
      <div class={`play over reviewing${atMove() ? " at-move" : ""}`}>
        <h1 class="spoken">{`${t("Review")}, ${variantName(game.variant)}`}</h1>
        <Table core={core} game={game} settings={settings} keys={keys} />
        <ReviewStory game={game} settings={settings} moves={<MoveList game={game} />} more={more} share={share} />
        {sheets}
      </div>
    );
  }
  return (
    <div class={`play${typing || settings.textBoard ? " typing" : ""}${game.match.over ? " over" : ""}${watching ? " watching" : ""}${aside ? " aside" : ""}`}>
      <h1 class="spoken">{variantName(game.variant)}</h1>
      <div class="play-bar">
        <a class="icon-button" href="/" aria-label={t("Back to home")}><Icon name="back" /></a>
        <p>{variantName(game.variant)}</p>
        {beside.line}
        <IconButton icon="turn" label={t("Turn the board")} act={() => turnBoard(sidesOf(variant))} />
        <IconButton icon="menu" label={t("More")} act={more} />
      </div>
      <section class="info panel" aria-label={t("Game and tools")}>
        <h2>{variantName(game.variant)}</h2>
        {beside.about}
        <p class="quiet">{[game.layout && layoutName(game.layout), handicap, timeText(game.clock)].filter(Boolean).join(" · ")}</p>
        {aside && <MoveList game={game} />}
        {tools(aside)}
      </section>
      <Table core={core} game={game} settings={settings} keys={keys} />
      <section class="side stack" aria-label={t("Moves and actions")}>
        {!aside && <MoveList game={game} />}
        <Remarks game={game} />
        {isCoached(game) && !game.online && <Coach core={core} game={game} settings={settings} />}
        {beside.message(more, share)}
        {settings.premoves && !game.match.over && <Premove game={game} />}
        {game.findings && <Explain core={core} look={game.look} at={game.explained} choose={showRemark} />}
        <TypedMove example={variant.game === "abalone" ? "c3d4" : "e3h"} enabled={seatToMove(game) !== null} ahead={game.ahead} />
        {beside.actions(more)}
        {beside.endings()}
        {beside.line}
      </section>
      {sheets}
    </div>
  );
}

export function Play({ state, words: [id] }: { state: State; words: string[] }) {
  const { core, game, settings } = state;
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (core && id) setMissing(!openGame(id));
  }, [core, id]);

  if (missing)
    return <Nothing title={t("Game not found")} text={t("Games are stored in the browser they are played in. This one may have been deleted.")} />;
  if (!core || !game || game.id !== id) return <div class="play loading" aria-busy="true" />;
  const { over } = game.match;
  const beside: Beside = {
    message: (more, share) => <Message game={game} settings={settings} more={more} share={share} />,
    actions: (more) => !over && <Actions game={game} more={more} />,
    endings: (done) => !over && <Endings game={game} done={done} />,
  };
  return <PlayView core={core} game={game} settings={settings} beside={beside} />;
}
