// SPDX-License-Identifier: MIT
// Challenges to the user, over any screen: accept, or decline with a reason.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import type { Challenge, DeclineReason } from "../../api/messages";
import { Avatar } from "../../parts/avatar";
import { say } from "../../state/speak";
import { accept, decline, DECLINE_REASONS, startChallenges } from "./challenges";
import { variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { t } from "../../text";
import { kindText } from "../../parts/gamecards";
import { declineText } from "../challenges/declines";

function nameOf({ by }: Challenge): string {
  return by?.name ?? t("Guest");
}

function Card({ challenge, core }: { challenge: Challenge; core: Core }) {
  const [busy, set] = useState(false);
  const name = nameOf(challenge);
  const rating = challenge.seats.find(({ person }) => person && person.id === challenge.by?.id)?.rating;
  const act = (what: Promise<void>) => {
    set(true);
    void what.finally(() => set(false));
  };
  return (
    <li class="incoming-card">
      <Avatar name={name} />
      <p>
        <b>{t("{name} challenges you", { name })}</b>{rating ? <small>{` ${Math.round(rating)}`}</small> : ""}<br />
        <small>{`${variantName(challenge.variant)} · ${kindText(core, challenge)}`}</small>
      </p>
      <div class="row">
        <button type="button" class="button primary" disabled={busy} onClick={() => act(accept(challenge))}>{t("Accept")}</button>
        <label class="decline">
          <span class="spoken">{t("Decline {name}’s challenge", { name })}</span>
          <select value="" disabled={busy} onChange={(event) => act(decline(challenge, event.currentTarget.value as DeclineReason))}>
            <option value="" disabled>{t("Decline")}</option>
            {DECLINE_REASONS.map((reason) => <option key={reason} value={reason}>{declineText(reason)}</option>)}
          </select>
        </label>
      </div>
    </li>
  );
}

export function Incoming({ state }: { state: State }) {
  useEffect(startChallenges, []);
  const challenges = state.online.challenges ?? [];
  const first = challenges[0];
  useEffect(() => {
    if (first) say(t("{name} challenges you", { name: nameOf(first) }));
  }, [first?.id]);
  if (!challenges.length || !state.core) return null;
  return (
    <section class="incoming" aria-label={t("Challenges")}>
      <ul class="items">{challenges.slice(0, 3).map((challenge) => <Card key={challenge.id} challenge={challenge} core={state.core!} />)}</ul>
    </section>
  );
}
