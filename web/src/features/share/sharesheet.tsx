// SPDX-License-Identifier: MIT
// The sheet for sharing a game: as a link, a record, a position or a picture.

import { type CardWords, cardSvg, paintNow, type PictureOptions, pngOf } from "@meydan/board/picture";
import type { Core } from "@meydan/core";
import { Sheet, Tool } from "../../parts/controls";
import { closeNotice, notify } from "../../state/actions";
import { currentMatch, wallOwners } from "../../state/game";
import { moveNumber } from "../../state/describe";
import { capital, colourName, recordNames, variantName } from "../../state/seats";
import { copy, download, linkOf } from "../../state/share";
import { dayOf } from "../../state/time";
import type { Game, Settings } from "../../state/types";
import { n, percent, t } from "../../text";

const ANIMATION_WIDTH = 480;

function fileName(game: Game, end: string): string {
  return `meydan-${game.variant}-${dayOf(game.online?.info)}.${end}`;
}

function pictureOptions(game: Game, settings: Settings): PictureOptions {
  const marks = settings.marks === "auto" ? undefined : settings.marks === "on";
  return { turned: game.turned, coordinates: settings.coordinates, marks, owners: wallOwners(game) };
}

/** Other people see it, so no player is "you". */
function cardWords(game: Game, settings: Settings): CardWords {
  const { match, players, variant } = game;
  const names = recordNames(players, settings.name);
  const named = players.map((_, seat) => ({
    seat, name: names[seat] || capital(colourName(seat)), won: match.over && match.winners.includes(seat),
  }));
  const won = named.filter((player) => player.won).map(({ name }) => name).join(" + ");
  const end = won ? n("Winner: {names}", "Winners: {names}", match.winners.length, { names: won }) : t("Draw");
  return {
    names: named,
    result: !match.over ? n("{n} move", "{n} moves", moveNumber(match.plies, players.length)) : won || match.result.includes("1/2") ? end : t("No result"),
    foot: ["Meydan", variantName(variant), dayOf(game.online?.info)].join(" · "),
  };
}

async function savePicture(game: Game, settings: Settings): Promise<void> {
  try {
    const picture = await pngOf(cardSvg(game.look, cardWords(game, settings), pictureOptions(game, settings)));
    download(picture, fileName(game, "png"));
  } catch {
    notify(t("The picture could not be created."));
  }
}

async function saveAnimation(game: Game, settings: Settings): Promise<void> {
  const match = currentMatch();
  if (!match) return;
  const { plies } = game.match;
  const words = cardWords(game, settings);
  const options = { ...pictureOptions(game, settings), owners: undefined, size: ANIMATION_WIDTH, paint: paintNow(document.documentElement) };
  // The result appears at the end.
  const draw = (ply: number) =>
    cardSvg(match.at(ply), ply === plies ? words : { ...words, names: words.names.map((one) => ({ ...one, won: false })), result: "" },
      { ...options, last: ply ? game.match.moves[ply - 1] : null });
  const stop = new AbortController();
  let told = 0;
  const tell = (share: number) => {
    if (share < 1 && Date.now() - told < 1000) return;
    told = Date.now();
    notify(t("Creating the animation: {share}", { share: percent(share) }), { label: t("Stop"), act: () => (stop.abort(), closeNotice()) });
  };
  try {
    const { makeAnimation } = await import("./animation");
    download(await makeAnimation(plies, draw, tell, stop.signal), fileName(game, "gif"));
    closeNotice();
  } catch {
    if (!stop.signal.aborted) notify(t("The animation could not be created."));
  }
}

/** Code that embeds a public game in another site's page. */
function frameOf(id: string): string {
  return `<iframe src="${location.origin}/embed/${id}" width="480" height="540" loading="lazy" style="border:0" title="Meydan"></iframe>`;
}

export function ShareSheet({ core, game, settings, close }: { core: Core; game: Game; settings: Settings; close(): void }) {
  const { online } = game;
  // The server's record has names, times and the result.
  const record = async () => {
    const answer = online && await fetch(`/api/v1/games/${online.info.id}.txt`).catch(() => null);
    return answer?.ok ? answer.text() : currentMatch()?.record() ?? "";
  };
  const link = () => (online ? `${location.origin}/game/${online.info.id}` : linkOf(core, game));
  // The sheet would hide the confirmation.
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
        {online?.info.public && <Tool icon="copy" label={t("Copy the code for a web page")} act={done(() => copy(frameOf(online.info.id), t("Code copied.")))} />}
        <Tool icon="copy" label={t("Copy the record")} act={done(async () => copy(await record(), t("Record copied.")))} />
        <Tool icon="copy" label={t("Copy the position")} act={done(() => copy(game.look.position, t("Position copied.")))} />
        <Tool icon="download" label={t("Save the record")}
          act={done(async () => download(new Blob([await record()], { type: "text/plain" }), fileName(game, "pgn")))} />
        <Tool icon="camera" label={t("Save a picture")} act={done(() => savePicture(game, settings))} />
        {game.match.plies > 0 && <Tool icon="camera" label={t("Save an animation")} act={done(() => saveAnimation(game, settings))} />}
      </div>
    </Sheet>
  );
}
