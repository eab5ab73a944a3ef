// SPDX-License-Identifier: MIT
// Data that must be loaded before it can be drawn.

import { useEffect, useState } from "preact/hooks";

/** The value of a promise; null before, "failed" if it rejects. */
export function useLoaded<T>(load: () => Promise<T>, by: string): T | null | "failed" {
  const [value, set] = useState<{ by: string; value: T | "failed" } | null>(null);
  useEffect(() => {
    let here = true;
    load().then((found) => here && set({ by, value: found }), () => here && set({ by, value: "failed" }));
    return () => {
      here = false;
    };
  }, [by]);
  return value?.by === by ? value.value : null;
}
