// SPDX-License-Identifier: MIT
// A part of the page that is loaded, with its styles, when it is first drawn. A failed attempt is repeated at the next
// drawing.

import { h, type ComponentChildren, type ComponentType, type FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fileUrl } from "../built/files";
import { tellOfNewPage } from "../state/newpage";
import { t } from "../text";

// Each stylesheet is loaded once. The shared one comes first, so that each part may override it.
const loading = new Map<string, Promise<void>>();

function append(name: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = fileUrl(name);
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      loading.delete(name);
      fail(new Error("no style"));
    };
    document.head.append(link);
  });
}

function loadOne(name: string): Promise<void> {
  const style = loading.get(name) ?? append(name);
  loading.set(name, style);
  return style;
}

async function loadStyle(...names: string[]): Promise<void> {
  await Promise.all(["more.css", ...names].map(loadOne));
}

interface Options {
  /** Its stylesheets besides more.css. */
  styles?: string[];
  /** Shown until it is loaded. */
  waiting?: ComponentChildren;
  /** A failure is not reported. */
  silent?: boolean;
}

export interface Lazy<Props> extends FunctionComponent<Props> {
  /** Loads it before its use. Without a network the next drawing retries. */
  fetch(): void;
}

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, options: Options = {}): Lazy<Props> {
  const { styles = [], waiting = <div class="panel loading" aria-busy="true" />, silent } = options;
  let found: ComponentType<Props> | null = null;
  const fetch = async () => void ([found] = await Promise.all([load(), loadStyle(...styles)]));
  const Part = (props: Props) => {
    const [failed, fail] = useState(false);
    const [, draw] = useState(0);
    useEffect(() => {
      if (!found) fetch().then(() => draw(1), () => (fail(true), void tellOfNewPage()));
    }, []);
    if (found) return h(found, props);
    if (failed && !silent) return <p class="panel narrow">{t("This part of the page could not be loaded. Check your connection.")}</p>;
    return <>{waiting}</>;
  };
  return Object.assign(Part, { fetch: () => void fetch().catch(() => {}) });
}
