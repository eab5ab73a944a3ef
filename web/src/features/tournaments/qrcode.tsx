// SPDX-License-Identifier: MIT
// An address as a code for a phone's camera.

import { useEffect, useState } from "preact/hooks";

export function QrCode({ address, label }: { address: string; label: string }) {
  const [rows, set] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let wanted = true;
    // Without the code the address itself is enough.
    import("uqr").then(({ encode }) => wanted && set(encode(address, { border: 2 }).data), () => {});
    return () => void (wanted = false);
  }, [address]);
  const size = rows?.length ?? 1;
  const path = rows?.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
