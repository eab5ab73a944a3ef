// SPDX-License-Identifier: MIT
// Work with a lease: asked for, taken, answered. A job that waits is free once its `due_ms` has
// come; taking it moves that to the end of the lease. `attempt` only grows: it tells the holder of
// now from all before.
#include "store/query/query.h"

typedef enum JobQuery {
    ASK,
    ASK_REVIEW,
    TAKE,
    CLAIM,
    RENEW,
    ANSWER,
    FINISH,
    GIVE_BACK,
    FAIL,
    END,
    QUERIES
} JobQuery;
#define HELD " WHERE id = ?1 AND attempt = ?2 AND state = 0"
const char *const SQL_JOB_WRITES[QUERIES + 1] = {
    [ASK] = "INSERT INTO job (kind, key, number, priority, due_ms)"
            " VALUES (?1, ?2, ?3, ?4, " SQL_NOW_MS ")"
            " ON CONFLICT (kind, key) DO UPDATE SET number = excluded.number,"
            " priority = excluded.priority, due_ms = excluded.due_ms, state = 0, holder = 0,"
            " attempt = job.attempt + 1, tries = 0, text = ''"
            " WHERE job.number < excluded.number",
    [ASK_REVIEW] = "INSERT INTO job (kind, key, number, priority, due_ms)"
                   " SELECT 1, game, 0, priority, asked_ms FROM review"
                   " WHERE game = ?1 AND state = 0"
                   " ON CONFLICT (kind, key) DO UPDATE SET priority = excluded.priority",
    [TAKE] = "UPDATE job SET holder = ?1, attempt = attempt + 1, tries = tries + 1,"
             " due_ms = " SQL_NOW_MS " + ?2 WHERE id IN (/* unlocked */ SELECT id FROM job"
             " WHERE kind = ?3 AND state = 0 AND due_ms <= " SQL_NOW_MS
             " ORDER BY priority, due_ms LIMIT ?4 /* unlocked */)"
             " RETURNING id, key, number, attempt, tries",
    [CLAIM] = "UPDATE job SET holder = ?1, attempt = attempt + 1, tries = tries + 1,"
              " due_ms = " SQL_NOW_MS " + ?2 WHERE kind = ?3 AND key = ?4 AND number = ?5"
              " AND state = 0 AND due_ms <= " SQL_NOW_MS,
    [RENEW] = "UPDATE job SET due_ms = " SQL_NOW_MS " + ?3" HELD,
    [ANSWER] = "UPDATE job SET state = 1, holder = 0, text = ?3" HELD,
    [FINISH] = "DELETE FROM job" HELD,
    [GIVE_BACK] = "UPDATE job SET due_ms = " SQL_NOW_MS ", holder = 0, attempt = attempt + 1,"
                  " tries = tries - 1" HELD,
    [FAIL] = "UPDATE job SET due_ms = " SQL_NOW_MS " + ?3, holder = 0, attempt = attempt + 1,"
             " state = CASE WHEN tries >= ?4 THEN 2 ELSE 0 END, text = ?5" HELD,
    [END] = "DELETE FROM job WHERE kind = 0 AND key = ?1",
};

typedef enum JobRead { OF_KEY, FREE, READS } JobRead;
const char *const SQL_JOBS[READS + 1] = {
    [OF_KEY] = "SELECT id, key, number, attempt, tries, state,"
               " CASE WHEN state = 0 AND due_ms <= " SQL_NOW_MS " THEN 1 ELSE 0 END, text"
               " FROM job WHERE kind = ?1 AND key = ?2",
    [FREE] = "SELECT count(*) FROM (SELECT 1 FROM job WHERE kind = ?1 AND state = 0"
             " AND due_ms <= " SQL_NOW_MS " LIMIT ?2) AS found",
};
_Static_assert(JOB_MOVE == 0 && JOB_REVIEW == 1, "as the statements have it");
_Static_assert(JOB_WAITING == 0 && JOB_ANSWERED == 1 && JOB_SET_ASIDE == 2, "so, too");

// --- writing -------------------------------------------------------------------------------------

static StoreStatus ask(SqlConnection *c, const StoreWrite *write)
{
    SqlStatement *s = c->job_write[ASK];
    sql_bind_i64(s, 1, (int)write->job.kind);
    sql_bind_i64(s, 2, write->job.key);
    sql_bind_i64(s, 3, write->job.number);
    sql_bind_i64(s, 4, write->job.priority);
    return sql_change(s, false);
}

// Should the call be sent again after a lost connection and turn out to be committed, nothing is
// read: then what was taken the first time counts.
static StoreStatus take(SqlConnection *c, const StoreWrite *write)
{
    SqlStatement *s = c->job_write[TAKE];
    JobsTaken taken = { 0 };
    int result, most = write->job.most < JOBS_AT_ONCE ? write->job.most : JOBS_AT_ONCE;
    sql_bind_i64(s, 1, write->job.holder);
    sql_bind_i64(s, 2, write->job.lease_ms);
    sql_bind_i64(s, 3, (int)write->job.kind);
    sql_bind_i64(s, 4, most);
    while ((result = sql_step(s)) == SQL_ROW)
        if (taken.count < JOBS_AT_ONCE)
            taken.job[taken.count++] = (StoredJob){ .id = sql_column_i64(s, 0),
                                                    .kind = write->job.kind,
                                                    .key = sql_column_i64(s, 1),
                                                    .number = sql_column_int(s, 2),
                                                    .attempt = sql_column_i64(s, 3),
                                                    .tries = sql_column_int(s, 4) };
    sql_reset(s);
    if (result != SQL_DONE) return STORE_FAILED;
    *write->job.taken = taken;
    return STORED;
}

static StoreStatus claim(SqlConnection *c, const StoreWrite *write)
{
    SqlStatement *s = c->job_write[CLAIM];
    sql_bind_i64(s, 1, write->job.holder);
    sql_bind_i64(s, 2, write->job.lease_ms);
    sql_bind_i64(s, 3, (int)write->job.kind);
    sql_bind_i64(s, 4, write->job.key);
    sql_bind_i64(s, 5, write->job.number);
    return sql_change(s, true);
}

// What the holder of an attempt says.
static StoreStatus settle(SqlConnection *c, const StoreWrite *write, JobQuery query)
{
    SqlStatement *s = c->job_write[query];
    sql_bind_i64(s, 1, write->job.id);
    sql_bind_i64(s, 2, write->job.attempt);
    if (query == RENEW || query == FAIL) sql_bind_i64(s, 3, write->job.lease_ms);
    if (query == FAIL) sql_bind_i64(s, 4, write->job.most);
    if (query == FAIL) bind_text(s, 5, write->job.text);
    if (query == ANSWER) bind_text(s, 3, write->job.text);
    return sql_change(s, true);
}

StoreStatus query_job(SqlConnection *c, const StoreWrite *write)
{
    if (write->job.text.length > JOB_TEXT_MAX) return STORE_CONFLICT;
    switch (write->kind) {
    case WRITE_JOB: return ask(c, write);
    case WRITE_JOBS_TAKEN: return take(c, write);
    case WRITE_JOB_CLAIMED: return claim(c, write);
    case WRITE_JOB_RENEWED: return settle(c, write, RENEW);
    case WRITE_JOB_ANSWERED: return settle(c, write, ANSWER);
    case WRITE_JOB_DONE: return settle(c, write, FINISH);
    case WRITE_JOB_RETURNED: return settle(c, write, GIVE_BACK);
    default: return settle(c, write, FAIL);
    }
}

StoreStatus query_ask_review(SqlConnection *c, i64 game)
{
    sql_bind_i64(c->job_write[ASK_REVIEW], 1, game);
    return sql_change(c->job_write[ASK_REVIEW], false);
}

StoreStatus query_end_jobs(SqlConnection *c, i64 game)
{
    sql_bind_i64(c->job_write[END], 1, game);
    return sql_change(c->job_write[END], false);
}

// --- reading -------------------------------------------------------------------------------------

bool query_job_of(void *connection, JobKind kind, i64 key, SeeJob *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->job[OF_KEY];
    sql_bind_i64(row, 1, (int)kind);
    sql_bind_i64(row, 2, key);
    int result = sql_step(row);
    if (result == SQL_ROW) {
        const StoredJob job = {
            .id = sql_column_i64(row, 0),
            .kind = kind,
            .key = sql_column_i64(row, 1),
            .number = sql_column_int(row, 2),
            .attempt = sql_column_i64(row, 3),
            .tries = sql_column_int(row, 4),
            .state = (JobState)sql_column_int(row, 5),
            .is_free = sql_column_int(row, 6) != 0,
            .text = column_text(row, 7),
        };
        see(context, &job);
    }
    return finish(row, result);
}

int query_jobs_free(void *connection, JobKind kind)
{
    SqlStatement *row = ((SqlConnection *)connection)->job[FREE];
    sql_bind_i64(row, 1, (int)kind);
    sql_bind_i64(row, 2, JOBS_AT_ONCE);
    int count = sql_step(row) == SQL_ROW ? sql_column_int(row, 0) : 0;
    sql_reset(row);
    return count;
}
