// SPDX-License-Identifier: MIT
// The user is paired: the board opens by itself; a user who is busy with a game gets a notice instead. Messages of the organiser.

import { sounds } from "@meydan/board";
import type { FromServer } from "../../api/messages";
import { notify, tellOfBeginning } from "../../state/actions";
import { go } from "../../state/navigate";
import { alsoHear } from "../../state/online";
import { gameAt } from "../../state/route";
import { getState } from "../../state/store";
import { t } from "../../text";

/** Whether leaving this screen would hurt: a live game of the user's, or a form being filled in. */
function isBusy(): boolean {
  const { route, game } = getState();
  const info = game?.online?.info;
  if (info?.state === "live" && info.you.length > 0 && info.id === gameAt(route)) return true;
  return document.activeElement instanceof HTMLTextAreaElement || route.words[1] === "projector" || document.querySelector("dialog[open]") !== null;
}

alsoHear((message: FromServer) => {
  if (message.t === "tournament_message")
    return notify(message.text, { label: t("To the tournament"), act: () => go(`/tournaments/${message.tournament}`) });
  if (message.t !== "table") return;
  const { route } = getState();
  if (gameAt(route) === message.game) return;
  sounds.play("start");
  if (isBusy()) return notify(t("Your tournament game begins."), { label: t("To your board"), act: () => go(`/game/${message.game}`) });
  const practising = route.screen === "play";
  go(`/game/${message.game}`);
  tellOfBeginning(practising);
});
