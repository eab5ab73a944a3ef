// SPDX-License-Identifier: MIT
// The faces of the ten opponents: carved of wood, each of another one, so of no nation. Pictures beside their names.

interface Look {
  skin: string;
  ground: string;
  hair: string;
  /** Behind the head, and in front of it. */
  back?: string;
  front: string;
  mouth: string;
  more?: string;
}

const OVAL = "M10 21a10 11 0 0 1 20 0v3a10 10 0 0 1-20 0z";
const GRAIN = "M12.5 17c1 4 .5 9 1.5 13M16 13c.8 6-.5 13 .6 20.5M20.5 12c-.6 7 .6 14-.2 22M24.5 13c.6 6-.4 13 .2 19.5M27.8 17c-.5 4 .3 8-.8 12";
const FACES: Look[] = [
  { skin: "#e8c996", ground: "#e8927c", hair: "#8a5a2e", back: "M7 24C5 6 35 6 33 24l-3 2V18H10v8z", front: "M10 18c4-1 8-4 9-7 2 4 6 6 11 7-1-12-19-12-20 0z", mouth: "M15 27q5 5 10 0" },
  { skin: "#dcb07c", ground: "#7fa7b8", hair: "#4a3220", front: "M9 19c0-13 22-13 22 0l-3-5H12z", mouth: "M16 28h8", more: "M12 26c2 8 14 8 16 0l1 2c-1 8-17 8-18 0z" },
  { skin: "#ecd2a0", ground: "#9db36a", hair: "#5f3f28", back: "M6 33C3 4 37 4 34 33z", front: "M9 21c0-13 22-13 22 0-5-5-17-5-22 0z", mouth: "M15 28q5 3 10 0" },
  { skin: "#c98a5c", ground: "#c79a4b", hair: "#a14e22", front: "M9 18l2-8 4 3 4-5 4 5 5-3 3 8-5-3H14z", mouth: "M15 27q5 4 10 0" },
  { skin: "#f0dcb6", ground: "#a98ac0", hair: "#b08b4a", back: "M8 32V18a12 12 0 0 1 24 0v14l-3-3V19H11v10z", front: "M10 18c0-10 20-10 20 0-8 0-12-2-14-5-1 3-3 5-6 5z", mouth: "M16 28q4 2 8 0" },
  { skin: "#c49a62", ground: "#5b9aa0", hair: "#33241a", front: "M9 20C6 4 34 4 31 20c-1-6-4-8-11-8s-10 2-11 8z", mouth: "M15 28h10", more: "M12 20h6v4h-6zM22 20h6v4h-6zM18 21h4v1h-4z" },
  { skin: "#d8a077", ground: "#d28aa0", hair: "#6b3a24", back: "M6 30c0-6 2-8 2-14a12 11 0 0 1 24 0c0 6 2 8 2 14l-5-1V18H11v11z", front: "M10 17c6 1 12-1 15-5 1 3 3 5 5 5-1-11-19-11-20 0z", mouth: "M15 28q5 2 10-1" },
  { skin: "#d5c09a", ground: "#7c86a8", hair: "#7d6a52", front: "M9 18c1-3 2-6 5-8h12c3 2 4 5 5 8l-3-4H12z", mouth: "M15 29q5-2 10 0", more: "M14 25q6-3 12 0l-1 2q-5-2-10 0z" },
  { skin: "#a97a4e", ground: "#b5503c", hair: "#3a2618", back: "M8 22a12 13 0 0 1 24 0zM17 4a4 4 0 1 1 6 0z", front: "M10 18c3-4 17-4 20 0-1-11-19-11-20 0z", mouth: "M16 28h8" },
  { skin: "#8d7256", ground: "#3d4a5c", hair: "#3b2c22", front: "M9 17l2-6h18l2 6zM19 4h2v7h-2z", mouth: "M14 28h12M17 26v4M20 26v4M23 26v4" },
];

export const LEVELS = FACES.length;

/** The face of level 1..10, a picture beside its name. */
export function Face({ level }: { level: number }) {
  const { skin, ground, hair, back, front, mouth, more } = FACES[level - 1];
  return (
    <svg class="face" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill={ground} />
      {back && <path d={back} fill={hair} />}
      <path d="M8 40c1-8 6-9 12-9s11 1 12 9z" fill={hair} opacity=".75" />
      <path d={OVAL} fill={skin} />
      <path d={GRAIN} fill="none" stroke="#5a3515" stroke-opacity=".22" stroke-width=".7" />
      <path d={front} fill={hair} />
      {more && <path d={more} fill={hair} />}
      <circle cx="15.5" cy="22" r="1.4" fill="#1c1715" />
      <circle cx="24.5" cy="22" r="1.4" fill="#1c1715" />
      <path d={mouth} fill="none" stroke="#5d2b22" stroke-width="1.4" stroke-linecap="round" />
    </svg>
  );
}
