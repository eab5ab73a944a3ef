// SPDX-License-Identifier: MIT
// Actions on a whole analysis: begin another one, open a stored one, save it as a record, position or picture.

import { useEffect, useState } from "preact/hooks";
import { boardPicture } from "@meydan/board/picture";
import { Sheet, Switch, Tool } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { changeSettings } from "../../state/actions";
import { asGame } from "./analysis";
import { drop, keep, list } from "./keep";
import { fromStart } from "./openanalysis";
import { linkOf, recordOf } from "./record";
import type { Kept, PanelProps } from "./types";
import { wallOwners } from "../../state/game";
import { go } from "../../state/navigate";
import { capital, colourName, layoutName, variantName } from "../../state/seats";
import { copy, download } from "../../state/share";
import { locale, n, t } from "../../text";

const LISTED_MAX = 30;

function KeptList({ done }: { done(): void }) {
  const [all, set] = useState<Kept[] | null>(null);
  useEffect(() => void list().then(set), []);
  if (!all) return null;
  if (!all.length) return <p class="quiet">{t("Nothing saved yet.")}</p>;
  const forget = async (id: string) => {
    await drop(id);
    set(await list());
  };
  return (
    <ul class="kept">
      {all.slice(0, LISTED_MAX).map((kept) => (
        <li key={kept.id}>
          <a class="tool" href={kept.id === "scratch" ? "/analysis" : `/analysis/${kept.id}`} onClick={done}>
            <span>{variantName(kept.variant)}: {kept.names.map((name, seat) => name || capital(colourName(seat))).join(" – ")}</span>
            <small>{n("{n} move", "{n} moves", Object.keys(kept.tree.nodes).length - 1)} · {new Date(kept.changed).toLocaleDateString(locale())}</small>
          </a>
          <button type="button" class="icon-button" aria-label={t("Delete this analysis")} onClick={() => void forget(kept.id)}><Icon name="trash" /></button>
        </li>
      ))}
    </ul>
  );
}

export function Menu({ core, analysis, settings, playOn, close }: PanelProps & { playOn(): void; close(): void }) {
  const [part, show] = useState<"all" | "new" | "kept">("all");
  const { look, turned, variant } = analysis;
  const done = (act: () => unknown) => () => {
    void act();
    close();
  };
  const begin = (id: string, position: string) => done(async () => {
    const kept = fromStart(id, position);
    await keep(kept);
    go(`/analysis/${kept.id}`);
  });
  const picture = async () => {
    const marks = settings.marks === "auto" ? undefined : settings.marks === "on";
    download(await boardPicture(look, { turned, coordinates: settings.coordinates, marks, owners: wallOwners(asGame(analysis)) }), `meydan-${variant}.png`);
  };
  if (part === "new") {
    return (
      <Sheet title={t("New analysis")} close={close}>
        <div class="menu">
          {core.variants().flatMap(({ id, layouts }) => layouts.map(({ name, position }, index) => (
            <button key={`${id} ${name}`} type="button" class="tool" onClick={begin(id, position)}>
              <span>{variantName(id)}{index > 0 && `: ${layoutName(name)}`}</span>
            </button>
          )))}
        </div>
      </Sheet>
    );
  }
  if (part === "kept") return <Sheet title={t("Saved analyses")} close={close}><KeptList done={close} /></Sheet>;
  return (
    <Sheet title={t("Analysis")} close={close}>
      <div class="menu">
        <Tool icon="play" label={t("Play from here")} act={playOn} disabled={look.winners.length > 0} />
        <Tool icon="plus" label={t("New analysis")} act={() => show("new")} />
        <Tool icon="list" label={t("Saved analyses")} act={() => show("kept")} />
        <a class="tool" href={`/edit?${new URLSearchParams({ game: variant, position: look.position })}`}><Icon name="pencil" /><span>{t("Set up a position")}</span></a>
        <a class="tool" href="/open"><Icon name="open" /><span>{t("Open a record or position")}</span></a>
        <Tool icon="share" label={t("Copy the link")} act={done(async () => copy(await linkOf(analysis), t("Link copied.")))} />
        <Tool icon="copy" label={t("Copy the record")} act={done(() => copy(recordOf(analysis), t("Record copied.")))} />
        <Tool icon="download" label={t("Save the record")}
          act={done(() => download(new Blob([recordOf(analysis)], { type: "text/plain" }), `meydan-${variant}.pgn`))} />
        <Tool icon="copy" label={t("Copy the position")} act={done(() => copy(look.position, t("Position copied.")))} />
        <Tool icon="camera" label={t("Save a picture")} act={done(picture)} />
      </div>
      <Switch label={t("Coordinates")} on={settings.coordinates} change={(coordinates) => void changeSettings({ coordinates })} />
      <a class="tool" href="/"><Icon name="home" /><span>{t("Back to home")}</span></a>
    </Sheet>
  );
}

