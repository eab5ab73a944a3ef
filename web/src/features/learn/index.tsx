// SPDX-License-Identifier: MIT
// The interactive rulebook, loaded on demand. Addresses under /learn:
//
//     /learn, /learn/abalone              contents, of both games or of one
//     /learn/abalone/sumito, .../3        a chapter, its third figure
//     /learn/exercise/a-push              an exercise
//     /learn/words, /learn/words/pat      the glossary, a term

import { useEffect } from "preact/hooks";
import type { Core } from "../../core/types";
import type { State } from "../../state/types";
import { t } from "../../text";
import { ChapterScreen } from "./chapter";
import { chapters, exercises, glossary } from "./content";
import { Contents } from "./contents";
import { ExerciseScreen } from "./exercise";
import { WordsScreen } from "./glossaryscreen";

function Lost() {
  return (
    <div class="panel narrow">
      <h1>{t("Page not found")}</h1>
      <a class="button primary" href="/learn">{t("Contents")}</a>
    </div>
  );
}

function Place({ core, state: { settings }, words }: LearnProps) {
  const [first, second, third] = words;
  if (!first) return <Contents core={core} settings={settings} game={null} />;
  if (first === "exercise") {
    const exercise = exercises.find(({ id }) => id === second);
    return exercise && words.length === 2 ? <ExerciseScreen key={exercise.id} core={core} settings={settings} exercise={exercise} /> : <Lost />;
  }
  if (first === "words") {
    const term = second ? glossary.find(({ id }) => id === second) : glossary[0];
    return term && words.length <= 2 ? <WordsScreen core={core} settings={settings} term={term} /> : <Lost />;
  }
  if (first !== "abalone" && first !== "quoridor") return <Lost />;
  if (!second) return <Contents core={core} settings={settings} game={first} />;
  const chapter = chapters.find(({ game, id }) => game === first && id === second);
  const index = third === undefined ? 0 : Number(third) - 1;
  return chapter?.figures[index] && words.length <= 3
    ? <ChapterScreen core={core} settings={settings} chapter={chapter} index={index} />
    : <Lost />;
}

interface LearnProps {
  core: Core;
  state: State;
  /** The words after /learn/. */
  words: string[];
}

export function Learn(props: LearnProps) {
  const { words } = props;
  useEffect(() => {
    if (words.length < 2) scrollTo(0, 0);
  }, [words.join("/")]);
  return <Place {...props} />;
}
