// SPDX-License-Identifier: MIT
// The players of a tournament, by their place in the starting order or by rating.

import { Avatar } from "../../parts/avatar";
import { n, t } from "../../text";
import type { Copy } from "./tournament";

export function EntryList({ copy }: { copy: Copy }) {
  const list = [...copy.entries].sort((a, b) => (a.seed ?? 1e9) - (b.seed ?? 1e9) || (b.rating ?? 0) - (a.rating ?? 0) || a.entry - b.entry);
  return (
    <section class="slab" aria-labelledby="entries">
      <div class="slab-head row">
        <h2 id="entries">{t("Participants")}</h2>
        <span class="quiet">{n("{n} player", "{n} players", list.filter(({ left }) => !left).length)}</span>
      </div>
      {!list.length && <p class="quiet">{t("Nobody has entered yet. Be the first.")}</p>}
      <ol class="entry-list">
        {list.map(({ entry, person, kind, rating, left, paused }) => {
          const name = copy.nameOf(entry);
          return (
            <li key={entry} class={`${entry === copy.head.you.entry ? "you" : ""}${left ? " gone" : ""}`}>
              <Avatar name={name} />
              {person?.name ? <a href={`/people/${encodeURIComponent(person.name)}`}>{name}</a> : <span>{name}</span>}
              {rating ? <small>{rating}</small> : null}
              {kind === "bot" && <span class="mark">{t("bot")}</span>}
              {left ? <span class="mark">{t("withdrawn")}</span> : paused && <span class="mark">{t("pauses")}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
