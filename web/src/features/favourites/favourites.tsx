// SPDX-License-Identifier: MIT
// Favourite games: the star of a game, and the user's own list with a note to each.

import { useEffect, useState } from "preact/hooks";
import { call, queryOf } from "../../api/http";
import { problemText } from "../../api/problems";
import type { Favourite, FavouritesPage } from "../../api/types";
import type { Core } from "../../core/types";
import { IconButton, Tool } from "../../parts/controls";
import { GameLines, Wrong } from "../../parts/gamecards";
import { Icon } from "../../parts/icon";
import { notify } from "../../state/actions";
import type { State } from "../../state/types";
import { t } from "../../text";
import { setFavourite, useFavourites } from "./stars";

const NOTE_MAX = 200;

export function Star({ game, tool }: { game: string; tool?: boolean }) {
  const on = useFavourites().has(game);
  const Key = tool ? Tool : IconButton;
  const label = tool ? t("Favourite") : t("Favourite game");
  return <Key icon="star" label={label} pressed={on} act={() => void setFavourite(game, !on)} />;
}

/** The note of a favourite, and what can be done with both. */
function Note({ favourite: { id, note }, change, remove }: { favourite: Favourite; change(note: string): void; remove(): void }) {
  const [draft, edit] = useState<string | null>(null);
  const save = async () => {
    const text = (draft ?? "").trim();
    if (!(await setFavourite(id, true, text))) return;
    change(text);
    edit(null);
  };
  if (draft !== null)
    return (
      <form class="saved-below row" onSubmit={(event) => (event.preventDefault(), void save())}>
        <input class="entry" aria-label={t("Your note")} value={draft} maxLength={NOTE_MAX} ref={(input) => input?.focus()}
          onInput={(event) => edit(event.currentTarget.value)} onKeyDown={(event) => event.key === "Escape" && edit(null)} />
        <button type="submit" class="button primary">{t("Save")}</button>
        <button type="button" class="button" onClick={() => edit(null)}>{t("Cancel")}</button>
      </form>
    );
  return (
    <>
      <IconButton icon="pencil" label={note ? t("Change the note") : t("Add a note")} act={() => edit(note)} />
      <IconButton icon="trash" label={t("Remove from the favourites")} act={remove} />
      {note && <p class="saved-below">{note}</p>}
    </>
  );
}

export function OwnFavourites({ core, state: { online: { me }, settings } }: { core: Core; state: State }) {
  const [rows, setRows] = useState<Favourite[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const load = (before?: number) => {
    setWrong(null);
    call<FavouritesPage>("GET", `/favourites${queryOf({ before: before?.toString() })}`).then((page) => {
      setRows((old) => (before ? [...(old ?? []), ...page.favourites] : page.favourites));
      setNext(page.next);
    }, setWrong);
  };
  useEffect(() => load(), [me?.id]);
  const change = (id: string, note: string) => setRows((old) => old && old.map((one) => (one.id === id ? { ...one, note } : one)));
  const remove = async (favourite: Favourite) => {
    if (!(await setFavourite(favourite.id, false))) return;
    setRows((old) => old && old.filter((one) => one !== favourite));
    notify(t("Removed from the favourites."), {
      label: t("Undo"),
      act: () => void setFavourite(favourite.id, true, favourite.note).then((fine) => fine && load()),
    });
  };
  if (!wrong && (!rows || (!rows.length && !me?.name))) return null;
  return (
    <section class="panel favourites" aria-labelledby="favourites">
      <div class="panel-head row"><h2 id="favourites">{t("Favourite games")}</h2><span class="quiet fine">{t("Only you see this list.")}</span></div>
      <Wrong>{wrong ? problemText(wrong) : ""}</Wrong>
      {rows?.length === 0 && <p class="quiet">{t("Mark a game with the star to find it here.")}</p>}
      {rows?.map((favourite) => {
        const note = () => <Note favourite={favourite} change={(text) => change(favourite.id, text)} remove={() => void remove(favourite)} />;
        return favourite.game
          ? <GameLines key={favourite.id} core={core} games={[favourite.game]} settings={settings} me={me?.id} theirs beside={note} />
          : <ul key={favourite.id} class="saved-list lines"><li class="saved"><a href={`/game/${favourite.id}`}><Icon name="star" />{t("A private game")}</a>{note()}</li></ul>;
      })}
      {next && <div class="row"><button type="button" class="button" onClick={() => load(next)}>{t("More games")}</button></div>}
    </section>
  );
}
