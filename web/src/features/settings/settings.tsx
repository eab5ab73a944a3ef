// SPDX-License-Identifier: MIT
// All settings; each change applies and is stored at once. The boards show its effect.

import { Piece } from "@meydan/board";
import { isRefusal, type Core } from "@meydan/core";
import { useMemo } from "preact/hooks";
import { Choices, Switch } from "../../parts/controls";
import { changeSettings } from "../../state/actions";
import type { Pieces, Settings as All, Skin, State, Theme } from "../../state/types";
import { languages, t, type Lang } from "../../text";
import { Picture } from "../../parts/preview";

function set<K extends keyof All>(key: K) {
  return (value: All[K]) => void changeSettings({ [key]: value });
}

// One position of each game, with all that a skin and a set change.
const SHOWN = {
  abalone: "5/wwwww1/1www1b1/3wb3/2wwwbb2/1w2bbb1/2bbbb1/1bb3/5 b 1-1",
  quoridor: "c5 e3 f6 / d4 e7 / e3 e6 / 7 8 / 1",
};

function Preview({ core, settings }: { core: Core; settings: All }) {
  const looks = useMemo(() => Object.entries(SHOWN).map(([variant, position]) => core.read(variant, position)), [core]);
  return (
    <div class="preview" aria-hidden="true">
      {looks.map((look, i) => !isRefusal(look) && <Picture key={i} core={core} look={look} settings={settings} />)}
    </div>
  );
}

/** A board in small: its rim, a well and a wall. */
function SkinSample({ skin }: { skin: Skin }) {
  return (
    <svg class={`sample${skin === "auto" ? "" : ` skin-${skin}`}`} viewBox="0 0 40 24" aria-hidden="true">
      <rect width="40" height="24" rx="5" fill="var(--rim)" />
      <rect x="2.5" y="2.5" width="35" height="19" rx="3" fill="var(--deck)" />
      <circle cx="12" cy="12" r="6.5" fill="var(--well)" />
      <rect x="23" y="2.5" width="14.5" height="19" rx="3" fill="var(--square)" />
      <rect x="28" y="2.5" width="4.5" height="19" rx="1" fill="var(--wall)" stroke="var(--groove)" />
    </svg>
  );
}

function PiecesSample({ pieces }: { pieces: Pieces }) {
  return (
    <svg class={`sample pieces-${pieces}`} viewBox="-.5 -.5 4 1" aria-hidden="true">
      {[0, 1, 2, 3].map((seat) => <g key={seat} transform={`translate(${seat} 0)`}><Piece id="page" seat={seat} marked={false} /></g>)}
    </svg>
  );
}

export function Settings({ state }: { state: State }) {
  const { settings } = state;
  const themes: { value: Theme; label: string }[] = [
    { value: "auto", label: t("System") },
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
    { value: "contrast", label: t("High contrast") },
  ];
  const skins: { value: Skin; label: string }[] = [
    { value: "auto", label: t("Auto") },
    { value: "wood", label: t("Wood") },
    { value: "slate", label: t("Slate") },
    { value: "walnut", label: t("Walnut and brass") },
    { value: "contrast", label: t("High contrast") },
  ];
  const sets: { value: Pieces; label: string }[] = [
    { value: "glass", label: t("Glass") },
    { value: "stone", label: t("Stone") },
    { value: "draughts", label: t("Draughts") },
  ];
  return (
    <div class="settings">
      <h1>{t("Settings")}</h1>
      <section class="panel settings-board" aria-labelledby="set-board">
        <h2 id="set-board">{t("Boards and pieces")}</h2>
        {state.core && <Preview core={state.core} settings={settings} />}
        <Choices legend={t("Board")} value={settings.skin} change={set("skin")}
          choices={skins.map(({ value, label }) => ({ value, label: <><SkinSample skin={value} />{label}</> }))} />
        <Choices legend={t("Marbles and pawns")} value={settings.pieces} change={set("pieces")}
          choices={sets.map(({ value, label }) => ({ value, label: <><PiecesSample pieces={value} />{label}</> }))} />
        <Choices legend={t("Marks on the marbles")} value={settings.marks} change={set("marks")}
          choices={[
            { value: "auto", label: t("With 3 or 4 colours") },
            { value: "on", label: t("Always") },
            { value: "off", label: t("Never") },
          ]} />
        <Switch label={t("Coordinates")} on={settings.coordinates} change={set("coordinates")} />
      </section>
      <section class="panel" aria-labelledby="set-page">
        <h2 id="set-page">{t("Page")}</h2>
        <label class="field">
          <span>{t("Language")}</span>
          <select value={settings.lang} onChange={(event) => set("lang")(event.currentTarget.value as Lang | "auto")}>
            <option value="auto">{t("As in the browser")}</option>
            {languages.map(({ id, name }) => <option key={id} value={id} lang={id}>{name}</option>)}
          </select>
        </label>
        <Choices legend={t("Colours")} value={settings.theme} choices={themes} change={set("theme")} />
        <Choices legend={t("Motion")} value={settings.motion} change={set("motion")}
          choices={[{ value: "auto", label: t("System") }, { value: "on", label: t("On") }, { value: "off", label: t("Off") }]} />
        <Switch label={t("Sounds")} on={settings.sounds} change={set("sounds")} />
      </section>
      <section class="panel" aria-labelledby="set-play">
        <h2 id="set-play">{t("Playing")}</h2>
        <label class="field">
          <span>{t("Your name")}</span>
          <input value={settings.name} maxLength={24} autocomplete="nickname" onChange={(event) => set("name")(event.currentTarget.value.trim())} />
        </label>
        <Choices legend={t("Confirm walls")} value={settings.confirmWalls} change={set("confirmWalls")}
          choices={[
            { value: "touch", label: t("By touch only") },
            { value: "always", label: t("Always") },
            { value: "never", label: t("Never") },
          ]} />
        <Switch label={t("Premoves")} note={t("Enter your next move while others are thinking. It is played as soon as it is your turn, if it is legal then.")}
          on={settings.premoves} change={set("premoves")} />
        <Switch label={t("Text board")} note={t("To play without seeing the board: the position in words, typed moves and spoken events.")}
          on={settings.textBoard} change={set("textBoard")} />
      </section>
    </div>
  );
}
