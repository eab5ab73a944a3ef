// SPDX-License-Identifier: MIT
// The whole page, drawn from the state.

import { useEffect, useState } from "preact/hooks";
import { Nothing } from "../parts/controls";
import { Frame } from "../parts/frame";
import { lazy } from "../parts/lazy";
import { isOurTurn } from "../state/seats";
import { read, wasOnline } from "../state/storage";
import { getState, listen } from "../state/store";
import type { State } from "../state/types";
import { onLang, t } from "../text";
import { featureAt, type Feature } from "./features";

const aside = { styles: ["online.css"], waiting: null, silent: true };
const Bell = lazy(() => import("./onlinescreens").then(({ Bell: Part }) => Part), aside);
const Searching = lazy(() => import("./onlinescreens").then(({ Searching: Part }) => Part), aside);

function Screen({ state, feature }: { state: State; feature: Feature | undefined }) {
  const { route, core } = state;
  if (!feature) return <Nothing title={t("Page not found")} text={t("The address may have been mistyped.")} />;
  if (!core && !feature.early) return <div class="panel loading" aria-busy="true" />;
  return <feature.Screen key={`${feature.path} ${feature.key?.(route) ?? ""}`} state={state} core={core!} words={route.words} search={route.search} />;
}

/** A person was signed in at the last visit, so there may be news for them. */
const KNOWN = wasOnline();

export function App() {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((count) => count + 1);
    const stops = [listen(again), onLang(again)];
    again(); // for changes before the first drawing was done
    return () => stops.forEach((stop) => stop());
  }, []);
  const state = getState();
  const { core, online: { me, places } } = state;
  const feature = featureAt(state.route);
  const ours = isOurTurn(state);
  const title = (ours ? `● ${t("Your turn")} · ` : "") + (feature?.title(state) ?? "");
  useEffect(() => {
    document.title = title ? `${title} · Meydan` : "Meydan";
    document.querySelector('link[rel="icon"]')?.setAttribute("href", ours ? "/icons/turn.svg" : "/icons/icon.svg");
  }, [title, ours]);
  useEffect(() => {
    // Puzzles solved before signing in now belong to the account.
    if (me?.name && read("meydan.puzzles")) void import("../features/puzzles/sync").then(({ sync }) => sync(), () => {});
  }, [me?.id]);
  return (
    <Frame state={state} menu={feature?.menu} tall={feature?.tall?.(state)} tabs={!feature?.noTabs?.(state.route.words)}
      bell={core && (me || KNOWN) && <Bell state={state} />} searching={core && places.length > 0 && <Searching state={state} core={core} />}>
      {state.failed
        ? <div class="panel narrow" role="alert"><h1>{t("Meydan could not start")}</h1><p>{state.failed}</p></div>
        : <Screen state={state} feature={feature} />}
    </Frame>
  );
}
