// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";

const WIDE = matchMedia("(min-width: 1200px) and (min-aspect-ratio: 1/1)"); // as in play.css and analysis.css

/** Whether there are columns on both sides of the board. */
export function useWide(): boolean {
  const [wide, set] = useState(WIDE.matches);
  useEffect(() => {
    const change = () => set(WIDE.matches);
    WIDE.addEventListener("change", change);
    return () => WIDE.removeEventListener("change", change);
  }, []);
  return wide;
}
