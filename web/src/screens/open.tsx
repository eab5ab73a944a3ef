// SPDX-License-Identifier: MIT
// Opens a game from outside: a shared link, a record or a position, typed, pasted or from a file.

import { useEffect, useState } from "preact/hooks";
import type { State } from "../state/types";
import { go } from "../state/navigate";
import { openText } from "../state/share";
import { t } from "../text";

export function Open({ state }: { state: State }) {
  const { core } = state;
  const [text, set] = useState("");
  const [wrong, setWrong] = useState("");

  const open = async (source: string) => {
    if (!core) return;
    try {
      go(`/play/${await openText(core, source)}`, true);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => {
    if (core && location.hash.length > 1) void open(location.hash);
  }, [core]);

  const readFile = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) await open(await file.text());
  };
  return (
    <form class="panel narrow" onSubmit={(event) => (event.preventDefault(), void open(text))}>
      <h1>{t("Open a game")}</h1>
      <label class="field">
        <span>{t("A link, a record or a position")}</span>
        <textarea rows={8} value={text} onInput={(event) => set(event.currentTarget.value)} spellcheck={false}
          aria-invalid={wrong ? "true" : undefined} aria-describedby={wrong ? "wrong" : undefined} />
      </label>
      {wrong && <p id="wrong" class="wrong" role="alert">{wrong}</p>}
      <div class="row">
        <button type="submit" class="button primary" disabled={!text.trim()}>{t("Open")}</button>
        <label class="button file">
          {t("Choose a file")}
          <input type="file" class="spoken" accept=".pgn,.txt,text/plain" onChange={(event) => void readFile(event.currentTarget)} />
        </label>
      </div>
    </form>
  );
}
