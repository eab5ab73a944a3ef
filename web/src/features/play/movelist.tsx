// SPDX-License-Identifier: MIT
// The moves of the game, for navigation: a row per round beside the board, a single line under it on phones. With
// comments of an opened game's record.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../../text";
import { lookAt } from "../../state/game";
import { type Review, reviewOf } from "../review/review";
import type { Game } from "../../state/types";
import { IconButton } from "../../parts/controls";
import { memo } from "../../parts/memo";
import { remarksOf } from "./recordremarks";

const MARKS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??", great: "!" };

/** The mark of a move: the review's, or that of an opened record. */
function MarkOf({ review, ply, noted }: { review: Review | null; ply: number; noted: string }) {
  const mark = review?.plies[ply - review.base]?.mark ?? "";
  return mark in MARKS ? <span class={`ply-mark ${mark}`}>{MARKS[mark]}</span> : <>{noted}</>;
}

/** The comments on the shown move. */
export function Remarks({ game }: { game: Game }) {
  const { remarks, plies } = game.match;
  const { texts } = remarksOf(remarks[game.ply ?? plies]);
  if (!texts.length) return null;
  return (
    <section class="remarks" aria-label={t("Notes on this move")} tabIndex={0}>
      {texts.map((text, at) => <p key={at}>{text}</p>)}
    </section>
  );
}

const Moves = memo(({ game, review }: { game: Game; review: Review | null }) => {
  const list = useRef<HTMLOListElement>(null);
  const { moves, plies, look, remarks } = game.match;
  const players = game.players.length;
  const at = game.ply ?? plies;
  // Beside a better move, the position before a move is shown: that move is meant.
  const current = game.hint && review && game.ply !== null ? at + 1 : at;
  const unsent = game.online?.sent?.ply;

  // Only the list scrolls, never the page; again when the result below it takes some of its space.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const sizes = new ResizeObserver(() => {
      const now = box.querySelector<HTMLElement>("[aria-current]");
      if (!now) return box.scrollTo(0, 0);
      box.scrollTo(now.offsetLeft - (box.clientWidth - now.offsetWidth) / 2, now.offsetTop - (box.clientHeight - now.offsetHeight) / 2);
    });
    sizes.observe(box); // which also calls it once
    return () => sizes.disconnect();
  }, [current, plies]);

  const rounds: number[][] = [];
  for (let ply = 0; ply < plies; ply++) (rounds[Math.floor(ply / players)] ??= []).push(ply);
  return (
    <section class="moves" aria-label={t("Moves")}>
      <ol ref={list} class={`rounds of-${look.variant.startsWith("q") ? "quoridor" : "abalone"} by-${players}`} tabIndex={-1}>
        {rounds.map((round, index) => (
          <li key={index}>
            <span class="number" aria-hidden="true">{index + 1}</span>
            {round.map((ply) => (
              <button key={ply} type="button" class={ply === unsent ? "ply unsent" : "ply"} aria-current={current === ply + 1 ? "step" : undefined} onClick={() => lookAt(ply + 1)}>
                {moves[ply].text}<MarkOf review={review} ply={ply} noted={remarksOf(remarks[ply + 1]).glyph} />
              </button>
            ))}
          </li>
        ))}
        {plies === 0 && <li class="none">{t("No moves yet")}</li>}
      </ol>
      <div class="walk">
        <IconButton icon="first" label={t("Go to the start")} act={() => lookAt(0)} disabled={at === 0} />
        <IconButton icon="previous" label={t("One move back")} act={() => lookAt(at - 1)} disabled={at === 0} />
        <IconButton icon="next" label={t("One move forward")} act={() => lookAt(at + 1)} disabled={at === plies} />
        <IconButton icon="last" label={t("Latest move")} act={() => lookAt(plies)} disabled={at === plies} />
      </div>
    </section>
  );
});

export function MoveList({ game }: { game: Game }) {
  return <Moves game={game} review={reviewOf(game)} />;
}
