// SPDX-License-Identifier: MIT
// The gallery of layouts: each has its board, its character and its measured figures. Users make their own layouts in the
// position editor; the device stores them, and an address shares them.
//
// uses analysis

import type { Core, Look } from "@meydan/core";
import { useState } from "preact/hooks";
import { Nothing } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Picture } from "../../parts/preview";
import { changeDraft, notify } from "../../state/actions";
import { go } from "../../state/navigate";
import { layoutName, variantName, variantOf } from "../../state/seats";
import { copy } from "../../state/share";
import type { Settings, State } from "../../state/types";
import { n, percent, t } from "../../text";
import { PlayOn } from "../analysis/playon";
import { characterOf } from "./characters";
import { type Figures, useFigures } from "./figures";
import { addressOf, dropLayout, fromAddress, keepLayout, NAME_MAX, type OwnLayout, ownLayouts, startLook } from "./own";

function Measured({ figures }: { figures: Partial<Figures> }) {
  const { first, error, draws, games } = figures;
  if (first === undefined && draws === undefined) return null;
  return (
    <dl class="layout-figures">
      {first !== undefined && <div><dt>{t("First player scores")}</dt><dd>{percent(first)}{error !== undefined && ` ± ${percent(error)}`}</dd></div>}
      {draws !== undefined && <div><dt>{t("Drawn or undecided")}</dt><dd>{percent(draws)}</dd></div>}
      {games !== undefined && <div><dt>{t("Measured in")}</dt><dd>{n("{n} engine game", "{n} engine games", games)}</dd></div>}
    </dl>
  );
}

interface CardProps {
  core: Core;
  settings: Settings;
}

function Given({ core, settings, name, position, figures }: CardProps & { name: string; position: string; figures: Partial<Figures> }) {
  const play = () => {
    changeDraft({ variant: "abalone", layout: name });
    go("/new");
  };
  return (
    <li class="panel layout-card">
      <div class="layout-board" aria-hidden="true"><Picture core={core} look={core.start("abalone", name)} settings={settings} /></div>
      <h2>{layoutName(name)}</h2>
      <p>{characterOf(name)}</p>
      <Measured figures={figures} />
      <div class="row">
        <button type="button" class="button small primary" onClick={play} aria-label={t("Play {name}", { name: layoutName(name) })}><Icon name="play" />{t("Play this")}</button>
        <a class="button small" href={`/edit?${new URLSearchParams({ game: "abalone", position })}`}>{t("Edit")}</a>
      </div>
    </li>
  );
}

function Own({ core, settings, layout, look, changed }: CardProps & { layout: OwnLayout; look: Look; changed(): void }) {
  const [playing, play] = useState(false);
  const { name, variant, position } = layout;
  return (
    <li class="panel layout-card">
      <div class="layout-board" aria-hidden="true"><Picture core={core} look={look} settings={settings} /></div>
      <h2>{name || variantName(variant)}</h2>
      <div class="row">
        <button type="button" class="button small primary" onClick={() => play(true)}><Icon name="play" />{t("Play this")}</button>
        <button type="button" class="button small" onClick={() => void copy(location.origin + addressOf(layout), t("Link copied."))}><Icon name="copy" />{t("Copy the link")}</button>
        <a class="button small" href={`/edit?${new URLSearchParams({ game: variant, position })}`}>{t("Edit")}</a>
        <button type="button" class="button small" onClick={() => (dropLayout(layout), changed())}><Icon name="trash" />{t("Delete")}</button>
      </div>
      {playing && <PlayOn core={core} settings={settings} variant={variant} look={look} close={() => play(false)} />}
    </li>
  );
}

/** The layout of the address: from the editor, or from a link that another player sent. */
function Sent({ core, settings, layout, look, changed }: CardProps & { layout: OwnLayout; look: Look; changed(): void }) {
  const [name, setName] = useState(layout.name);
  const [playing, play] = useState(false);
  const now = { ...layout, name: name.trim() };
  const save = (event: Event) => {
    event.preventDefault();
    if (!keepLayout(now)) {
      notify(t("This browser cannot store more layouts."));
      return;
    }
    notify(t("Layout saved."));
    go("/layouts", true);
    changed();
  };
  return (
    <form class="panel layout-sent" onSubmit={save}>
      <div class="layout-board" aria-hidden="true"><Picture core={core} look={look} settings={settings} /></div>
      <div class="stack">
        <h2>{layout.name || t("A layout of your own")}</h2>
        <label class="field">
          <span>{t("Name of the layout")}</span>
          <input class="entry" value={name} maxLength={NAME_MAX} required onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <div class="row">
          <button type="submit" class="button primary">{t("Save")}</button>
          <button type="button" class="button" onClick={() => play(true)}><Icon name="play" />{t("Play this")}</button>
          <button type="button" class="button" onClick={() => void copy(location.origin + addressOf(now), t("Link copied."))}><Icon name="copy" />{t("Copy the link")}</button>
        </div>
        <p class="note">{t("Saved layouts stay on this device. The link contains the whole position.")}</p>
      </div>
      {playing && <PlayOn core={core} settings={settings} variant={layout.variant} look={look} close={() => play(false)} />}
    </form>
  );
}

export function Layouts({ state: { settings }, core, search }: { state: State; core: Core; search: string }) {
  const measured = useFigures();
  const [own, set] = useState(ownLayouts);
  const changed = () => set(ownLayouts());
  const sent = fromAddress(search);
  const sentLook = sent && startLook(core, sent);
  if (sent && !sentLook) return <Nothing title={t("Layouts")} text={t("There is no playable position in this link.")} />;
  const playable = own.flatMap((layout) => {
    const look = startLook(core, layout);
    return look ? [{ layout, look }] : [];
  });
  return (
    <div class="layouts">
      <h1>{t("Layouts")}</h1>
      {sent && sentLook && <Sent key={search} core={core} settings={settings} layout={sent} look={sentLook} changed={changed} />}
      <section>
        <div class="bar">
          <h2>{t("Your layouts")}</h2>
          <a class="button small" href="/edit">{t("Set up a position")}</a>
        </div>
        {playable.length > 0
          ? (
            <ul class="layout-cards">
              {playable.map(({ layout, look }) => (
                <Own key={layout.variant + layout.position} core={core} settings={settings} layout={layout} look={look} changed={changed} />
              ))}
            </ul>
          )
          : <p class="quiet">{t("None yet. Set up a position and save it as a layout.")}</p>}
      </section>
      <section>
        <h2>{t("Layouts of Abalone")}</h2>
        <ul class="layout-cards">
          {variantOf(core, "abalone").layouts.map(({ name, position }) => (
            <Given key={name} core={core} settings={settings} name={name} position={position} figures={measured[name] ?? {}} />
          ))}
        </ul>
      </section>
    </div>
  );
}
