// SPDX-License-Identifier: MIT
// Small controls that several screens share.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../text";
import { Icon, type IconName } from "./icon";

interface ToolProps {
  icon: IconName;
  label: string;
  act(): void;
  pressed?: boolean;
  disabled?: boolean;
  danger?: boolean;
}

/** An icon with a word. */
export function Tool({ icon, label, act, pressed, disabled, danger }: ToolProps) {
  return (
    <button type="button" class={`tool${danger ? " danger" : ""}`} onClick={act} aria-pressed={pressed} disabled={disabled}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

/** An icon alone; its word is for screen readers and the tooltip. */
export function IconButton({ icon, label, act, disabled, pressed }: ToolProps) {
  return (
    <button type="button" class="icon-button" onClick={act} aria-label={label} title={label} disabled={disabled} aria-pressed={pressed}>
      <Icon name={icon} />
    </button>
  );
}

/** Shown for an address without a screen. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div class="panel narrow">
      <h1>{title}</h1>
      <p>{text}</p>
      <a class="button primary" href="/">{t("Back to home")}</a>
    </div>
  );
}

interface Choice<T extends string> {
  value: T;
  label: ComponentChildren;
}

interface ChoicesProps<T extends string> {
  legend: string;
  value: T;
  choices: Choice<T>[];
  change(value: T): void;
  hideLegend?: boolean;
  /** As one strip, for the head of a panel. */
  strip?: boolean;
}

/** A choice of a few: radio buttons that look like a row of keys. */
export function Choices<T extends string>({ legend, value, choices, change, hideLegend, strip }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset class={`choices${strip ? " strip" : ""}`}>
      <legend class={hideLegend ? "spoken" : ""}>{legend}</legend>
      <div class="keys">
        {choices.map((choice) => (
          <label key={choice.value} class="key">
            <input type="radio" name={name} checked={choice.value === value} onChange={() => change(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch({ label, on, change, note, disabled }: { label: string; on: boolean; change(on: boolean): void; note?: ComponentChildren; disabled?: boolean }) {
  return (
    <label class="switch">
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
      <input type="checkbox" role="switch" checked={on} disabled={disabled} onChange={(event) => change(event.currentTarget.checked)} />
    </label>
  );
}

/** A sheet over the page; Escape, the cross and a click beside it close it. */
export function Sheet({ title, close, children }: { title: string; close(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const node = dialog.current;
    if (node && !node.open) node.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby={heading} onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <div class="sheet-body stack">
        <div class="sheet-head">
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label={t("Close")} act={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/**
 * A question over the page, in place of the browser's dialog. The harmless answer has the focus and is given by Escape;
 * then the focus returns to its former place.
 */
export function Confirm({ text, yes, danger, act, drop }: { text: string; yes: string; danger?: boolean; act(): void; drop(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    // The element that asked may be redrawn when the question closes.
    return () => void requestAnimationFrame(() => (before?.isConnected ? before : document.getElementById("main"))?.focus({ preventScroll: true }));
  }, []);
  return (
    <dialog ref={dialog} class="sheet confirm" role="alertdialog" aria-labelledby={words} onCancel={(event) => (event.preventDefault(), drop())}>
      <div class="sheet-body stack">
        <p id={words}>{text}</p>
        <div class="row">
          <button type="button" class="button" autofocus onClick={drop}>{t("Cancel")}</button>
          <button type="button" class={`button ${danger ? "danger" : "primary"}`} onClick={act}>{yes}</button>
        </div>
      </div>
    </dialog>
  );
}
