// SPDX-License-Identifier: MIT
// The daily puzzle: which puzzle of the pack it is on a day, the same for all users, and on how many days in a row a
// person attempted it. The screens are in features/puzzles.

const DAY = 86_400_000;

/** The day in UTC, so that it is the same for all users. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

/** The puzzle of a day: Abalone and Quoridor in turn, each of the pack once before one comes again. */
export function dailyOf<P extends { id: string; variant: string }>(pack: P[], day: number): P {
  const game = day % 2 ? "quoridor" : "abalone";
  const own = pack.filter(({ variant }) => variant === game).sort((a, b) => (a.id < b.id ? -1 : 1));
  return own[Math.floor(day / 2) % own.length];
}

/** How many days in a row the daily puzzle was tried, up to today or yesterday. */
export function daysInARow(days: Record<string, boolean>, today: number): number {
  let day = String(today) in days ? today : today - 1;
  let count = 0;
  for (; String(day) in days; day--) count++;
  return count;
}
