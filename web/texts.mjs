// SPDX-License-Identifier: MIT
// The texts of the page as a gettext template: node texts.mjs page|rulebook CORE.pot >FILE.pot
//
// Texts are written as t("...") or n("one", "many", count), always with plain strings. Those of src/features/learn are the
// rulebook's, all others the page's. Texts that are also in the program's template (CORE.pot) are translated only there, and
// left out here. Nothing but node is needed: tools/texts runs this where npm has not been.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const STRING = String.raw`"((?:[^"\\]|\\.)*)"`;
const CALL = new RegExp(String.raw`(?<![\w.$])(?:t\(\s*${STRING}|n\(\s*${STRING}\s*,\s*${STRING})`, "g");

const src = join(dirname(fileURLToPath(import.meta.url)), "src");

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** All texts of a book: msgid -> { many, files }. */
export function textsIn(book) {
  const texts = new Map();
  for (const path of sources(src).sort()) {
    const file = relative(src, path).replaceAll("\\", "/");
    if (file.startsWith("features/learn/") !== (book === "rulebook")) continue;
    for (const [, plain, one, many] of readFileSync(path, "utf8").matchAll(CALL)) {
      const id = JSON.parse(`"${plain ?? one}"`);
      const text = texts.get(id) ?? { many: null, files: new Set() };
      if (many) text.many = JSON.parse(`"${many}"`);
      text.files.add(`web/src/${file}`);
      texts.set(id, text);
    }
  }
  return texts;
}

function writeTemplate(book, corePath) {
  const template = readFileSync(corePath, "utf8");
  const core = new Set([...template.matchAll(/^msgid "(.+)"$/gm)].map(([, id]) => JSON.parse(`"${id}"`)));
  const lines = [
    'msgid ""', 'msgstr ""', '"Project-Id-Version: meydan\\n"', '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"', '"Content-Transfer-Encoding: 8bit\\n"', "",
  ];
  for (const [id, { many, files }] of textsIn(book)) {
    if (core.has(id)) continue;
    lines.push(...[...files].map((file) => `#: ${file}`), `msgid ${JSON.stringify(id)}`);
    if (many) lines.push(`msgid_plural ${JSON.stringify(many)}`, 'msgstr[0] ""', 'msgstr[1] ""', "");
    else lines.push('msgstr ""', "");
  }
  process.stdout.write(lines.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , book, core] = process.argv;
  if ((book !== "page" && book !== "rulebook") || !core) {
    console.error("usage: node texts.mjs page|rulebook CORE.pot");
    process.exit(2);
  }
  writeTemplate(book, core);
}
