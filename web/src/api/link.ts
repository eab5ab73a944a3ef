// SPDX-License-Identifier: MIT
// The lasting socket to the server: it pings, notices a missing answer, reconnects with growing pauses, and then
// continues. Every new connection renews the subscriptions. A request that may be repeated (a move names its ply) is
// sent again until it is answered; any other fails with the connection.
//
// A server that is about to stop sends "reconnect": the link opens a second socket at a random moment within the given
// time, switches to it once it is open, and closes the first one when its requests are answered. The user notices
// nothing.
//
//    const link = new Link(browserSite("/api/v1/socket"), { hear: (message) => ..., change: () => ... });
//    link.start();
//    link.subscribe("game:ab12", { t: "watch", game: "ab12" });
//    await link.request({ t: "move", ... }, true);

import type { FromServer, ToServer } from "./messages";
import { Problem } from "./problems";

const PING = 2500; // ms between two pings
const LOST = 9000; // ms without an answer to a ping
const FIRST_PAUSE = 250; // before connecting again; doubles each time
const LONGEST_PAUSE = 8000;
const OPEN = 1; // a WebSocket's state
const MOVE_AGAIN = 400; // ms before the next attempt to move to another node
const LEFT_OPEN = 3000; // ms for the old socket to answer its requests

/** The part of a WebSocket that the link uses. */
export interface Wire {
  /** 0 while it connects, 1 while it is open. */
  readonly readyState?: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** The environment of the link; tests replace it. */
export interface Site {
  connect(): Wire;
  now(): number;
  after(time: number, act: () => void): number;
  cancel(timer: number): void;
  /** 0 to 1, so that not all pages of a restarted server come back at once. */
  chance(): number;
}

export function browserSite(path: string): Site {
  return {
    connect: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`) as Wire,
    now: () => performance.now(),
    after: (time, act) => window.setTimeout(act, time),
    cancel: (timer) => clearTimeout(timer),
    chance: () => Math.random(),
  };
}

interface Request {
  message: ToServer;
  again: boolean;
  done(answer: { game?: string }): void;
  fail(problem: Problem): void;
}

interface Owner {
  hear(message: FromServer): void;
  /** `state`, `trip` or `lag` has changed. */
  change(): void;
}

export class Link {
  /** "idle": not wanted; "lost": wanted, but not connected. */
  state: "idle" | "lost" | "open" = "idle";
  /** Round trip in ms, smoothed; null before the first pong. */
  trip: number | null = null;
  /** As the server measured it. */
  lag: number | null = null;

  readonly #site: Site;
  readonly #owner: Owner;
  readonly #topics = new Map<string, ToServer>();
  readonly #requests = new Map<number, Request>();
  #wire: Wire | null = null;
  #next: Wire | null = null; // the socket it is about to move to
  #moving = 0; // the timer of the move
  #last = 0; // the number of the last request
  #pings = new Map<number, number>(); // number -> time of sending
  #timer = 0; // for the next ping, or the next attempt to connect
  #tries = 0;

  constructor(site: Site, owner: Owner) {
    this.#site = site;
    this.#owner = owner;
  }

  start(): void {
    if (this.state !== "idle") return;
    this.state = "lost";
    this.#connect();
  }

  /** Ends on purpose, and tells the server so. */
  stop(): void {
    if (this.state === "idle") return;
    if (this.state === "open") this.#send({ t: "bye" });
    this.#drop();
    this.state = "idle";
    this.#owner.change();
  }

  /** Reconnects at once: after signing in or out, or when the browser reports a network again. */
  renew(): void {
    if (this.state === "idle") return;
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  /** Retries at once if it is waiting to reconnect. */
  hurry(): void {
    if (this.state === "lost") this.renew();
    else if (this.state === "open") this.#ping();
  }

  subscribe(topic: string, message: ToServer): void {
    this.#topics.set(topic, message);
    if (this.state === "open") this.#send(message);
  }

  unsubscribe(topic: string, message: ToServer): void {
    if (this.#topics.delete(topic) && this.state === "open") this.#send(message);
  }

  /** Renews a subscription. */
  refresh(topic: string): void {
    const message = this.#topics.get(topic);
    if (message && this.state === "open") this.#send(message);
  }

  /** Resolves when the server has acknowledged it. `again`: it may be sent twice, so it outlives the connection. */
  request(message: ToServer, again = false): Promise<{ game?: string }> {
    if (this.state !== "open" && !again) return Promise.reject(new Problem("lost", "no connection"));
    const number = ++this.#last;
    return new Promise((done, fail) => {
      this.#requests.set(number, { message, again, done, fail });
      if (this.state === "open") this.#send({ ...message, n: number });
    });
  }

  /** Drops unanswered requests that would be sent again. */
  forget(): void {
    for (const [number, request] of this.#requests) if (request.again) this.#requests.delete(number);
  }

  /** Nothing is sent on a closing socket: `onclose` comes next, and with it the new connection. */
  #send(message: ToServer & { n?: number }): void {
    const wire = this.#wire;
    if (wire && (wire.readyState ?? OPEN) === OPEN) wire.send(JSON.stringify(message));
  }

  #use(wire: Wire): void {
    this.#wire = wire;
    wire.onopen = () => this.#opened();
    wire.onmessage = ({ data }) => this.#heard(JSON.parse(data) as FromServer);
    wire.onclose = () => this.#closed();
  }

  #connect(): void {
    this.#use(this.#site.connect());
    // Give up on a connection that never opens.
    this.#timer = this.#site.after(LOST, () => this.#closed());
  }

  #opened(asked = new Set<number>()): void {
    this.state = "open";
    for (const message of this.#topics.values()) this.#send(message);
    for (const [number, { message }] of this.#requests) if (!asked.has(number)) this.#send({ ...message, n: number });
    this.#ping();
    this.#owner.change();
  }

  #moveWithin(time: number): void {
    this.#site.cancel(this.#moving);
    this.#moving = this.#site.after(time * this.#site.chance(), () => this.#move());
  }

  #move(): void {
    if (this.state !== "open" || this.#next) return;
    const wire = this.#site.connect();
    const giveUp = () => {
      wire.onopen = wire.onclose = null;
      this.#next = null;
      this.#moveWithin(MOVE_AGAIN);
    };
    this.#next = wire;
    wire.onclose = giveUp;
    wire.onopen = () => this.#moved(wire);
    this.#moving = this.#site.after(LOST, giveUp);
  }

  /** The new socket is open and becomes the link. The old one answers its requests and closes. */
  #moved(wire: Wire): void {
    const old = this.#wire!;
    const asked = [...this.#requests].filter(([, request]) => !request.again);
    const letGo = () => {
      this.#site.cancel(timer);
      old.onmessage = old.onclose = null;
      old.close();
      for (const [number, request] of asked)
        if (this.#requests.delete(number)) request.fail(new Problem("lost", "the connection was lost"));
    };
    const timer = this.#site.after(LEFT_OPEN, letGo);
    this.#site.cancel(this.#moving);
    this.#next = null;
    old.onclose = letGo;
    old.onmessage = ({ data }) => {
      const message = JSON.parse(data) as FromServer;
      if (message.t === "ok" || message.t === "error") this.#heard(message);
      if (!asked.some(([number]) => this.#requests.has(number))) letGo();
    };
    this.#use(wire);
    this.#pings.clear();
    this.#opened(new Set(asked.map(([number]) => number)));
    if (!asked.length) letGo();
  }

  #ping(): void {
    this.#site.cancel(this.#timer);
    const now = this.#site.now();
    // Timers of hidden tabs fire late, so the age of the oldest unanswered ping counts.
    const [oldest] = this.#pings.values();
    if (oldest !== undefined && now - oldest > LOST) return this.#closed();
    const number = ++this.#last;
    this.#pings.set(number, now);
    this.#send({ t: "ping", n: number });
    this.#timer = this.#site.after(PING, () => this.#ping());
  }

  #heard(message: FromServer): void {
    this.#tries = 0;
    switch (message.t) {
      case "pong": {
        const sent = this.#pings.get(message.n);
        this.#pings.clear();
        if (sent === undefined) return;
        const trip = this.#site.now() - sent;
        this.trip = this.trip === null ? trip : this.trip * 0.6 + trip * 0.4;
        this.lag = message.lag;
        return this.#owner.change();
      }
      case "reconnect":
        return this.#moveWithin(message.within);
      case "ok":
      case "error": {
        const request = this.#requests.get(message.n ?? -1);
        if (!request) break;
        this.#requests.delete(message.n!);
        if (message.t === "ok") request.done({ game: message.game });
        else request.fail(new Problem(message.code, message.text));
        return;
      }
    }
    this.#owner.hear(message);
  }

  /** Drops the socket and the requests that cannot be repeated. */
  #drop(): void {
    this.#site.cancel(this.#timer);
    this.#site.cancel(this.#moving);
    this.#pings.clear();
    this.trip = null;
    const wires = [this.#wire, this.#next];
    this.#wire = this.#next = null;
    for (const wire of wires) {
      if (!wire) continue;
      wire.onmessage = wire.onclose = null;
      // Closing a connecting socket would make the browser log an error, so it is closed once it opens.
      wire.onopen = wire.readyState === 0 ? () => wire.close() : null;
      if (wire.readyState !== 0) wire.close();
    }
    this.state = "lost";
    for (const [number, request] of this.#requests) {
      if (request.again) continue;
      this.#requests.delete(number);
      request.fail(new Problem("lost", "the connection was lost"));
    }
  }

  #closed(): void {
    this.#drop();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries++);
    this.#timer = this.#site.after(pause * (0.75 + this.#site.chance() / 2), () => this.#connect());
    this.#owner.change();
  }
}
