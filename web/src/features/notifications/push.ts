// SPDX-License-Identifier: MIT
// Web Push: the server sends to this browser even when no page is open, and the service worker (web/sw.ts) shows it.
// Only at the user's request, only over https or on this machine.

import { call } from "../../api/http";
import { KEPT_WORDS, WORDS_STORE } from "./noticewords";
import { problemText } from "../../api/problems";
import { onLang, t } from "../../text";
import { notify } from "../../state/actions";
import { changeOnline } from "../../state/online";
import { getState } from "../../state/store";
import { noticeWords } from "./notices";

let subscribed = false;

export function canPush(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

/** Whether this browser is subscribed, as far as known. */
export function hasPush(): boolean {
  return subscribed;
}

async function manager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Stores the page's words in its language for the worker. */
async function keepWords(): Promise<void> {
  const store = await caches.open(WORDS_STORE);
  await store.put(KEPT_WORDS, new Response(JSON.stringify(noticeWords()), { headers: { "Content-Type": "application/json" } }));
}

/** Checks whether this browser was subscribed before. */
export async function lookForPush(): Promise<void> {
  if (!canPush() || !navigator.serviceWorker.controller) return;
  subscribed = (await (await manager()).getSubscription()) !== null;
  if (subscribed) await keepWords();
  changeOnline({});
}

function base64url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function subscribe(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return notify(t("The browser does not allow notifications from this page."));
  await keepWords();
  const subscription = await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint } = subscription;
  await call("POST", "/push", { endpoint, p256dh: base64url(subscription.getKey("p256dh")), auth: base64url(subscription.getKey("auth")) });
  subscribed = true;
}

/** Unsubscribes this browser, here and at the server. */
export async function dropPush(): Promise<void> {
  if (!subscribed) return;
  subscribed = false;
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return;
  await call("POST", "/push/remove", { endpoint: subscription.endpoint }).catch(() => {});
  await subscription.unsubscribe();
}

export async function setPush(on: boolean): Promise<void> {
  const key = getState().online.notices?.push?.key;
  try {
    if (on && key) await subscribe(key);
    else await dropPush();
  } catch (error) {
    notify(error instanceof DOMException ? t("This browser cannot be reached by Web Push.") : problemText(error));
  }
  changeOnline({});
}

onLang(() => void (subscribed && keepWords()));
