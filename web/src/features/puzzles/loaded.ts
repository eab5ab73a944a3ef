// SPDX-License-Identifier: MIT
// What has to be fetched before it can be drawn.

import { useEffect, useState } from "preact/hooks";

/** What a promise gives; null before, "failed" if it gives nothing. */
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
