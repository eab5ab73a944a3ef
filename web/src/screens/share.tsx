// SPDX-License-Identifier: MIT
// The sheet from which a game leaves the page: as a link, a record, a position or a picture.

import { boardPicture } from "@meydan/board/picture";
import type { Core } from "../core/types";
import { Sheet, Tool } from "../parts/controls";
import { notify } from "../state/actions";
import { currentMatch, wallOwners } from "../state/game";
import { copy, download, linkOf } from "../state/share";
import type { Game, Settings } from "../state/types";
import { t } from "../text";

function fileName(game: Game, end: string): string {
  return `meydan-${game.variant}-${new Date().toISOString().slice(0, 10)}.${end}`;
}

async function savePicture(game: Game, settings: Settings): Promise<void> {
  try {
    const picture = await boardPicture(game.look, { turned: game.turned, coordinates: settings.coordinates, marks: settings.marks === "auto" ? undefined : settings.marks === "on", owners: wallOwners(game) });
    download(picture, fileName(game, "png"));
  } catch {
    notify(t("The picture could not be made."));
  }
}

export function ShareSheet({ core, game, settings, close }: { core: Core; game: Game; settings: Settings; close(): void }) {
  const { online } = game;
  // The server's record has names, times and the result.
  const record = async () => {
    const answer = online && await fetch(`/api/v1/games/${online.info.id}.txt`).catch(() => null);
    return answer?.ok ? answer.text() : currentMatch()?.record() ?? "";
  };
  const link = () => (online ? `${location.origin}/game/${online.info.id}` : linkOf(core, game));
  // The sheet would hide the notice that it is done.
  const done = (act: () => unknown) => () => {
    void act();
    close();
  };
  return (
    <Sheet title={t("Save and share")} close={close}>
      <div class="menu">
        {"share" in navigator && (
          <Tool icon="share" label={t("Share the link")} act={done(() => navigator.share({ title: "Meydan", url: link() }).catch(() => {}))} />
        )}
        <Tool icon="copy" label={t("Copy the link")} act={done(() => copy(link(), t("Link copied.")))} />
        <Tool icon="copy" label={t("Copy the record")} act={done(async () => copy(await record(), t("Record copied.")))} />
        <Tool icon="copy" label={t("Copy the position")} act={done(() => copy(game.look.position, t("Position copied.")))} />
        <Tool icon="download" label={t("Save the record")}
          act={done(async () => download(new Blob([await record()], { type: "text/plain" }), fileName(game, "pgn")))} />
        <Tool icon="camera" label={t("Save a picture")} act={done(() => savePicture(game, settings))} />
      </div>
    </Sheet>
  );
}
