// SPDX-License-Identifier: MIT
// Proof of work, which the server requires while many want to sign in (docs/api.md): a number to append to the
// challenge such that SHA-256 of both begins with enough zero bits. Pages without TLS have no crypto.subtle, so the
// hash is here.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 fractional bits of a root of each of the first primes. */
function prepare(): void {
  const part = (root: number) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = part(Math.sqrt(n));
    K[found++] = part(Math.cbrt(n));
  }
}

const words = new Uint32Array(64);
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The first 32 bits of SHA-256 of an ASCII text. */
export function sha256Start(text: string): number {
  if (!K[0]) prepare();
  const state = START.slice();
  const size = ((text.length + 8) >> 6) + 1;
  for (let block = 0; block < size; block++) {
    for (let i = 0; i < 16; i++) {
      let word = 0;
      for (let byte = 0; byte < 4; byte++) {
        const at = block * 64 + i * 4 + byte;
        word = (word << 8) | (at < text.length ? text.charCodeAt(at) : at === text.length ? 0x80 : 0);
      }
      words[i] = block === size - 1 && i === 15 ? text.length * 8 : word;
    }
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15], b = words[i - 2];
      words[i] = words[i - 16] + words[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  return state[0];
}

/** Tries numbers; the page stays usable meanwhile. */
export async function proveWork(challenge: string, bits: number): Promise<string> {
  for (let number = 0; ; number++) {
    const proof = `${challenge}:${number}`;
    if (Math.clz32(sha256Start(proof)) >= bits) return proof;
    if (number % 2000 === 1999) await new Promise((then) => setTimeout(then));
  }
}
