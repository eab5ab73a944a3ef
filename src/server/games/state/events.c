// SPDX-License-Identifier: MIT
#include "server/games/state/events.h"

#include "engine/engine.h"

#include <string.h>

static const char *const NAME[EVENT_KINDS] = {
    [EVENT_SIT] = "sit",           [EVENT_STAND] = "stand",     [EVENT_START] = "start",
    [EVENT_MOVE] = "move",         [EVENT_DRAW] = "draw",       [EVENT_NODRAW] = "nodraw",
    [EVENT_ASK] = "ask",           [EVENT_AGREE] = "agree",     [EVENT_NOASK] = "noask",
    [EVENT_TAKEBACK] = "takeback", [EVENT_LEAVE] = "leave",     [EVENT_END] = "end",
    [EVENT_PAUSE] = "pause",       [EVENT_DECLINE] = "decline",
};
static const char *const UNCOUNTED[UNCOUNTED_KINDS] = {
    [UNCOUNTED_SHORT] = "short",
    [UNCOUNTED_PAIR] = "pair",
    [UNCOUNTED_SHARED] = "shared",
    [UNCOUNTED_CIRCLE] = "circle",
};
static const char *const DECLINE[DECLINE_REASONS] = {
    [DECLINE_UNSAID] = "unsaid",   [DECLINE_LATER] = "later",   [DECLINE_BUSY] = "busy",
    [DECLINE_VARIANT] = "variant", [DECLINE_FASTER] = "faster", [DECLINE_SLOWER] = "slower",
    [DECLINE_RATED] = "rated",     [DECLINE_CASUAL] = "casual",
};
static const char ABORTED[] = "aborted";
enum { RATING_MAX = 9999, LAG_MAX = 65535 };
static const i64 PAUSE_MAX = (i64)1 << 50;

const char *event_name(EventKind kind)
{
    return NAME[kind];
}

bool event_swaps(const Event *event)
{
    return event->kind == EVENT_MOVE && !strcmp(event->move, "swap");
}

const char *uncounted_name(Uncounted why)
{
    return UNCOUNTED[why];
}

const char *decline_name(DeclineReason why)
{
    return DECLINE[why];
}

bool decline_find(Text name, DeclineReason *why)
{
    for (int i = 0; i < DECLINE_REASONS; i++)
        if (text_is(name, DECLINE[i])) {
            *why = (DeclineReason)i;
            return true;
        }
    return false;
}

// --- writing -------------------------------------------------------------------------------------

static void write_clock(Clock clock, Out *out)
{
    out_char(out, ' ');
    out_int(out, clock.main);
    out_char(out, ' ');
    out_int(out, clock.periods);
}

static void write_sitters(const Event *event, int players, Out *out)
{
    for (int i = 0; i < players; i++) {
        const Sitter *sitter = &event->sitter[i];
        if (i) out_char(out, ' ');
        if (sitter->level) out_char(out, 'c');
        out_int(out, sitter->level ? sitter->level : sitter->person);
    }
}

static void write_end(const Event *event, int players, Out *out)
{
    out_str(out, event->aborted ? ABORTED : reason_name(event->reason));
    for (int i = 0; event->rated && i < players; i++)
        out_format(out, " %d %d", event->rating[i].before, event->rating[i].after);
    if (event->uncounted) out_format(out, " %s", UNCOUNTED[event->uncounted]);
}

void event_write(const Event *event, int players, Out *out)
{
    switch (event->kind) {
    case EVENT_SIT:
        out_format(out, "%d ", event->seat + 1);
        out_int(out, event->person);
        break;
    case EVENT_START: write_sitters(event, players, out); break;
    case EVENT_MOVE:
        out_str(out, event->move);
        write_clock(event->clock, out);
        out_char(out, ' ');
        out_int(out, event->lag_ms);
        break;
    case EVENT_LEAVE:
        out_format(out, "%d %s", event->seat + 1, reason_name(event->reason));
        write_clock(event->clock, out);
        break;
    case EVENT_TAKEBACK: break; // its number of plies is a column of the store
    case EVENT_END: write_end(event, players, out); break;
    case EVENT_PAUSE: out_int(out, event->pause_ms); break;
    case EVENT_DECLINE: out_format(out, "%d %s", event->seat + 1, DECLINE[event->decline]); break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_NOASK: out_int(out, event->seat + 1); break;
    case EVENT_KINDS: break;
    }
}

// --- reading -------------------------------------------------------------------------------------

static bool read_number(Text *rest, i64 most, i64 *number)
{
    Text word;
    return text_split(rest, ' ', &word) && text_count(word, most, number);
}

static bool read_seat(Text *rest, int players, Event *event)
{
    i64 seat;
    if (!read_number(rest, players, &seat) || !seat) return false;
    event->seat = (u8)(seat - 1);
    return true;
}

static bool read_clock(Text *rest, Clock *clock)
{
    i64 main, periods;
    if (!read_number(rest, UINT32_MAX, &main) || !read_number(rest, UINT8_MAX, &periods))
        return false;
    *clock = (Clock){ (u32)main, (u8)periods };
    return true;
}

static bool read_move(Text *rest, Event *event)
{
    Text move;
    if (!text_split(rest, ' ', &move) || !move.length || move.length >= sizeof event->move)
        return false;
    for (size_t i = 0; i < move.length; i++)
        if (!move.at[i]) return false;
    memcpy(event->move, move.at, move.length);
    return read_clock(rest, &event->clock) && read_number(rest, LAG_MAX, &event->lag_ms);
}

static bool read_sitters(Text *rest, int players, Event *event)
{
    for (int i = 0; i < players; i++) {
        Text word;
        i64 number;
        if (!text_split(rest, ' ', &word) || !word.length) return false;
        bool computer = word.at[0] == 'c';
        if (!text_count(computer ? text_from(word, 1) : word, computer ? LEVELS : INT64_MAX,
                        &number) ||
            !number)
            return false;
        event->sitter[i] =
            computer ? (Sitter){ .level = (u8)number } : (Sitter){ .person = number };
    }
    return true;
}

static bool read_uncounted(Text *rest, Uncounted *why)
{
    for (int i = UNCOUNTED_SHORT; i < UNCOUNTED_KINDS; i++)
        if (text_is(*rest, UNCOUNTED[i])) {
            *why = (Uncounted)i;
            *rest = (Text){ 0 };
            return true;
        }
    return false;
}

static bool read_end(Text *rest, int players, Event *event)
{
    Text reason = { 0 };
    text_split(rest, ' ', &reason);
    event->aborted = text_is(reason, ABORTED);
    event->reason = REASON_ABANDONED;
    if (!event->aborted && reason_read(reason, &event->reason, NULL) != OK) return false;
    if (rest->at && read_uncounted(rest, &event->uncounted)) return !event->aborted;
    event->rated = rest->at != NULL;
    for (int i = 0; event->rated && i < players; i++) {
        i64 before, after;
        if (!read_number(rest, RATING_MAX, &before) || !read_number(rest, RATING_MAX, &after))
            return false;
        event->rating[i] = (RatingShown){ (i32)before, (i32)after };
    }
    return true;
}

static bool read_leave(Text *rest, int players, Event *event)
{
    Text reason;
    return read_seat(rest, players, event) && text_split(rest, ' ', &reason) &&
           reason_read(reason, &event->reason, NULL) == OK &&
           (event->reason == REASON_TIME || event->reason == REASON_RESIGNATION ||
            event->reason == REASON_ABANDONED) &&
           read_clock(rest, &event->clock);
}

static bool read_decline(Text *rest, int players, Event *event)
{
    Text reason;
    return read_seat(rest, players, event) && text_split(rest, ' ', &reason) &&
           decline_find(reason, &event->decline);
}

static bool read_body(Text body, int players, Event *event)
{
    Text rest = body;
    bool fine = false;
    switch (event->kind) {
    case EVENT_SIT:
        fine = read_seat(&rest, players, event) && read_number(&rest, INT64_MAX, &event->person) &&
               event->person;
        break;
    case EVENT_START: fine = read_sitters(&rest, players, event); break;
    case EVENT_MOVE: fine = read_move(&rest, event); break;
    case EVENT_LEAVE: fine = read_leave(&rest, players, event); break;
    case EVENT_TAKEBACK: return !body.length;
    case EVENT_END: fine = read_end(&rest, players, event); break;
    case EVENT_PAUSE: fine = read_number(&rest, PAUSE_MAX, &event->pause_ms); break;
    case EVENT_DECLINE: fine = read_decline(&rest, players, event); break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_ASK:
    case EVENT_AGREE:
    case EVENT_NOASK: fine = read_seat(&rest, players, event); break;
    case EVENT_KINDS: break;
    }
    return fine && !rest.at; // and no rest
}

Status event_read(const StoredEvent *stored, int players, int turn, Event *event, Fault *why)
{
    if (stored->kind < 0 || stored->kind >= EVENT_KINDS)
        return fault(why, MALFORMED, "unknown event kind %d", stored->kind);
    Event read = { .kind = (EventKind)stored->kind, .number = stored->number, .at = stored->at_ms };
    bool moves = read.kind == EVENT_MOVE || read.kind == EVENT_TAKEBACK;
    if (moves != (stored->ply >= 0) || !read_body(stored->body, players, &read))
        return fault(why, MALFORMED, "%s %q is not an event", event_name(read.kind), stored->body);
    if (read.kind == EVENT_MOVE) {
        read.ply = stored->ply;
        read.seat = (u8)(turn > 0 ? turn : 0); // if it is no player's turn, room_apply refuses the
                                               // move
    }
    if (read.kind == EVENT_TAKEBACK) read.plies = (u32)stored->ply;
    *event = read;
    return OK;
}
