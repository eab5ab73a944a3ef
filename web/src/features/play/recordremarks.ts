// SPDX-License-Identifier: MIT
// A record's comments on a move, for the reader: a mark beside the move, and sentences.

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

/** A comment without its braces and without programs' annotations. */
function plain(remark: string): string {
  const inside = remark.startsWith("{") ? remark.slice(1, -1).replace(/\[%[^\]]*\]/g, "") : remark.replace(/^;/, "");
  return inside.replace(/\s+/g, " ").trim();
}

export function remarksOf(remarks: string[] = []): { glyph: string; texts: string[] } {
  const marks = remarks.map((remark) => (/^\$[1-6]$/.test(remark) ? GLYPHS[Number(remark[1])] : ""));
  return { glyph: marks.join(""), texts: remarks.filter((_, at) => !marks[at]).map(plain).filter(Boolean) };
}
