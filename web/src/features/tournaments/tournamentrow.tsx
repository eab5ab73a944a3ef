// SPDX-License-Identifier: MIT
// A tournament in a list: its name, what is played, when, and how many play. The whole row is the link.

import type { Core } from "../../core/types";
import { Icon, type IconName } from "../../parts/icon";
import { n, t } from "../../text";
import type { Format, TournamentHead } from "./tournament";
import { conditionTexts, formatText, playText, stateText } from "./tournamentwords";

const ICONS: Record<Format, IconName> = { arena: "clock", swiss: "swap", "round-robin": "turn", knockout: "cup", tables: "person" };

export function TournamentRow({ core, head, time }: { core: Core; head: TournamentHead; time: number }) {
  const marks = conditionTexts(head);
  return (
    <li class="saved">
      <a href={`/tournaments/${head.id}`}>
        <span class="way-icon"><Icon name={ICONS[head.format]} /></span>
        <span class="saved-text">
          <b>{head.name}</b>
          <small>{`${formatText(head)} · ${playText(core, head)}`}</small>
          {marks.length > 0 && <small>{marks.join(" · ")}</small>}
        </span>
        <span class="tournament-when">
          <b class={`pill${head.phase === "play" ? " yours" : ""}`}>{stateText(head, time)}</b>
          <small>{n("{n} player", "{n} players", head.entries)}</small>
          {head.private && <small>{t("private")}</small>}
        </span>
      </a>
    </li>
  );
}
