// SPDX-License-Identifier: MIT
// The style of a part of the page that is loaded later, once.

import { fileUrl } from "../files";

export function loadStyle(name: string): Promise<void> {
  const href = fileUrl(name);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => done();
    link.onerror = () => fail(new Error("no style"));
    document.head.append(link);
  });
}
