// SPDX-License-Identifier: MIT
// What the handlers of routes share; only routes*.c include it.
#ifndef MEYDAN_SERVER_ROUTES_INTERNAL_H
#define MEYDAN_SERVER_ROUTES_INTERNAL_H

#include "server/api/call.h"
#include "server/routes/batch.h"
#include "server/routes/routes.h"

enum { ROUTES_MAX = 256 };

struct Routes {
    RoutesSetup setup;
    Batches batches;
    u64 began_ns;
    // The most specific first: of two that match a path, the first is right.
    const Route *route[ROUTES_MAX];
    HandlerCost *cost[ROUTES_MAX];
    int count;
};

i64 route_now(const Routes *routes);
// In addition to the token of LIMIT_LOAD taken before: what has been read from the store.
void route_charge_load(const Call *call, u32 plies);
// A number in the query; false if it is there and is none, or above `most`.
bool route_query_number(Text query, const char *name, i64 most, i64 *number);

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

// routes_games.c
void route_get_lobby(Call *call);
void route_get_game(Call *call);
void route_get_moves(Call *call);
void route_post_game(Call *call);
void route_post_action(Call *call);
void route_post_visit(Call *call);

#endif
