// SPDX-License-Identifier: MIT
// A person's rating, in messages.ts and in the generated types.ts.

export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "unlimited";

export interface Rating {
  variant: string;
  speed: Speed;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
}
