// SPDX-License-Identifier: MIT
// Loads the style of a later part of the page once; a failed attempt is repeated. The shared style comes first, so that
// each part may override it.

import { fileUrl } from "../built/files";

const styles = new Map<string, Promise<void>>();

function append(name: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = fileUrl(name);
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      styles.delete(name);
      fail(new Error("no style"));
    };
    document.head.append(link);
  });
}

function loadOne(name: string): Promise<void> {
  const style = styles.get(name) ?? append(name);
  styles.set(name, style);
  return style;
}

export async function loadStyle(...names: string[]): Promise<void> {
  await Promise.all(["more.css", ...names].map(loadOne));
}
