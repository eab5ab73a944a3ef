// SPDX-License-Identifier: MIT
#include "analysis/review_json.h"

#include "base/json.h"

static void moves(Out *out, const char *key, const Position *position, const Move *line, int count)
{
    Position now = *position;
    const Game *game = now.head.variant->game;
    js_array(out, key);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Out name = out_to(text, sizeof text);
        game->write_move(&now, line[i], &name);
        js_string(out, NULL, text);
        game->play(&now, line[i]);
    }
    js_close(out, ']');
}

void js_shares(Out *out, const char *key, const Variant *variant, const int share[PLAYERS_MAX])
{
    js_array(out, key);
    for (int player = 0; player < variant->players; player++)
        js_number(out, NULL, share[player]);
    js_close(out, ']');
}

// Writes the score and the moves to a forced win, from the view of the player to move.
static void score(Out *out, const char *score_key, const char *mate_key, const Position *position,
                  const SearchResult *result)
{
    js_number(out, score_key, result->score);
    js_key(out, mate_key);
    if (!score_forced(result->score)) {
        js_null(out, NULL);
        return;
    }
    int count = engine_mate_moves(position, result->score);
    js_number(out, NULL, result->score < 0 ? -count : count);
}

static void reasons(Out *out, const Position *position, const MoveReasons *why,
                    const SearchResult *better, const SearchResult *played)
{
    js_array(out, "why");
    for (int i = 0; i < why->count; i++) {
        const MoveReason *reason = &why->at[i];
        const SearchResult *result = reason->after ? played : better;
        js_object(out, NULL);
        js_string(out, "code", why_name(reason->code));
        js_string(out, "sure", certainty_name(reason->sure));
        js_number(out, "player", reason->player);
        js_number(out, "from", reason->from);
        js_number(out, "to", reason->to);
        js_number(out, "number", reason->number);
        int length = reason->length < result->length ? reason->length : result->length;
        moves(out, "line", position, result->line, length);
        js_close(out, '}');
    }
    js_close(out, ']');
}

void review_ply_json(const Position *position, const ReviewPly *ply, int at, Out *out)
{
    const Variant *variant = position->head.variant;
    js_object(out, NULL);
    js_number(out, "ply", at);
    js_number(out, "player", ply->player);
    moves(out, "move", position, &ply->move, 1);
    js_string(out, "mark", mark_name(ply->mark));
    js_string(out, "phase", phase_name(ply->phase));
    js_number(out, "before", ply->before);
    js_number(out, "after", ply->after);
    js_number(out, "loss", ply->loss);
    js_shares(out, "chances", variant, ply->share);
    js_shares(out, "units", variant, ply->units);
    score(out, "score", "mate", position, &ply->played);
    score(out, "bestScore", "bestMate", position, &ply->best);
    js_number(out, "depth", ply->best.depth);
    moves(out, "best", position, ply->best.line, ply->best.length);
    moves(out, "line", position, ply->played.line, ply->played.length);
    reasons(out, position, &ply->why, &ply->best, &ply->played);
    js_close(out, '}');
}

void review_total_json(const Variant *variant, const ReviewTotal *total, int plies, Out *out)
{
    js_object(out, NULL);
    js_array(out, "players");
    for (int p = 0; p < variant->players; p++) {
        const ReviewPlayer *player = &total->player[p];
        js_object(out, NULL);
        js_number(out, "player", p);
        js_number(out, "moves", player->moves);
        js_number(out, "accuracy", player->accuracy);
        js_number(out, "loss", player->loss);
        js_number(out, "great", player->marks[MARK_GREAT]);
        js_number(out, "inaccuracies", player->marks[MARK_INACCURACY]);
        js_number(out, "mistakes", player->marks[MARK_MISTAKE]);
        js_number(out, "blunders", player->marks[MARK_BLUNDER]);
        js_close(out, '}');
    }
    js_close(out, ']');
    js_array(out, "turning");
    for (int i = 0; i < total->turnings; i++)
        js_number(out, NULL, total->turning[i] + 1);
    js_close(out, ']');
    js_array(out, "phases");
    for (int phase = 0; phase < PHASES; phase++) {
        if (total->begin[phase] < 0) continue;
        int end = plies;
        for (int later = PHASES - 1; later > phase; later--)
            if (total->begin[later] >= 0) end = total->begin[later];
        js_object(out, NULL);
        js_string(out, "phase", phase_name(phase));
        js_number(out, "from", total->begin[phase] + 1);
        js_number(out, "to", end);
        js_close(out, '}');
    }
    js_close(out, ']');
    js_close(out, '}');
}

void threat_json(const Position *position, const Threat *threat, Out *out)
{
    Position passed = *position;
    passed.head.turn = threat->player;
    js_object(out, NULL);
    js_bool(out, "threat", threat->real);
    js_number(out, "player", threat->player);
    js_number(out, "chance", threat->chance);
    js_number(out, "gain", threat->gain);
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    passed.head.variant->game->write(&passed, &written);
    js_text(out, "position", (Text){ text, written.length });
    score(out, "score", "mate", &passed, &threat->result);
    moves(out, "line", &passed, threat->result.line, threat->result.length);
    reasons(out, &passed, &threat->why, &threat->result, &threat->result);
    js_close(out, '}');
}

void hint_json(const Position *position, const Hint *hint, Out *out)
{
    int share[PLAYERS_MAX];
    chance_shares(position, position->head.turn, hint->chance, share);
    js_object(out, NULL);
    moves(out, "move", position, hint->result.line, 1);
    js_shares(out, "chances", position->head.variant, share);
    score(out, "score", "mate", position, &hint->result);
    moves(out, "line", position, hint->result.line, hint->result.length);
    reasons(out, position, &hint->why, &hint->result, &hint->result);
    js_close(out, '}');
}
