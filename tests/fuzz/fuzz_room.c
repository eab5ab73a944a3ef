// SPDX-License-Identifier: MIT
// A game in the store's format: any setup and any events are accepted or rejected, and never give
// an inconsistent room. Accepted ones can be written and read back.
//
// The first byte picks the variant, the rest are lines: those of the setup up to an empty one, then
// events as `kind ply at body` ('-' for no ply).
#include "fuzz.h"

#include "server/games/state/room.h"

#include <stdlib.h>
#include <string.h>

static void check_setup(const GameSetup *setup)
{
    char text[SETUP_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    setup_write(setup, &out);
    must(!out.lost);
    const StoredGame game = { .variant = text_of(setup->start.head.variant->id),
                              .setup = { text, out.length } };
    GameSetup again;
    must(setup_read(&game, &again, NULL) == OK);
    char other[SETUP_TEXT_MAX];
    out = out_to(other, sizeof other);
    setup_write(&again, &out);
    must(!strcmp(text, other));
}

static void check_event(const Event *event, const StoredEvent *stored, int players)
{
    char text[EVENT_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    event_write(event, players, &out);
    must(!out.lost && text_equal(stored->body, (Text){ text, out.length })); // there is one way
}

static void check_room(const Room *room)
{
    Due due;
    must(room_due(room, &due) >= 0 || due == DUE_NOTHING || room->match.since < 0);
    must(room->match.since <= room->match.now);
    must(room->leaves <= room_players(room));
    must((room->state == ROOM_OVER) == (room_reason(room) != NULL));
    if (room->state == ROOM_OVER) must(room->match.outcome.over);
    for (int i = 0; i < room_players(room); i++)
        room_clock(room, i, room->match.now);
}

// The next line as an event; false if it is none.
static bool read_line(Text line, int number, StoredEvent *stored)
{
    Text word;
    i64 kind, ply = NO_PLY, at;
    if (!text_split(&line, ' ', &word) || !text_count(word, 99, &kind)) return false;
    if (!text_split(&line, ' ', &word) || (!text_is(word, "-") && !text_count(word, 9999, &ply)))
        return false;
    if (!text_split(&line, ' ', &word) || !text_count(word, (i64)1 << 50, &at)) return false;
    *stored = (StoredEvent){
        .number = number, .kind = (int)kind, .ply = (int)ply, .at_ms = at, .body = line
    };
    return true;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size == 0) return 0;
    char *bytes = malloc(size);
    memcpy(bytes, data + 1, size - 1);
    Text rest = { bytes, size - 1 }, line;
    size_t end = 0;
    while (end + 1 < rest.length && memcmp(rest.at + end, "\n\n", 2))
        end++;
    const StoredGame game = { .variant = text_of(fuzz_variant(data[0])->id),
                              .setup = text_cut(rest, 0, end < rest.length ? end + 1 : end) };
    rest = end + 2 <= rest.length ? text_from(rest, end + 2) : (Text){ 0 };
    GameSetup setup;
    Fault why = { 0 };
    if (setup_read(&game, &setup, &why) != OK) {
        must(why.message[0]);
        free(bytes);
        return 0;
    }
    check_setup(&setup);
    Room room;
    room_start(&room, 1, 1, 1000, &setup);
    int players = room_players(&room);
    StoredEvent stored;
    Event event;
    while (text_split(&rest, '\n', &line) && read_line(line, room.number + 1, &stored)) {
        if (event_read(&stored, players, room_turn(&room), &event, &why) != OK) break;
        check_event(&event, &stored, players);
        if (room_grow(&room, &why) != OK || room_apply(&room, &event, &why) != OK) break;
        check_room(&room);
    }
    room_free_plies(&room);
    free(bytes);
    return 0;
}
