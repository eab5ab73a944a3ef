// SPDX-License-Identifier: MIT
// The translations of a book of the page: readTexts("page", "tr")[msgid] is a string, or an array for plurals. Those of the
// texts that it shares with the program (refusals, errors, titles, colours) come from the program's catalogue, po/*.po.
// Fuzzy and empty entries are left out, so that the page shows English instead.
import { po } from "gettext-parser";
import { readFileSync } from "node:fs";
import { textsIn } from "./texts.mjs";

function entriesOf(path) {
  const source = readFileSync(new URL(`../po/${path}.po`, import.meta.url));
  return Object.values(po.parse(source).translations).flatMap((entries) => Object.values(entries))
    .filter(({ msgid, msgstr, comments }) => msgid && msgstr.every(Boolean) && !comments?.flag?.includes("fuzzy"));
}

export function readTexts(book, language) {
  const written = textsIn(book);
  // The core's tables come to the page by the core, so no source of the page has their texts.
  const shared = entriesOf(language).filter(({ msgid, comments }) =>
    written.has(msgid) || (book === "page" && comments?.reference?.includes("core_texts.c")));
  return Object.fromEntries([...shared, ...entriesOf(`${book}/${language}`)]
    .map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural ? msgstr : msgstr[0]]));
}
