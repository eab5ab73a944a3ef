// SPDX-License-Identifier: MIT
// Every message of the API, both ways: docs/api.md in C. No other file of the server makes JSON.
//
//     messages_in.c      reads what clients send
//     messages_out.c     writes games and what happens in them
//     messages_people.c  writes people, ratings, tokens, all that is kept of a person
//     messages_notifications.c  writes notices
//
// Inward, a text becomes a struct or a refusal that names what is wrong with it: no message of
// another shape, no field that is not known, no number where a text belongs. Whether it may be done
// is not judged here. Outward, things as they stand in rooms and store become JSON. Seats are
// numbered from 0 in both directions, as they are indexes of the array `seats`.
#ifndef MEYDAN_SERVER_API_MESSAGES_H
#define MEYDAN_SERVER_API_MESSAGES_H

#include "containers/json_heap.h"
#include "server/api/scope.h"
#include "server/games/game_lists.h"
#include "server/games/rating_ops.h"
#include "server/pairing/pools.h"
#include "server/room/conditional_moves.h"
#include "server/rooms/rooms.h"

// --- inward --------------------------------------------------------------------------------------

typedef enum MessageKind {
    MESSAGE_WATCH,
    MESSAGE_UNWATCH,
    MESSAGE_LOBBY,
    MESSAGE_UNLOBBY,
    MESSAGE_PING,
    MESSAGE_BYE,
    MESSAGE_PAIR,
    MESSAGE_UNPAIR,
    MESSAGE_FILL,
    MESSAGE_NOTICES,
    MESSAGE_UNNOTICES,
    MESSAGE_CHALLENGES,
    MESSAGE_JOIN, // from here on: actions, by HTTP too
    MESSAGE_LEAVE,
    MESSAGE_MOVE,
    MESSAGE_RESIGN,
    MESSAGE_ABORT,
    MESSAGE_DRAW,
    MESSAGE_NODRAW,
    MESSAGE_TAKEBACK,
    MESSAGE_NOTAKEBACK,
    MESSAGE_CLAIM,
    MESSAGE_REMATCH,
    MESSAGE_DECLINE,
    MESSAGES,
} MessageKind;

// What a token must allow to send it.
RouteScope message_scope(MessageKind kind);
// The action that a message asks for; both lists are in one order.
static inline ActionKind message_action_kind(MessageKind kind)
{
    return (ActionKind)(ACT_JOIN + (kind - MESSAGE_JOIN));
}
_Static_assert(MESSAGE_DECLINE - MESSAGE_JOIN == ACT_DECLINE - ACT_JOIN, "messages and actions");

enum { NO_SEAT = -1, MOVE_SIZE = 16, VARIANT_SIZE = 32 };

typedef struct Message {
    MessageKind kind;
    i64 n; // the client's number for it; -1: none
    i64 game;
    int seat; // NO_SEAT: any
    int ply;
    char move[MOVE_SIZE];
    char variant[VARIANT_SIZE], clock[CLOCK_TEXT_MAX]; // of a pool
    bool rated;
    DeclineReason decline;
} Message;

const char *message_word(MessageKind kind); // "watch"
// A message of a socket. Where it is refused `n` is set all the same, if it can be read, and `code`
// is the API's word for what is wrong.
Status message_read(Text text, Message *message, ErrorCode *code, Fault *why);
// The body of POST /games/ID/WORD; false if there is no such action.
bool message_action(Text word, MessageKind *kind);
Status message_read_action(Text body, MessageKind kind, Message *message, Fault *why);

// Bodies about people.
enum {
    PASSWORD_SIZE = 256,
    LABEL_SIZE = 64,
    BODY_NAME = 1,
    BODY_PASSWORD = 2,
    BODY_OLD = 4,
    BODY_NEW = 8,
    BODY_LABEL = 16,
    BODY_BOT = 32,
    BODY_CODE = 64,
    BODY_PROOF = 128,
    BODY_SCOPES = 256,
    BODY_DAYS = 512,
    BODY_KEEP_TOKENS = 1024,
    BODY_ALL = 2047,
    CODE_SIZE = 32,
    PROOF_SIZE = 100,
    TOKEN_DAYS = 365, // how long a token is good for, if it is not said
    TOKEN_DAYS_MAX = 3650,
};
typedef struct Body {
    char name[4 * LABEL_SIZE];
    char password[PASSWORD_SIZE]; // also the old one
    char fresh[PASSWORD_SIZE];    // the new one
    char label[LABEL_SIZE];
    bool bot;
    char code[CODE_SIZE];   // of a second factor
    char proof[PROOF_SIZE]; // of work
    int scopes;             // TOKEN_PLAY ...; TOKEN_PLAY if they are not there
    int days;               // TOKEN_DAYS if they are not there
    bool keep_tokens;
} Body;
Status message_read_body(Text text, int needs, int may, Body *body, Fault *why);

// Conditional moves: what POST /games/ID/conditional brings.
typedef struct LinesAsked {
    i64 ply; // moves played, as the sender knows the game
    int count;
    char line[CONDITIONAL_LINES_MAX][CONDITIONAL_LINE_SIZE]; // moves with blanks between
} LinesAsked;
// What POST /vacation brings.
Status message_read_vacation(Text text, int *days, Fault *why);
Status message_read_lines(Text text, LinesAsked *asked, Fault *why);

// SETUP: what POST /games asks for. Names are still to be looked up.
typedef struct SetupAsked {
    GameSetup setup;                            // its seats: only the computers'
    bool me[PLAYERS_MAX];                       // one of them, or none
    char invited[PLAYERS_MAX][PERSON_NAME_MAX]; // empty: nobody
} SetupAsked;
Status message_read_setup(Text text, SetupAsked *asked, Fault *why);

// The ratings of a person: an array.
void message_write_ratings(Json *json, const char *key, Store *store, i64 person);

// --- outward: parts ------------------------------------------------------------------------------

// Numbers of persons and tokens are texts: a page's numbers would do, others' might not.
void message_write_id(Json *json, const char *key, i64 id);
void message_write_person(Json *json, const char *key, i64 id, PersonKind kind, const char *name);
void message_write_game_id(Json *json, const char *key, i64 game); // 0 is null
void message_write_summary(Json *json, const char *key, const Room *room, int watchers);
// GAME as the person sees it (0: nobody).
void message_write_game(Json *json, const char *key, const Room *room, i64 person, i64 now,
                        int watchers);

// What may be played now: {"ply","turn","moves"}; no moves unless somebody is to move.
void message_write_moves(Json *json, const Room *room);

// Where lists of games come from, who counts the watchers of each, and which open ones are shown.
typedef struct GamesView {
    const Rooms *rooms;
    int (*watchers)(const void *owner, i64 game);
    bool (*waits)(const void *owner, const Room *room);
    int (*pool)(const void *owner, int pool); // how many wait there
    const void *owner;
} GamesView;
void message_write_own_games(Json *json, const char *key, const GamesView *view, i64 person);

// --- outward: to sockets -------------------------------------------------------------------------

void message_write_event(Json *json, const News *news);
void message_write_here(Json *json, const Room *room);
void message_write_waiting(Json *json, const News *news);
void message_write_watchers(Json *json, i64 game, int watchers);
void message_write_rematch(Json *json, i64 game, i64 next);
// Asks a client to open another socket at some moment of that time, and to close this one then.
void message_write_reconnect(Json *json, int within_ms);
void message_write_bye(Json *json, const char *text);
void message_write_pong(Json *json, i64 n, i64 lag_ms); // -1: not measured
void message_write_ok(Json *json, i64 n, i64 game);     // 0: none to tell
void message_write_error(Json *json, i64 n, ErrorCode code, const char *text, Refusal refusal);
// The game that somebody begins to watch, or must look at again; `n` is -1 if nobody asked.
void message_write_watched(Json *json, i64 n, const Room *room, i64 person, i64 now, int watchers);
// Where somebody waits, and at which tables.
typedef struct PlaceShown {
    int pool, waiting, agreed;
    i64 since_ms;
    bool offered, own_agreed; // computers for the free seats
} PlaceShown;
// `code`: why a game did not come about.
void message_write_pairing(Json *json, i64 n, const PlaceShown *places, int count, i64 now,
                           ErrorCode code);
void message_write_paired(Json *json, i64 game);
// Whom the person is challenged by, and whom they challenge; to every socket of theirs that asked.
void message_write_challenges(Json *json, i64 n, const GamesView *view, i64 person, i64 now);
void message_write_lobby_news(Json *json, i64 n, const GamesView *view, int players);

// --- outward: answers by HTTP --------------------------------------------------------------------

void message_write_refusal(Json *json, ErrorCode code, const char *text, Refusal refusal);
void message_write_done(Json *json, i64 game); // 0: none to tell
void message_write_made(Json *json, const Room *room, i64 person, i64 now);
void message_write_lobby(Json *json, const GamesView *view, int players);
// A page of the archive: its games are message_write_summary's.
void message_begin_games(Json *json);
void message_end_games(Json *json, i64 next);
// How somebody stands with the moderators.
typedef struct OwnStanding {
    const char *role;   // "moderator"; NULL: a player
    const char *barred; // "suspension" or "ban"; NULL: they may play
    const char *reason;
    i64 until_ms; // 0: for good
} OwnStanding;
void message_write_me(Json *json, const StoredPerson *person, const OwnStanding *access,
                      const GamesView *view, const char *version);
// A profile: what the store knows, then what is known of now.
void message_begin_profile(Json *json, Store *store, const StoredPerson *person);
void message_end_profile(Json *json, const GamesView *view, i64 person, bool online);
// What somebody has played: days, results by variant, speed and seat, the best wins, and the
// results of `you` (or 0) against them.
typedef struct ActivityAsked {
    i64 person, you, now_ms;
} ActivityAsked;
void message_write_activity(Json *json, Store *store, const ActivityAsked *asked);
// Results of one opening in one seat, over the last games.
typedef struct OpeningShown {
    const char *id, *name; // NULL: another start, or none with a name
    int seat;
    PersonCounts counts;
} OpeningShown;
void message_write_openings(Json *json, int games, const OpeningShown *openings, int count);
// The best players of a variant at a speed, everybody's spread, and where `you` (or 0) stand.
typedef struct LeadersAsked {
    Text variant, speed;
    bool bots;
    i64 you, now_ms;
    int limit;
} LeadersAsked;
void message_write_leaders(Json *json, Store *store, const LeadersAsked *asked);
// People whose names begin like this: by two keys (names.h), the second may be empty.
void message_write_people_like(Json *json, Store *store, Text own, Text latin);
void message_write_tokens(Json *json, Store *store, i64 person);
void message_write_new_token(Json *json, const StoredToken *token, const char *secret);
// Their numbers are made of their hashes; `current` is the asker's own, or NULL.
i64 message_session_id(const SecretHash *hash);
void message_write_sessions(Json *json, Store *store, i64 person, const SecretHash *current);
// Whether there is a second factor; what is needed to begin with one; the codes on paper.
void message_write_factor(Json *json, Store *store, i64 person);
void message_write_factor_begun(Json *json, const char *secret, const char *uri);
void message_write_recovery(Json *json, char (*code)[CODE_SIZE], int count);
// A refusal that asks for work first.
void message_write_work(Json *json, const char *challenge, int bits);
// The latest `limit` of a person, oldest first; `next` is the `before` of the page with older ones.
// With `by_day` only the last of each day, which then stands for all of that day.
// Which game it was is only told of public ones, unless it is the person's own list (`you`).
void message_write_changes(Json *json, Store *store, const ChangeFilter *filter, int limit,
                           bool by_day, i64 you);
// Lines of a game as one player hears them; then the seats to which that player may
// write.
// All that is kept of a person: the beginning, rating changes, tries of puzzles, games.
// A vacation, or null for NULL.
void message_write_vacation(Json *json, const char *key, const VacationSpan *span);
// The field `lines`.
void message_write_lines(Json *json, const ConditionalMoves *lines);
void message_begin_export(Json *json, Store *store, const StoredPerson *person);
void message_write_export_changes(Json *json);
void message_write_change(Json *json, const StoredChange *change);
// Ends the changes.
void message_end_export_changes(Json *json);
// Behind the tries of puzzles; `playing` is a member (message_write_own_games).
void message_write_export_games(Json *json, Text playing);
void message_write_exported(Json *json, i64 game, Text record);
void message_end_export(Json *json);

// A person by number, as PERSON; null for nobody.
void message_write_known(Json *json, const char *key, Store *reading, i64 person);

#endif
