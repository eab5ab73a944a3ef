// SPDX-License-Identifier: MIT
// Reminders of this browser: a notice on any screen of the page a few minutes before a tournament starts. Players of it are
// also reminded by the server.

import { notify } from "../../state/actions";
import { go } from "../../state/navigate";
import { read, write } from "../../state/storage";
import { getState } from "../../state/store";
import { now } from "../../state/time";
import { n, t } from "../../text";
import type { TournamentHead } from "./tournament";

const KEY = "meydan.reminders";
const BEFORE = 5 * 60_000; // ms
const LOOK = 20_000;
const MOST = 20;

interface Reminder {
  id: string;
  name: string;
  starts: number;
}

const isReminder = (value: unknown): value is Reminder => {
  const { id, name, starts } = (value ?? {}) as Reminder;
  return typeof id === "string" && typeof name === "string" && typeof starts === "number";
};

function reminders(): Reminder[] {
  const stored = read<unknown>(KEY);
  return Array.isArray(stored) ? stored.filter(isReminder) : [];
}

export const isReminded = (id: string): boolean => reminders().some((one) => one.id === id);

export function setReminder({ id, name, starts }: Pick<TournamentHead, "id" | "name" | "starts">, on: boolean): void {
  const others = reminders().filter((one) => one.id !== id);
  write(KEY, on && starts ? [...others, { id, name, starts }].slice(-MOST) : others);
  look();
}

let timer = 0;

/** Shows the reminders that are due, and looks again as long as there are others. */
export function look(): void {
  clearTimeout(timer);
  const all = reminders();
  const due = all.filter(({ starts }) => starts - now() <= BEFORE);
  if (due.length) write(KEY, all.filter((one) => !due.includes(one)));
  for (const { id, name, starts } of due) {
    const minutes = Math.ceil((starts - now()) / 60_000);
    if (minutes < -10) continue;
    const text = minutes > 0 ? n("“{name}” starts in {n} minute.", "“{name}” starts in {n} minutes.", minutes, { name }) : t("“{name}” starts now.", { name });
    const { screen, words } = getState().route;
    if (screen !== "tournaments" || words[0] !== id) notify(text, { label: t("Go there"), act: () => go(`/tournaments/${id}`) });
  }
  if (due.length < all.length) timer = window.setTimeout(look, LOOK);
}

look();
