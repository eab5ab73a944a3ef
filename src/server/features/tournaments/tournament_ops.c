// SPDX-License-Identifier: MIT
#include "server/features/tournaments/tournament_ops.h"

static const Shape TOURNAMENT_ROW = SHAPE(
    TournamentRow, FIELD(TournamentRow, id), FIELD(TournamentRow, maker),
    FIELD(TournamentRow, name), FIELD(TournamentRow, description), FIELD(TournamentRow, settings),
    FIELD(TournamentRow, seed), FIELD(TournamentRow, password), FIELD(TournamentRow, hidden),
    FIELD(TournamentRow, phase), FIELD(TournamentRow, entries), FIELD(TournamentRow, number),
    FIELD(TournamentRow, created_ms), FIELD(TournamentRow, starts_ms), FIELD(TournamentRow, at_ms));
static const Shape TOURNAMENT_ARG = SHAPE(TournamentArg, FIELD(TournamentArg, tournament));
const Shape TOURNAMENT_STEP =
    SHAPE(TournamentStep, FIELD(TournamentStep, tournament), FIELD(TournamentStep, before),
          FIELD(TournamentStep, number), FIELD(TournamentStep, phase),
          FIELD(TournamentStep, entries), FIELD(TournamentStep, at_ms));
static const Shape NEW_DECISION =
    SHAPE(NewDecision, FIELD(NewDecision, tournament), FIELD(NewDecision, number),
          FIELD(NewDecision, at_ms), FIELD(NewDecision, person), FIELD(NewDecision, what),
          FIELD(NewDecision, why));
static const Shape CHANGE =
    SHAPE(TournamentChange, FIELD(TournamentChange, tournament), FIELD(TournamentChange, name),
          FIELD(TournamentChange, description), FIELD(TournamentChange, starts_ms));
static const Shape ENTRANT =
    SHAPE(Participant, FIELD(Participant, tournament), FIELD(Participant, person),
          FIELD(Participant, number), FIELD(Participant, role));
static const Shape ENTRY_KEY =
    SHAPE(EntryKey, FIELD(EntryKey, tournament), FIELD(EntryKey, number));
static const Shape ENTRANT_ROW =
    SHAPE(EntrantRow, FIELD(EntrantRow, person), FIELD(EntrantRow, number), FIELD(EntrantRow, role),
          FIELD(EntrantRow, name), FIELD(EntrantRow, kind));
static const Shape TOURNAMENT_GAME =
    SHAPE(TournamentGame, FIELD(TournamentGame, game), FIELD(TournamentGame, tournament),
          FIELD(TournamentGame, place));
static const Shape GAME_ENDED = SHAPE(GameEnded, FIELD(GameEnded, ended_ms));
static const Shape PROPOSAL = SHAPE(Proposal, FIELD(Proposal, tournament), FIELD(Proposal, place),
                                    FIELD(Proposal, person), FIELD(Proposal, at_ms));
static const Shape TIMES_KEY = SHAPE(TimesKey, FIELD(TimesKey, tournament), FIELD(TimesKey, place));
static const Shape LOG_ALL = SHAPE(LogWanted, FIELD(LogWanted, tournament), FIELD(LogWanted, after),
                                   FIELD(LogWanted, limit));
static const Shape DECISION_ROW =
    SHAPE(DecisionRow, FIELD(DecisionRow, number), FIELD(DecisionRow, at_ms),
          FIELD(DecisionRow, person), FIELD(DecisionRow, what), FIELD(DecisionRow, why));
static const Shape NAMED_DECISION =
    SHAPE(NamedDecision, FIELD(NamedDecision, number), FIELD(NamedDecision, at_ms),
          FIELD_SHAPE(NamedDecision, by, &PERSON_SHOWN), FIELD(NamedDecision, what),
          FIELD(NamedDecision, why));
static const Shape ACTIVE_WANTED = SHAPE(ActiveWanted, FIELD(ActiveWanted, phase));
static const Shape ACTIVE_ROW = SHAPE(ActiveRow, FIELD(ActiveRow, tournament));
static const Shape LIST_WANTED = SHAPE(ListWanted, FIELD(ListWanted, person),
                                       FIELD(ListWanted, offset), FIELD(ListWanted, limit));

// Rows of the export.
typedef struct OwnEntry {
    i64 tournament;
    int entry;
} OwnEntry;
static const Shape OWN_ENTRY =
    SHAPE(OwnEntry, FIELD(OwnEntry, tournament, .as = AS_GAME), FIELD(OwnEntry, entry));
typedef struct OwnTime {
    i64 tournament;
    int table;
    i64 at;
} OwnTime;
static const Shape OWN_TIME = SHAPE(OwnTime, FIELD(OwnTime, tournament, .as = AS_GAME),
                                    FIELD(OwnTime, table), FIELD(OwnTime, at, .as = AS_TIME));

#define COLUMNS                                                                                    \
    "id, maker, name, description, settings, seed, password, hidden, phase, entries, number,"      \
    " created_ms, starts_ms, at_ms"
#define LOCK_PERSON "SELECT 1 FROM person WHERE id = $1 AND gone_ms = 0"
const StoreOp TOURNAMENT_OPS[TOURNAMENTS_OPS] = {
    [TOURNAMENTS_LOCK] = { .name = "tournaments.lock",
                           .does = OP_REQUIRES,
                           .args = &PERSON_ARG,
                           .sql = LOCK_PERSON,
                           .postgres = LOCK_PERSON " FOR NO KEY UPDATE" },
    [TOURNAMENTS_ADD] = { .name = "tournaments.add",
                          .does = OP_CHANGES_ONE,
                          .args = &TOURNAMENT_ROW,
                          .sql = "INSERT INTO tournament (" COLUMNS ") SELECT $1, $2, $3, $4, $5,"
                                 " $6, $7, $8, $9, $10, $11, $12, $13, $14 WHERE"
                                 " (SELECT count(*) FROM tournament WHERE maker = $2 AND phase < 3)"
                                 " < 10" },
    // Only the first call with that `before` changes the row.
    [TOURNAMENTS_STEP] = { .name = "tournaments.step",
                           .does = OP_CHANGES_ONE,
                           .args = &TOURNAMENT_STEP,
                           .tells = &TOURNAMENT_STEPPED,
                           .sql = "UPDATE tournament SET number = $3, phase = $4, entries = $5,"
                                  " at_ms = $6 WHERE id = $1 AND number = $2" },
    [TOURNAMENTS_DECIDE] = { .name = "tournaments.decide",
                             .does = OP_CHANGES_ONE,
                             .args = &NEW_DECISION,
                             .sql = "INSERT INTO decision (tournament, number, at_ms, person, what,"
                                    " why) VALUES ($1, $2, $3, $4, $5, $6)" },
    [TOURNAMENTS_CHANGE] = { .name = "tournaments.change",
                             .does = OP_CHANGES_ONE,
                             .args = &CHANGE,
                             .sql = "UPDATE tournament SET name = $2, description = $3,"
                                    " starts_ms = $4, at_ms = CASE WHEN phase = 1 AND $4 > 0"
                                    "  THEN $4 ELSE at_ms END WHERE id = $1" },
    [TOURNAMENTS_ENTER] = { .name = "tournaments.enter",
                            .does = OP_CHANGES_ONE,
                            .args = &ENTRANT,
                            .sql = "INSERT INTO entrant (tournament, person, number, role)"
                                   " VALUES ($1, $2, $3, $4) ON CONFLICT (tournament, person)"
                                   " DO UPDATE SET number = excluded.number" },
    [TOURNAMENTS_SET_ROLE] = { .name = "tournaments.set_role",
                               .does = OP_CHANGES_ONE,
                               .args = &ENTRANT,
                               .sql = "INSERT INTO entrant (tournament, person, number, role)"
                                      " VALUES ($1, $2, $3, $4) ON CONFLICT (tournament, person)"
                                      " DO UPDATE SET role = excluded.role" },
    [TOURNAMENTS_FREE_ENTRY] = { .name = "tournaments.free_entry",
                                 .does = OP_CHANGES_ANY,
                                 .args = &ENTRY_KEY,
                                 .sql = "UPDATE entrant SET number = 0"
                                        " WHERE tournament = $1 AND number = $2" },
    [TOURNAMENTS_ADD_GAME] = { .name = "tournaments.add_game",
                               .does = OP_CHANGES_ONE,
                               .args = &TOURNAMENT_GAME,
                               .sql = "INSERT INTO tournament_game (game, tournament, place)"
                                      " VALUES ($1, $2, $3)" },
    [TOURNAMENTS_PROPOSE] = { .name = "tournaments.propose",
                              .does = OP_CHANGES_ONE,
                              .args = &PROPOSAL,
                              .sql = "INSERT INTO appointment (tournament, place, person, at_ms)"
                                     " VALUES ($1, $2, $3, $4)"
                                     " ON CONFLICT (tournament, place, person)"
                                     " DO UPDATE SET at_ms = excluded.at_ms" },
    [TOURNAMENTS_END_TIMES] = { .name = "tournaments.end_times",
                                .does = OP_CHANGES_ANY,
                                .args = &TIMES_KEY,
                                .sql = "DELETE FROM appointment"
                                       " WHERE tournament = $1 AND place = $2" },
    [TOURNAMENTS_ROW] = { .name = "tournaments.row",
                          .does = OP_READS,
                          .args = &TOURNAMENT_ARG,
                          .row = &TOURNAMENT_ROW,
                          .sql = "SELECT " COLUMNS " FROM tournament WHERE id = $1" },
    [TOURNAMENTS_LOG] = { .name = "tournaments.log",
                          .does = OP_READS_LONG,
                          .args = &LOG_ALL,
                          .row = &DECISION_ROW,
                          .sql = "SELECT number, at_ms, person, what, why FROM decision"
                                 " WHERE tournament = $1 AND number > $2"
                                 " ORDER BY number LIMIT $3" },
    [TOURNAMENTS_LOG_PAGE] = { .name = "tournaments.log_page",
                               .does = OP_READS,
                               .args = &LOG_ALL,
                               .row = &NAMED_DECISION,
                               .sql = "SELECT number, at_ms, coalesce(person.id, 0),"
                                      " coalesce(person.name, ''), coalesce(person.kind, 0), what,"
                                      " why FROM decision"
                                      " LEFT JOIN person ON person.id = decision.person"
                                      " WHERE tournament = $1 AND number > $2"
                                      " ORDER BY number LIMIT $3" },
    [TOURNAMENTS_PEOPLE] = { .name = "tournaments.people",
                             .does = OP_READS_LONG,
                             .args = &TOURNAMENT_ARG,
                             .row = &ENTRANT_ROW,
                             .sql = "SELECT entrant.person, number, role, coalesce(name, ''), kind"
                                    " FROM entrant JOIN person ON person.id = entrant.person"
                                    " WHERE tournament = $1 ORDER BY entrant.person" },
    [TOURNAMENTS_TIMES] = { .name = "tournaments.times",
                            .does = OP_READS_LONG,
                            .args = &TOURNAMENT_ARG,
                            .row = &PROPOSAL,
                            .sql = "SELECT tournament, place, person, at_ms FROM appointment"
                                   " WHERE tournament = $1 ORDER BY place, person" },
    [TOURNAMENTS_ACTIVE] = { .name = "tournaments.active",
                             .does = OP_READS_LONG,
                             .args = &ACTIVE_WANTED,
                             .row = &ACTIVE_ROW,
                             .sql = "SELECT id FROM tournament WHERE phase < $1 ORDER BY id" },
    [TOURNAMENTS_NOW] = { .name = "tournaments.now",
                          .does = OP_READS,
                          .args = &LIST_WANTED,
                          .row = &TOURNAMENT_ROW,
                          .sql = "SELECT " COLUMNS " FROM tournament WHERE phase = 2"
                                 " AND (hidden = 0 OR maker = $1)"
                                 " ORDER BY at_ms DESC, id LIMIT $3 OFFSET $2" },
    [TOURNAMENTS_SOON] = { .name = "tournaments.soon",
                           .does = OP_READS,
                           .args = &LIST_WANTED,
                           .row = &TOURNAMENT_ROW,
                           .sql = "SELECT " COLUMNS " FROM tournament WHERE phase = 1"
                                  " AND (hidden = 0 OR maker = $1)"
                                  " ORDER BY at_ms, id LIMIT $3 OFFSET $2" },
    [TOURNAMENTS_PAST] = { .name = "tournaments.past",
                           .does = OP_READS,
                           .args = &LIST_WANTED,
                           .row = &TOURNAMENT_ROW,
                           .sql = "SELECT " COLUMNS " FROM tournament WHERE phase = 3"
                                  " AND (hidden = 0 OR maker = $1)"
                                  " ORDER BY at_ms DESC, id LIMIT $3 OFFSET $2" },
    [TOURNAMENTS_MINE] = { .name = "tournaments.mine",
                           .does = OP_READS,
                           .args = &LIST_WANTED,
                           .row = &TOURNAMENT_ROW,
                           .sql = "SELECT " COLUMNS " FROM tournament WHERE id IN"
                                  " (SELECT tournament FROM entrant WHERE person = $1 AND role < 3"
                                  "  UNION SELECT id FROM tournament WHERE maker = $1)"
                                  " ORDER BY phase, at_ms DESC, id LIMIT $3 OFFSET $2" },
    [TOURNAMENTS_OF_GAME] = { .name = "tournaments.of_game",
                              .does = OP_READS,
                              .args = &GAME_ARG,
                              .row = &TOURNAMENT_GAME,
                              .sql = "SELECT game, tournament, place FROM tournament_game"
                                     " WHERE game = $1" },
    [TOURNAMENTS_GAME_ENDED] = { .name = "tournaments.game_ended",
                                 .does = OP_READS,
                                 .args = &GAME_ARG,
                                 .row = &GAME_ENDED,
                                 .sql = "SELECT coalesce(ended_ms, 0) FROM game WHERE id = $1" },
    [TOURNAMENTS_OWN] = { .name = "tournaments.own",
                          .does = OP_READS,
                          .args = &PERSON_ARG,
                          .row = &OWN_ENTRY,
                          .sql = "SELECT tournament, number FROM entrant WHERE person = $1"
                                 " ORDER BY tournament" },
    [TOURNAMENTS_OWN_TIMES] = { .name = "tournaments.own_times",
                                .does = OP_READS,
                                .args = &PERSON_ARG,
                                .row = &OWN_TIME,
                                .sql = "SELECT tournament, place, at_ms FROM appointment"
                                       " WHERE person = $1 ORDER BY tournament, place" },
    // The entry stays in the log, where it has no name, and loses its further games.
    [TOURNAMENTS_FORGET] = { .name = "tournaments.forget",
                             .does = OP_CHANGES_ANY,
                             .args = &PERSON_ARG,
                             .sql = "DELETE FROM entrant WHERE person = $1" },
    [TOURNAMENTS_FORGET_TIMES] = { .name = "tournaments.forget_times",
                                   .does = OP_CHANGES_ANY,
                                   .args = &PERSON_ARG,
                                   .sql = "DELETE FROM appointment WHERE person = $1" },
    // Of a tournament that both have entered, the account's entry stays.
    [TOURNAMENTS_MOVE] = { .name = "tournaments.move",
                           .does = OP_CHANGES_ANY,
                           .args = &PERSON_MOVE,
                           .sql =
                               "INSERT INTO entrant (tournament, person, number, role)"
                               " SELECT tournament, $2, number, role FROM entrant"
                               " WHERE person = $1 ON CONFLICT (tournament, person) DO NOTHING" },
    [TOURNAMENTS_MOVED] = { .name = "tournaments.moved",
                            .does = OP_CHANGES_ANY,
                            .args = &PERSON_MOVE,
                            .sql = "DELETE FROM entrant WHERE person = $1 AND $1 <> $2" },
    [TOURNAMENTS_MOVE_TIMES] = { .name = "tournaments.move_times",
                                 .does = OP_CHANGES_ANY,
                                 .args = &PERSON_MOVE,
                                 .sql = "INSERT INTO appointment (tournament, place, person, at_ms)"
                                        " SELECT tournament, place, $2, at_ms FROM appointment"
                                        " WHERE person = $1"
                                        " ON CONFLICT (tournament, place, person) DO NOTHING" },
    [TOURNAMENTS_MOVED_TIMES] = { .name = "tournaments.moved_times",
                                  .does = OP_CHANGES_ANY,
                                  .args = &PERSON_MOVE,
                                  .sql = "DELETE FROM appointment WHERE person = $1 AND $1 <> $2" },
};
_Static_assert((int)TOURNAMENTS_OF_MAX == 10 && (int)ROLE_BARRED == 3 && (int)PHASE_OVER == 3,
               "numbers in statements");
