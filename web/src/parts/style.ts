// SPDX-License-Identifier: MIT
// The style of a part of the page that is loaded later, once; one that could not be had is tried again.

import { fileUrl } from "../files";

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

export function loadStyle(name: string): Promise<void> {
  const style = styles.get(name) ?? append(name);
  styles.set(name, style);
  return style;
}
