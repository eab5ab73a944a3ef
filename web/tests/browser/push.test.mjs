// SPDX-License-Identifier: MIT
// Web Push from end to end: the server, a local push service that verifies the sender (RFC 8292) and decrypts messages
// (RFC 8291), and a real service worker that shows them. Only a vendor's push service is missing, so the test does its
// part in the browser (subscribe, deliver).
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import { test } from "node:test";
import { api, onlineArguments } from "./online.mjs";
import { PATIENCE, WHOLE_CHROMIUM, afterFile, until, world } from "./world.mjs";

const CONTACT = "mailto:operator@example.org";
const { open, leave, address } = await world([...onlineArguments(), "--push-contact", CONTACT, "--push-anywhere"], WHOLE_CHROMIUM);

// --- a push service --------------------------------------------------------------------------------

/** A browser's keys. */
function device(path) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return { path, keys, auth: randomBytes(16), answers: [], got: [] };
}

const hkdf = (salt, from, info, length) => Buffer.from(hkdfSync("sha256", from, salt, info, length));

/** RFC 8291, from the browser's side. */
function decrypt({ keys, auth }, body) {
  const salt = body.subarray(0, 16);
  assert.equal(body.readUInt32BE(16), 4096);
  assert.equal(body[20], 65);
  const sender = body.subarray(21, 86);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const mixed = hkdf(auth, keys.computeSecret(sender), info, 32);
  const cipher = createDecipheriv("aes-128-gcm", hkdf(salt, mixed, "Content-Encoding: aes128gcm\0", 16), hkdf(salt, mixed, "Content-Encoding: nonce\0", 12));
  cipher.setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]);
  assert.equal(plain.at(-1), 2);
  return JSON.parse(plain.subarray(0, -1).toString());
}

/** RFC 8292: the sender's key and claims. */
function readVapid(header) {
  const [, token, key] = /^vapid t=([^,]+), k=(\S+)$/.exec(header);
  const point = Buffer.from(key, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const [head, claims, signature] = token.split(".");
  assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url")));
  assert.equal(JSON.parse(Buffer.from(head, "base64url")).alg, "ES256");
  return { key, ...JSON.parse(Buffer.from(claims, "base64url")) };
}

const devices = [device("/ada"), device("/gone")];
const wrongs = [];
const service = createServer((request, answer) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
    const to = devices.find(({ path }) => path === request.url);
    const status = to.answers.shift() ?? 201;
    try {
      const vapid = readVapid(request.headers.authorization);
      assert.equal(vapid.aud, pushed);
      assert.equal(vapid.sub, CONTACT);
      assert.ok(vapid.exp > Date.now() / 1000 && vapid.exp < Date.now() / 1000 + 24 * 3600);
      assert.equal(request.headers["content-encoding"], "aes128gcm");
      assert.ok(Number(request.headers.ttl) > 0);
      to.got.push({ status, key: vapid.key, topic: request.headers.topic, urgency: request.headers.urgency, ...decrypt(to, Buffer.concat(chunks)) });
    } catch (error) {
      wrongs.push(error);
    }
    answer.writeHead(status).end();
  });
});
await new Promise((ready) => service.listen(0, "127.0.0.1", ready));
afterFile(() => service.close());
const pushed = `http://127.0.0.1:${service.address().port}`;

const subscription = ({ path, keys, auth }) => ({
  endpoint: pushed + path, p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url"),
});

// --- the whole way ---------------------------------------------------------------------------------

test("a challenge reaches a browser without a page, encrypted, in its language, and leads to the game", async () => {
  const page = await open("/about", { serviceWorkers: "allow", locale: "tr-TR", permissions: ["notifications"] });
  const other = await open("/about");
  await api(page, "POST", "/register", { name: "Ada", password: "marbles in a row" });
  await api(other, "POST", "/register", { name: "Ben", password: "marbles in a row" });
  const { push } = await api(page, "GET", "/notifications");
  await page.goto("/online");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [ada, gone] = devices;
  // The answer of the browser's own push service.
  await page.evaluate(({ endpoint, p256dh, auth }) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)).buffer;
    const made = { endpoint, getKey: (name) => bytes(name === "auth" ? auth : p256dh), unsubscribe: async () => true };
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => ((window.serverKey = applicationServerKey), made);
    PushManager.prototype.getSubscription = async () => (window.serverKey ? made : null);
  }, subscription(ada));
  await page.locator(".bell").click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("summary").click();
  await sheet.locator(".switch input").nth(1).click({ force: true });
  await until(async () => (await api(page, "GET", "/notifications")).push.devices === 1, "the browser to be known");
  assert.equal(await page.evaluate(() => window.serverKey), push.key);
  await api(page, "POST", "/push", subscription(gone));

  // The service is overloaded at first; the other browser's subscription has ended.
  ada.answers.push(503, 429);
  gone.answers.push(410);
  const { game } = await api(other, "POST", "/games", { variant: "quoridor", clock: "3d", seats: ["me", { invite: "Ada" }], public: false });
  await until(() => ada.got.some(({ status }) => status === 201), "the message to be accepted");
  assert.deepEqual(ada.got.map(({ status }) => status), [503, 429, 201]);
  const { notification, topic, urgency, key } = ada.got.at(-1);
  assert.equal(key, push.key);
  assert.deepEqual([notification.kind, notification.game, notification.person.name, topic, urgency], ["challenge", game.id, "Ben", `challenge-${game.id}`, "high"]);
  await until(async () => (await api(page, "GET", "/notifications")).push.devices === 1, "the browser that has gone to be forgotten");
  assert.deepEqual(wrongs, []);

  // Switched off: the server deletes the subscription.
  await sheet.locator(".switch input").nth(1).click({ force: true });
  await until(async () => (await api(page, "GET", "/notifications")).push.devices === 0, "the browser to be forgotten");

  // No page is open: the worker shows the message, as when a push service delivers it.
  const context = page.context();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  });
  const [worker] = context.serviceWorkers();
  await page.goto("about:blank");
  const pages = () => worker.evaluate(async () => (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).length);
  await until(async () => !(await pages()), "the page to be gone");
  // Only now, since an earlier session would end with its page.
  const session = await context.newCDPSession(page);
  const found = new Promise((done) => session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId)));
  await session.send("ServiceWorker.enable");
  const registrationId = await found;
  const shown = () => worker.evaluate(async () => (await self.registration.getNotifications()).map(({ title, body, lang, data, tag }) => ({ title, body, lang, data, tag })));
  // As a push service does, it sends the message again until it is delivered; the tag merges the copies.
  let sent = 0;
  const deliver = () => session.send("ServiceWorker.deliverPushMessage", { origin: address, registrationId, data: JSON.stringify({ t: "notification", notification }) });
  await until(async () => {
    if (Date.now() - sent > 2000) await deliver().then(() => (sent = Date.now()));
    return (await shown()).length === 1;
  }, "the notification to be shown", PATIENCE);
  assert.deepEqual(await shown(), [{ title: "Quoridor", body: "Ben size meydan okuyor", lang: "tr", data: `/game/${game.id}`, tag: `challenge-${game.id}` }]);
  const opened = await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    const went = new Promise((done) => (self.clients.openWindow = async (path) => done(path)));
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    return went;
  });
  assert.equal(opened, `/game/${game.id}`);
  await page.context().close();
  await leave(other);
});
