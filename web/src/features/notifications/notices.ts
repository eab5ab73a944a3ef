// SPDX-License-Identifier: MIT
// The user's notifications: the server's list, kept up to date while the page is open; and the browser's own
// notifications for a hidden tab, if the user has enabled them on this device.

import { sounds } from "@meydan/board";
import { call } from "../../api/http";
import type { FromServer, Notice, Notifications } from "../../api/messages";
import { noticePath, noticeTag, noticeText, noticeTitle, type NoticeWords } from "./noticewords";
import { problemText } from "../../api/problems";
import { lang, t } from "../../text";
import { notify } from "../../state/actions";
import { go } from "../../state/navigate";
import { goWhereAwaited } from "../../state/awaited";
import { alsoHear, changeOnline, loadMe, subscribe } from "../../state/online";
import { isOurTurn, variantName } from "../../state/seats";
import { read, write } from "../../state/storage";
import { getState, listen } from "../../state/store";
import { now } from "../../state/time";

export const NOTICE_KINDS: Notice["kind"][] = ["turn", "time", "challenge", "started", "declined", "ended", "follow"];
const DEVICE = "meydan.notify";
const FRESH = 60_000; // ms for which the page still goes to a game that has begun
const VARIANTS = ["abalone", "abalone-3", "abalone-4", "abalone-4-pairs", "quoridor", "quoridor-4"];

// --- words -----------------------------------------------------------------------------------------

export function noticeWords(): NoticeWords {
  return {
    lang: lang.value,
    guest: t("Guest"),
    variant: Object.fromEntries((getState().core?.variants().map(({ id }) => id) ?? VARIANTS).map((id) => [id, variantName(id)])),
    text: {
      turn: t("Your turn against {name}"),
      time: t("Your time is running out against {name}"),
      challenge: t("{name} challenges you"),
      started: t("{name} has joined your game"),
      declined: t("{name} declines your challenge"),
      "ended-won": t("You won against {name}"),
      "ended-lost": t("You lost against {name}"),
      "ended-drawn": t("Draw against {name}"),
      "ended-aborted": t("The game against {name} was cancelled"),
      follow: t("{name} follows you"),
    },
  };
}

// --- the list --------------------------------------------------------------------------------------

export async function loadNotices(): Promise<void> {
  if (!getState().online.me) return changeOnline({ notices: undefined });
  try {
    const notices = await call<Notifications>("GET", "/notifications");
    changeOnline({ notices });
    // A game may have begun without a connection.
    for (const { kind, game, unread, at } of notices.notifications) if (kind === "started" && game && unread && now() - at < FRESH) goWhereAwaited(game);
  } catch {
    // the bell shows the last known list
  }
}

/** Marks the whole list as seen. */
export async function readNotices(): Promise<void> {
  const { notices } = getState().online;
  const latest = notices?.notifications[0]?.at;
  if (!notices?.unread || !latest) return;
  try {
    await call("POST", "/notifications/read", { until: latest });
    changeOnline({ notices: { ...notices, unread: 0 } });
  } catch {
    // they stay new
  }
}

/** Switches kinds on and off: in the list, and for browsers with Web Push. */
export async function chooseNotices(off: Notice["kind"][], pushOff: Notice["kind"][]): Promise<void> {
  const { notices } = getState().online;
  if (!notices) return;
  changeOnline({ notices: { ...notices, off, push_off: pushOff } });
  try {
    await call("POST", "/notifications/settings", { off, push_off: pushOff });
  } catch (error) {
    changeOnline({ notices });
    notify(problemText(error));
  }
}

// --- the browser's own -----------------------------------------------------------------------------

export function canNotify(): boolean {
  return "Notification" in window && isSecureContext;
}

/** Whether this device shows notifications while a page is open. */
export function doesNotify(): boolean {
  return canNotify() && Notification.permission === "granted" && read<boolean>(DEVICE) === true;
}

/** Asks the browser, only on the user's click. */
export async function setNotify(on: boolean): Promise<void> {
  const granted = on && (await Notification.requestPermission()) === "granted";
  write(DEVICE, granted);
  if (on && !granted) notify(t("The browser does not allow notifications from this page."));
  changeOnline({});
}

function show(title: string, body: string, tag: string, path: string): void {
  try {
    const shown = new Notification(title, { body, tag, icon: "/icons/icon-192.png", lang: lang.value });
    shown.onclick = () => {
      window.focus();
      go(path);
      shown.close();
    };
  } catch {
    // Phones show them only through the service worker.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag, data: path, lang: lang.value }));
  }
}

function tell(notice: Notice): void {
  if (!document.hidden) return;
  sounds.play("turn");
  const words = noticeWords();
  if (doesNotify()) show(noticeTitle(words, notice), noticeText(words, notice), noticeTag(notice), noticePath(notice));
}

// --- in step ---------------------------------------------------------------------------------------

let started = false;

/** Called once, with the first bell on the screen. */
export function startNotices(): void {
  if (started) return;
  started = true;
  let { me, link } = getState().online;
  let { route } = getState();
  let ours = isOurTurn(getState());
  alsoHear((message: FromServer) => {
    if (message.t !== "notification") return;
    void loadNotices();
    void loadMe(); // a turn may have come or gone
    tell(message.notification);
    if (message.notification.kind === "started" && message.notification.game) goWhereAwaited(message.notification.game);
  });
  const begin = () => {
    subscribe("notifications", { t: "notifications" });
    void loadNotices();
  };
  if (me) begin();
  listen(() => {
    const state = getState();
    const before = { me, link, route, ours };
    ({ me, link } = state.online);
    route = state.route;
    ours = isOurTurn(state);
    if (me?.id !== before.me?.id) begin();
    // Something may have happened, on the server or in another tab.
    else if (route !== before.route || (link.state === "open" && before.link.state === "lost")) {
      void loadNotices();
      if (state.online.games.length) void loadMe();
    }
    if (ours && !before.ours && document.hidden && state.game?.online && doesNotify())
      show(variantName(state.game.variant), t("Your turn"), `turn-${state.game.online.info.id}`, `/game/${state.game.online.info.id}`);
  });
}
