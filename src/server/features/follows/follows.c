// SPDX-License-Identifier: MIT
// Follows and blocks: one person's ties to others. A follower sees where a person plays, and both
// may chat once they follow each other. A block ends follows in both directions and keeps the two
// apart. Neither is shown to the other person, except that a new follower rings their bell.
//
// Uses: notifications
#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/cluster/presence.h"
#include "server/features/notifications/notifications.h"
#include "server/games/live/rooms.h"
#include "server/identity/access.h"
#include "server/identity/ties.h"

extern const Feature FOLLOWS;

// --- stored --------------------------------------------------------------------------------------

typedef struct Tie {
    i64 person, other;
    TieKind kind;
    i64 at_ms;
} Tie;
static const Shape TIE =
    SHAPE(Tie, FIELD(Tie, person), FIELD(Tie, other), FIELD(Tie, kind), FIELD(Tie, at_ms));

typedef struct TieKey {
    i64 person, other;
    TieKind kind;
} TieKey;
static const Shape TIE_KEY =
    SHAPE(TieKey, FIELD(TieKey, person), FIELD(TieKey, other), FIELD(TieKey, kind));

// A row of the list of ties.
typedef struct Friend {
    PersonShown person;
    TieKind kind;
    bool mutual;
} Friend;
static const Shape FRIEND = SHAPE(Friend, FIELD_SHAPE(Friend, person, &PERSON_SHOWN),
                                  FIELD(Friend, kind), FIELD(Friend, mutual));

// A row of the export.
typedef struct OwnTie {
    i64 person, at;
} OwnTie;
static const Shape OWN_TIE =
    SHAPE(OwnTie, FIELD(OwnTie, person, .as = AS_PERSON), FIELD(OwnTie, at, .as = AS_TIME));

static const Topic TIED, UNTIED;

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
enum { ADD, END, END_BOTH, OF, OWN_FOLLOWS, OWN_BLOCKS, FORGET, OPS };
static const StoreOp TIE_OPS[OPS] = {
    [ADD] = { .name = "follows.add",
              .does = OP_CHANGES_ONE,
              .args = &TIE,
              .tells = &TIED,
              .sql =
                  "INSERT INTO tie (person, other, kind, at_ms) SELECT $1, $2, $3, $4"
                  " WHERE $1 <> $2 AND " HERE("$1") " AND " HERE(
                      "$2") " AND ((SELECT count(*) FROM tie WHERE person = $1 AND kind = $3) < 500"
                            "  OR EXISTS (SELECT 1 FROM tie WHERE person = $1 AND kind = $3"
                            "   AND other = $2))"
                            " ON CONFLICT (person, kind, other) DO UPDATE SET at_ms = tie.at_ms" },
    [END] = { .name = "follows.end",
              .does = OP_CHANGES_ANY,
              .args = &TIE_KEY,
              .tells = &UNTIED,
              .sql = "DELETE FROM tie WHERE person = $1 AND other = $2 AND kind = $3" },
    [END_BOTH] = { .name = "follows.end_both",
                   .does = OP_CHANGES_ANY,
                   .args = &TIE_ENDS,
                   .sql = "DELETE FROM tie WHERE kind = 0"
                          " AND (person = $1 AND other = $2 OR person = $2 AND other = $1)" },
    [OF] = { .name = "follows.of",
             .does = OP_READS,
             .args = &PERSON_ARG,
             .row = &FRIEND,
             .sql = "SELECT person.id, person.name, person.kind, tie.kind, CASE WHEN EXISTS"
                    " (SELECT 1 FROM tie AS back WHERE back.person = tie.other AND back.kind = 0"
                    "  AND back.other = tie.person) THEN 1 ELSE 0 END"
                    " FROM tie JOIN person ON person.id = tie.other WHERE tie.person = $1"
                    " ORDER BY tie.kind, tie.at_ms" },
    [OWN_FOLLOWS] = { .name = "follows.own_follows",
                      .does = OP_READS,
                      .args = &PERSON_ARG,
                      .row = &OWN_TIE,
                      .sql = "SELECT other, at_ms FROM tie WHERE person = $1 AND kind = 0"
                             " ORDER BY at_ms" },
    [OWN_BLOCKS] = { .name = "follows.own_blocks",
                     .does = OP_READS,
                     .args = &PERSON_ARG,
                     .row = &OWN_TIE,
                     .sql = "SELECT other, at_ms FROM tie WHERE person = $1 AND kind = 1"
                            " ORDER BY at_ms" },
    [FORGET] = { .name = "follows.forget",
                 .does = OP_CHANGES_ANY,
                 .args = &PERSON_ARG,
                 .sql = "DELETE FROM tie WHERE person = $1 OR other = $1" },
};
_Static_assert((int)TIE_FOLLOW == 0 && (int)TIE_BLOCK == 1 && (int)TIES_MAX == 500,
               "numbers in statements");

// --- between nodes -------------------------------------------------------------------------------

static void begin(const App *app, const Tie *tie)
{
    if (tie->kind == TIE_BLOCK) access_block(app->access, tie->person, tie->other);
}

static void end(const App *app, const TieKey *tie)
{
    if (tie->kind == TIE_BLOCK) access_unblock(app->access, tie->person, tie->other);
}

static void receive_tie(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    begin(owner, message);
}

static void receive_end(void *owner, Arrival arrival, const void *message)
{
    (void)arrival;
    end(owner, message);
}

static const Topic TIED = { .name = "follows.tied",
                            .shape = &TIE,
                            .receive = receive_tie,
                            .older = { OLDER_STANDING, "pocgYP" } };
static const Topic UNTIED = { .name = "follows.untied",
                              .shape = &TIE_KEY,
                              .receive = receive_end,
                              .older = { OLDER_STANDING, "pocNP" } };

// --- the list ------------------------------------------------------------------------------------

typedef struct FriendShown {
    PersonShown person;
    bool online, follows_you;
    i64 game;
} FriendShown;
static const Field FRIEND_SHOWN_FIELDS[] = {
    FIELD_SHAPE(FriendShown, person, &PERSON_SHOWN),
    FIELD(FriendShown, online),
    FIELD(FriendShown, follows_you),
    FIELD(FriendShown, game, .as = AS_GAME, .says = "a public game that they play now"),
};
static const Shape FRIEND_SHOWN = SHAPE_NAMED("Friend", FriendShown, FRIEND_SHOWN_FIELDS);

typedef struct BlockedShown {
    PersonShown person;
} BlockedShown;
static const Field BLOCKED_FIELDS[] = { FIELD_SHAPE(BlockedShown, person, &PERSON_SHOWN) };
static const Shape BLOCKED = SHAPE_NAMED("Blocked", BlockedShown, BLOCKED_FIELDS);

typedef struct Friends {
    FriendShown friend[TIES_MAX];
    BlockedShown blocked[TIES_MAX];
    int friends, blocks;
} Friends;
static const Shape FRIENDS =
    SHAPE(Friends, FIELD_ARRAY(Friends, friend, friends, &FRIEND_SHOWN, .key = "friends"),
          FIELD_ARRAY(Friends, blocked, blocks, &BLOCKED));

static bool see_friend(void *context, const void *row)
{
    const Friend *one = row;
    Friends *friends = context;
    if (one->kind == TIE_FOLLOW && friends->friends < TIES_MAX)
        friends->friend[friends->friends++] =
            (FriendShown){ .person = one->person, .follows_you = one->mutual };
    if (one->kind == TIE_BLOCK && friends->blocks < TIES_MAX)
        friends->blocked[friends->blocks++] = (BlockedShown){ one->person };
    return true;
}

static void read_friends(Call *call, Store *reading)
{
    store_select(reading, &TIE_OPS[OF], &(PersonArg){ call->who.person.id }, see_friend,
                 call->asked);
}

static bool see_room(void *context, const Room *room)
{
    if (room->state != ROOM_LIVE || !room->open_to_all) return true;
    ((FriendShown *)context)->game = room->id;
    return false;
}

// Only the loop knows who is online and who plays.
static void answer_friends(Call *call)
{
    Friends *friends = call->asked;
    for (int i = 0; i < friends->friends; i++) {
        FriendShown *one = &friends->friend[i];
        one->online = presence_here(call->app->presence, one->person.id, app_now(call->app));
        rooms_each_of(call->app->rooms, one->person.id, see_room, one);
    }
    js_shape(&call->json, NULL, &FRIENDS, friends, NULL);
    route_answer_read(call);
}

static void get_friends(Call *call)
{
    if (route_ask(call, sizeof(Friends))) route_read(call, READ_LONG, read_friends, answer_friends);
}

// --- changes -------------------------------------------------------------------------------------

// The handler's memory: the tie that begins or ends.
typedef struct TieTask {
    Tie tie;
    bool ends;
} TieTask;

static void tied(Call *call, const void *args)
{
    const Tie *tie = args;
    begin(call->app, tie);
    if (tie->kind == TIE_FOLLOW)
        notifications_add(call->app, &(Notification){ .kind = NOTIFICATION_FOLLOW,
                                                      .person = tie->other,
                                                      .other = tie->person });
}

static void untied(Call *call, const void *args)
{
    end(call->app, args);
}

static void end_tie(Call *call, const Tie *tie)
{
    const TieKey key = { .person = tie->person, .other = tie->other, .kind = tie->kind };
    route_write(call, &(RouteWrite){
                          .write = { store_op(&TIE_OPS[END], &key) }, .count = 1, .then = untied });
}

static void add_tie(Call *call, const Tie *tie)
{
    const TieEnds ends = { tie->person, tie->other };
    route_write(call, &(RouteWrite){ .write = { store_op(&TIE_OPS[ADD], tie),
                                                store_op(&TIE_OPS[END_BOTH], &ends) },
                                     .count = tie->kind == TIE_BLOCK ? 2 : 1,
                                     .conflict = ERROR_TOO_MANY,
                                     .text = "you have too many of these; end some first",
                                     .then = tied });
}

static void read_other(Call *call, Store *reading)
{
    TieTask *task = call->asked;
    StoredPerson other;
    if (!route_read_person(call, reading, call->part[1], &other)) return;
    task->tie.other = other.id;
    if (other.id == task->tie.person) route_fail(call, ERROR_FORBIDDEN, "that is you");
}

static void answer_tie(Call *call)
{
    const TieTask *task = call->asked;
    const Tie *tie = &task->tie;
    const Access *access = call->app->access;
    if (call->code == ERROR_NONE && !task->ends && tie->kind == TIE_FOLLOW &&
        access_blocked(access, tie->person, tie->other))
        route_fail(call, ERROR_FORBIDDEN, "you cannot follow this person");
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else if (task->ends)
        end_tie(call, tie);
    else
        add_tie(call, tie);
}

static void change_tie(Call *call, TieKind kind, bool ends)
{
    TieTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    *task = (TieTask){
        .tie = { .person = call->who.person.id, .kind = kind, .at_ms = app_now(call->app) },
        .ends = ends
    };
    route_read(call, READ_SHORT, read_other, answer_tie);
}

static void post_follow(Call *call)
{
    change_tie(call, TIE_FOLLOW, false);
}
static void post_unfollow(Call *call)
{
    change_tie(call, TIE_FOLLOW, true);
}
static void post_block(Call *call)
{
    change_tie(call, TIE_BLOCK, false);
}
static void post_unblock(Call *call)
{
    change_tie(call, TIE_BLOCK, true);
}

// --- the row -------------------------------------------------------------------------------------

static const Route TIE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "friends",
      .answer = get_friends,
      .scope = SCOPE_READ,
      .role = FOR_ACCOUNTS,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &FRIENDS,
      .errors = ERR_NO_OWN,
      .says = "people whom you follow and people whom you block" },
    { .method = METHOD_POST,
      .path = "people/*/follow",
      .answer = post_follow,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .plays = true,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_TOO_MANY),
      .says = "follows a person" },
    { .method = METHOD_POST,
      .path = "people/*/unfollow",
      .answer = post_unfollow,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "ends a follow" },
    { .method = METHOD_POST,
      .path = "people/*/block",
      .answer = post_block,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_TOO_MANY),
      .says = "blocks a person, which ends follows in both directions" },
    { .method = METHOD_POST,
      .path = "people/*/unblock",
      .answer = post_unblock,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&NOTHING),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "ends a block" },
};

const Feature FOLLOWS = {
    .name = "follows",
    .tables = (const char *const[]){ "tie", NULL },
    .ops = TIE_OPS,
    .ops_count = OPS,
    .routes = TIE_ROUTES,
    .routes_count = sizeof TIE_ROUTES / sizeof *TIE_ROUTES,
    .topics = (const Topic *const[]){ &TIED, &UNTIED, NULL },
    .person = { .forget = { &TIE_OPS[FORGET] },
                .export = { { .key = "follows", .op = &TIE_OPS[OWN_FOLLOWS] },
                            { .key = "blocks", .op = &TIE_OPS[OWN_BLOCKS] } } },
};
