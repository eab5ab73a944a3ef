// SPDX-License-Identifier: MIT
#include "support/postgres.h"

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

void postgres_ask(const char *sql, char *answer, size_t capacity)
{
    PGconn *pg = PQconnectdb(postgres_store());
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
    postgres_run("DO $$ DECLARE tables text; BEGIN"
                 " PERFORM pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                 "  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid();"
                 " SELECT string_agg(quote_ident(relname), ', ') INTO tables FROM pg_class"
                 "  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
                 "  AND relname <> 'meydan_schema';"
                 " IF tables IS NOT NULL THEN"
                 "  EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY CASCADE'; END IF; END $$");
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

// The postmaster and all it has started.
static void signal_all(int what)
{
    char command[128];
    int number = process();
    snprintf(command, sizeof command, "kill -%d %d $(ps -o pid= --ppid %d)", what, number, number);
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

void postgres_freeze(bool frozen)
{
    signal_all(frozen ? SIGSTOP : SIGCONT);
}
