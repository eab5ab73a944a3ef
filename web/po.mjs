// SPDX-License-Identifier: MIT
// Texts of a gettext .po file: readPo(text)[msgid] is a string, or an array for plurals. Fuzzy and empty entries are left
// out, so that the page shows English instead.
import { po } from "gettext-parser";

export function readPo(source) {
  const entries = Object.values(po.parse(source).translations[""] ?? {});
  const whole = entries.filter(({ msgid, msgstr, comments }) => msgid && msgstr.every(Boolean) && !comments?.flag?.includes("fuzzy"));
  return Object.fromEntries(whole.map(({ msgid, msgid_plural, msgstr }) => [msgid, msgid_plural ? msgstr : msgstr[0]]));
}
