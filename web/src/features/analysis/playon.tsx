// SPDX-License-Identifier: MIT
// Plays on from the position on the board: against the computer, with friends on this device, or with a remote one.

import { useState } from "preact/hooks";
import type { Core, Look } from "@meydan/core";
import { Sheet, Tool } from "../../parts/controls";
import { beginGame, nextStep } from "../../state/game";
import { go } from "../../state/navigate";
import { opponentName } from "../../state/opponents";
import { recordNames, variantOf } from "../../state/seats";
import { now, today } from "../../state/time";
import type { Player, Settings } from "../../state/types";
import { t } from "../../text";
import { playByLink } from "../../state/friendlink";

const LEVELS = Array.from({ length: 10 }, (_, index) => index + 1);

interface Props {
  core: Core;
  settings: Settings;
  variant: string;
  look: Look;
  close(): void;
}

export function PlayOn({ core, settings, variant, look, close }: Props) {
  const [level, setLevel] = useState(3);
  const begin = (other: Player) => {
    const players = variantOf(core, variant).teams.map((_, seat): Player => (seat === look.turn ? { kind: "me", level } : other));
    const match = core.match({ variant, position: look.position, names: recordNames(players, settings.name), tags: { Date: today() } });
    match.resume(now());
    const id = beginGame(players, "", match, null);
    go(`/play/${id}`);
    nextStep();
  };
  return (
    <Sheet title={t("Play from here")} close={close}>
      <div class="play-on">
        <label class="field">
          <span>{t("Opponent")}</span>
          <select value={String(level)} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
            {LEVELS.map((one) => <option key={one} value={String(one)}>{t("{name}, level {n}", { name: opponentName(one), n: one })}</option>)}
          </select>
        </label>
        <div class="menu">
          <Tool icon="computer" label={t("Play the computer")} act={() => begin({ kind: "computer", level })} />
          <Tool icon="person" label={t("Play a friend here")} act={() => begin({ kind: "friend", level })} />
          <Tool icon="globe" label={t("Play a friend by link")} act={() => void playByLink(core, variant, { position: look.position, turn: look.turn })} />
        </div>
      </div>
    </Sheet>
  );
}
