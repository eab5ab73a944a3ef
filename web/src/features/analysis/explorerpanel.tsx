// SPDX-License-Identifier: MIT
// The explorer of openings, beside the analysis board: the name of the position, the moves that were played there, how
// often and with what result, and the engine's book. Without a network there are the book and the games of this device.

import { useEffect, useState } from "preact/hooks";
import type { ExplorerMove, Speed } from "../../api/messages";
import { openingName } from "../../parts/openings";
import { speedName } from "../../parts/speed";
import { play, preview } from "./analysis";
import { closeExplorer, loreOf, playedIn, type Lore, type Source, type Wanted } from "./explorer";
import { n, percent, t } from "../../text";
import type { PanelProps } from "./types";

const SPEEDS: Speed[] = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];
const RATINGS = ["1200", "1600", "2000"];
const ROWS_MAX = 12;
const GAMES_MAX = 4;
const CALM = 150; // ms at a position before the request to the server

/** Both halves of the knowledge of a position; `moves` is null until loaded, "none" without an answer. */
interface Known {
  position: string;
  lore: Lore | null;
  moves: ExplorerMove[] | "none" | null;
}

function useKnown(variant: string, position: string, wanted: Wanted): Known {
  const [known, set] = useState<Known>({ position: "", lore: null, moves: null });
  const { source, speed, rating, days } = wanted;
  useEffect(() => {
    let mine = true;
    const ask = async () => {
      const lore = await loreOf(variant, position);
      if (mine) set({ position, lore, moves: null });
      const moves = await playedIn(variant, position, lore, wanted).catch(() => "none" as const);
      if (mine) set({ position, lore, moves });
    };
    const timer = window.setTimeout(() => void ask().catch(() => mine && set({ position, lore: null, moves: "none" })), CALM);
    return () => {
      mine = false;
      clearTimeout(timer);
    };
  }, [variant, position, source, speed, rating, days]);
  useEffect(() => closeExplorer, []);
  return known;
}

function MoveKey({ move }: { move: string }) {
  return (
    <button type="button" class="line-move" onPointerEnter={(event) => event.pointerType === "mouse" && preview([move])}
      onPointerLeave={() => preview([])} onClick={() => play(move)}>{move}</button>
  );
}

function Played({ moves }: { moves: ExplorerMove[] }) {
  return (
    <table class="played">
      <thead>
        <tr><th scope="col">{t("Move")}</th><th scope="col">{t("Games")}</th><th scope="col">{t("Result")}</th></tr>
      </thead>
      <tbody>
        {moves.slice(0, ROWS_MAX).map(({ move, games, won, drawn, rating }) => {
          const lost = games - won - drawn;
          return (
            <tr key={move}>
              <th scope="row"><MoveKey move={move} /></th>
              <td>{games}{rating ? <small title={t("Average rating")}> {rating}</small> : null}</td>
              <td>
                <span class="split" role="img" aria-label={t("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost })}>
                  <i class="won" style={{ flexGrow: won }} /><i class="drawn" style={{ flexGrow: drawn }} /><i class="lost" style={{ flexGrow: lost }} />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function LastGames({ moves, source }: { moves: ExplorerMove[]; source: Source }) {
  const games = moves.flatMap(({ last }) => last).slice(0, GAMES_MAX);
  if (!games.length) return null;
  return (
    <p class="last-games">
      <span class="quiet">{t("Last games")}</span>{" "}
      {games.map(({ game, result }) => <a key={game} href={`${source === "device" ? "/play" : "/game"}/${game}`}>{result}</a>)}
    </p>
  );
}

function Choice({ label, value, any, options, change }: { label: string; value: string; any: string; options: [string, string][]; change(value: string): void }) {
  return (
    <select aria-label={label} value={value} onChange={(event) => change(event.currentTarget.value)}>
      {any && <option value="">{any}</option>}
      {options.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
    </select>
  );
}

export function ExplorerPanel({ analysis }: PanelProps) {
  const [wanted, want] = useState<Wanted>({ source: "all", speed: "", rating: "", days: "" });
  const { variant, look } = analysis;
  const { position, lore, moves } = useKnown(variant, look.position, wanted);
  const here = position === look.position;
  const put = (part: Partial<Wanted>) => want({ ...wanted, ...part });
  const total = Array.isArray(moves) ? moves.reduce((sum, { games }) => sum + games, 0) : 0;
  return (
    <div class="explorer stack" aria-busy={!here || moves === null}>
      {here && lore?.opening && <p class="opening">{openingName(lore.opening)}</p>}
      <Choice label={t("Whose games")} value={wanted.source} any="" change={(source) => put({ source: source as Source })}
        options={[["all", t("All games")], ["mine", t("My online games")], ["device", t("Games on this device")]]} />
      {here && Array.isArray(moves) && (moves.length ? <Played moves={moves} /> : <p class="quiet none">{t("No game has reached this position.")}</p>)}
      {here && moves === "none" && <p class="quiet none">{t("There is no answer from the server.")}</p>}
      {here && Array.isArray(moves) && total > 0 && <p class="quiet">{n("{n} game", "{n} games", total)}</p>}
      {here && Array.isArray(moves) && <LastGames moves={moves} source={wanted.source} />}
      {here && lore && lore.book.length > 0 && (
        <>
          <h3>{t("The engine’s opening book")}</h3>
          <ul class="book">
            {lore.book.map(({ move, chance }) => <li key={move}><MoveKey move={move} /> <span class="chance">{percent(chance / 1000)}</span></li>)}
          </ul>
        </>
      )}
      {wanted.source !== "device" && (
        <details class="filters">
          <summary>{t("Which games")}</summary>
          <Choice label={t("Speed")} value={wanted.speed} any={t("Any speed")} change={(speed) => put({ speed })}
            options={SPEEDS.map((speed) => [speed, speedName(speed)])} />
          <Choice label={t("Rating")} value={wanted.rating} any={t("Any rating")} change={(rating) => put({ rating })}
            options={RATINGS.map((rating) => [rating, t("{rating} and above", { rating })])} />
          <Choice label={t("Period")} value={wanted.days} any={t("Any time")} change={(days) => put({ days })}
            options={[["31", t("The last month")], ["366", t("The last year")]]} />
        </details>
      )}
    </div>
  );
}
