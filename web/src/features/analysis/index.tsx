// SPDX-License-Identifier: MIT
// The analysis board: any game, record or position, with any variations, comments and the engine. It works without a
// network.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Core } from "@meydan/core";
import { IconButton, Nothing } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { LiveBoard } from "../../parts/liveboard";
import { SeatCard } from "../../parts/seatcard";
import { useWide } from "../../parts/usewide";
import { say } from "../../state/speak";
import { hasMotion } from "../../state/actions";
import { asGame, back, close, explain, forward, play, preview, show as showAnalysis, showPanel, toEnd, toStart, turn } from "./analysis";
import { firstThinking, startEngine, switchEngine } from "./engine";
import { fromAddress, SCRATCH } from "./openanalysis";
import type { Analysis } from "./types";
import { ghostSteps, remarksOn } from "../../state/explain";
import { wallOwners } from "../../state/game";
import { go } from "../../state/navigate";
import { placesOf, sitsLowLeft } from "../../state/places";
import { sidesOf, variantName, variantOf } from "../../state/seats";
import type { Settings, State } from "../../state/types";
import { t } from "../../text";
import { Bar } from "./enginepanel";
import { useKeys, wheel } from "./keys";
import { Menu } from "./menu";
import { PANELS } from "./panels";
import type { PanelProps } from "./types";
import { PlayOn } from "./playon";
import { Shapes } from "./shapes";

export { learnFrom } from "./mistakes";
export { Mistakes } from "./mistakesscreen";
export { keepText } from "./openanalysis";

function Table({ core, analysis, settings }: { core: Core; analysis: Analysis; settings: Settings }) {
  const variant = variantOf(core, analysis.variant);
  const { preview: shown, turned } = analysis;
  const look = shown?.look ?? analysis.look;
  const game = asGame(analysis);
  const [wall, setWall] = useState<string | null>(null);
  const ghost = useMemo(() => ghostSteps(core, look, wall), [look, wall]);
  const remark = analysis.explained === null || shown ? undefined : remarksOn(core, variant, look)[analysis.explained];
  const key = (name: string) => {
    if (name === "[") back();
    if (name === "]") forward();
    if (name === "Home") toStart();
    if (name === "End") toEnd();
    if (name === "f") turn(sidesOf(variant));
  };
  return (
    <div class={shown ? "table previewing" : "table"} onWheel={wheel}>
      <div class={`round of-${variant.players} ${variant.game}${sitsLowLeft(variant, turned) ? " low-left" : ""}`}>
        {placesOf(variant, turned).map((place, seat) => (
          <SeatCard key={seat} game={game} variant={variant} seat={seat} own="" place={place} ghost={ghost} />
        ))}
        <div class="board-place">
          <LiveBoard look={look} seat={shown || look.winners.length ? null : look.turn} why={look.winners.length ? t("The game is over.") : undefined}
            turned={turned} core={core} last={shown ? shown.last : analysis.last} before={shown ? null : analysis.before}
            coordinates marks={settings.marks} confirmWalls={settings.confirmWalls} motion={hasMotion(settings)}
            owners={wallOwners(game)} findings={remark?.findings} paths={remark?.paths} onMove={play} onGhost={setWall} say={say} onKey={key} />
          <Shapes analysis={analysis} />
        </div>
      </div>
    </div>
  );
}

function Walk({ analysis }: { analysis: Analysis }) {
  const { tree, at } = analysis;
  const end = !tree.nodes[at].kids.length;
  return (
    <div class="walk" role="group" aria-label={t("Step through the moves")}>
      <IconButton icon="first" label={t("Go to the start")} act={toStart} disabled={!at} />
      <IconButton icon="previous" label={t("One move back")} act={back} disabled={!at} />
      <IconButton icon="next" label={t("One move forward")} act={forward} disabled={end} />
      <IconButton icon="last" label={t("Latest move")} act={toEnd} disabled={end} />
    </div>
  );
}

function Column({ column, props }: { column: "left" | "right"; props: PanelProps }) {
  return (
    <>
      {PANELS.filter((panel) => panel.column === column).map(({ id, title, Part }) => (
        <section key={id} class={`panel panel-${id}`} aria-labelledby={`panel-${id}`}>
          <h2 id={`panel-${id}`}>{title()}</h2>
          <Part {...props} />
        </section>
      ))}
    </>
  );
}

/** One panel at a time. */
function Tabs({ props }: { props: PanelProps }) {
  const chosen = PANELS.find(({ id }) => id === props.analysis.panel)!;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const { id } = PANELS[(PANELS.indexOf(chosen) + by + PANELS.length) % PANELS.length];
    showPanel(id);
    document.getElementById(`tab-${id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={t("Beside the board")} onKeyDown={step}>
        {PANELS.map(({ id, title }) => (
          <button key={id} id={`tab-${id}`} type="button" role="tab" aria-selected={id === chosen.id} aria-controls="tab-panel"
            tabIndex={id === chosen.id ? 0 : -1} onClick={() => showPanel(id)}>{title()}</button>
        ))}
      </div>
      <section id="tab-panel" class={`panel panel-${chosen.id}`} role="tabpanel" aria-labelledby={`tab-${chosen.id}`}>
        <chosen.Part {...props} />
      </section>
    </>
  );
}

function View({ core, analysis, settings }: PanelProps) {
  const [sheet, show] = useState<"menu" | "play" | null>(null);
  const wide = useWide();
  const variant = variantOf(core, analysis.variant);
  useKeys({
    f: () => turn(sidesOf(variant)),
    e: () => explain(analysis.explained === null ? 0 : null),
    x: () => switchEngine(!analysis.engine.on),
    Escape: () => preview([]),
  });
  const props = { core, analysis, settings };
  const over = analysis.look.winners.length > 0;
  const turnBoard = <IconButton icon="turn" label={t("Turn the board")} act={() => turn(sidesOf(variant))} />;
  const more = <IconButton icon="menu" label={t("More")} act={() => show("menu")} />;
  return (
    <div class={`play analysis of-${variant.game}`}>
      <h1 class="spoken">{t("Analysis")}</h1>
      <div class="play-bar">
        <a class="icon-button" href="/" aria-label={t("Back to home")}><Icon name="back" /></a>
        <p>{t("Analysis")} <small>{variantName(analysis.variant)}</small></p>
        {turnBoard}
        {more}
      </div>
      {wide && (
        <div class="left">
          <Column column="left" props={props} />
          <button type="button" class="button" disabled={over} onClick={() => show("play")}><Icon name="play" />{t("Play from here")}</button>
        </div>
      )}
      <div class="center">
        <Bar core={core} analysis={analysis} />
        <Table {...props} />
        {wide && <div class="under panel"><Walk analysis={analysis} /><span class="spring">{variantName(analysis.variant)}</span>{turnBoard}{more}</div>}
      </div>
      <div class="side stack">
        {wide ? <Column column="right" props={props} /> : <Tabs props={props} />}
        {!wide && <Walk analysis={analysis} />}
      </div>
      {sheet === "menu" && <Menu {...props} playOn={() => show("play")} close={() => show((now) => (now === "menu" ? null : now))} />}
      {sheet === "play" && <PlayOn core={core} settings={settings} variant={analysis.variant} look={analysis.look} close={() => show(null)} />}
    </div>
  );
}

export function AnalysisScreen({ state, core, words: [id = ""] }: { state: State; core: Core; words: string[] }) {
  const [wrong, setWrong] = useState("");
  const { analysis, settings } = state;
  const { search, hash } = location;
  const place = useMemo(() => ({ search, hash }), [id, search, hash]);
  useEffect(() => {
    let idle = false;
    setWrong("");
    if (analysis?.id === (id || SCRATCH) && !place.search && !place.hash) return;
    fromAddress(id, place).then((kept) => {
      if (idle) return;
      if (!showAnalysis(kept, firstThinking())) throw new Error(t("There is no playable position in this link."));
      // From now on the address names the stored analysis.
      if (place.search || place.hash) go(`/analysis/${kept.id}`, true);
    }).catch((error) => idle || setWrong(error instanceof Error ? error.message : String(error)));
    return () => (idle = true);
  }, [id, place]);
  useEffect(() => {
    const stop = startEngine();
    return () => (stop(), close());
  }, []);
  if (wrong) return <Nothing title={t("Analysis not found")} text={wrong} />;
  if (!analysis) return <div class="play analysis loading" aria-busy="true" />;
  return <View core={core} analysis={analysis} settings={settings} />;
}
