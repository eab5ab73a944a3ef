// SPDX-License-Identifier: MIT
// The boards' texts: English, unless the page provides a translator. Written like all texts of the page, so that
// tools/texts finds them.

export type Values = Record<string, string | number>;

export interface Translator {
  /** The text with {name} replaced by values.name. */
  t(text: string, values?: Values): string;
  /** The form for `count`, with {n} replaced by it. */
  n(one: string, many: string, count: number, values?: Values): string;
  /** The text with an initial capital, by the rules of the language. */
  capital(text: string): string;
}

export function fill(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole)) : text;
}

const english: Translator = {
  t: fill,
  n: (one, many, count, values) => fill(count === 1 ? one : many, { n: count, ...values }),
  capital: (text) => text.charAt(0).toUpperCase() + text.slice(1),
};

let translator = english;

export function setTranslator(next: Translator): void {
  translator = next;
}

export function t(text: string, values?: Values): string {
  return translator.t(text, values);
}

export function n(one: string, many: string, count: number, values?: Values): string {
  return translator.n(one, many, count, values);
}

export function capital(text: string): string {
  return translator.capital(text);
}
