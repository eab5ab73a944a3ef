// SPDX-License-Identifier: MIT
// Messages of the API, outward: games, and what happens in them.
#include "server/api/messages.h"

// --- parts ---------------------------------------------------------------------------------------

void message_write_game_id(Json *json, const char *key, i64 game)
{
    char id[GAME_ID_LENGTH + 1];
    if (game) game_id_write(game, id);
    js_string(json, key, game ? id : NULL);
}

void message_write_id(Json *json, const char *key, i64 id)
{
    char digits[24];
    Out out = out_to(digits, sizeof digits);
    out_int(&out, id);
    js_text(json, key, (Text){ digits, out.length });
}

void message_write_person(Json *json, const char *key, i64 id, PersonKind kind, const char *name)
{
    static const char *const KIND[] = { [PERSON_ANONYMOUS] = "anonymous",
                                        [PERSON_ACCOUNT] = "account",
                                        [PERSON_BOT] = "bot",
                                        [PERSON_GONE] = "gone" };
    if (!id) {
        js_null(json, key);
        return;
    }
    js_object(json, key);
    message_write_id(json, "id", id);
    js_string(json, "name", *name ? name : NULL);
    js_string(json, "kind", KIND[kind]);
    js_close(json, '}');
}

static void write_number_or_null(Json *json, const char *key, i64 number, bool null)
{
    if (null)
        js_null(json, key);
    else
        js_number(json, key, number);
}

static void write_seat(Json *json, const char *key, const Room *room, int number)
{
    const Seat *seat = &room->seat[number];
    js_object(json, key);
    message_write_person(json, "person", seat->person, (PersonKind)seat->kind, seat->name);
    write_number_or_null(json, "computer", seat->level, !seat->level);
    js_string(json, "invited", seat->invited && !seat->person ? seat->name : NULL);
    write_number_or_null(json, "rating", seat->rating, !seat->rating);
    js_bool(json, "provisional", seat->provisional);
    js_bool(json, "here", seat->here || seat->level);
    js_string(json, "out", seat->out ? reason_name((Reason)seat->reason) : NULL);
    js_close(json, '}');
}

static void write_seats(Json *json, const Room *room)
{
    js_array(json, "seats");
    for (int seat = 0; seat < room_players(room); seat++)
        write_seat(json, NULL, room, seat);
    js_close(json, ']');
}

static void write_clocks(Json *json, const ClockFace *faces, int players)
{
    js_array(json, "clocks");
    for (int seat = 0; seat < players; seat++) {
        js_object(json, NULL);
        js_number(json, "main", faces[seat].main);
        js_number(json, "period", faces[seat].period);
        js_number(json, "periods", faces[seat].periods);
        js_close(json, '}');
    }
    js_close(json, ']');
}

static void write_set(Json *json, const char *key, u8 players)
{
    js_array(json, key);
    for (int player = 0; player < PLAYERS_MAX; player++)
        if (players >> player & 1) js_number(json, NULL, player);
    js_close(json, ']');
}

static void write_turn(Json *json, int turn)
{
    write_number_or_null(json, "turn", turn, turn < 0);
}

static void write_position(Json *json, const char *key, const Position *position)
{
    char text[POSITION_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    position->head.variant->game->write(position, &out);
    js_text(json, key, (Text){ text, out.length });
}

static void write_result(Json *json, const Room *room)
{
    char result[RESULT_TEXT_MAX];
    Out out = out_to(result, sizeof result);
    room_result(room, &out);
    js_text(json, "result", (Text){ result, out.length });
    js_string(json, "reason", room_reason(room));
}

static void write_ratings(Json *json, const Room *room)
{
    if (!room->has_ratings) {
        js_null(json, "ratings");
        return;
    }
    js_array(json, "ratings");
    for (int seat = 0; seat < room_players(room); seat++) {
        const RatingShown *shown = &room->shown[seat];
        if (!shown->before && !shown->after) {
            js_null(json, NULL);
            continue;
        }
        js_object(json, NULL);
        js_number(json, "before", shown->before);
        js_number(json, "after", shown->after);
        js_close(json, '}');
    }
    js_close(json, ']');
}

// The members of SUMMARY.
static void write_summary(Json *json, const Room *room, int watchers)
{
    static const char *const STATE[] = {
        [ROOM_OPEN] = "open", [ROOM_LIVE] = "live", [ROOM_OVER] = "over"
    };
    char clock[CLOCK_TEXT_MAX];
    Out out = out_to(clock, sizeof clock);
    clock_write(&room->match.spec, &out);
    message_write_game_id(json, "id", room->id);
    js_string(json, "variant", room_variant(room)->id);
    js_string(json, "layout", room->layout ? room->layout->name : NULL);
    js_string(json, "clock", clock);
    js_string(json, "speed", speed_name(room->speed));
    js_bool(json, "rated", room->rated);
    if (room->annulled) js_bool(json, "annulled", true);
    js_bool(json, "public", room->open_to_all);
    js_string(json, "state", STATE[room->state]);
    js_number(json, "created", room->created_ms);
    write_number_or_null(json, "ended", room->ended_ms, !room->ended_ms);
    write_seats(json, room);
    js_number(json, "plies", room->match.count);
    write_turn(json, room_turn(room));
    write_result(json, room);
    write_position(json, "position", &room->match.position);
    js_number(json, "watchers", watchers);
}

void message_write_summary(Json *json, const char *key, const Room *room, int watchers)
{
    js_object(json, key);
    write_summary(json, room, watchers);
    js_close(json, '}');
}

static void write_move(void *context, int ply, Text move)
{
    (void)ply;
    js_text(context, NULL, move);
}

static void write_takeback(Json *json, const Match *match)
{
    if (match->takeback_by == NOBODY) {
        js_null(json, "takeback");
        return;
    }
    js_object(json, "takeback");
    js_number(json, "seat", match->takeback_by);
    js_number(json, "to", match->takeback_to);
    write_set(json, "agreed", match->takeback_agreed);
    js_close(json, '}');
}

void message_write_moves(Json *json, const Room *room)
{
    const Position *position = &room->match.position;
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int turn = room_turn(room), count = turn >= 0 ? game->moves(position, moves) : 0;
    js_object(json, NULL);
    js_number(json, "ply", room->match.count);
    write_turn(json, turn);
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

static void write_declines(Json *json, const Room *room)
{
    js_array(json, "declined");
    for (int i = 0; i < room->declines; i++) {
        const Decline *decline = &room->decline[i];
        js_object(json, NULL);
        js_number(json, "seat", decline->seat);
        js_string(json, "name", *decline->name ? decline->name : NULL);
        js_string(json, "reason", decline_name((DeclineReason)decline->reason));
        js_close(json, '}');
    }
    js_close(json, ']');
}

void message_write_vacation(Json *json, const char *key, const VacationSpan *span)
{
    if (!span) return js_null(json, key);
    js_object(json, key);
    js_number(json, "from", span->from);
    js_number(json, "until", span->until);
    js_close(json, '}');
}

// Whether the player to move is on vacation, or will be at once: it begins a second after it was
// asked for.
static bool about_to_rest(const Room *room, i64 now)
{
    return room_rest(room, now + 1500, now + 1501) != 0;
}

static void write_vacations(Json *json, const Room *room, i64 now)
{
    js_array(json, "vacations");
    for (int i = 0; i < room_players(room); i++)
        message_write_vacation(json, NULL, vacation_at(room->seat[i].vacation, now));
    js_close(json, ']');
}

void message_write_game(Json *json, const char *key, const Room *room, i64 person, i64 now,
                        int watchers)
{
    int players = room_players(room);
    ClockFace faces[PLAYERS_MAX];
    u8 you = 0;
    for (int seat = 0; seat < players; seat++) {
        faces[seat] = room_clock(room, seat, now);
        if (person && room->seat[seat].person == person) you |= (u8)(1 << seat);
    }
    js_object(json, key);
    write_summary(json, room, watchers);
    write_position(json, "start", &room->match.start);
    js_number(json, "number", room->number);
    js_array(json, "moves");
    room_moves(room, write_move, json);
    js_close(json, ']');
    js_array(json, "leaves");
    for (int i = 0; i < room->leaves; i++) {
        js_object(json, NULL);
        js_number(json, "ply", room->leave[i].ply);
        js_number(json, "seat", room->leave[i].seat);
        js_string(json, "reason", reason_name((Reason)room->leave[i].reason));
        js_close(json, '}');
    }
    js_close(json, ']');
    js_bool(json, "lot", room->lot);
    write_clocks(json, faces, players);
    js_bool(json, "running", room_clock_runs(room) && !about_to_rest(room, now));
    js_bool(json, "waiting", room->frozen_ms != 0);
    js_number(json, "now", now);
    i64 first_move = speed_first_move(room->speed);
    write_number_or_null(json, "first_move", first_move, first_move == CLOCK_NEVER);
    write_set(json, "draw", room->state == ROOM_LIVE ? room->match.draw_agreed : 0);
    write_takeback(json, &room->match);
    message_write_game_id(json, "rematch", room->rematch);
    if (room->speed == SPEED_CORRESPONDENCE) write_vacations(json, room, now);
    write_set(json, "you", you);
    js_bool(json, "maker", person && room->maker == person);
    write_ratings(json, room);
    if (room->uncounted) js_string(json, "uncounted", uncounted_name(room->uncounted));
    if (room->declines) write_declines(json, room);
    js_close(json, '}');
}

// --- whole messages ------------------------------------------------------------------------------

// {"t":...
static void begin(Json *json, const char *t)
{
    js_object(json, NULL);
    js_string(json, "t", t);
}

void message_write_event(Json *json, const News *news)
{
    const Event *event = news->event;
    const Room *room = news->room;
    int players = room_players(room);
    begin(json, "event");
    message_write_game_id(json, "game", news->game);
    js_number(json, "number", event->number);
    js_string(json, "kind", event_name(event->kind));
    js_number(json, "at", event->at);
    bool clocks = false;
    switch (event->kind) {
    case EVENT_SIT:
        js_number(json, "seat", event->seat);
        write_seat(json, "person", room, event->seat);
        break;
    case EVENT_START:
        write_seats(json, room);
        clocks = true;
        break;
    case EVENT_MOVE:
        js_number(json, "seat", event->seat);
        js_number(json, "ply", event->ply);
        js_string(json, "move", event->move);
        if (event->lag_ms) js_number(json, "lag", event->lag_ms);
        clocks = true;
        break;
    case EVENT_ASK:
        js_number(json, "seat", event->seat);
        js_number(json, "to", room->match.takeback_to);
        break;
    case EVENT_STAND:
    case EVENT_DRAW:
    case EVENT_NODRAW:
    case EVENT_AGREE:
    case EVENT_NOASK: js_number(json, "seat", event->seat); break;
    case EVENT_TAKEBACK:
        js_number(json, "plies", event->plies);
        clocks = true;
        break;
    case EVENT_LEAVE:
        js_number(json, "seat", event->seat);
        js_string(json, "reason", reason_name(event->reason));
        clocks = true;
        break;
    case EVENT_END:
        write_result(json, room);
        if (room->has_ratings) write_ratings(json, room);
        if (room->uncounted) js_string(json, "uncounted", uncounted_name(room->uncounted));
        clocks = true;
        break;
    case EVENT_DECLINE:
        js_number(json, "seat", event->seat);
        js_string(json, "reason", decline_name(event->decline));
        break;
    case EVENT_PAUSE:
    case EVENT_KINDS: clocks = true; break;
    }
    if (clocks) {
        write_clocks(json, news->clock, players);
        write_turn(json, news->turn);
        js_number(json, "now", news->now);
    }
    js_close(json, '}');
}

void message_write_here(Json *json, const Room *room)
{
    begin(json, "here");
    message_write_game_id(json, "game", room->id);
    js_array(json, "here");
    for (int seat = 0; seat < room_players(room); seat++)
        js_bool(json, NULL, room->seat[seat].here || room->seat[seat].level);
    js_close(json, ']');
    js_array(json, "claim");
    for (int seat = 0; seat < room_players(room); seat++) {
        i64 at = room_claim_at(room, seat);
        write_number_or_null(json, NULL, at, at == CLOCK_NEVER);
    }
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_waiting(Json *json, const News *news)
{
    begin(json, "waiting");
    message_write_game_id(json, "game", news->game);
    js_bool(json, "waiting", news->room->frozen_ms != 0);
    write_clocks(json, news->clock, room_players(news->room));
    write_turn(json, news->turn);
    js_number(json, "now", news->now);
    js_close(json, '}');
}

void message_write_watchers(Json *json, i64 game, int watchers)
{
    begin(json, "watchers");
    message_write_game_id(json, "game", game);
    js_number(json, "n", watchers);
    js_close(json, '}');
}

void message_write_rematch(Json *json, i64 game, i64 next)
{
    begin(json, "rematch");
    message_write_game_id(json, "game", game);
    message_write_game_id(json, "next", next);
    js_close(json, '}');
}

void message_write_reconnect(Json *json, int within_ms)
{
    begin(json, "reconnect");
    js_number(json, "within", within_ms);
    js_close(json, '}');
}

void message_write_bye(Json *json, const char *text)
{
    begin(json, "bye");
    js_string(json, "text", text);
    js_close(json, '}');
}

void message_write_pong(Json *json, i64 n, i64 lag_ms)
{
    begin(json, "pong");
    write_number_or_null(json, "n", n, n < 0);
    write_number_or_null(json, "lag", lag_ms, lag_ms < 0);
    js_close(json, '}');
}

void message_write_ok(Json *json, i64 n, i64 game)
{
    begin(json, "ok");
    write_number_or_null(json, "n", n, n < 0);
    if (game) message_write_game_id(json, "game", game);
    js_close(json, '}');
}

static void write_refusal(Json *json, ErrorCode code, const char *text, Refusal refusal)
{
    js_string(json, "code", error_name(code));
    js_string(json, "text", text);
    if (refusal) js_string(json, "rule", refusal_name(refusal));
    js_close(json, '}');
}

void message_write_error(Json *json, i64 n, ErrorCode code, const char *text, Refusal refusal)
{
    begin(json, "error");
    write_number_or_null(json, "n", n, n < 0);
    write_refusal(json, code, text, refusal);
}

void message_write_refusal(Json *json, ErrorCode code, const char *text, Refusal refusal)
{
    js_object(json, NULL);
    js_object(json, "error");
    write_refusal(json, code, text, refusal);
    js_close(json, '}');
}

void message_write_watched(Json *json, i64 n, const Room *room, i64 person, i64 now, int watchers)
{
    begin(json, "game");
    if (n >= 0) js_number(json, "n", n);
    message_write_game(json, "game", room, person, now, watchers);
    js_close(json, '}');
}

// --- many games ----------------------------------------------------------------------------------

enum {
    OPEN_SHOWN = 60, // games of a lobby
    LIVE_SHOWN = 24,
    CHALLENGES_SHOWN = 20,
    PLAYING_SHOWN = 12,
    OWN_SHOWN = 250, // more than anybody can have but by others' invitations
};

typedef struct Listing {
    Json *json;
    const GamesView *view;
    bool public_only;
    int left;
    bool live_only;
} Listing;

static bool list_room(void *context, const Room *room)
{
    Listing *listing = context;
    const GamesView *view = listing->view;
    if (listing->live_only && room->state != ROOM_LIVE) return true;
    bool kept = room->state == ROOM_OPEN && !room_has_open_seat(room); // for those invited
    if (listing->public_only && (!room->open_to_all || kept || !view->waits(view->owner, room)))
        return true;
    message_write_summary(listing->json, NULL, room, view->watchers(view->owner, room->id));
    return --listing->left > 0;
}

static void write_pool(Json *json, int pool, int waiting)
{
    Pool found = pool_at(pool);
    js_string(json, "variant", found.variant->id);
    js_string(json, "clock", found.clock);
    js_bool(json, "rated", found.rated);
    js_number(json, "waiting", waiting);
}

static void write_lobby(Json *json, const GamesView *view, int players)
{
    js_array(json, "open");
    rooms_each(view->rooms, ROOM_OPEN, list_room,
               &(Listing){ json, view, true, OPEN_SHOWN, false });
    js_close(json, ']');
    js_array(json, "live");
    rooms_each(view->rooms, ROOM_LIVE, list_room,
               &(Listing){ json, view, true, LIVE_SHOWN, false });
    js_close(json, ']');
    js_array(json, "pools");
    for (int pool = 0; pool < pool_count(); pool++) {
        int waiting = view->pool ? view->pool(view->owner, pool) : 0;
        if (!waiting) continue;
        js_object(json, NULL);
        write_pool(json, pool, waiting);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_number(json, "players", players);
    js_close(json, '}');
}

void message_write_lobby(Json *json, const GamesView *view, int players)
{
    js_object(json, NULL);
    write_lobby(json, view, players);
}

void message_write_lobby_news(Json *json, i64 n, const GamesView *view, int players)
{
    begin(json, "lobby");
    if (n >= 0) js_number(json, "n", n);
    write_lobby(json, view, players);
}

typedef struct ChallengeList {
    Json *json;
    const GamesView *view;
    i64 person;
    bool incoming;
    int left;
} ChallengeList;

static const Seat *maker_seat(const Room *room)
{
    for (int i = 0; i < room_players(room); i++)
        if (room->maker && room->seat[i].person == room->maker) return &room->seat[i];
    return NULL;
}

static bool list_challenge(void *context, const Room *room)
{
    ChallengeList *list = context;
    bool invites = false;
    for (int i = 0; i < room_players(room); i++)
        invites = invites || (room->seat[i].invited && !room->seat[i].person);
    if (room->state != ROOM_OPEN || !invites || room->rematch_of) return true;
    bool incoming = room_invited_seat(room, list->person) >= 0;
    if (list->incoming ? !incoming : room->maker != list->person) return true;
    if (list->incoming && !list->view->waits(list->view->owner, room)) return true;
    Json *json = list->json;
    const Seat *maker = maker_seat(room);
    Due due;
    js_object(json, NULL);
    write_summary(json, room, 0);
    message_write_person(json, "by", maker ? maker->person : 0,
                         maker ? (PersonKind)maker->kind : PERSON_ANONYMOUS,
                         maker ? maker->name : "");
    js_number(json, "expires", room_due(room, &due));
    js_close(json, '}');
    return --list->left > 0;
}

void message_write_challenges(Json *json, i64 n, const GamesView *view, i64 person, i64 now)
{
    begin(json, "challenges");
    if (n >= 0) js_number(json, "n", n);
    for (int incoming = 1; incoming >= 0; incoming--) {
        js_array(json, incoming ? "in" : "out");
        if (person)
            rooms_each_of(view->rooms, person, list_challenge,
                          &(ChallengeList){ json, view, person, incoming, CHALLENGES_SHOWN });
        js_close(json, ']');
    }
    js_number(json, "now", now);
    js_close(json, '}');
}

void message_write_pairing(Json *json, i64 n, const PlaceShown *places, int count, i64 now,
                           ErrorCode code)
{
    begin(json, "pairing");
    if (n >= 0) js_number(json, "n", n);
    js_array(json, "pools");
    for (int i = 0; i < count; i++) {
        js_object(json, NULL);
        write_pool(json, places[i].pool, places[i].waiting);
        js_number(json, "seats", pool_at(places[i].pool).variant->players);
        js_number(json, "since", places[i].since_ms);
        js_bool(json, "offered", places[i].offered);
        js_bool(json, "agreed", places[i].own_agreed);
        js_number(json, "agreeing", places[i].agreed);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_number(json, "now", now);
    if (code != ERROR_NONE) js_string(json, "error", error_name(code));
    js_close(json, '}');
}

void message_write_paired(Json *json, i64 game)
{
    begin(json, "paired");
    message_write_game_id(json, "game", game);
    js_close(json, '}');
}

void message_end_profile(Json *json, const GamesView *view, i64 person, bool online)
{
    js_bool(json, "online", online);
    js_array(json, "playing");
    rooms_each_of(
        view->rooms, person, list_room,
        &(Listing){ json, view, .public_only = true, .left = PLAYING_SHOWN, .live_only = true });
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_own_games(Json *json, const char *key, const GamesView *view, i64 person)
{
    js_array(json, key);
    if (person)
        rooms_each_of(view->rooms, person, list_room,
                      &(Listing){ json, view, false, OWN_SHOWN, false });
    js_close(json, ']');
}

void message_begin_games(Json *json)
{
    js_object(json, NULL);
    js_array(json, "games");
}

void message_end_games(Json *json, i64 next)
{
    js_close(json, ']');
    message_write_game_id(json, "next", next);
    js_close(json, '}');
}

// --- answers by HTTP -----------------------------------------------------------------------------

void message_write_done(Json *json, i64 game)
{
    js_object(json, NULL);
    js_bool(json, "ok", true);
    if (game) message_write_game_id(json, "game", game);
    js_close(json, '}');
}

void message_write_made(Json *json, const Room *room, i64 person, i64 now)
{
    js_object(json, NULL);
    message_write_game(json, "game", room, person, now, 0);
    js_close(json, '}');
}
