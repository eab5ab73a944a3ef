// SPDX-License-Identifier: MIT
// A field and a form for the screens about the account.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import { Wrong } from "../../parts/gamecards";

interface FieldProps {
  label: string;
  value: string;
  change(value: string): void;
  secret?: "current-password" | "new-password";
  autocomplete?: "username" | "one-time-code" | "off";
}

export function Field({ label, value, change, secret, autocomplete = "off" }: FieldProps) {
  const take = (event: { currentTarget: HTMLInputElement }) => change(event.currentTarget.value);
  return (
    <label class="field">
      <span>{label}</span>
      {secret
        ? <input type="password" autocomplete={secret} value={value} required maxLength={200} onInput={take} />
        : <input autocomplete={autocomplete} value={value} required maxLength={24} autocapitalize="off" spellcheck={false} onInput={take} />}
    </label>
  );
}

/** A form for one action, with its error message. */
export function Form({ title, label, danger, act, children }: { title: string; label: string; danger?: boolean; act(): Promise<void>; children: ComponentChildren }) {
  const [wrong, setWrong] = useState("");
  const [busy, set] = useState(false);
  const heading = useId();
  const submit = async () => {
    set(true);
    setWrong("");
    try {
      await act();
    } catch (error) {
      setWrong(problemText(error));
    }
    set(false);
  };
  return (
    <form class="block account-form" aria-labelledby={heading} onSubmit={(event) => (event.preventDefault(), void submit())}>
      <h2 id={heading}>{title}</h2>
      {children}
      <Wrong>{wrong}</Wrong>
      <div class="row"><button type="submit" class={`button ${danger ? "danger" : "primary"}`} disabled={busy}>{label}</button></div>
    </form>
  );
}
