// SPDX-License-Identifier: MIT
// The service worker: after one visit the page works without network. Every file of the build is kept; pages are fetched
// anew when there is a network (a new build then shows at once) and taken from the store when not. Addresses under /api
// and /embed and sockets are never touched. It shows notifications of Web Push, in the texts that the page has stored.

import type { Notice } from "./src/api/messages";
import { KEPT_WORDS, noticePath, noticeTag, noticeText, noticeTitle, WORDS_STORE, type NoticeWords } from "./src/features/notifications/noticewords";

declare const __KEPT__: string[];
declare const __VERSION__: string;

interface Waiting extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waiting {
  data: { json(): { notification: Notice } } | null;
}
interface Clicked extends Waiting {
  notification: { close(): void; data: unknown };
}
interface Window {
  visibilityState: string;
  focus(): Promise<Window>;
  navigate(path: string): Promise<Window | null>;
}
const worker = self as unknown as {
  addEventListener(kind: "install" | "activate", act: (event: Waiting) => void): void;
  addEventListener(kind: "fetch", act: (event: Fetching) => void): void;
  addEventListener(kind: "push", act: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", act: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(path: string): Promise<unknown>;
  };
};

const STORE = `meydan-${__VERSION__}`;
const PAGE_PATIENCE = 3000; // ms before a slow network loses to the store

async function keepAll(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll(__KEPT__.map((url) => new Request(url, { cache: "no-cache" })));
  await worker.skipWaiting();
}

// A tab may still run the last build and ask for its lazy parts, so one older store is left.
async function forgetOld(): Promise<void> {
  const stores = (await caches.keys()).filter((name) => name.startsWith("meydan-") && name !== STORE);
  await Promise.all(stores.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(STORE)).match("/");
  if (!kept) return fetch(request);
  const late = new Promise<Response>((answer) => setTimeout(() => answer(kept), PAGE_PATIENCE));
  const fresh = fetch(request).then((answer) => (answer.ok ? answer : kept));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || /^\/(api|embed)\//.test(url.pathname)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

// --- Web Push --------------------------------------------------------------------------------------

const NO_WORDS: NoticeWords = { text: {}, guest: "", variant: {}, lang: "en" };

async function windows(): Promise<Window[]> {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Users with an open page see the bell there instead. */
async function tell(notice: Notice): Promise<void> {
  if ((await windows()).some(({ visibilityState }) => visibilityState === "visible")) return;
  const kept = await (await caches.open(WORDS_STORE)).match(KEPT_WORDS);
  const words = kept ? ((await kept.json()) as NoticeWords) : NO_WORDS;
  await worker.registration.showNotification(noticeTitle(words, notice), {
    body: noticeText(words, notice), tag: noticeTag(notice), lang: words.lang, icon: "/icons/icon-192.png", data: noticePath(notice),
  });
}

/** To the page that is open, or a new one. */
async function goTo(path: string): Promise<void> {
  const [open] = await windows();
  if (!open) return void (await worker.clients.openWindow(path));
  await open.focus().catch(() => open);
  await open.navigate(path);
}

worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(tell(event.data.json().notification));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(String(event.notification.data ?? "/online")));
});
