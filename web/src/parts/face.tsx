// SPDX-License-Identifier: MIT
// The faces of the ten opponents: turned and carved of wood, so of no nation. One drawing for every size, from the
// small one on a card at the board to the large one in the choice of an opponent.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

const DARK = "#22170f";
const GOLD = "#e5a423";

interface Look {
  /** Light, middle and shade of the wood. */
  wood: [string, string, string];
  /** Behind: the middle and the edge. */
  ground: [string, string];
  /** The head is a block, not a ball. */
  block?: boolean;
  back?: ComponentChildren;
  body: ComponentChildren;
  face: ComponentChildren;
  front?: ComponentChildren;
}

const p = (d: string, fill: string, opacity?: number) => <path d={d} fill={fill} opacity={opacity} />;
const line = (d: string, stroke: string, width: number, opacity?: number) => (
  <path d={d} fill="none" stroke={stroke} stroke-width={width} stroke-linecap="round" stroke-linejoin="round" opacity={opacity} />
);
const dot = (cx: number, cy: number, r: number, fill: string, opacity?: number) => <circle cx={cx} cy={cy} r={r} fill={fill} opacity={opacity} />;

/** Shoulders; `inner` fills the opening of the collar. */
const bust = (cloth: string, shade: string, inner: string) => (
  <>
    {p("M18 120c1-19 15-27 30-29h24c15 2 29 10 30 29z", cloth)}
    {p("M18 120c1-19 15-27 30-29-8 8-12 18-13 29zM102 120c-1-19-15-27-30-29 8 8 12 18 13 29z", shade, 0.55)}
    {p("M49 90c4 8 18 8 22 0l-2-7H51z", inner)}
  </>
);
const eyes = (y = 60, apart = 10.5, r = 3.6) => [-1, 1].map((side) => (
  <g key={side}>
    {dot(60 + side * apart, y, r, DARK)}
    {dot(60 + side * apart + 1.2, y - 1.3, r * 0.33, "#fff")}
  </g>
));
const wide = (y: number, apart: number) => [-1, 1].map((side) => <ellipse key={side} cx={60 + side * apart} cy={y} rx="5.6" ry="6.2" fill="#fffaf0" />);
const cheeks = (fill = "#d9653b", y = 69) => <g opacity=".34">{dot(43, y, 5.2, fill)}{dot(77, y, 5.2, fill)}</g>;
const nose = (fill: string, y = 66) => (
  <>
    <ellipse cx="60" cy={y} rx="3.7" ry="3.3" fill={fill} />
    {dot(58.8, y - 1.1, 1, "#fff", 0.55)}
  </>
);

const LOOKS: Look[] = [
  { // Lina: a seed with its first leaves
    wood: ["#fdeccb", "#f0d29b", "#c3935a"], ground: ["#eef5dc", "#c3d8a0"],
    body: <>{bust("#8cab55", "#5f7f33", "#fff6e0")}{p("M44 92c3 9 29 9 32 0l4 5c-6 11-34 11-40 0z", "#dbe8b5")}</>,
    face: <>{eyes(60, 11, 4.3)}{cheeks("#e4694a")}{nose("#dcaa6c", 67)}{line("M53 73q7 6.5 14 0", "#7c3a22", 2.2)}</>,
    front: (
      <>
        {line("M60 34c-1-6-1-9 0-14", "#5c7f2f", 2.6)}
        {p("M60 22c-2-10-13-13-21-9 2 9 12 14 21 9z", "#7fa63f")}
        {p("M60 20c1-10 11-15 20-12-1 10-11 16-20 12z", "#9cc255")}
        {line("M58 20q-8-1-14-5M62 18q7-2 13-7", "#5c7f2f", 1, 0.7)}
      </>
    ),
  },
  { // Teo: a runner
    wood: ["#f3cf9c", "#dca569", "#a76c37"], ground: ["#fdf1c9", "#f1cd74"],
    back: <>{line("M6 62h17M3 71h14M8 80h12", "#d9a53a", 2.6, 0.8)}{p("M84 50c10 1 18-4 24-11 1 10-4 19-13 21 6 1 10 0 14-2-4 9-14 12-25 6z", "#e8a51d")}</>,
    body: <>{bust("#2f6db0", "#1f4d80", "#dca569")}{p("M48 91l12 17 12-17 6 2-18 27-18-27z", "#f7f2e6")}</>,
    face: <>{wide(59, 11)}{eyes(60, 10, 3.2)}{nose("#b97a44", 67)}{p("M49 71c3 11 19 11 22 0-7 2-15 2-22 0z", "#6b2417")}{p("M51 72.2c6 1.6 12 1.6 18 0l-1.2 3.3c-5 1-10.6 1-15.6 0z", "#fff")}{line("M44 49q6-4 11-1M65 48q6-3 11 1", "#3c2413", 2.4)}</>,
    front: <>{p("M33 49C31 27 49 20 62 21c12-7 28-3 30 6-7-2-11-1-15 2 6 4 10 11 10 20-4-3-8-4-12-4H45c-5 0-9 1-12 4z", "#4b2c17")}{p("M33 51c8-8 46-8 54 0v-7c-9-8-45-8-54 0z", GOLD)}{p("M33 51c8-8 46-8 54 0v-2.3c-8-7-46-7-54 0z", "#b97b0c", 0.7)}</>,
  },
  { // Roza: company
    wood: ["#f0c291", "#d4935b", "#985a2c"], ground: ["#fbe4df", "#eabdb5"],
    back: <>{dot(60, 24, 12, "#5b2a1e")}{dot(60, 24, 12, "#7d3d2a", 0.4)}{p("M29 62C26 34 42 27 60 27s34 7 31 35l-5 6H34z", "#5b2a1e")}{line("M53 18q7-4 13 2M52 25q8-4 15 1", "#8e4a33", 1.4)}</>,
    body: <>{bust("#b63b46", "#8a2733", "#d4935b")}{p("M40 95c8 8 32 8 40 0l3 4c-9 11-37 11-46 0z", "#f2c9bd")}{[38, 50, 60, 70, 82].map((x) => <g key={x}>{dot(x, 112 - Math.abs(60 - x) / 8, 1.7, "#f7dcd2")}</g>)}</>,
    face: <>{line("M43 61q6-6.5 12 0M65 61q6-6.5 12 0", DARK, 2.8)}{cheeks("#c93a3a", 68)}{nose("#b9743f", 67)}{p("M50 73c4 8 16 8 20 0-6 2-14 2-20 0z", "#8b1f22")}</>,
    front: (
      <>
        {p("M33 58c-1-18 12-25 27-26 16 0 28 8 27 26-4-9-13-14-24-19-8 7-20 10-30 19z", "#6d3424")}
        {p("M74 40c8 6 12 8 17 6-3 5-8 6-13 4z", "#4f8a3c")}
        {dot(84, 38, 8.5, "#d5303f")}{dot(82.5, 36.5, 5, "#ee5a63")}{line("M80 38c1-5 7-5 7-1s-5 4-5 1", "#a01c2c", 1.5)}
      </>
    ),
  },
  { // Felix: fire
    wood: ["#e6a86e", "#c57b42", "#8a4a20"], ground: ["#fde3c5", "#efb17c"],
    back: p("M30 62c-6-16-2-26 3-33l1 9c2-12 8-20 15-26l-1 10c5-7 10-12 18-15l-3 9c8-2 16 3 19 10l-6 1c8 4 14 12 12 22l-3-4c1 7 0 12-3 18z", "#c2391c"),
    body: <>{bust("#5b1c17", "#3c100d", "#c57b42")}{p("M38 92c6 8 38 8 44 0 6 3 7 9 3 12-10 7-40 7-50 0-4-3-3-9 3-12z", "#d32f25")}{p("M72 103l12 3 2 14H75z", "#a9201b")}{line("M44 100q16 6 32 0", "#8e1814", 1.6, 0.7)}</>,
    face: <>{eyes(60, 10.5, 3.4)}{line("M41 50l14 5M79 50l-14 5", "#5e2410", 3.2)}{cheeks("#c9371c", 70)}{nose("#a8602c", 66)}{p("M48 73c7 4 17 3 24-3-1 10-6 13-12 13-6 .5-10-4-12-10z", "#5c1710")}{p("M50 74.3c6 2.5 14 2 20-2l-1 3.5c-5 3-12 3.5-17.5 1.5z", "#fff")}</>,
    front: <>{p("M34 55c-2-8 1-17 6-22l1 8c3-7 8-11 14-14l-1 7c5-4 10-6 16-6l-3 5c8 1 16 9 18 22-5-8-10-11-15-12l2-4c-6 2-9 4-12 8l-1-6c-8 2-12 6-14 11l-2-5c-4 2-7 4-9 8z", "#e4562a")}{p("M58 26c4-4 9-7 14-8-3 4-4 7-4 11z", "#f7a23c")}</>,
  },
  { // Kaya: a block that stays where it is
    wood: ["#d9d3c6", "#b3ab9b", "#7c7466"], ground: ["#eeebe2", "#cbc4b4"], block: true,
    body: <>{p("M-20 120V99h160v21z", "#d8b98c")}{line("M-20 109.5h160M-20 99h160M9 99v10M32 99v10M55 99v10M78 99v10M101 99v10M24 110v10M2 110v10M111 110v10M44 110v10M67 110v10M88 110v10", "#a07a48", 1.6)}{p("M46 99l3-10h22l3 10z", "#8b8375")}</>,
    face: <>{line("M42 54h14M64 54h14", "#5d564a", 4)}{eyes(62, 11, 3)}{p("M56 63h8l2 9H54z", "#8d8576", 0.8)}{line("M49 80h22", "#544d42", 2.6)}{line("M38 72l5 4-3 5M83 46l-5 3 2 5", "#6d665a", 1.3, 0.8)}</>,
    front: <>{p("M50 32c-1-8 5-13 12-12 3-4 8-3 9 1l5 2-5 2c0 5-4 8-9 8z", "#f0b429")}{p("M53 28c3-3 8-2 11 1-4 4-8 4-11-1z", "#cf8a12")}{dot(68, 21.5, 1.2, DARK)}{line("M57 33v3M62 33v3", "#a3640a", 1.5)}</>,
  },
  { // Mira: a walker who reads maps
    wood: ["#d39c66", "#a8703f", "#6d421f"], ground: ["#dff0ea", "#a5d0c4"],
    back: <>{p("M31 58c-6 14-9 28-6 42 2 5 8 5 9-1 1-14 3-26 5-36zM89 58c6 14 9 28 6 42-2 5-8 5-9-1-1-14-3-26-5-36z", "#2e1d14")}{line("M26 80l8 3M25 88l8 3M94 80l-8 3M95 88l-8 3", "#553722", 1.5)}{p("M25 97h10v5H25zM85 97h10v5H85z", GOLD)}</>,
    body: <>{bust("#2a8378", "#175a52", "#a8703f")}{p("M47 90c2 9 24 9 26 0l6 3c-3 16-35 16-38 0z", "#f1e3c4")}{line("M40 110q20 8 40 0", "#7fc4b6", 2, 0.8)}</>,
    face: <>{eyes(61, 11, 3.2)}{line("M43 51q6-3 10 0M67 51q5-3 10 0", "#2e1d14", 2.2)}{nose("#8a5529", 68)}{line("M53 75q7 5 14-1", "#4f1d12", 2.3)}<g fill="#fff" fill-opacity=".16" stroke="#e9c46a" stroke-width="1.9"><circle cx="49" cy="61" r="8" /><circle cx="71" cy="61" r="8" /><path d="M57 60q3-2 6 0" fill="none" /></g></>,
    front: <>{p("M33 52c2-14 14-19 27-19s25 5 27 19c-8-9-18-12-27-12s-19 3-27 12z", "#2e1d14")}{p("M41 37c0-16 8-23 19-23s19 7 19 23z", "#e6c383")}{p("M40 36c7-4 33-4 40 0v-6c-8-4-32-4-40 0z", "#2a8378")}{p("M20 40c2-7 20-9 40-9s38 2 40 9c-6 5-22 3-40 3s-34 2-40-3z", "#d8ae68")}{line("M25 40q35-7 70 0", "#b88a43", 1.2, 0.8)}</>,
  },
  { // Oskar: a trader who counts twice
    wood: ["#e0aa71", "#c0824a", "#82501f"], ground: ["#f9edd3", "#dfc391"],
    body: <>{bust("#3d342d", "#211b17", "#f5efe2")}{p("M47 91l13 24-15-6-6-15zM73 91L60 115l15-6 6-15z", "#574a3f")}{p("M60 98l-13-6v12zM60 98l13-6v12z", GOLD)}{dot(60, 98, 3.2, "#b97b0c")}</>,
    face: <>{eyes(59, 10.5, 3.2)}{line("M42 51q6-4 12-1", "#3b2313", 3)}{line("M66 48q6-4 12 1", "#3b2313", 3)}{cheeks("#cf4f2c", 66)}{nose("#d09a63", 66)}{p("M60 69c-5-3-11-1-14 3-3 4-8 5-13 2 3 8 13 11 20 8 4-1 6-4 7-6 1 2 3 5 7 6 7 3 17 0 20-8-5 3-10 2-13-2-3-4-9-6-14-3z", "#41250f")}{line("M57 81.5q3 2.5 6 0", "#6b2417", 2.4)}<circle cx="71" cy="59" r="8" fill="#fff" fill-opacity=".22" stroke={GOLD} stroke-width="2.2" />{line("M78 63c3 8 3 18 0 26", GOLD, 1.1)}</>,
    front: <>{p("M38 40c-2-20 9-28 22-28s24 8 22 28z", "#2a2623")}{p("M38 38c7-4 37-4 44 0l.4-7c-8-4-37-4-44.8 0z", "#8a431a")}{p("M24 41c3-6 11-4 15-5 13-3 29-3 42 0 4 1 12-1 15 5-5 5-20 4-36 4s-31 1-36-4z", "#1d1a18")}{p("M45 30c0-8 4-13 9-14-3 5-5 9-5 14z", "#fff", 0.22)}</>,
  },
  { // Iris: plans ahead
    wood: ["#9a643c", "#6f4325", "#432410"], ground: ["#ece4fa", "#c3afe6"],
    back: p("M28 92c-5-32-3-66 32-66s37 34 32 66c-7 3-12 2-17-1H45c-5 3-10 4-17 1z", "#43277a"),
    body: <>{bust("#6a4ab0", "#472b84", "#6f4325")}{p("M46 91l14 18 14-18 8 4-22 25-22-25z", "#f4effc")}{p("M60 104l4 6-4 7-4-7z", GOLD)}</>,
    face: <>{[-1, 1].map((s) => <g key={s}>{p(s < 0 ? "M42 61c3-6 11-6 15 0-4 5-11 5-15 0z" : "M78 61c-3-6-11-6-15 0 4 5 11 5 15 0z", "#fff8ee")}</g>)}{eyes(61, 10.5, 3.2)}{line("M41 60c4-6 11-6 16 0M79 60c-4-6-11-6-16 0", DARK, 2.2)}{line("M42 51q7-4 13-1M78 51q-7-4-13-1", "#2c1608", 2)}{nose("#8a5834", 68)}{p("M52 75c4-2 6-2 8-.5 2-1.5 4-1.5 8 .5-3 5-13 5-16 0z", "#b5485a")}</>,
    front: <>{p("M32 66c-5-24 8-35 28-35s33 11 28 35c-2-8-6-13-11-16-12 0-22-3-29-9-5 7-12 13-16 25z", "#57349a")}{line("M40 45c6-7 13-10 20-10M68 35c7 2 12 5 15 11", "#8b68cf", 1.6, 0.8)}<g transform="translate(84 40)">{[0, 72, 144, 216, 288].map((a) => <ellipse key={a} cx="0" cy="-7.5" rx="4.2" ry="7" fill="#b79bf0" stroke="#7d5cc9" stroke-width=".8" transform={`rotate(${a})`} />)}{dot(0, 0, 3, GOLD)}</g></>,
  },
  { // Viktor: patience
    wood: ["#f5ddbc", "#e2ba8b", "#a67c4c"], ground: ["#e4eef8", "#abc3de"],
    back: p("M28 74C22 38 38 26 60 26s38 12 32 48l-5 20H33z", "#d9d9d6"),
    body: <>{bust("#2e4f78", "#1b3350", "#e9e6df")}{dot(60, 113, 5, GOLD)}{dot(60, 113, 2.4, "#9a6408")}</>,
    face: <>{eyes(58, 10.5, 3)}{line("M45 63q4 2 7 0M68 63q4 2 7 0", "#8f683d", 1.3)}{p("M40 51c4-5 11-5 16-1-5 0-10 1-16 1zM80 51c-4-5-11-5-16-1 5 0 10 1 16 1z", "#f7f6f2")}{nose("#cf9d68", 66)}</>,
    front: (
      <>
        {p("M34 62c-1 28 10 45 26 49 16-4 27-21 26-49-3 8-8 11-14 11-5-4-19-4-24 0-6 0-11-3-14-11z", "#f4f3ef")}
        {p("M60 71c-5-3-12-2-16 5 6 2 12 1 16-3 4 4 10 5 16 3-4-7-11-8-16-5z", "#fff")}
        {line("M54 79q6 3.5 12 0", "#9b5c45", 2.4)}
        {line("M47 84q1 11 6 18M60 88v18M73 84q-1 11-6 18", "#c9c8c2", 1.4)}
        {p("M33 60c-3-20 9-32 27-32s30 12 27 32c-3-8-7-13-13-16-8-3-20-3-28 0-6 3-10 8-13 16z", "#efeeea")}
        {line("M40 46c5-7 12-11 20-11M80 46c-4-6-9-9-14-10", "#cfcec8", 1.5)}
      </>
    ),
  },
  { // Atlas: carries the board
    wood: ["#5b5d6b", "#23242c", "#08080b"], ground: ["#6a4322", "#25140a"],
    back: <>{line("M19 62C20 10 100 10 101 62", "#8d6326", 2.4)}{[[19, 62, "#f8f2e7"], [26, 42, "#17171b"], [41, 28, "#2565a3"], [60, 23, GOLD], [79, 28, "#f8f2e7"], [94, 42, "#2565a3"], [101, 62, "#f8f2e7"]].map(([x, y, fill]) => <g key={x}>{dot(Number(x), Number(y), 5.4, String(fill))}{dot(Number(x), Number(y), 5.4, "#000", 0.08)}{dot(Number(x) - 1.6, Number(y) - 1.8, 1.5, "#fff", 0.75)}</g>)}</>,
    body: <>{p("M20 120c2-18 15-26 30-28h20c15 2 28 10 30 28z", "#1b1c23")}{p("M36 98c14 9 34 9 48 0l3 7c-16 11-38 11-54 0z", GOLD)}{p("M36 98c14 9 34 9 48 0l1 2.5c-15 9-35 9-50 0z", "#fff2c4", 0.6)}</>,
    face: <>{[-1, 1].map((s) => <g key={s} fill="#ffcf5c"><ellipse cx={60 + s * 11} cy="61" rx="8.5" ry="6" opacity=".25" /><path d={s < 0 ? "M42.5 63c2-7 11-7 13 0-4-1.5-9-1.5-13 0z" : "M77.5 63c-2-7-11-7-13 0 4-1.5 9-1.5 13 0z"} /></g>)}{line("M52 74q8 4.5 16 0", "#ffcf5c", 2.2)}<circle cx="60" cy="46" r="3.2" fill="none" stroke={GOLD} stroke-width="1.6" />{p("M41 48c3-8 9-12 16-13-5 3-9 7-11 14z", "#fff", 0.5)}</>,
  },
];

export const LEVELS = LOOKS.length;

const BALL = "M60 31a28 28 0 0 1 28 28c0 18-12 31-28 31S32 77 32 59a28 28 0 0 1 28-28z";
const BLOCK = "M39 33h42q8 0 8 8v42q0 8-8 8H39q-8 0-8-8V41q0-8 8-8z";
const GRAIN = "M40 44c5 9 3 24 6 38M49 36c3 14-2 30 2 51M61 33c-2 17 2 36-1 55M71 36c3 15-1 32 1 50M80 44c-3 12 2 25-3 37";

/** The face of level 1..10, a picture beside its name. `large`: fills its space, without a circle. */
export function Face({ level, large }: { level: number; large?: boolean }) {
  const id = useId();
  const { wood, ground, block, back, body, face, front } = LOOKS[level - 1];
  const head = block ? BLOCK : BALL;
  return (
    <svg class={large ? "portrait" : "face"} viewBox="0 0 120 120" preserveAspectRatio={large ? "xMidYMin slice" : undefined} aria-hidden="true">
      <defs>
        <radialGradient id={`${id}g`} cx=".5" cy=".42" r=".65">
          <stop stop-color={ground[0]} />
          <stop offset="1" stop-color={ground[1]} />
        </radialGradient>
        <radialGradient id={`${id}w`} cx=".38" cy=".28" r=".8">
          <stop stop-color={wood[0]} />
          <stop offset=".5" stop-color={wood[1]} />
          <stop offset="1" stop-color={wood[2]} />
        </radialGradient>
      </defs>
      <rect x="-60" y="-120" width="240" height="240" fill={`url(#${id}g)`} />
      {back}
      {p("M51 80h18v13c-4 5-14 5-18 0z", wood[2])}
      {body}
      {!block && <>{dot(32, 63, 5.5, wood[1])}{dot(32, 63, 3, wood[2], 0.5)}{dot(88, 63, 5.5, wood[2])}</>}
      {p(head, `url(#${id}w)`)}
      {line(GRAIN, wood[2], 0.8, 0.32)}
      {face}
      {front}
    </svg>
  );
}
