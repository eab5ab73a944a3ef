// SPDX-License-Identifier: MIT
#include "server/features/features.h"

#include "server/features/annulment/annulment_ops.h"
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/jobs/jobs.h"
#include "server/games/rating_ops.h"
#include "server/identity/identity_ops.h"
#include "server/identity/person_ops.h"

extern const Feature ACCOUNTS, ARCHIVE, CHALLENGES, CHAT, CORRESPONDENCE, EXPLORER, FAVOURITES,
    FOLLOWS, LOBBY_FEATURE, MODERATION, NOTIFICATIONS, OPENAPI, PAIRING, PLAY, PREFERENCES,
    PREVIEWS, PROFILES, PUZZLES, RANKINGS, REVIEWS, SOCKETS, TOURNAMENTS;

// Rows with operations alone: of layers below features, and of annulment, which operators do by
// command.
static const Feature IDENTITY = {
    .name = "identity",
    .tables = (const char *const[]){ "factor", "kept_name", "recovery", "trace", NULL },
    .ops = IDENTITY_OPS,
    .ops_count = IDENTITY_OPS_COUNT,
    .prune = &IDENTITY_OPS[IDENTITY_EXPIRE_NAMES],
    .person = { .forget = { &IDENTITY_OPS[IDENTITY_END_FACTOR],
                            &IDENTITY_OPS[IDENTITY_END_RECOVERIES],
                            &IDENTITY_OPS[IDENTITY_FORGET_TRACES] },
                .export = { { .key = "seen", .op = &IDENTITY_OPS[IDENTITY_TRACES] } } },
};

static const Feature PERSONS = {
    .name = "persons",
    .tables = (const char *const[]){ "person", "session", "token", NULL },
    .ops = PERSON_OPS,
    .ops_count = PERSONS_OPS,
    .person = { .forget = { &PERSON_OPS[PERSONS_END_SESSIONS], &PERSON_OPS[PERSONS_END_TOKENS] } },
};

static const Feature GAMES = {
    .name = "games",
    .tables =
        (const char *const[]){ "alive", "event", "finished", "flag", "game", "job", "seat", NULL },
    .ops = GAME_OPS,
    .ops_count = GAMES_OPS,
    .person = { .move = { &GAME_OPS[GAMES_MOVE_SEATS], &GAME_OPS[GAMES_MOVE_MADE] } },
};
static const Feature FIGURES = {
    .name = "figures",
    .tables = (const char *const[]){ "person_count", "result_count", NULL },
    .ops = FIGURE_OPS,
    .ops_count = FIGURES_OPS,
    .person = { .move = { &FIGURE_OPS[FIGURES_MOVE_COUNTS], &FIGURE_OPS[FIGURES_DROP_COUNTS],
                          &FIGURE_OPS[FIGURES_MOVE_RESULTS], &FIGURE_OPS[FIGURES_DROP_RESULTS] } },
};
static const Feature RATINGS = {
    .name = "ratings",
    .tables = (const char *const[]){ "rating", "rating_change", NULL },
    .ops = RATING_OPS,
    .ops_count = RATINGS_OPS,
};

static const Feature ANNULMENT = {
    .name = "annulment",
    .tables = (const char *const[]){ "game", "rating", "rating_change", NULL },
    .ops = ANNULMENT_OPS,
    .ops_count = ANNULMENT_OPS_COUNT,
};

static const Feature JOBS = {
    .name = "jobs",
    .tables = (const char *const[]){ "job", NULL },
    .ops = JOB_OPS,
    .ops_count = JOBS_OPS,
};

const Feature *const FEATURES[] = {
    &IDENTITY,    &PERSONS,  &GAMES,         &FIGURES,   &RATINGS,        &JOBS,
    &SOCKETS,     &PLAY,     &LOBBY_FEATURE, &PAIRING,   &CHALLENGES,     &ARCHIVE,
    &ACCOUNTS,    &PROFILES, &RANKINGS,      &ANNULMENT, &CORRESPONDENCE, &PREVIEWS,
    &CHAT,        &EXPLORER, &FAVOURITES,    &FOLLOWS,   &MODERATION,     &NOTIFICATIONS,
    &PREFERENCES, &PUZZLES,  &REVIEWS,       &OPENAPI,   &TOURNAMENTS,    NULL,
};
