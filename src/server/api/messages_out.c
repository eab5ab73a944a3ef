// SPDX-License-Identifier: MIT
// Messages of the API, outward: what hasn't moved to a feature.
#include "server/api/messages.h"

#include "server/api/shape_json.h"

void message_write_moves(Json *json, const Room *room)
{
    const Position *position = &room->match.position;
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int turn = room_turn(room), count = turn >= 0 ? game->moves(position, moves) : 0;
    js_object(json, NULL);
    js_number(json, "ply", room->match.count);
    if (turn < 0)
        js_null(json, "turn");
    else
        js_number(json, "turn", turn);
    js_array(json, "moves");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        game->write_move(position, moves[i], &out);
        js_text(json, NULL, (Text){ text, out.length });
    }
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_vacation(Json *json, const char *key, const VacationSpan *span)
{
    if (!span) return js_null(json, key);
    js_object(json, key);
    js_number(json, "from", span->from);
    js_number(json, "until", span->until);
    js_close(json, '}');
}

void message_begin_games(Json *json)
{
    js_object(json, NULL);
    js_array(json, "games");
}

void message_end_games(Json *json, i64 next)
{
    js_close(json, ']');
    js_game_id(json, "next", next);
    js_close(json, '}');
}

void message_write_made(Json *json, const Room *room, i64 person, i64 now)
{
    js_object(json, NULL);
    game_write(json, "game", room, person, now, 0);
    js_close(json, '}');
}
