// SPDX-License-Identifier: MIT
// Everything that can be set; each change is in force and kept at once.

import { Choices, Switch } from "../parts/controls";
import { changeSettings } from "../state/actions";
import type { Settings as All, Skin, State, Theme } from "../state/types";
import { languages, t, type Lang } from "../text";

function set<K extends keyof All>(key: K) {
  return (value: All[K]) => void changeSettings({ [key]: value });
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
  return (
    <div class="panel narrow settings">
      <h1>{t("Settings")}</h1>
      <label class="field">
        <span>{t("Language")}</span>
        <select value={settings.lang} onChange={(event) => set("lang")(event.currentTarget.value as Lang | "auto")}>
          <option value="auto">{t("As in the browser")}</option>
          {languages.map(({ id, name }) => <option key={id} value={id} lang={id}>{name}</option>)}
        </select>
      </label>
      <Choices legend={t("Colours")} value={settings.theme} choices={themes} change={set("theme")} />
      <Choices legend={t("Board")} value={settings.skin} choices={skins} change={set("skin")} />
      <Choices legend={t("Marks on the marbles")} value={settings.marks} change={set("marks")}
        choices={[
          { value: "auto", label: t("With 3 or 4 colours") },
          { value: "on", label: t("Always") },
          { value: "off", label: t("Never") },
        ]} />
      <Choices legend={t("Confirm walls")} value={settings.confirmWalls} change={set("confirmWalls")}
        choices={[
          { value: "touch", label: t("By touch only") },
          { value: "always", label: t("Always") },
          { value: "never", label: t("Never") },
        ]} />
      <Choices legend={t("Motion")} value={settings.motion} change={set("motion")}
        choices={[{ value: "auto", label: t("System") }, { value: "on", label: t("On") }, { value: "off", label: t("Off") }]} />
      <Switch label={t("Premoves")} note={t("Enter your next move while others are thinking. It is played as soon as it is your turn, if it is legal then.")}
        on={settings.premoves} change={set("premoves")} />
      <Switch label={t("Sounds")} on={settings.sounds} change={set("sounds")} />
      <Switch label={t("Coordinates")} on={settings.coordinates} change={set("coordinates")} />
      <Switch label={t("Text board")} note={t("To play without seeing the board: the position in words, typed moves and spoken events.")}
        on={settings.textBoard} change={set("textBoard")} />
      <label class="field">
        <span>{t("Your name")}</span>
        <input value={settings.name} maxLength={24} autocomplete="nickname" onChange={(event) => set("name")(event.currentTarget.value.trim())} />
      </label>
    </div>
  );
}
