// SPDX-License-Identifier: MIT
// A part of the page that is loaded when it is wanted, once; a try that failed is made again with the next drawing.

import { useEffect, useState } from "preact/hooks";
import { tellOfNewPage } from "../state/newpage";

type Load<T> = () => Promise<T>;

const loaded = new Map<Load<unknown>, unknown>();

/** Fetches it ahead of its use. */
export async function fetchPart<T>(load: Load<T>): Promise<T> {
  const part = await load();
  loaded.set(load, part);
  return part;
}

/** The part; null while it is on its way, "failed" if it cannot be had. `load` must be the same function every time. */
export function usePart<T>(load: Load<T>): T | null | "failed" {
  const [failed, fail] = useState(false);
  const [, draw] = useState(0);
  useEffect(() => {
    if (!loaded.has(load)) fetchPart(load).then(() => draw(1), () => (fail(true), void tellOfNewPage()));
  }, []);
  return loaded.has(load) ? (loaded.get(load) as T) : failed ? "failed" : null;
}
