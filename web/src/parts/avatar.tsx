// SPDX-License-Identifier: MIT
// A small picture for a name: seven marbles, some of them empty, in a colour. The same name always has the same
// picture, which adds nothing to the name beside it.

const PLACES = [0, 1, 2, 3, 4, 5].map((i) => ({ x: 12 + 5.6 * Math.cos((i * Math.PI) / 3), y: 12 + 5.6 * Math.sin((i * Math.PI) / 3) }));

/** FNV-1a, mixed once more so that short names differ in all bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function Avatar({ name }: { name: string }) {
  const hash = hashOf(name);
  const hue = (hash >>> 8) % 360;
  const colour = `hsl(${hue} 55% 36%)`;
  return (
    <svg class="avatar" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={`hsl(${hue} 60% 88%)`} />
      {PLACES.map(({ x, y }, i) => (
        <circle key={i} cx={x.toFixed(2)} cy={y.toFixed(2)} r="2.2" stroke={colour} stroke-width=".8" fill={(hash >>> i) & 1 ? colour : "none"} />
      ))}
      <circle cx="12" cy="12" r="2.4" fill={`hsl(${hue} 60% 22%)`} />
    </svg>
  );
}
