// SPDX-License-Identifier: MIT
// What only PostgreSQL has: statements and tables in its own words, a server that dies, freezes or
// closes a connection in the midst of a commit.
#include "support/stored.h"

#include "store/migrations.h"
#include "store/postgres/postgres.h"
#include "store/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the same statements and tables --------------------------------------------------------------

static void check_list(PGconn *pg, const char *const *list)
{
    for (int i = 0; list[i]; i++) {
        int parameters;
        char *sql = pg_translate(list[i], &parameters);
        assert_non_null(sql);
        PGresult *result = PQprepare(pg, "", sql, 0, NULL);
        const char *words = PQerrorMessage(pg);
        // Which type a value has it is told by whoever binds it.
        if (PQresultStatus(result) != PGRES_COMMAND_OK &&
            !strstr(words, "data type of parameter") &&
            !strstr(words, "but expression is of type text") &&
            !strstr(words, "operator does not exist: bigint = text") &&
            !strstr(words, "inconsistent types deduced for parameter"))
            fail_msg("%s: %s", sql, words);
        PQclear(result);
        free(sql);
    }
}

static void statements_are_understood(void **state)
{
    (void)state;
    store_close(open_store(0)); // makes the tables
    PGconn *pg = PQconnectdb(path);
    for (const SqlList *list = SQL_LISTS; list->sql; list++)
        check_list(pg, list->sql);
    PQfinish(pg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(statements_are_understood),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
