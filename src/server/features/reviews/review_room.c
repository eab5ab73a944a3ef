// SPDX-License-Identifier: MIT
#include "server/features/reviews/review_room.h"

#include "analysis/review_json.h"
#include "game/walk.h"

#include <stdlib.h>

static void write_total(const Variant *variant, const ReviewDigest *digests, int plies, Json *json)
{
    ReviewTotal total;
    review_total(digests, plies, &total);
    js_key(json, "total");
    review_total_json(variant, &total, plies, json);
}

// Judges each move with the game since the last departure: earlier positions cannot be repeated.
static bool write_plies(Analysis *analysis, const Match *match, Move *moves, ReviewDigest *digests,
                        Json *json)
{
    Position base = match->start;
    int count = 0, plies = 0;
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (walk.departure) {
            base = walk.position;
            base.head.variant->game->leave(&base, walk.departure->player);
            count = 0;
            continue;
        }
        ReviewPly ply;
        moves[count++] = walk.ply->move;
        if (!review_ply(analysis, &base, moves, count, &ply)) return false;
        digests[plies++] = review_digest(&ply);
        review_ply_json(&walk.position, &ply, plies, json);
    }
    return true;
}

bool review_room(Analysis *analysis, const Room *room, Json *json)
{
    const Match *match = &room->match;
    Move *moves = calloc((size_t)match->count + 1, sizeof *moves);
    ReviewDigest *digests = calloc((size_t)match->count + 1, sizeof *digests);
    js_object(json, NULL);
    js_number(json, "nodes", (i64)analysis->limits.nodes);
    js_array(json, "plies");
    bool good = moves && digests && write_plies(analysis, match, moves, digests, json);
    js_close(json, ']');
    if (good) write_total(room_variant(room), digests, (int)match->count, json);
    js_close(json, '}');
    free(moves);
    free(digests);
    return good && !json->lost;
}
