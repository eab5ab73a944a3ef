// SPDX-License-Identifier: MIT
#include "analysis/review_json.h"

#include "base/json.h"

static void number(Out *out, const char *key, i64 value)
{
    json_key(out, key);
    json_number(out, value);
}

static void word(Out *out, const char *key, const char *value)
{
    json_key(out, key);
    json_string(out, value);
}

static void moves(Out *out, const char *key, const Position *position, const Move *line, int count)
{
    Position now = *position;
    const Game *game = now.head.variant->game;
    json_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Out name = out_to(text, sizeof text);
        game->write_move(&now, line[i], &name);
        json_string(out, text);
        game->play(&now, line[i]);
    }
    json_close(out, ']');
}

void json_shares(const Variant *variant, const int share[PLAYERS_MAX], Out *out)
{
    json_open(out, '[');
    for (int player = 0; player < variant->players; player++)
        json_number(out, share[player]);
    json_close(out, ']');
}

// Writes the score and the moves to a forced win, from the view of the player to move.
static void score(Out *out, const char *score_key, const char *mate_key, const Position *position,
                  const SearchResult *result)
{
    number(out, score_key, result->score);
    json_key(out, mate_key);
    if (!score_forced(result->score)) {
        json_null(out);
        return;
    }
    int count = engine_mate_moves(position, result->score);
    json_number(out, result->score < 0 ? -count : count);
}

static void reasons(Out *out, const Position *position, const MoveReasons *why,
                    const SearchResult *better, const SearchResult *played)
{
    json_key(out, "why");
    json_open(out, '[');
    for (int i = 0; i < why->count; i++) {
        const MoveReason *reason = &why->at[i];
        const SearchResult *result = reason->after ? played : better;
        json_open(out, '{');
        word(out, "code", why_name(reason->code));
        word(out, "sure", certainty_name(reason->sure));
        number(out, "player", reason->player);
        number(out, "from", reason->from);
        number(out, "to", reason->to);
        number(out, "number", reason->number);
        int length = reason->length < result->length ? reason->length : result->length;
        moves(out, "line", position, result->line, length);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void review_ply_json(const Position *position, const ReviewPly *ply, int at, Out *out)
{
    const Variant *variant = position->head.variant;
    json_open(out, '{');
    number(out, "ply", at);
    number(out, "player", ply->player);
    moves(out, "move", position, &ply->move, 1);
    word(out, "mark", mark_name(ply->mark));
    word(out, "phase", phase_name(ply->phase));
    number(out, "before", ply->before);
    number(out, "after", ply->after);
    number(out, "loss", ply->loss);
    json_key(out, "chances");
    json_shares(variant, ply->share, out);
    json_key(out, "units");
    json_shares(variant, ply->units, out);
    score(out, "score", "mate", position, &ply->played);
    score(out, "bestScore", "bestMate", position, &ply->best);
    number(out, "depth", ply->best.depth);
    moves(out, "best", position, ply->best.line, ply->best.length);
    moves(out, "line", position, ply->played.line, ply->played.length);
    reasons(out, position, &ply->why, &ply->best, &ply->played);
    json_close(out, '}');
}

void review_total_json(const Variant *variant, const ReviewTotal *total, int plies, Out *out)
{
    json_open(out, '{');
    json_key(out, "players");
    json_open(out, '[');
    for (int p = 0; p < variant->players; p++) {
        const ReviewPlayer *player = &total->player[p];
        json_open(out, '{');
        number(out, "player", p);
        number(out, "moves", player->moves);
        number(out, "accuracy", player->accuracy);
        number(out, "loss", player->loss);
        number(out, "great", player->marks[MARK_GREAT]);
        number(out, "inaccuracies", player->marks[MARK_INACCURACY]);
        number(out, "mistakes", player->marks[MARK_MISTAKE]);
        number(out, "blunders", player->marks[MARK_BLUNDER]);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_key(out, "turning");
    json_open(out, '[');
    for (int i = 0; i < total->turnings; i++)
        json_number(out, total->turning[i] + 1);
    json_close(out, ']');
    json_key(out, "phases");
    json_open(out, '[');
    for (int phase = 0; phase < PHASES; phase++) {
        if (total->begin[phase] < 0) continue;
        int end = plies;
        for (int later = PHASES - 1; later > phase; later--)
            if (total->begin[later] >= 0) end = total->begin[later];
        json_open(out, '{');
        word(out, "phase", phase_name(phase));
        number(out, "from", total->begin[phase] + 1);
        number(out, "to", end);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

void threat_json(const Position *position, const Threat *threat, Out *out)
{
    Position passed = *position;
    passed.head.turn = threat->player;
    json_open(out, '{');
    json_key(out, "threat");
    json_bool(out, threat->real);
    number(out, "player", threat->player);
    number(out, "chance", threat->chance);
    number(out, "gain", threat->gain);
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    passed.head.variant->game->write(&passed, &written);
    json_key(out, "position");
    json_text(out, (Text){ text, written.length });
    score(out, "score", "mate", &passed, &threat->result);
    moves(out, "line", &passed, threat->result.line, threat->result.length);
    reasons(out, &passed, &threat->why, &threat->result, &threat->result);
    json_close(out, '}');
}

void hint_json(const Position *position, const Hint *hint, Out *out)
{
    int share[PLAYERS_MAX];
    chance_shares(position, position->head.turn, hint->chance, share);
    json_open(out, '{');
    moves(out, "move", position, hint->result.line, 1);
    json_key(out, "chances");
    json_shares(position->head.variant, share, out);
    score(out, "score", "mate", position, &hint->result);
    moves(out, "line", position, hint->result.line, hint->result.length);
    reasons(out, position, &hint->why, &hint->result, &hint->result);
    json_close(out, '}');
}
