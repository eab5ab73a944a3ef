// SPDX-License-Identifier: MIT
#include "support/postgres/postgres.h"

#include "support/check.h"

#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

const char *postgres_store(void)
{
    return getenv("POSTGRES_STORE");
}

static void be_quiet(void *context, const char *message)
{
    (void)context;
    (void)message;
}

void postgres_ask(const char *sql, char *answer, size_t capacity)
{
    PGconn *pg = PQconnectdb(postgres_store());
    PQsetNoticeProcessor(pg, be_quiet,
                         NULL); // suppresses a notice about processes that have already ended
    PGresult *result = PQexec(pg, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(pg));
    if (capacity)
        snprintf(answer, capacity, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(pg);
}

void postgres_run(const char *sql)
{
    postgres_ask(sql, NULL, 0);
}

void postgres_empty(void)
{
    // Far quicker than TRUNCATE, which makes new files for all tables.
    postgres_run("DO $$ DECLARE name text; BEGIN"
                 " PERFORM pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                 "  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid();"
                 " SET session_replication_role = replica;"
                 " FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r'"
                 "  AND relnamespace = 'public'::regnamespace AND relname NOT IN ('meydan_schema',"
                 "   'identity')"
                 " LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;"
                 " PERFORM setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"
                 "  AND relnamespace = 'public'::regnamespace; END $$");
}

void postgres_hold(bool hold)
{
    static PGconn *holder;
    if (hold) {
        holder = PQconnectdb(postgres_store());
        PGresult *result = PQexec(holder, "BEGIN; LOCK TABLE event, alive, game, written"
                                          " IN EXCLUSIVE MODE");
        assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
        PQclear(result);
    } else {
        PQfinish(holder);
    }
}

static int process(void)
{
    int number = 0;
    FILE *file = fopen(getenv("POSTGRES_PID"), "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%d", &number), 1);
    fclose(file);
    return number;
}

// Signals the postmaster and all its children.
static void signal_all(int what)
{
    char command[128];
    int number = process();
    snprintf(command, sizeof command, "kill -%d %d $(ps -o pid= --ppid %d)", what, number, number);
    if (system(command) < 0) fail_msg("%s", command);
}

// The process that started it (such as runuser) stops with it and would not notice its end.
static void wake_starter(void)
{
    char command[64];
    snprintf(command, sizeof command, "kill -CONT $(ps -o ppid= -p %d)", process());
    if (system(command) < 0) fail_msg("%s", command);
}

void postgres_kill(void)
{
    signal_all(SIGKILL);
}

void postgres_start(void)
{
    char command[512];
    snprintf(command, sizeof command, "%s start %s", getenv("POSTGRES_TOOL"),
             getenv("POSTGRES_FOLDER"));
    assert_int_equal(system(command), 0);
}

void postgres_promote(void)
{
    char name[512];
    postgres_kill();
    snprintf(name, sizeof name, "%s/data/standby.signal", getenv("POSTGRES_FOLDER"));
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fclose(file);
    postgres_start();
    postgres_run("SELECT pg_promote(true, 60)");
}

void postgres_freeze(bool frozen)
{
    signal_all(frozen ? SIGSTOP : SIGCONT);
    if (!frozen) wake_starter();
}
