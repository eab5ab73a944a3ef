// SPDX-License-Identifier: MIT
// A question beside the board, with two answers.

import { useEffect, useRef } from "preact/hooks";

interface QuestionProps {
  text: string;
  yes: string;
  no: string;
  danger?: boolean;
  /** It may appear at any moment, so it must not take the focus, or a key meant for the board would answer it. */
  calm?: boolean;
  act(): void;
  drop(): void;
}

export function Question({ text, yes, no, danger, calm, act, drop }: QuestionProps) {
  // A second press on Enter does no harm there.
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!calm) safe.current?.focus({ preventScroll: true });
  }, [text]);
  return (
    <div class="message asks" role={calm ? "group" : "alertdialog"} aria-label={text}>
      <p>{text}</p>
      <div class="row">
        <button ref={danger ? undefined : safe} type="button" class={`button ${danger ? "danger" : "primary"}`} onClick={act}>{yes}</button>
        <button ref={danger ? safe : undefined} type="button" class="button" onClick={drop}>{no}</button>
      </div>
    </div>
  );
}
