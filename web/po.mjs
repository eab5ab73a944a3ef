// SPDX-License-Identifier: MIT
// Reads gettext .po files: readPo(text) gives { header, texts } with texts[msgid] = string, or an array for plurals.
// Fuzzy and empty entries are left out, so that the page shows English instead.

function unquote(line) {
  return JSON.parse(line.slice(line.indexOf('"')).replace(/\\([^"\\nrt])/g, "$1"));
}

export function readPo(source) {
  const texts = {};
  let header = "";
  for (const block of source.split(/\r?\n\s*\r?\n/)) {
    const fields = {};
    let field = "";
    let fuzzy = false;
    for (const line of block.split(/\r?\n/)) {
      if (line.startsWith("#,") && line.includes("fuzzy")) fuzzy = true;
      if (line.startsWith("#") || !line.trim()) continue;
      const named = /^(msg\w+(?:\[\d+\])?)\s/.exec(line);
      if (named) field = named[1];
      fields[field] = (fields[field] ?? "") + unquote(line);
    }
    if (fields.msgid === "") header = fields.msgstr;
    else if (fields.msgid && !fuzzy) {
      if (!("msgid_plural" in fields)) {
        if (fields.msgstr) texts[fields.msgid] = fields.msgstr;
        continue;
      }
      const forms = Object.keys(fields).filter((key) => key.startsWith("msgstr[")).map((key) => fields[key]);
      if (forms.length && forms.every(Boolean)) texts[fields.msgid] = forms;
    }
  }
  return { header, texts };
}
