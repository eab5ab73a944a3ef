// SPDX-License-Identifier: MIT
// Texts in the reader's language. English is the source and the key; the build compiles the other languages from
// po/page and po/rulebook, and they are loaded when chosen. A text without a translation is shown in English.

import { fill, setTranslator, type Values } from "@meydan/board/text";
import { fileUrl, hasFile } from "../built/files";

export type Lang = "en" | "tr" | "ru" | "ro";
export type Book = "page" | "rulebook";
type Texts = Record<string, string | string[]>;

export const languages: { id: Lang; name: string }[] = [
  { id: "en", name: "English" },
  { id: "tr", name: "Türkçe" },
  { id: "ru", name: "Русский" },
  { id: "ro", name: "Română" },
];

/** The present language. `setLang` changes it. */
export const lang: { readonly value: Lang } = { value: "en" };

let texts: Texts = {};
const books: Book[] = ["page"];
const loaded = new Map<string, Promise<Texts>>();
const listeners = new Set<() => void>();
let wanted: Lang = "en";

// The form of a text that a number takes: the Plural-Forms of the .po files, which are made for whole numbers. The
// remaining cases, CLDR's fourth form of Russian and the fractions of Romanian, use the second one: 2.5 шага, 2.5 pași.
const pluralForm: Record<Lang, (n: number) => number> = {
  en: (n) => (n === 1 ? 0 : 1),
  tr: (n) => (n === 1 ? 0 : 1),
  ru: (n) => {
    if (n % 1) return 1;
    const ten = n % 10;
    const hundred = n % 100;
    if (ten === 1 && hundred !== 11) return 0;
    return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2;
  },
  ro: (n) => {
    if (n === 1) return 0;
    return n === 0 || n % 1 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2;
  },
};

function load(language: Lang, book: Book): Promise<Texts> {
  const name = `${book}-${language}.json`;
  let promise = loaded.get(name);
  if (!promise) {
    promise = fetch(fileUrl(name)).then((answer) => {
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      return answer.json();
    });
    promise.catch(() => loaded.delete(name));
    loaded.set(name, promise);
  }
  return promise;
}

/** The text in the current language, with {name} replaced by values.name. */
export function t(text: string, values?: Values): string {
  const found = texts[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** A text with a number: the form the language uses for `count`, with {n} replaced by it. */
export function n(one: string, many: string, count: number, values?: Values): string {
  const found = texts[one];
  const forms = Array.isArray(found) ? found : [one, many];
  const form = pluralForm[Array.isArray(found) ? lang.value : "en"](count);
  return fill(forms[form] ?? many, { n: count, ...values });
}

/** The text with an initial capital, by the rules of the language. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(lang.value) + text.slice(1);
}

/** A share of 1 in percent, with the sign where the language writes it. */
export function percent(share: number): string {
  return t("{n}%", { n: Math.round(100 * share) });
}

/** The text of a name in a table of texts; the name itself if it has none. */
export function named(table: Record<string, () => string>, name: string): string {
  return Object.hasOwn(table, name) ? table[name]() : name;
}

setTranslator({ t, n, capital });

/** The best available language for this browser. */
export function browserLang(wanted: readonly string[] = navigator.languages): Lang {
  for (const tag of wanted) {
    const found = languages.find(({ id }) => tag.toLowerCase().split("-")[0] === id);
    if (found) return found.id;
  }
  return "en";
}

/**
 * How dates, times and numbers are written: the browser's full locale in the present language, en-GB and not en-US for a
 * reader in Britain. The plain language if the browser has no such locale, or one that is not a language tag.
 */
export function locale(wanted: readonly string[] = navigator.languages): string {
  const found = wanted.find((tag) => tag.toLowerCase().split("-")[0] === lang.value);
  try {
    return Intl.getCanonicalLocales(found ?? lang.value)[0];
  } catch {
    return lang.value;
  }
}

/** Sets the page's description for search engines and the device, in its language. */
function describePage(): void {
  const about = t("Play and learn Abalone and Quoridor: two, three and four players, against people or the computer, also offline.");
  document.querySelector("meta[name=description]")?.setAttribute("content", about);
  const manifest = `manifest-${lang.value}.webmanifest`;
  if (hasFile(manifest)) document.querySelector("link[rel=manifest]")?.setAttribute("href", fileUrl(manifest));
}

/**
 * Changes the language everywhere; resolves when the new texts are on the screen, or when another language was chosen
 * meanwhile.
 */
export async function setLang(next: Lang): Promise<void> {
  wanted = next;
  let parts: Texts[] = [];
  try {
    if (next !== "en") parts = await Promise.all(books.map((book) => load(next, book)));
  } catch (error) {
    if (wanted === next) wanted = lang.value;
    throw error;
  }
  if (wanted !== next) return;
  texts = Object.assign({}, ...parts);
  (lang as { value: Lang }).value = next;
  document.documentElement.lang = next;
  describePage();
  for (const listener of listeners) listener();
}

/** Loads another book's texts, now and with every later language. */
export async function loadBook(book: Book): Promise<void> {
  if (!books.includes(book)) books.push(book);
  await setLang(wanted);
}

export function onLang(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
