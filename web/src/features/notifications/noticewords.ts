// SPDX-License-Identifier: MIT
// A notice in words. The words are data in the reader's language, so that the service worker, which has no page and no
// translations, can receive them (notices.ts) and show the same text.

import type { Notice } from "../../api/messages";

/** Where the worker finds them. */
export const WORDS_STORE = "words";
export const KEPT_WORDS = "/notice-words";

export interface NoticeWords {
  /** Sentences with {name}, by kind; "ended" by its detail too. */
  text: Record<string, string>;
  guest: string;
  variant: Record<string, string>;
  lang: string;
}

export function noticeText(words: NoticeWords, { kind, detail, person }: Pick<Notice, "kind" | "detail" | "person">): string {
  const text = words.text[`${kind}-${detail}`] ?? words.text[kind] ?? kind;
  return text.replaceAll("{name}", person?.name ?? words.guest);
}

export function noticeTitle(words: NoticeWords, { variant }: Pick<Notice, "variant">): string {
  return (variant && words.variant[variant]) || "Meydan";
}

/** The address it leads to. */
export function noticePath({ game, person }: Pick<Notice, "game" | "person">): string {
  return game ? `/game/${game}` : person?.name ? `/people/${encodeURIComponent(person.name)}` : "/online";
}

/** Of two with the same tag the later replaces the earlier. */
export function noticeTag({ kind, game, person }: Pick<Notice, "kind" | "game" | "person">): string {
  return `${kind}-${game ?? person?.id ?? ""}`;
}
