// SPDX-License-Identifier: MIT
// Tournaments as JSON. On a reader's thread, except shapes.
#ifndef MEYDAN_SERVER_FEATURES_TOURNAMENTS_VIEWS_H
#define MEYDAN_SERVER_FEATURES_TOURNAMENTS_VIEWS_H

#include "server/features/tournaments/held.h"
#include "tournament/formats/log_file.h"

enum {
    TABLES_PAGE_MAX = 1000,
    STANDINGS_PAGE_MAX = 200,
    LOG_PAGE = 100,
    LIST_PAGE_MAX = 50,
    HELPERS_MAX = 10,
    NAME_SIZE = ENTRY_NAME,
};

// A tournament as lists show it.
typedef struct TournamentHead {
    i64 id;
    char name[4 * NAME_LETTERS + 1], description[4 * DESCRIPTION_LETTERS + 1];
    PersonShown organiser;
    int format;
    char variant[32], clock[CLOCK_TEXT_MAX];
    bool rated;
    int seats, games, rounds, minutes, phase, entries;
    i64 created, starts, at, number;
    bool hidden;
    int pace, pause_s, round_minutes;
    bool password, accounts, bots, invited;
    int rating_min, rating_max;
    char rules[RULES_SIZE];
} TournamentHead;
extern const Shape TOURNAMENT_HEAD;
// False if the row can't be read.
bool head_view(TournamentHead *head, const TournamentRow *row, Store *reading);

extern const Shape TOURNAMENT_VIEW, TOURNAMENT_ENTRIES, TOURNAMENT_TABLES, TOURNAMENT_STANDINGS,
    TOURNAMENT_LOG;

// Why the person can't enter now; ERROR_NONE if they can. `rating` is theirs, or 0.
ErrorCode entering(Held *held, Store *reading, const StoredPerson *person, const char *password,
                   i64 now_ms, int *rating, const char **why);

void view_tournament(Json *json, Held *held, Store *reading, const StoredPerson *who, i64 now_ms);
void view_entries(Json *json, Held *held);
typedef struct TablesWanted {
    int round, after, limit, open;
} TablesWanted;
void view_tables(Json *json, const Held *held, Store *reading, const TablesWanted *wanted);
typedef struct StandingsWanted {
    int from, limit, explain;
} StandingsWanted;
void view_standings(Json *json, Held *held, const StandingsWanted *wanted);
void view_log(Json *json, Held *held, Store *reading, i64 after);
// The file of `meydan tournament`, in which persons are names.
void view_file(Json *json, Held *held, Store *reading);
// A decision with the entry's name in place of its person.
void decision_shown(const Held *held, Text what, Out *out);

#endif
