// SPDX-License-Identifier: MIT
// What the handlers of routes share; only routes*.c include it.
#ifndef MEYDAN_SERVER_ROUTES_INTERNAL_H
#define MEYDAN_SERVER_ROUTES_INTERNAL_H

#include "server/routes/batch.h"
#include "server/routes/routes.h"

enum {
    PARTS_MAX = 3, // of a path below /api/v1
    ROUTES_MAX = 128,
};

struct Routes {
    RoutesSetup setup;
    Batches batches;
    u64 began_ns;
    HandlerCost *cost[ROUTES_MAX]; // by their place in the table
};

// One request on its way through a handler, which answers it, now or later. It lives until the
// handler returns, or with route_read until that is answered.
typedef struct Call {
    Routes *routes;
    WebCall *web;
    const Request *request;
    Who who;
    Text part[PARTS_MAX]; // of the path
    int route;            // its place in the table
    bool waits;           // until it is known who asks
    HandlerCost *cost;    // what it takes of the loop; NULL: not counted

    // Of what is read from the store for it.
    void (*read)(struct Call *call, Store *reading);
    void (*answer)(struct Call *call);
    bool being_read;
    void *asked;      // whatever `read` and `answer` need besides; freed with the call
    Json json;        // the answer,
    ErrorCode code;   // or why there is none
    const char *text; // in words
    u64 work;         // of the database: the asker pays for it (LIMIT_WORK)
    u32 plies;        // out of the store: the asker pays for them (LIMIT_LOAD)
} Call;

i64 route_now(const Routes *routes);
void route_refuse(const Call *call, ErrorCode code, const char *text);
// Takes a token of the asker's address; false, and the request is refused, if there is none.
bool route_allowed(const Call *call, Limit limit);
// In addition to the token of LIMIT_LOAD taken before: what has been read from the store.
void route_charge_load(const Call *call, u32 plies);
// A number in the query; false if it is there and is none, or above `most`.
bool route_query_number(Text query, const char *name, i64 most, i64 *number);

// How a handler reads: `read` runs on a thread that reads, with a store to read from, and fills in
// `json`, or refuses by route_fail; it touches nothing but the call's own fields and its request,
// and neither routes nor web. Then `answer` runs on the loop; NULL: what `read` left is the answer.
void route_read(Call *call, ReadLength length, void (*read)(Call *call, Store *reading),
                void (*answer)(Call *call));
void route_fail(Call *call, ErrorCode code, const char *text);
// In a `read`: whose name it is; false, and the request fails, if nobody has it.
bool route_read_person(Call *call, Store *reading, Text name, StoredPerson *person);
// What an `answer` of NULL does.
void route_answer_read(Call *call);

// routes_people.c
void route_get_me(Call *call);
void route_post_register(Call *call);
void route_post_login(Call *call);
void route_post_logout(Call *call);
void route_post_logout_everywhere(Call *call);
void route_post_password(Call *call);
void route_post_delete_account(Call *call);
void route_post_token(Call *call);
void route_get_tokens(Call *call);
void route_delete_token(Call *call);
void route_get_sessions(Call *call);
void route_delete_session(Call *call);
void route_get_factor(Call *call);
void route_post_factor(Call *call);
void route_post_factor_on(Call *call);
void route_post_factor_off(Call *call);
void route_post_recovery(Call *call);
void route_get_export(Call *call);

// Whether the asker may play; false, and the request is refused with why and until when.
bool route_may_play(const Call *call);

// routes_manners.c
void route_get_preferences(Call *call);
void route_post_preferences(Call *call);
void route_get_bots(Call *call);
void route_get_bot_rules(Call *call);
void route_post_bot_rules(Call *call);

// routes_profile.c
void route_get_person(Call *call);
void route_get_person_ratings(Call *call);
void route_get_person_activity(Call *call);
void route_get_person_openings(Call *call);
void route_get_person_accuracy(Call *call);

// routes_talk.c
void route_get_talk(Call *call);

// routes_ties.c
void route_get_friends(Call *call);
void route_post_follow(Call *call);
void route_post_unfollow(Call *call);
void route_post_block(Call *call);
void route_post_unblock(Call *call);

// routes_moderation.c
void route_post_report(Call *call);
void route_get_notices(Call *call);
void route_post_notice(Call *call);
void route_get_queue(Call *call);
void route_get_case(Call *call);
void route_get_audit(Call *call);
void route_post_take(Call *call);
void route_post_measure(Call *call);

// routes_notices.c
void route_get_notifications(Call *call);
void route_post_push(Call *call);
void route_post_push_remove(Call *call);
void route_post_notifications_read(Call *call);
void route_post_notifications_settings(Call *call);

// routes_players.c
void route_get_leaders(Call *call);
void route_get_people(Call *call);

// routes_preview.c
void route_get_card(Call *call);

// routes_correspondence.c
void route_get_conditional(Call *call);
void route_post_conditional(Call *call);
void route_get_vacation(Call *call);
void route_post_vacation(Call *call);
void route_post_vacation_end(Call *call);

// routes_archive.c
void route_get_games(Call *call);
void route_get_archive(Call *call);

// routes_study.c
void route_get_review(Call *call);
void route_post_review(Call *call);
void route_get_explorer(Call *call);

// routes_puzzles.c
void route_get_puzzles(Call *call);
void route_post_puzzles(Call *call);
void route_get_puzzle_ratings(Call *call);
void route_get_person_puzzles(Call *call);

// routes_games.c
void route_get_lobby(Call *call);
void route_get_game(Call *call);
void route_get_moves(Call *call);
void route_post_game(Call *call);
void route_post_action(Call *call);
void route_post_visit(Call *call);

#endif
