// SPDX-License-Identifier: MIT
// Sounds, synthesised from sines and short bursts of noise. A browser lets a page play sounds only after a gesture, so
// the first gesture opens the audio. Until then, and while switched off, play() does nothing.
//
// The boards play move, push, eject, wall and refused; the page plays the other sounds.

export type SoundName =
  "move" | "push" | "eject" | "wall" | "refused" | "low" | "turn" | "start" | "win" | "loss" | "draw" | "offer";

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function open(): void {
  removeEventListener("pointerdown", open, true);
  removeEventListener("keydown", open, true);
  try {
    audio = new AudioContext();
  } catch {
    return; // no audio device, so the page is silent
  }
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
}

if (typeof addEventListener === "function") {
  addEventListener("pointerdown", open, true);
  addEventListener("keydown", open, true);
}

/** A gain that starts at `level` and dies away within `length` seconds. */
function fading(ctx: AudioContext, at: number, length: number, level: number): GainNode {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(level, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(ctx.destination);
  return gain;
}

function tone(ctx: AudioContext, frequency: number, delay: number, length: number, level: number): void {
  const at = ctx.currentTime + delay;
  const oscillator = ctx.createOscillator();
  oscillator.frequency.value = frequency;
  oscillator.connect(fading(ctx, at, length, level));
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** Two hard objects meeting: a burst of noise around a pitch. */
function knock(ctx: AudioContext, frequency: number, delay: number, level: number, length = 0.07): void {
  const at = ctx.currentTime + delay;
  const source = ctx.createBufferSource();
  source.buffer = noise;
  const band = ctx.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = frequency;
  band.Q.value = 6;
  source.connect(band);
  band.connect(fading(ctx, at, length, level * 4));
  source.start(at);
  source.stop(at + length);
  tone(ctx, frequency / 2, delay, length, level * 0.5);
}

const SCORES: Record<SoundName, (ctx: AudioContext) => void> = {
  move: (ctx) => knock(ctx, 1900, 0.1, 0.22),
  push: (ctx) => {
    knock(ctx, 1700, 0, 0.25);
    knock(ctx, 2100, 0.06, 0.2);
    knock(ctx, 1500, 0.17, 0.22);
  },
  eject: (ctx) => {
    knock(ctx, 1700, 0, 0.25);
    knock(ctx, 900, 0.22, 0.28, 0.12);
    knock(ctx, 700, 0.34, 0.2, 0.14);
    knock(ctx, 620, 0.43, 0.12, 0.14);
  },
  wall: (ctx) => {
    knock(ctx, 520, 0.05, 0.34, 0.11);
    knock(ctx, 1100, 0.052, 0.16, 0.05);
  },
  refused: (ctx) => {
    tone(ctx, 190, 0, 0.1, 0.16);
    tone(ctx, 160, 0.09, 0.14, 0.16);
  },
  low: (ctx) => [0, 0.16, 0.32].forEach((delay) => tone(ctx, 880, delay, 0.09, 0.12)),
  turn: (ctx) => [587, 784].forEach((pitch, i) => tone(ctx, pitch, i * 0.12, 0.25, 0.14)),
  start: (ctx) => [392, 523, 659].forEach((pitch, i) => tone(ctx, pitch, i * 0.09, 0.22, 0.11)),
  win: (ctx) => [523, 659, 784, 1047].forEach((pitch, i) => tone(ctx, pitch, i * 0.11, 0.4, 0.12)),
  loss: (ctx) => [440, 392, 330, 262].forEach((pitch, i) => tone(ctx, pitch, i * 0.14, 0.35, 0.11)),
  draw: (ctx) => [440, 440, 494].forEach((pitch, i) => tone(ctx, pitch, i * 0.15, 0.3, 0.11)),
  offer: (ctx) => [659, 659].forEach((pitch, i) => tone(ctx, pitch, i * 0.17, 0.16, 0.12)),
};

// The board that shows a move and the page that made it both report it; it sounds once.
const ECHO = 120; // ms
let latest = { name: "", time: -ECHO };

export const sounds = {
  enabled: true,
  play(name: SoundName): void {
    if (!this.enabled || !audio) return;
    const now = performance.now();
    if (name === latest.name && now - latest.time < ECHO) return;
    latest = { name, time: now };
    if (audio.state === "suspended") void audio.resume();
    SCORES[name](audio);
  },
};
