// SPDX-License-Identifier: MIT
// Opens a game from outside: a shared link, a record or a position, typed, pasted or from a file. In a file with many
// games one can be chosen.
//
// uses analysis

import { useEffect, useRef, useState } from "preact/hooks";
import type { Match } from "../../core/types";
import type { State } from "../../state/types";
import { go } from "../../state/navigate";
import { colourName } from "../../state/seats";
import { type Found, keepGame, playersOf, readText } from "../../state/share";
import { n, t } from "../../text";

/** "Ayşe – Bob", or the colours of those without a name. */
function namesOf(match: Match): string {
  return playersOf(match).map(({ name }, seat) => name ?? colourName(seat)).join(" – ");
}

function GameList({ found, choose }: { found: Found; choose(index: number): void }) {
  const { matches } = found;
  return (
    <section class="found" aria-labelledby="found">
      <h2 id="found">{n("{n} game in this text: choose one", "{n} games in this text: choose one", matches.length)}</h2>
      <ol class="items">
        {matches.map((match, index) => (
          <li key={index}>
            <button type="button" class="tool" onClick={() => choose(index)}>
              <span>{index + 1}. {namesOf(match)}</span>
              <small>{[match.state.result, n("{n} move", "{n} moves", match.state.plies), match.state.tags.Date].filter(Boolean).join(" · ")}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Open({ state }: { state: State }) {
  const { core } = state;
  const [text, set] = useState("");
  const [wrong, setWrong] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [early, setEarly] = useState(""); // opened before the core was loaded

  const held = useRef<Match[]>([]); // in the list, before one is chosen

  const letGo = () => held.current.splice(0).forEach((match) => match.dispose());
  const choose = async (from: Found, index: number) => {
    held.current = [];
    go(`/play/${await keepGame(from, index)}`, true);
  };
  const open = (source: string) => {
    if (!core) {
      setEarly(source);
      return;
    }
    letGo();
    setFound(null);
    setWrong("");
    try {
      const read = readText(core, source);
      if (read.matches.length === 1) void choose(read, 0);
      else {
        held.current = [...read.matches];
        setFound(read);
      }
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => letGo, []);
  useEffect(() => {
    if (core && location.hash.length > 1) open(location.hash);
  }, [core]);
  useEffect(() => {
    if (!core || !early) return;
    setEarly("");
    open(early);
  }, [core, early]);

  const analyse = async () => {
    setWrong("");
    try {
      const { keepText } = await import("../analysis");
      go(`/analysis/${await keepText(text)}`);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  const readFile = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = ""; // so that the same file can be chosen again
    if (file) open(await file.text());
  };
  return (
    <form class="panel narrow" onSubmit={(event) => (event.preventDefault(), open(text))}>
      <h1>{t("Open a game")}</h1>
      <label class="field">
        <span>{t("A link, a record or a position")}</span>
        <textarea rows={8} value={text} onInput={(event) => set(event.currentTarget.value)} spellcheck={false}
          aria-invalid={wrong ? "true" : undefined} aria-describedby={wrong ? "wrong" : undefined} />
      </label>
      {wrong && <p id="wrong" class="wrong" role="alert">{wrong}</p>}
      <div class="row">
        <button type="submit" class="button primary" disabled={!text.trim()}>{t("Open")}</button>
        <button type="button" class="button" disabled={!text.trim()} onClick={() => void analyse()}>{t("Analyse")}</button>
        <label class="button file">
          {t("Choose a file")}
          <input type="file" class="spoken" accept=".pgn,.apgn,.txt,text/plain" onChange={(event) => void readFile(event.currentTarget)} />
        </label>
      </div>
      {found && <GameList found={found} choose={(index) => void choose(found, index)} />}
    </form>
  );
}
