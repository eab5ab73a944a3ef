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
#include "server/api/game_view.h"
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

// --- outward -------------------------------------------------------------------------------------

// What may be played now: {"ply","turn","moves"}; no moves unless somebody is to move.
void message_write_moves(Json *json, const Room *room);
void message_write_made(Json *json, const Room *room, i64 person, i64 now);
// A page of the archive: its games are summary_write's.
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
void message_write_tokens(Json *json, Store *store, i64 person);
void message_write_new_token(Json *json, const StoredToken *token, const char *secret);
// Their numbers are made of their hashes; `current` is the asker's own, or NULL.
i64 message_session_id(const SecretHash *hash);
void message_write_sessions(Json *json, Store *store, i64 person, const SecretHash *current);
// Whether there is a second factor; what is needed to begin with one; the codes on paper.
void message_write_factor(Json *json, Store *store, i64 person);
void message_write_factor_begun(Json *json, const char *secret, const char *uri);
void message_write_recovery(Json *json, char (*code)[CODE_SIZE], int count);
// Lines of a game as one player hears them; then the seats to which that player may
// write.
// All that is kept of a person: the beginning, rating changes, tries of puzzles, games.
// A vacation, or null for NULL.
void message_write_vacation(Json *json, const char *key, const VacationSpan *span);
// The field `lines`.
void message_write_lines(Json *json, const ConditionalMoves *lines);
void message_begin_export(Json *json, Store *store, const StoredPerson *person);
void message_write_export_changes(Json *json);
// Ends the changes.
void message_end_export_changes(Json *json);
// Behind the tries of puzzles; `playing` is a member (games_write_own).
void message_write_export_games(Json *json, Text playing);
void message_write_exported(Json *json, i64 game, Text record);
void message_end_export(Json *json);

#endif
