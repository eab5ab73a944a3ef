// SPDX-License-Identifier: MIT
// Screens and parts of screens that come after the first load: fetched as soon as the first screen stands.

import type { ComponentProps, ComponentType } from "preact";
import { fetchPart, usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import { t } from "../text";

type More = typeof import("./more");

const load = () => Promise.all([import("./more"), loadStyle()]).then(([parts]) => parts);

/** Without a network it is tried again when it is wanted. */
export function fetchMore(): void {
  fetchPart(load).catch(() => {});
}

/** One of the parts, by name, with the properties that it takes. `quiet`: nothing stands in its place while it comes. */
export function Later<Name extends keyof More>({ part, quiet, ...props }: { part: Name; quiet?: boolean } & ComponentProps<More[Name]>) {
  const parts = usePart(load);
  if (parts === "failed") return <p class="panel narrow">{t("This part of the page could not be loaded. Check your connection.")}</p>;
  if (!parts) return quiet ? null : <div class="panel loading" aria-busy="true" />;
  const Part = parts[part] as ComponentType<object>;
  return <Part {...props} />;
}
