// SPDX-License-Identifier: MIT
// The socket to the server, as something that lasts: it pings, notices when nobody answers, connects again with growing
// pauses, and then takes up where it was. What is subscribed to is asked for again on every new connection; a request that
// may be repeated (a move names its ply) is sent again until it is answered, any other fails with the connection.
//
// A server that is about to stop says "reconnect": the link then opens a second socket at a random moment of the time it was
// given, goes over to it once it stands, and closes the first one when that has answered. Nobody notices.
//
//     const link = new Link(browserSite("/api/v1/socket"), { hear: (message) => ..., change: () => ... });
//     link.start();
//     link.subscribe("game:ab12", { t: "watch", game: "ab12" });
//     await link.request({ t: "move", ... }, true);

import type { FromServer, ToServer } from "./messages";
import { Problem } from "./problems";

const PING = 2500; // ms between two pings
const LOST = 9000; // without an answer to a ping
const FIRST_PAUSE = 250; // before connecting again; doubles each time
const LONGEST_PAUSE = 8000;
const OPEN = 1; // a WebSocket's state
const MOVE_AGAIN = 400; // before the next try to move to another node
const LEFT_OPEN = 3000; // for the old socket to answer what it was asked

/** What of a WebSocket is used. */
export interface Wire {
  /** 0 while it connects, 1 while it is open. */
  readonly readyState?: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

/** The world around the link; tests have one of their own. */
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
  /** `state`, `trip` or `lag` is another. */
  change(): void;
}

export class Link {
  /** "idle": not wanted; "lost": wanted, and not there. */
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
  #next: Wire | null = null; // to which it is about to move
  #moving = 0; // the timer of that
  #last = 0; // the number of the last request
  #pings = new Map<number, number>(); // number -> when it was sent
  #timer = 0; // of the next ping, or of the next try
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

  /** Ends on purpose; the server is told. */
  stop(): void {
    if (this.state === "idle") return;
    if (this.state === "open") this.#send({ t: "bye" });
    this.#drop();
    this.state = "idle";
    this.#owner.change();
  }

  /** Reconnects at once: after signing in or out, or when the browser says that there is a network again. */
  renew(): void {
    if (this.state === "idle") return;
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  /** If it has been trying in vain, tries again now. */
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

  /** Asks again for what is subscribed to. */
  refresh(topic: string): void {
    const message = this.#topics.get(topic);
    if (message && this.state === "open") this.#send(message);
  }

  /** Resolves when the server has done it. `again`: it may be sent twice, so it outlives the connection. */
  request(message: ToServer, again = false): Promise<{ game?: string }> {
    if (this.state !== "open" && !again) return Promise.reject(new Problem("lost", "no connection"));
    const number = ++this.#last;
    return new Promise((done, fail) => {
      this.#requests.set(number, { message, again, done, fail });
      if (this.state === "open") this.#send({ ...message, n: number });
    });
  }

  /** Forgets what has not been answered yet and would be sent again. */
  forget(): void {
    for (const [number, request] of this.#requests) if (request.again) this.#requests.delete(number);
  }

  /** On a socket that is closing nothing is sent: `onclose` comes next, and with it the new connection. */
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
    // A connection that never opens must not be waited for.
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

  /** The new socket stands: from now on it is the link. The old one answers what it was asked, and goes. */
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
    // Timers of hidden tabs come late: what counts is how long a ping has gone unanswered.
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

  /** Lets go of the socket and of what cannot be repeated. */
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
      // Closed while it connects, a socket would make the browser complain: it is let go of as soon as it stands.
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
