// SPDX-License-Identifier: MIT
// A person's results with puzzles: the rating with its curve, the number, and the weak themes. In the overview they are
// the user's, from the browser. On a profile they are from the server.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/http";
import { t } from "../../text";
import type { Theme } from "./pack";
import { WEAK_MIN } from "./progress";
import { themeName } from "./puzzlewords";

const WIDE = 300;
const HIGH = 80;
const WEAK_SHOWN = 3;

interface Tally {
  theme: Theme;
  tried: number;
  solved: number;
}

/** The ratings after the last tries as one line. */
function Curve({ values }: { values: number[] }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const y = (value: number) => HIGH - 4 - ((value - low) / Math.max(1, high - low)) * (HIGH - 8);
  const points = values.map((value, at) => `${((at / (values.length - 1)) * (WIDE - 4) + 2).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const label = t("From {first} to {last}; lowest {low}, highest {high}", { first: values[0], last: values[values.length - 1], low, high });
  return (
    <figure class="puzzle-curve">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={label}><polyline points={points} /></svg>
      <figcaption class="note">{label}</figcaption>
    </figure>
  );
}

interface Props {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
  /** Ratings, oldest first. */
  history: number[];
  /** The weakest first. */
  weak: Tally[];
  children?: ComponentChildren;
}

export function SolverView({ rating, deviation, tried, solved, history, weak, children }: Props) {
  return (
    <>
      <p><b class="puzzle-count">{Math.round(rating)}</b> <small>{`± ${Math.round(2 * deviation)}`}</small></p>
      <p>{t("{solved} of {all} puzzles solved at the first try", { solved, all: tried })}</p>
      {children}
      {history.length > 1 && <Curve values={history} />}
      {weak.length > 0 && (
        <>
          <h3>{t("Weak themes")}</h3>
          <ul class="puzzle-weak">
            {weak.slice(0, WEAK_SHOWN).map(({ theme, solved: right, tried: all }) => (
              <li key={theme}>{themeName(theme)} <small>{t("{solved} of {all}", { solved: right, all })}</small></li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface Solver {
  rating: { rating: number; deviation: number } | null;
  tried: number;
  solved: number;
  history: { at: number; rating: number }[];
  themes: Tally[];
}

/** A section of a profile; empty for a person without tries. */
export function SolverPanel({ name }: { name: string }) {
  const [solver, set] = useState<Solver | null>(null);
  useEffect(() => {
    call<Solver>("GET", `/people/${encodeURIComponent(name)}/puzzles`).then(set, () => set(null));
  }, [name]);
  if (!solver?.rating) return null;
  const { rating, tried, solved, history, themes } = solver;
  return (
    <section class="panel block" aria-labelledby="profile-puzzles">
      <h2 id="profile-puzzles">{t("Puzzles")}</h2>
      <SolverView rating={rating.rating} deviation={rating.deviation} tried={tried} solved={solved}
        history={history.map((point) => point.rating)} weak={themes.filter((theme) => theme.tried >= WEAK_MIN)} />
    </section>
  );
}
