// SPDX-License-Identifier: MIT
// The ids of the user's favourite games, and the calls that change them. Every star on the page is drawn from these.

import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/http";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { asPerson } from "../../state/online";
import { getState } from "../../state/store";

let known = new Set<string>();
let owner: string | undefined; // the person whose they are
const redraws = new Set<() => void>();

function change(act: () => void): void {
  act();
  for (const redraw of redraws) redraw();
}

async function load(person: string | undefined): Promise<void> {
  const had = owner;
  owner = person;
  if (had) change(() => (known = new Set())); // a guest's first star stays while the person's are loaded
  if (!person) return;
  try {
    const { games } = await call<{ games: string[] }>("GET", "/favourites/games");
    if (owner === person) change(() => (known = new Set(games)));
  } catch {
    if (owner === person) owner = undefined; // the next star tries again
  }
}

/** The ids, loaded with the first star that is drawn for this person. */
export function useFavourites(): ReadonlySet<string> {
  const [, draw] = useState(0);
  const person = getState().online.me?.id;
  useEffect(() => {
    const redraw = () => draw((count) => count + 1);
    redraws.add(redraw);
    return () => void redraws.delete(redraw);
  }, []);
  useEffect(() => {
    if (person !== owner) void load(person);
  }, [person]);
  return !owner || person === owner ? known : new Set();
}

/** Adds or removes a favourite, or changes its note. A guest becomes a person on the server with the first one. */
export async function setFavourite(game: string, on: boolean, note?: string): Promise<boolean> {
  const set = (there: boolean) => change(() => (there ? known.add(game) : known.delete(game)));
  const before = known.has(game);
  set(on);
  try {
    await asPerson(async () => {
      if (!getState().online.me) await call("POST", "/visit");
      await call(on ? "POST" : "DELETE", `/games/${game}/favourite`, note === undefined ? {} : { note });
    });
    return true;
  } catch (error) {
    set(before);
    notify(problemText(error));
    return false;
  }
}
