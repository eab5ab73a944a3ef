// SPDX-License-Identifier: MIT
#include "cli/match/match.h"

#include "protocol/now.h"

#include <json-c/json.h>
#include <math.h>
#include <stdio.h>

enum { LIVE_MS = 200, LOG_MS = 30000, FORFEITS_SHOWN = 50 };

static double percent(u64 part, u64 whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static u64 counts_sum(const Counts *counts)
{
    return counts->win + counts->draw + counts->loss;
}

// For two sides: wins plus half the draws.
static double score_percent(u64 win, u64 draw, u64 games)
{
    return percent(2 * win + draw, 2 * games);
}

static const char *verdict_text(SprtVerdict verdict)
{
    return verdict == SPRT_H1 ? "H1 accepted" : verdict == SPRT_H0 ? "H0 accepted" : "open";
}

static const Variant *variant_of(const MatchShow *show)
{
    return show->setup->start.head.variant;
}

// --- the live line -------------------------------------------------------------------------------

static void print_score(const MatchShow *show, Runner *runner, const Standing *standing)
{
    if (variant_each_alone(variant_of(show))) {
        for (int i = 0; i < show->setup->entrants; i++) {
            const Counts *counts = &standing->entrant[i];
            fprintf(stderr, "  %.20s %.1f %% of seats", runner_name(runner, i),
                    percent(counts->win, counts_sum(counts)));
        }
    } else if (standing->pairings == 1) {
        const Tally *tally = &standing->pairing[0].tally;
        Interval elo = tally_pairs(tally) ? tally_elo_pairs(tally) : tally_elo(tally);
        fprintf(stderr, "  +%llu =%llu -%llu  %.1f %%  Elo %+.0f [%+.0f, %+.0f]",
                (unsigned long long)tally->win, (unsigned long long)tally->draw,
                (unsigned long long)tally->loss,
                score_percent(tally->win, tally->draw, tally_games(tally)), elo.mid, elo.low,
                elo.high);
    }
    if (show->setup->has_sprt) {
        double llr;
        runner_sprt(runner, &llr);
        fprintf(stderr, "  LLR %.2f (%.2f, %.2f)", llr, sprt_lower(&show->setup->sprt),
                sprt_upper(&show->setup->sprt));
    }
}

void match_progress(MatchShow *show, Runner *runner, bool end)
{
    i64 now = now_ms();
    if (show->quiet) return;
    if (!end && now - show->last < (show->terminal ? LIVE_MS : LOG_MS)) return;
    Standing standing;
    runner_standing(runner, &standing);
    show->last = now;
    if (standing.games == show->shown && !end) return;
    show->shown = standing.games;
    fprintf(stderr, "%s%u of %u games", show->terminal ? "\r\033[K" : "", (unsigned)standing.games,
            (unsigned)runner_games(runner));
    print_score(show, runner, &standing);
    if (!end && standing.games > show->before) {
        double each = (double)(now - show->began) / (standing.games - show->before) / 1000;
        long left = (long)(each * (runner_games(runner) - standing.games));
        fprintf(stderr, "  %ld:%02ld:%02ld left", left / 3600, left / 60 % 60, left % 60);
    }
    if (!show->terminal || end) fputc('\n', stderr);
    fflush(stderr);
}

// --- the standing --------------------------------------------------------------------------------

static void print_counts(const char *what, int number, const Counts *counts)
{
    u64 all = counts_sum(counts);
    Interval share = wilson(counts->win, all);
    printf("%s %d: win %llu draw %llu loss %llu, wins %.1f %% [%.1f, %.1f]", what, number,
           (unsigned long long)counts->win, (unsigned long long)counts->draw,
           (unsigned long long)counts->loss, percent(counts->win, all), 100 * share.low,
           100 * share.high);
}

static void print_pairing(Runner *runner, const Pairing *pairing)
{
    const Tally *tally = &pairing->tally;
    Interval five = tally_elo_pairs(tally), three = tally_elo(tally);
    printf("pairing: %s - %s\n", runner_name(runner, pairing->a), runner_name(runner, pairing->b));
    printf("  score: %.1f %% (+%llu =%llu -%llu)\n",
           score_percent(tally->win, tally->draw, tally_games(tally)),
           (unsigned long long)tally->win, (unsigned long long)tally->draw,
           (unsigned long long)tally->loss);
    printf("  pairs by points 0 1/2 1 3/2 2:");
    for (int i = 0; i < PAIR_SCORES; i++)
        printf(" %llu", (unsigned long long)tally->pair[i]);
    printf("\n  Elo by pairs: %+.1f [%+.1f, %+.1f]\n", five.mid, five.low, five.high);
    printf("  Elo by games: %+.1f [%+.1f, %+.1f]\n", three.mid, three.low, three.high);
    printf("  likely better: %.1f %%\n", 100 * tally_superiority(tally));
}

static void print_forfeits(const MatchShow *show, Runner *runner)
{
    u32 games;
    int shown = 0;
    const GameResult *results = runner_results(runner, &games);
    for (u32 game = 0; game < games; game++)
        for (int seat = 0; seat < variant_of(show)->players && results[game].done; seat++) {
            Trouble trouble = (Trouble)results[game].trouble[seat];
            if (!trouble || shown == FORFEITS_SHOWN) continue;
            int entrant = schedule_seating(runner_schedule(runner), game)->entrant[seat];
            printf("forfeit: game %u, %s, %s\n", (unsigned)game + 1, runner_name(runner, entrant),
                   trouble_name(trouble));
            shown++;
        }
    if (shown == FORFEITS_SHOWN) puts("forfeit: ... and perhaps more");
}

void match_print(const MatchShow *show, Runner *runner)
{
    const RunnerSetup *setup = show->setup;
    const Variant *variant = variant_of(show);
    Standing standing;
    runner_standing(runner, &standing);
    printf("match: %s, %s\n", variant->id, show->limits);
    printf("openings: %s, seed %llu\n", setup->openings, (unsigned long long)setup->seed);
    printf("games: %u of %u%s\n", (unsigned)standing.games, (unsigned)runner_games(runner),
           runner_complete(runner) ? "" : ", not finished");
    for (int i = 0; i < setup->entrants; i++) {
        print_counts("player", i + 1, &standing.entrant[i]);
        printf(": %s\n", runner_name(runner, i));
    }
    for (int seat = 0; seat < variant->players; seat++) {
        print_counts("seat", seat + 1, &standing.seat[seat]);
        putchar('\n');
    }
    for (int i = 0; i < standing.pairings; i++)
        print_pairing(runner, &standing.pairing[i]);
    if (setup->has_sprt) {
        const Sprt *sprt = &setup->sprt;
        double llr;
        SprtVerdict verdict = runner_sprt(runner, &llr);
        printf("sprt: elo0 %g elo1 %g alpha %g beta %g, llr %.3f in (%.3f, %.3f): %s\n", sprt->elo0,
               sprt->elo1, sprt->alpha, sprt->beta, llr, sprt_lower(sprt), sprt_upper(sprt),
               verdict_text(verdict));
    }
    printf("ended:");
    for (int i = 0; i < REASONS; i++)
        printf("%s %s %llu", i ? "," : "", reason_name((Reason)i),
               (unsigned long long)standing.reason[i]);
    printf("\nadjudicated:");
    for (int i = VERDICT_UNFINISHED; i < VERDICTS; i++)
        printf("%s %s %llu", i > VERDICT_UNFINISHED ? "," : "", verdict_name((Verdict)i),
               (unsigned long long)standing.verdict[i]);
    printf("\nplies per game: %.1f\n",
           standing.games ? (double)standing.plies / standing.games : 0.0);
    print_forfeits(show, runner);
}

// --- JSON ----------------------------------------------------------------------------------------

static void put(json_object *object, const char *key, json_object *value)
{
    json_object_object_add(object, key, value);
}

static json_object *json_count(u64 count)
{
    return json_object_new_int64((int64_t)count);
}

// JSON has no infinity; write null.
static json_object *json_real(double number)
{
    if (!isfinite(number)) return NULL;
    char text[32];
    snprintf(text, sizeof text, "%.6g", number);
    return json_object_new_double_s(number, text);
}

static json_object *json_interval(Interval interval)
{
    json_object *object = json_object_new_object();
    put(object, "low", json_real(interval.low));
    put(object, "mid", json_real(interval.mid));
    put(object, "high", json_real(interval.high));
    return object;
}

static json_object *json_counts(const Counts *counts)
{
    json_object *object = json_object_new_object();
    put(object, "win", json_count(counts->win));
    put(object, "draw", json_count(counts->draw));
    put(object, "loss", json_count(counts->loss));
    put(object, "win_share", json_interval(wilson(counts->win, counts_sum(counts))));
    return object;
}

static json_object *json_player(Runner *runner, const Standing *standing, int entrant)
{
    json_object *object = json_counts(&standing->entrant[entrant]);
    json_object *forfeits = json_object_new_object();
    put(object, "name", json_object_new_string(runner_name(runner, entrant)));
    for (int i = TROUBLE_TIME; i < TROUBLES; i++)
        put(forfeits, trouble_name((Trouble)i), json_count(standing->trouble[entrant][i]));
    put(object, "forfeits", forfeits);
    return object;
}

static json_object *json_pairing(const Pairing *pairing)
{
    const Tally *tally = &pairing->tally;
    json_object *object = json_object_new_object(), *pairs = json_object_new_array();
    put(object, "players", json_object_new_array());
    json_object *players = json_object_object_get(object, "players");
    json_object_array_add(players, json_object_new_int(pairing->a + 1));
    json_object_array_add(players, json_object_new_int(pairing->b + 1));
    put(object, "win", json_count(tally->win));
    put(object, "draw", json_count(tally->draw));
    put(object, "loss", json_count(tally->loss));
    put(object, "score",
        json_real(score_percent(tally->win, tally->draw, tally_games(tally)) / 100));
    for (int i = 0; i < PAIR_SCORES; i++)
        json_object_array_add(pairs, json_count(tally->pair[i]));
    put(object, "pairs", pairs);
    put(object, "elo_pairs", json_interval(tally_elo_pairs(tally)));
    put(object, "elo_games", json_interval(tally_elo(tally)));
    put(object, "superiority", json_real(tally_superiority(tally)));
    return object;
}

static json_object *json_sprt(const Sprt *sprt, Runner *runner)
{
    json_object *object = json_object_new_object();
    double llr;
    SprtVerdict verdict = runner_sprt(runner, &llr);
    put(object, "elo0", json_real(sprt->elo0));
    put(object, "elo1", json_real(sprt->elo1));
    put(object, "alpha", json_real(sprt->alpha));
    put(object, "beta", json_real(sprt->beta));
    put(object, "llr", json_real(llr));
    put(object, "lower", json_real(sprt_lower(sprt)));
    put(object, "upper", json_real(sprt_upper(sprt)));
    put(object, "verdict", json_object_new_string(verdict_text(verdict)));
    return object;
}

bool match_print_json(const MatchShow *show, Runner *runner)
{
    const RunnerSetup *setup = show->setup;
    const Variant *variant = variant_of(show);
    Standing standing;
    runner_standing(runner, &standing);
    json_object *object = json_object_new_object();
    json_object *players = json_object_new_array(), *seats = json_object_new_array();
    json_object *pairings = json_object_new_array(), *ended = json_object_new_object();
    put(object, "variant", json_object_new_string(variant->id));
    put(object, "limits", json_object_new_string(show->limits));
    put(object, "openings", json_object_new_string(setup->openings));
    put(object, "seed", json_count(setup->seed));
    put(object, "games", json_count(standing.games));
    put(object, "planned", json_count(runner_games(runner)));
    put(object, "complete", json_object_new_boolean(runner_complete(runner)));
    for (int i = 0; i < setup->entrants; i++)
        json_object_array_add(players, json_player(runner, &standing, i));
    put(object, "players", players);
    for (int i = 0; i < variant->players; i++)
        json_object_array_add(seats, json_counts(&standing.seat[i]));
    put(object, "seats", seats);
    for (int i = 0; i < standing.pairings; i++)
        json_object_array_add(pairings, json_pairing(&standing.pairing[i]));
    put(object, "pairings", pairings);
    if (setup->has_sprt) put(object, "sprt", json_sprt(&setup->sprt, runner));
    for (int i = 0; i < REASONS; i++)
        put(ended, reason_name((Reason)i), json_count(standing.reason[i]));
    put(object, "ended", ended);
    for (int i = VERDICT_UNFINISHED; i < VERDICTS; i++)
        put(object, verdict_name((Verdict)i), json_count(standing.verdict[i]));
    put(object, "plies", json_count(standing.plies));
    const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE);
    if (text) puts(text);
    json_object_put(object);
    return text != NULL;
}
