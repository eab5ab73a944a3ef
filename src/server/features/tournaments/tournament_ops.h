// SPDX-License-Identifier: MIT
// Tournaments in the store: a row of `tournament`, and its decisions in order.
//
// Decisions are added by one call: TOURNAMENTS_STEP, then one TOURNAMENTS_DECIDE for each. The step
// names the number of the last decision before. It is a conflict if another call was first, so that
// no round is paired twice.
#ifndef MEYDAN_SERVER_FEATURES_TOURNAMENTS_TOURNAMENT_OPS_H
#define MEYDAN_SERVER_FEATURES_TOURNAMENTS_TOURNAMENT_OPS_H

#include "server/api/messages/shape_json.h"
#include "sql/op.h"
#include "tournament/formats/decisions.h"

enum {
    TOURNAMENTS_LOCK,       // PersonArg: a person who isn't deleted
    TOURNAMENTS_ADD,        // TournamentRow; a conflict if the maker has TOURNAMENTS_OF_MAX
    TOURNAMENTS_STEP,       // TournamentStep
    TOURNAMENTS_DECIDE,     // NewDecision
    TOURNAMENTS_CHANGE,     // TournamentChange
    TOURNAMENTS_ENTER,      // Participant: the number of the person's entry
    TOURNAMENTS_SET_ROLE,   // Participant: the role
    TOURNAMENTS_FREE_ENTRY, // EntryKey: nobody has that entry any more
    TOURNAMENTS_ADD_GAME,   // TournamentGame
    TOURNAMENTS_PROPOSE,    // Proposal
    TOURNAMENTS_END_TIMES,  // TimesKey: the proposals for a table
    TOURNAMENTS_ROW,        // TournamentArg: TournamentRow
    TOURNAMENTS_LOG,        // LogWanted: DecisionRow, all behind a number
    TOURNAMENTS_LOG_PAGE,   // LogWanted: DecisionRow with names, a page
    TOURNAMENTS_PEOPLE,     // TournamentArg: EntrantRow
    TOURNAMENTS_TIMES,      // TournamentArg: Proposal
    TOURNAMENTS_ACTIVE,     // ActiveWanted: ActiveRow
    TOURNAMENTS_NOW,        // ListWanted: TournamentRow
    TOURNAMENTS_SOON,       //
    TOURNAMENTS_PAST,       //
    TOURNAMENTS_MINE,       //
    TOURNAMENTS_OF_GAME,    // GameArg: TournamentGame
    TOURNAMENTS_GAME_ENDED, // GameArg: GameEnded; no row: there is no such game
    TOURNAMENTS_OWN,        // PersonArg: OwnEntry, for the export
    TOURNAMENTS_OWN_TIMES,  // PersonArg: OwnTime, for the export
    TOURNAMENTS_FORGET,     // PersonArg
    TOURNAMENTS_FORGET_TIMES,
    TOURNAMENTS_MOVE, // PersonMove
    TOURNAMENTS_MOVED,
    TOURNAMENTS_MOVE_TIMES,
    TOURNAMENTS_MOVED_TIMES,
    TOURNAMENTS_OPS,
};
extern const StoreOp TOURNAMENT_OPS[TOURNAMENTS_OPS];
extern const struct Topic TOURNAMENT_STEPPED;
extern const Shape TOURNAMENT_STEP;

enum {
    TOURNAMENTS_OF_MAX = 10, // of one maker, that are not over
    NAME_LETTERS = 60,
    DESCRIPTION_LETTERS = 140,
    SETTINGS_SIZE = 512,
    SECRET_HEX = SHA256_HEX,
};

typedef enum EntrantRole { ROLE_NONE, ROLE_INVITED, ROLE_HELPER, ROLE_BARRED } EntrantRole;

typedef struct TournamentRow {
    i64 id, maker;
    char name[4 * NAME_LETTERS + 1], description[4 * DESCRIPTION_LETTERS + 1];
    char settings[SETTINGS_SIZE];
    char seed[SECRET_HEX];     // published by the decision `start`
    char password[SECRET_HEX]; // its hash; empty: none
    bool hidden;
    int phase, entries;
    i64 number, created_ms, starts_ms, at_ms;
} TournamentRow;

typedef struct TournamentArg {
    i64 tournament;
} TournamentArg;

typedef struct TournamentStep {
    i64 tournament, before, number;
    int phase, entries;
    i64 at_ms;
} TournamentStep;

typedef struct NewDecision {
    i64 tournament, number, at_ms, person;
    Text what, why;
} NewDecision;

typedef struct TournamentChange {
    i64 tournament;
    char name[4 * NAME_LETTERS + 1], description[4 * DESCRIPTION_LETTERS + 1];
    i64 starts_ms;
} TournamentChange;

typedef struct Participant {
    i64 tournament, person;
    int number, role;
} Participant;
typedef struct EntryKey {
    i64 tournament;
    int number;
} EntryKey;
typedef struct EntrantRow {
    i64 person;
    int number, role;
    char name[PERSON_NAME_MAX];
    PersonKind kind;
} EntrantRow;

typedef struct TournamentGame {
    i64 game, tournament;
    int place;
} TournamentGame;
typedef struct GameEnded {
    i64 ended_ms;
} GameEnded;

typedef struct Proposal {
    i64 tournament;
    int place;
    i64 person, at_ms;
} Proposal;
typedef struct TimesKey {
    i64 tournament;
    int place;
} TimesKey;

typedef struct LogWanted {
    i64 tournament, after;
    int limit;
} LogWanted;
typedef struct DecisionRow {
    i64 number, at_ms, person;
    Text what, why;
} DecisionRow;
typedef struct NamedDecision {
    i64 number, at_ms;
    PersonShown by;
    Text what, why;
} NamedDecision;

typedef struct ActiveWanted {
    int phase; // below this one
} ActiveWanted;
typedef struct ActiveRow {
    i64 tournament;
} ActiveRow;

typedef struct ListWanted {
    i64 person;
    int offset, limit;
} ListWanted;

#endif
