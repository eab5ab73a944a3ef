// SPDX-License-Identifier: MIT
// Icons: 24x24, drawn with lines in the colour of the text. An icon never replaces a word: the control has a name.

const paths = {
  back: "M15 5l-7 7 7 7",
  first: "M18 6l-6 6 6 6M7 6v12",
  previous: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c1 1 1.5 1.5 1.5 2.5h5c0-1 .5-1.5 1.5-2.5A6 6 0 0 0 12 3z",
  explain: "M12 7v4M12 11l-5 5M12 11l5 5M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  draw: "M5 9h14M5 15h14",
  mirror: "M12 3v18M9 7L3 17h6zM15 7l6 10h-6z",
  swap: "M7 7h12M15 3l4 4-4 4M17 17H5M9 13l-4 4 4 4",
  turn: "M20 12a8 8 0 1 1-2.5-5.8M20 4v4h-4",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  bell: "M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  list: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
  menu: "M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z",
  keyboard: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12l5 5 9-10",
  pause: "M9 6v12M15 6v12",
  play: "M8 5l11 7-11 7z",
  computer: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M8 11l4 4 4-4M5 20h14",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  open: "M4 20V5h6l2 3h8v12z",
  help: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 18h.01",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  camera: "M4 8h4l2-3h4l2 3h4v11H4zM12 16a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  chart: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  up: "M6 15l6-6 6 6",
  top: "M6 17l6-6 6 6M6 7h12",
  pencil: "M4 20l1-4L16 5l3 3L8 19z",
  puzzle: "M10 4a2 2 0 0 1 4 0v2h4v4h1a2 2 0 0 1 0 4h-1v6h-5v-1a2 2 0 0 0-4 0v1H5v-5h1a2 2 0 0 0 0-4H5V6h5z",
  bracket: "M3 5h6v5H3M3 14h6v5H3M9 7.5h4v9H9M13 12h8",
  cup: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 14v4M8 21h8M12 18c-2 0-3 1-3 3h6c0-2-1-3-3-3z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  phone: "M8 3h8v18H8zM11 18h2",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
} as const;

export type IconName = keyof typeof paths;

/** Filled on a button that is pressed. */
const WHOLE: IconName[] = ["star"];

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={WHOLE.includes(name) ? "icon whole" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
