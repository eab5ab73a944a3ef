// SPDX-License-Identifier: MIT
// A room as a game record, like those of `meydan play` (docs/records.md).
#include "server/games/state/room.h"

#include "game/walk.h"
#include "record/resume.h"
#include "record/writer.h"

#include <stdlib.h>
#include <time.h>

enum { TAGS_MAX = 4096 }; // the tags written here

static void write_date(i64 ms, Out *out)
{
    char text[16];
    time_t seconds = (time_t)(ms / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    strftime(text, sizeof text, "%Y.%m.%d", &date);
    record_write_tag(out, "Date", text_of(text));
}

static void write_players(const Room *room, Out *out)
{
    char player[] = "Player1", seat[] = "Seat1", text[16];
    for (int i = 0; i < room_players(room); i++) {
        const Seat *who = &room->seat[i];
        player[6] = seat[4] = (char)('1' + i);
        Out computer = out_to(text, sizeof text);
        out_format(&computer, "computer %d", who->level);
        if (who->level) record_write_tag(out, player, text_of(text));
        if (who->level) record_write_tag(out, seat, text_of(text));
        if (who->person && who->name[0]) record_write_tag(out, player, text_of(who->name));
    }
}

static void write_tags(const Room *room, i64 now, Out *out)
{
    const Match *match = &room->match;
    char id[GAME_ID_LENGTH + 1];
    record_write_setup(out, &match->start, &match->spec);
    game_id_write(room->id, id);
    record_write_tag(out, "Id", text_of(id));
    write_date(room->started_ms ? room->started_ms : room->created_ms, out);
    write_players(room, out);
    bool clock = !clock_spec_none(&match->spec);
    if (clock) record_write_clock(out, &match->spec);
    if (room->rated) record_write_tag(out, "Rated", text_of("yes"));
    record_write_outcome(out, &match->outcome, room_variant(room));
    if (clock && room->state == ROOM_LIVE && !match->outcome.over && now > match->since)
        record_write_turn_time(room_used(room, now), out);
}

static void write_moves(const Room *room, Out *out)
{
    const Match *match = &room->match;
    RecordWriter writer = record_writer(out, room_variant(room));
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);) {
        if (walk.departure) {
            record_write_leave(&writer, walk.departure->player, walk.departure->reason);
            continue;
        }
        RecordNote note = note_empty();
        record_note_clock(match, walk.ply, &note);
        record_write_move(&writer, &walk.position, walk.ply->move, note);
    }
    record_write_result(&writer, &match->outcome);
}

char *room_record(const Room *room, i64 now, size_t *length)
{
    size_t size = TAGS_MAX + room->match.count * (size_t)RECORD_STEP_MAX;
    char *text = malloc(size);
    if (!text) return NULL;
    Out out = out_to(text, size);
    write_tags(room, now, &out);
    write_moves(room, &out);
    if (out.lost) {
        free(text);
        return NULL;
    }
    *length = out.length;
    return text;
}
