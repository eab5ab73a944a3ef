// SPDX-License-Identifier: MIT
// All statements, and the table of reads that store.c sees.
#include "store/query/query.h"

#include "sql/op.h"

#include <stddef.h>

// The lists of statements: whether they write, and where a connection has them. A new list is a
// new line.
const SqlList SQL_LISTS[] = {
    { SQL_WRITES, true, offsetof(SqlConnection, write) },
    { SQL_ACCOUNTS, true, offsetof(SqlConnection, account) },
    { SQL_PEOPLE, false, offsetof(SqlConnection, people) },
    { NULL, false, 0 },
};

static SqlStatement **place_of(SqlConnection *c, const SqlList *list)
{
    return (SqlStatement **)((char *)c + list->place);
}

bool sql_prepare_all(SqlConnection *c, bool writes)
{
    for (const SqlList *list = SQL_LISTS; list->sql; list++)
        for (int i = 0; list->writes == writes && list->sql[i]; i++)
            if (!(place_of(c, list)[i] = c->driver->prepare(c, list->sql[i]))) return false;
    return true;
}

void sql_finalize_all(SqlConnection *c)
{
    for (const SqlList *list = SQL_LISTS; list->sql; list++)
        for (int i = 0; i < STATEMENTS_MAX; i++)
            if (place_of(c, list)[i]) c->driver->finalize(place_of(c, list)[i]);
    op_finalize_all(c);
}

const Backend BACKEND_SQL = {
    .person = query_person,
    .people = query_people,
    .sessions = query_sessions,
    .tokens = query_tokens,
    .people_like = query_people_like,
};
