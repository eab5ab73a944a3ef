// SPDX-License-Identifier: MIT
#include "runner/game.h"

#include "base/bits.h"
#include "game/walk.h"
#include "protocol/now.h"
#include "record/resume.h"
#include "record/writer.h"

#include <stdlib.h>

enum { TAGS_MAX = 4096, FORFEITS_MAX = 512, MATE_SCORE = 100000 };

struct Sheet {
    Match match;
    Ply *plies;
    RecordNote *note; // by ply
    u32 capacity;
    int opening; // plies of the opening
    // The position after the last departure, and the moves from there: the input for players.
    Position base;
    Move *moves;
    int count;
    char forfeits[FORFEITS_MAX]; // as text
    // For how many plies the scores have agreed.
    int level, ahead;
    int leader; // the leading team
};

const char *verdict_name(Verdict verdict)
{
    static const char *const NAME[VERDICTS] = { "played", "unfinished", "adjudicated-draw",
                                                "adjudicated-win" };
    return NAME[verdict];
}

Sheet *sheet_new(const PlayRules *rules)
{
    Sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet) return NULL;
    sheet->capacity = (u32)rules->plies_max + OPENING_PLIES_MAX;
    sheet->plies = calloc(sheet->capacity, sizeof *sheet->plies);
    sheet->note = calloc(sheet->capacity, sizeof *sheet->note);
    sheet->moves = calloc(sheet->capacity, sizeof *sheet->moves);
    if (sheet->plies && sheet->note && sheet->moves) return sheet;
    sheet_free(sheet);
    return NULL;
}

void sheet_free(Sheet *sheet)
{
    if (!sheet) return;
    free(sheet->plies);
    free(sheet->note);
    free(sheet->moves);
    free(sheet);
}

size_t sheet_record_size(const PlayRules *rules)
{
    size_t plies = (size_t)rules->plies_max + OPENING_PLIES_MAX;
    return TAGS_MAX + plies * RECORD_STEP_MAX;
}

// --- the walk of the game ------------------------------------------------------------------------

static void set_up(const GamePlan *plan, Sheet *sheet)
{
    const Opening *opening = plan->opening;
    Match *match = &sheet->match;
    match_start(match, &opening->start, plan->rules->clock, now_ms());
    match_lend(match, sheet->plies, sheet->capacity);
    sheet->base = opening->start;
    sheet->count = sheet->opening = 0;
    sheet->level = sheet->ahead = 0;
    sheet->forfeits[0] = '\0';
    for (int i = 0; i < opening->plies && !match->outcome.over; i++) {
        Clock clock = match->clock[match_turn(match)];
        sheet->note[match->count] = note_empty();
        if (match_restore(match, opening->move[i], clock, NULL) != OK) break;
        sheet->moves[sheet->count++] = opening->move[i];
        sheet->opening++;
    }
}

static bool still_in(const Match *match, int seat)
{
    return !match->outcome.over && bits_has(match_in(match), seat);
}

static void forfeit(const GamePlan *plan, Sheet *sheet, int seat, Trouble trouble, const Fault *why,
                    GameResult *result)
{
    Match *match = &sheet->match;
    result->trouble[seat] = (u8)trouble;
    Out out = { .at = sheet->forfeits,
                .capacity = sizeof sheet->forfeits,
                .length = text_of(sheet->forfeits).length };
    out_format(&out, out.length ? "; player %d: %s" : "player %d: %s", seat + 1,
               trouble_name(trouble));
    if (why->message[0]) out_format(&out, ", %s", why->message);
    if (trouble != TROUBLE_TIME) player_retire(plan->player[seat]);
    // The flag may have fallen by then.
    Reason reason = trouble == TROUBLE_TIME ? REASON_TIME : REASON_ABANDONED;
    if (still_in(match, seat)) match_leave(match, seat, reason, match->now, NULL);
    sheet->base = match->position;
    sheet->count = 0;
    sheet->level = sheet->ahead = 0;
}

// A score in hundredths. Forced wins are larger than all others.
static int plain_score(const PlayerAnswer *answer)
{
    if (!answer->mate) return answer->score;
    return answer->score < 0 ? -MATE_SCORE : MATE_SCORE;
}

static void note_move(Sheet *sheet, int seat, const PlayerAnswer *answer)
{
    const Match *match = &sheet->match;
    const Variant *variant = match_variant(match);
    const Ply *ply = &sheet->plies[match->count - 1];
    RecordNote *note = &sheet->note[match->count - 1];
    *note = note_empty();
    record_note_clock(match, ply, note);
    // A record's scores are for player 1. Where each plays alone, only player 1's scores qualify.
    bool first = variant->team[seat] == variant->team[0];
    if (!answer->scored || (variant_each_alone(variant) && !first)) return;
    note->eval_kind = answer->mate ? EVAL_MATE : EVAL_POINTS;
    note->eval = first ? answer->score : -answer->score;
}

static void follow_scores(const PlayRules *rules, Sheet *sheet, int seat,
                          const PlayerAnswer *answer)
{
    const Variant *variant = match_variant(&sheet->match);
    int score = plain_score(answer), size = score < 0 ? -score : score;
    sheet->level = answer->scored && size <= rules->draw.score ? sheet->level + 1 : 0;
    bool clear = answer->scored && size >= rules->win.score;
    int us = variant->team[seat], leader = us;
    for (int other = 0; other < variant->players && score < 0; other++)
        if (variant->team[other] != us) leader = variant->team[other];
    sheet->ahead = !clear ? 0 : leader == sheet->leader ? sheet->ahead + 1 : 1;
    sheet->leader = leader;
}

static bool long_enough(const Sheet *sheet, const Adjudication *rule, int plies)
{
    const Match *match = &sheet->match;
    int needed = rule->moves * bits_count(match_in(match));
    return rule->moves && plies >= needed && match->count >= (u32)rule->after;
}

static void agree_on_draw(Match *match)
{
    for (u8 in = match_in(match); in && !match->outcome.over; in &= (u8)(in - 1))
        match_offer_draw(match, bits_first(in), match->now, NULL);
}

static Verdict adjudicate(const PlayRules *rules, Sheet *sheet)
{
    Match *match = &sheet->match;
    const Variant *variant = match_variant(match);
    if (long_enough(sheet, &rules->win, sheet->ahead)) {
        int loser = 0;
        while (variant->team[loser] == sheet->leader)
            loser++;
        match_leave(match, loser, REASON_RESIGNATION, match->now, NULL);
        return VERDICT_WIN;
    }
    bool level = long_enough(sheet, &rules->draw, sheet->level);
    if (!level && match->count < (u32)rules->plies_max) return VERDICT_NONE;
    agree_on_draw(match);
    return level ? VERDICT_DRAW : VERDICT_UNFINISHED;
}

// Plays one turn; returns false if interrupted.
static bool play_turn(const GamePlan *plan, Sheet *sheet, GameResult *result)
{
    Match *match = &sheet->match;
    int seat = match_turn(match);
    // The clock starts with the request for a move: the time between turns isn't charged.
    i64 began = now_ms();
    match_shift(match, began > match->now ? began - match->now : 0);
    i64 deadline = match_deadline(match), margin = plan->rules->margin_ms;
    PlayerQuestion question = {
        .match = match,
        .game = { .start = sheet->base,
                  .position = match->position,
                  .moves = sheet->moves,
                  .count = sheet->count,
                  .plies = match->count },
        .within_ms = deadline == CLOCK_NEVER ? CLOCK_NEVER : deadline - began + margin,
    };
    PlayerAnswer answer;
    player_think(plan->player[seat], &question, &answer);
    if (answer.interrupted) return false;

    i64 used = now_ms() - began;
    i64 now = match->now + (used > margin ? used - margin : 0);
    // After a flag has fallen, the next player's clock doesn't run before the request for their
    // move.
    if (now > deadline) now = deadline;
    match_tick(match, now);
    if (!still_in(match, seat)) {
        if (!answer.trouble) answer.trouble = TROUBLE_TIME;
    } else if (!answer.trouble && match_play(match, seat, answer.move, now, &answer.why) != OK) {
        answer.trouble = TROUBLE_ILLEGAL;
    }
    if (answer.trouble) {
        forfeit(plan, sheet, seat, answer.trouble, &answer.why, result);
        return true;
    }
    sheet->moves[sheet->count++] = answer.move;
    note_move(sheet, seat, &answer);
    follow_scores(plan->rules, sheet, seat, &answer);
    return true;
}

PlayStatus play_game(const GamePlan *plan, Sheet *sheet, GameResult *result, Fault *why)
{
    *result = (GameResult){ 0 };
    Match *match = &sheet->match;
    set_up(plan, sheet);
    for (int seat = 0; seat < match_variant(match)->players; seat++)
        if (!player_new_game(plan->player[seat], mix64(plan->seed + (u64)seat), why))
            return PLAY_FAILED;
    while (!match->outcome.over) {
        result->verdict = adjudicate(plan->rules, sheet);
        if (match->outcome.over) break;
        if (!play_turn(plan, sheet, result)) return PLAY_INTERRUPTED;
    }
    result->done = true;
    result->outcome = match->outcome;
    result->plies = match->count;
    return PLAY_DONE;
}

// --- the record ----------------------------------------------------------------------------------

static void write_moves(const Sheet *sheet, Out *out)
{
    const Match *match = &sheet->match;
    RecordWriter writer = record_writer(out, match_variant(match));
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (walk.departure)
            record_write_leave(&writer, walk.departure->player, walk.departure->reason);
        else
            record_write_move(&writer, &walk.position, walk.ply->move, sheet->note[walk.plies]);
    }
    record_write_result(&writer, &match->outcome);
}

static void write_number(Out *out, const char *name, int number)
{
    char text[16];
    Out digits = out_to(text, sizeof text);
    out_int(&digits, number);
    record_write_tag(out, name, text_of(text));
}

void sheet_write(const Sheet *sheet, const RecordHead *head, const GameResult *result, Out *out)
{
    static const char *const PLAYER[PLAYERS_MAX] = { "Player1", "Player2", "Player3", "Player4" };
    const Match *match = &sheet->match;
    record_write_setup(out, &match->start, &match->spec);
    record_write_tag(out, "Event", text_of(head->event));
    record_write_tag(out, "Date", text_of(head->date));
    write_number(out, "Round", head->round);
    write_number(out, "GameNumber", head->game);
    for (int seat = 0; seat < match_variant(match)->players; seat++)
        record_write_tag(out, PLAYER[seat], text_of(head->player[seat]));
    record_write_clock(out, &match->spec);
    record_write_outcome(out, &match->outcome, match_variant(match));
    if (sheet->opening) write_number(out, "OpeningPlies", sheet->opening);
    if (result->verdict)
        record_write_tag(out, "Adjudication", text_of(verdict_name(result->verdict)));
    if (sheet->forfeits[0]) record_write_tag(out, "Forfeit", text_of(sheet->forfeits));
    write_moves(sheet, out);
}
