// SPDX-License-Identifier: MIT
// The chat beside the board: a dozen phrases, each in its reader's language, and texts among friends who both allow
// them. Players can be muted here.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { say as speak } from "../../state/speak";
import { Marble } from "../../parts/marble";
import { currentTalk, isMuted, listenTo, mute, say } from "./chat";
import { playerName } from "../../state/seats";
import type { Game, OnlineGame, Settings } from "../../state/types";
import type { Said } from "../../api/messages";
import { t } from "../../text";
import { PHRASE_NAMES, phraseText } from "./phrases";

const SHOWN = 6;
const TEXT_MAX = 140;

function words({ phrase, text }: Said): string {
  return phrase ? phraseText(phrase) : text ?? "";
}

export function Talk({ game, online, settings }: { game: Game; online: OnlineGame; settings: Settings }) {
  const { info } = online;
  const [, draw] = useState(0);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const field = useId();
  const key = useRef<HTMLElement>(null);
  const phrases = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (open) phrases.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  useEffect(() => listenTo(info.id, () => draw((count) => count + 1)), [info.id]);
  const talk = currentTalk(info.id);
  const idOf = (seat: number) => info.seats[seat]?.person?.id ?? "";
  const others = info.seats.flatMap(({ person }, seat) => (person && !info.you.includes(seat) ? [seat] : []));
  const muted = others.filter((seat) => isMuted(idOf(seat)));
  const shown = (talk?.said ?? []).filter(({ seat }) => !muted.includes(seat)).slice(-SHOWN);
  const last = shown[shown.length - 1];
  const name = (seat: number) => playerName(game.players, seat, settings.name);
  useEffect(() => {
    if (last && !info.you.includes(last.seat)) speak(`${name(last.seat)}: ${words(last)}`);
  }, [last?.at]);
  if (!talk || !others.length) return null;
  const close = () => {
    setOpen(false);
    key.current?.focus();
  };
  const escape = (event: KeyboardEvent) => {
    if (!open || event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  const send = (phrase: string) => {
    close();
    void say(info.id, { phrase });
  };
  const write = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && (await say(info.id, { text: text.trim() }))) setText("");
  };
  return (
    <section class="talk" aria-label={t("What players say")}>
      {shown.length > 0 && (
        <ol class="talk-lines">
          {shown.map((line) => <li key={`${line.at} ${line.seat}`} class={info.you.includes(line.seat) ? "own" : ""}><Marble seat={line.seat} /><b>{name(line.seat)}</b> <span>{words(line)}</span></li>)}
        </ol>
      )}
      <div class="row">
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} onKeyDown={escape}>
          <summary ref={key} class="button small">{t("Say something")}</summary>
          <ul class="phrases" ref={phrases}>
            {PHRASE_NAMES.map((phrase) => <li key={phrase}><button type="button" class="button small" onClick={() => send(phrase)}>{phraseText(phrase)}</button></li>)}
          </ul>
        </details>
        {others.map((seat) => (
          <button key={seat} type="button" class="button small" aria-pressed={muted.includes(seat)} onClick={() => mute(idOf(seat), !muted.includes(seat))}>
            {t("Mute {name}", { name: name(seat) })}
          </button>
        ))}
      </div>
      {talk.chat.length > 0 && (
        <form class="row talk-form" onSubmit={(event) => void write(event)}>
          <label class="spoken" for={field}>{t("Write to {names}", { names: talk.chat.map(name).join(", ") })}</label>
          <input id={field} value={text} maxLength={TEXT_MAX} autocomplete="off" placeholder={t("Write to {names}", { names: talk.chat.map(name).join(", ") })}
            onInput={(event) => setText(event.currentTarget.value)} />
          <button type="submit" class="button small">{t("Send")}</button>
        </form>
      )}
    </section>
  );
}
