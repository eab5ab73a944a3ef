// SPDX-License-Identifier: MIT
// Tie-breaks, the rules of a tournament, and the decisions of its log in words.

import { timeText } from "../../state/clocktext";
import type { Core } from "../../core/types";
import { n, t } from "../../text";
import { rulesOf, type TournamentHead } from "./tournament";

// --- tie-breaks --------------------------------------------------------------------------------------

const TIES: Record<string, [name: () => string, meaning: () => string]> = {
  BH: [() => t("Buchholz"), () => t("The sum of the opponents’ scores.")],
  FB: [() => t("Fore-Buchholz"), () => t("Buchholz as if the last round had ended in draws.")],
  AOB: [() => t("Average of opponents’ Buchholz"), () => t("The mean of the opponents’ Buchholz scores.")],
  SB: [() => t("Sonneborn-Berger"), () => t("The scores of the opponents, each times the points won against that opponent.")],
  KS: [() => t("Koya"), () => t("Points against players who have at least half of the possible points.")],
  DE: [() => t("Direct encounter"), () => t("The results of the tied players against each other.")],
  WIN: [() => t("Wins"), () => t("Rounds with the points of a win, played or not.")],
  WON: [() => t("Games won"), () => t("Wins over the board.")],
  BPG: [() => t("Games as second player"), () => t("Games in which the opponent moved first.")],
  BWG: [() => t("Wins as second player"), () => t("Won games in which the opponent moved first.")],
  REP: [() => t("Rounds played"), () => t("Rounds that the player chose to play.")],
  STD: [() => t("Standard points"), () => t("1 for more points than the opponent, ½ for as many.")],
  PS: [() => t("Progressive score"), () => t("The sum of the scores after each round.")],
  TPN: [() => t("Pairing number"), () => t("The better starting number.")],
  MD: [() => t("Marble difference"), () => t("Marbles pushed off less marbles lost, over all games.")],
  STG: [() => t("Steps to the goal"), () => t("Steps that the beaten opponents still had to go.")],
};

/** "Buchholz without the lowest". */
export function tieName(code: string): string {
  const [base, ...more] = code.split(/[/-]/);
  const name = TIES[base]?.[0]() ?? code;
  const changes = more.map((one) => {
    const count = Number(one.slice(1)) || 1;
    if (one[0] === "C") return n("without the lowest", "without the {n} lowest", count);
    if (one[0] === "B") return n("without the highest", "without the {n} highest", count);
    if (one[0] === "M") return n("without the highest and the lowest", "without the {n} highest and lowest", count);
    return one === "P" ? t("forfeits count as games") : one;
  });
  return [name, ...changes].join(", ");
}

export function tieMeaning(code: string): string {
  return TIES[code.split(/[/-]/)[0]]?.[1]() ?? "";
}

/** Offered in the form for a new tournament, in this order. */
export const TIE_CODES = ["BH/C1", "BH", "SB", "DE", "WIN", "WON", "BWG", "KS", "PS", "MD", "STG"];

// --- the rules of this tournament --------------------------------------------------------------------

/** The rules that every player should know, one sentence each. */
export function ruleTexts(core: Core, head: TournamentHead): string[] {
  const rules = rulesOf(head);
  const { format, seats, rounds, minutes, games } = head;
  const texts: string[] = [];
  switch (format) {
    case "round-robin":
      texts.push(rules.cycles === 2 ? t("Everybody plays everybody twice.") : t("Everybody plays everybody."));
      texts.push(rules.together ? t("All rounds are open from the start: agree on times with your opponents.") : t("The rounds are played one after the other."));
      break;
    case "swiss":
      texts.push(n("{n} round. In each, players with similar scores meet, nobody twice.", "{n} rounds. In each, players with similar scores meet, nobody twice.", rounds));
      texts.push(t("With an odd number of players one sits out in each round and gets a win, nobody twice."));
      texts.push(t("Pairings follow the FIDE Dutch system of 2026."));
      break;
    case "arena":
      texts.push(n("As many games as you like in {n} minute.", "As many games as you like in {n} minutes.", minutes));
      texts.push(t("A win is worth 2 points, a draw 1."));
      if (rules.streaks) texts.push(t("After two wins in a row the next ones count double, until you don’t win."));
      texts.push(t("A new opponent is found within seconds. You may pause and come back. Waiting gains nothing."));
      break;
    case "knockout":
      texts.push(rules.twice ? t("Out after two defeats.") : t("The loser is out."));
      texts.push(t("The best seeds can meet only late. A tied match goes on with two more games, at most six; then the winner is drawn by lot."));
      break;
    case "tables":
      texts.push(rules.partners ? t("Two pairs at each table, with another partner in each round.") : t("Everybody at a table plays against everybody."));
      if (rules.points.length) texts.push(t("Points by place: {list}. Players with the same place share.", { list: rules.points.join(" – ") }));
      texts.push(t("Seats are balanced: nobody gets one seat two times more often than another. Opponents repeat as little as possible."));
      if (rules.cut > seats) texts.push(n("The best {n} play semi-finals and a final.", "The best {n} play semi-finals and a final.", rules.cut));
      else if (rules.cut) texts.push(n("The best {n} play a final.", "The best {n} play a final.", rules.cut));
      break;
  }
  if (seats === 2) texts.push(games === 2 ? t("A match is two games with sides swapped. A win counts 2, a draw 1; more points win the match.") : t("A match is one game."));
  const clock = core.readClock(head.clock);
  if (clock) texts.push(t("Clock: {time}.", { time: timeText(clock) }));
  texts.push(t("A player who doesn’t make the first move in time forfeits the game, and so does a player who calls it off."));
  if (rules.accelerated) texts.push(t("For the first pairings only, the first half of the players gets extra points (Baku acceleration)."));
  if (rules.ties.length && format !== "arena" && format !== "knockout") texts.push(t("Equal points are separated by: {list}.", { list: rules.ties.map(tieName).join("; ") }));
  return texts;
}

// --- the log -----------------------------------------------------------------------------------------

/** The players at a table of the log. */
export interface LogTable {
  round: number;
  entries: number[];
}

/** The tables of a log in their order: they are numbered through all rounds, from 1. */
export function logTables(decisions: string[]): LogTable[] {
  return decisions.flatMap((what) => {
    const [verb, round, ...tables] = what.split(" ");
    if (verb !== "pair" && verb !== "hand") return [];
    return tables.map((seats) => ({ round: Number(round), entries: seats.split("-").map(Number) }));
  });
}

/** "1–0", "½–½"; with three or four the places in the order of the seats: "2 – 1 – 3". */
function resultText(words: string[], seats: number): string {
  const places = words.slice(0, seats);
  const absent = places.includes("-") ? ` (${t("by forfeit")})` : "";
  if (seats !== 2) return places.join(" – ") + absent;
  const [one, other] = places.map((place) => (place === "-" ? 9 : Number(place)));
  return (one === other ? (one === 9 ? "0–0" : "½–½") : one < other ? "1–0" : "0–1") + absent;
}

/** A decision of the log (src/tournament/formats/decisions.h) in words. */
export function decisionText(what: string, nameOf: (entry: number) => string, tables: LogTable[]): string {
  const [verb, ...words] = what.split(" ");
  const name = (number: string | undefined) => nameOf(Number(number));
  const seats = (text: string) => text.split("-").map(name).join(" – ");
  const at = tables[Number(words[0]) - 1];
  const players = at?.entries.map(nameOf).join(" – ") ?? t("Table {n}", { n: words[0] });
  const result = { players, n: words[1], result: resultText(words.slice(2), at?.entries.length ?? 2) };
  switch (verb) {
    case "create": return t("Tournament created: {rules}", { rules: words.join(" ") });
    case "promise": return t("Hash of the seed published: {hash}", { hash: words[0] });
    case "enter": return t("{name} enters", { name: name(words[0]) });
    case "leave": return t("{name} leaves the tournament", { name: name(words[0]) });
    case "return": return t("{name} comes back", { name: name(words[0]) });
    case "pause": return t("{name} pauses", { name: name(words[0]) });
    case "absent": return t("{name} sits out round {n}", { name: name(words[0]), n: words[1] });
    case "forbid": return t("{one} and {other} are not paired", { one: name(words[0]), other: name(words[1]) });
    case "allow": return t("{one} and {other} may be paired again", { one: name(words[0]), other: name(words[1]) });
    case "start": return words[0] ? t("The tournament starts. Seed of all lots: {seed}", { seed: words[0] }) : t("The tournament starts");
    case "pair":
    case "hand": {
      const list = words.slice(1).map((one) => (one.includes("-") ? seats(one) : t("{name} sits out", { name: name(one) }))).join("; ");
      return verb === "pair" ? t("Round {n} paired: {list}", { n: words[0], list }) : t("Round {n}, set up by hand: {list}", { n: words[0], list });
    }
    case "unpair": return t("Table removed: {players}", { players });
    case "game": return t("{players}, game {n}: begun", result);
    case "result": return t("{players}, game {n}: {result}", result);
    case "correct": return t("{players}, game {n}: corrected to {result}", result);
    case "void": return t("{players}, game {n}: result removed", result);
    case "adjourn": return t("Adjourned");
    case "resume": return t("Continued");
    case "note": return words.join(" ");
    case "end": return t("The tournament ends");
    default: return what;
  }
}
