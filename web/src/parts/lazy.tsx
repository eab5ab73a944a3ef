// SPDX-License-Identifier: MIT
// A part of the page that is loaded, with its styles, when it is first drawn. A failed attempt is repeated at the next
// drawing.

import { h, type ComponentChildren, type ComponentType, type FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { tellOfNewPage } from "../state/newpage";
import { t } from "../text";
import { loadStyle } from "./loadstyle";

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
