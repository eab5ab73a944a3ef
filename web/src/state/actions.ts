// SPDX-License-Identifier: MIT
// Small changes of the state that concern no game on the screen: settings, notices.

import { say } from "./speak";
import { browserLang, setLang, t } from "../text";
import { dropSaved, keepSaved } from "./games";
import { keptSettings, writeDraft, writeSettings } from "./storage";
import { getState, update } from "./store";
import type { Draft, Saved, Settings } from "./types";

const NOTICE_TIME = 5000; // ms
const BRIEF = 2000;
let noticeTimer = 0;

export function notify(text: string, action?: { label: string; act(): void }, time = NOTICE_TIME): void {
  clearTimeout(noticeTimer);
  update({ notice: { text, action } });
  say(text);
  // A notice with a button stays until it is pressed.
  if (!action) noticeTimer = window.setTimeout(() => update({ notice: null }), time);
}

/** An awaited game has come to the screen: spoken, and shown briefly, since the board itself shows it. */
export function tellOfBeginning(practising: boolean): void {
  if (practising) notify(t("The game begins. The game against the computer is saved."));
  else notify(t("The game begins"), undefined, BRIEF);
}

export function closeNotice(): void {
  clearTimeout(noticeTimer);
  update({ notice: null });
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
reduced.addEventListener("change", () => applyLook(getState().settings));

export function hasMotion({ motion }: Settings): boolean {
  return motion === "auto" ? !reduced.matches : motion === "on";
}

/** Passes settings to the style sheet. */
function applyLook(settings: Settings): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.skin === "auto") delete root.dataset.board;
  else root.dataset.board = settings.skin;
  root.dataset.pieces = settings.pieces;
  root.dataset.motion = hasMotion(settings) ? "on" : "off";
}

async function applyLang({ lang }: Settings): Promise<void> {
  try {
    await setLang(lang === "auto" ? browserLang() : lang);
  } catch {
    notify(t("This language could not be loaded."));
  }
}

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  // A tab that slept may have missed changes by other tabs.
  const settings = { ...(keptSettings() ?? getState().settings), ...change };
  writeSettings(settings);
  await takeSettings(settings);
}

/** Applies settings that are already stored: at the start, or by another tab. */
export async function takeSettings(settings: Settings): Promise<void> {
  update({ settings });
  applyLook(settings);
  await applyLang(settings);
}

export function changeDraft(change: Partial<Draft>): void {
  const draft = { ...getState().draft, ...change };
  writeDraft(draft);
  update({ draft });
}

/** Switches between the board with the players alone and the whole screen. */
export function toggleZen(): void {
  update({ zen: !getState().zen });
}

/** Deletes a stored game; the notice can undo it. */
export function deleteGame(saved: Saved): void {
  dropSaved(saved.id);
  notify(t("Game deleted."), { label: t("Undo"), act: () => void keepSaved(saved) });
}
