// SPDX-License-Identifier: MIT
// Small things that are kept for one person, by kind and key: writing and reading them.
#include "store/query/query.h"

typedef enum ItemQuery {
    SET,
    SET_ONCE,
    TRIM,
    DROP,
    DROP_ALL,
    SAME,
    FORGET,
    MOVE,
    QUERIES
} ItemQuery;
const char *const SQL_ITEM_WRITES[QUERIES + 1] = {
    [SET] = "INSERT INTO item (person, kind, key, at_ms, body) SELECT ?1, ?2, ?3, ?4, ?5"
            " WHERE ?1 = 0 OR EXISTS (SELECT 1 FROM person WHERE id = ?1 AND gone_ms = 0)"
            " ON CONFLICT (person, kind, key) DO UPDATE SET at_ms = excluded.at_ms,"
            " body = excluded.body",
    [SET_ONCE] = "INSERT INTO item (person, kind, key, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)"
                 " ON CONFLICT (person, kind, key) DO NOTHING",
    // The oldest go.
    [TRIM] =
        "DELETE FROM item WHERE person = ?1 AND kind = ?2 AND key IN (SELECT key FROM item"
        " WHERE person = ?1 AND kind = ?2 ORDER BY at_ms DESC, key DESC LIMIT 1000000 OFFSET ?3)",
    [DROP] = "DELETE FROM item WHERE person = ?1 AND kind = ?2 AND key = ?3",
    [DROP_ALL] = "DELETE FROM item WHERE person = ?1 AND kind = ?2",
    // Locks it, too: nobody changes it until what depends on it is committed.
    [SAME] = "UPDATE item SET at_ms = at_ms WHERE person = ?1 AND kind = ?2 AND key = ?3"
             " AND body = ?4",
    [FORGET] = "DELETE FROM item WHERE person = ?1",
    // What both have stays the second one's.
    [MOVE] =
        "UPDATE item SET person = ?2 WHERE person = ?1 AND NOT EXISTS (SELECT 1 FROM item AS other"
        " WHERE other.person = ?2 AND other.kind = item.kind AND other.key = item.key)",
};

typedef enum ItemRead { OF_PERSON, OF_ALL, ONE, READS } ItemRead;
#define ITEMS_ "SELECT person, kind, key, at_ms, body FROM item "
const char *const SQL_ITEMS[READS + 1] = {
    [OF_PERSON] = ITEMS_ "WHERE person = ?1 AND kind = ?2 ORDER BY at_ms DESC, key DESC",
    [OF_ALL] = ITEMS_ "WHERE kind = ?2 AND kind > 1 ORDER BY person, key",
    [ONE] = ITEMS_ "WHERE person = ?1 AND kind = ?2 AND key = ?3",
};

static StoreStatus set_item(SqlConnection *c, const StoredItem *item, bool once)
{
    SqlStatement *s = c->item_write[once ? SET_ONCE : SET];
    sql_bind_i64(s, 1, item->person);
    sql_bind_i64(s, 2, (int)item->kind);
    sql_bind_i64(s, 3, item->key);
    sql_bind_i64(s, 4, item->at_ms);
    bind_text(s, 5, item->body);
    StoreStatus status = sql_change(s, true);
    if (status != STORED || !item->most) return status;
    s = c->item_write[TRIM];
    sql_bind_i64(s, 1, item->person);
    sql_bind_i64(s, 2, (int)item->kind);
    sql_bind_i64(s, 3, item->most);
    return sql_change(s, false);
}

static StoreStatus drop_item(SqlConnection *c, const StoredItem *item)
{
    SqlStatement *s = c->item_write[item->key ? DROP : DROP_ALL];
    sql_bind_i64(s, 1, item->person);
    sql_bind_i64(s, 2, (int)item->kind);
    if (item->key) sql_bind_i64(s, 3, item->key);
    return sql_change(s, false);
}

static StoreStatus same_item(SqlConnection *c, const StoredItem *item)
{
    SqlStatement *s = c->item_write[SAME];
    sql_bind_i64(s, 1, item->person);
    sql_bind_i64(s, 2, (int)item->kind);
    sql_bind_i64(s, 3, item->key);
    bind_text(s, 4, item->body);
    return sql_change(s, true);
}

StoreStatus query_item(SqlConnection *c, const StoreWrite *write)
{
    if (write->kind == WRITE_IF_ITEM) return same_item(c, &write->item);
    if (write->kind == WRITE_ITEM_GONE) return drop_item(c, &write->item);
    return set_item(c, &write->item, write->kind == WRITE_ITEM_ONCE);
}

StoreStatus query_forget_items(SqlConnection *c, i64 person)
{
    sql_bind_i64(c->item_write[FORGET], 1, person);
    return sql_change(c->item_write[FORGET], false);
}

StoreStatus query_move_items(SqlConnection *c, i64 from, i64 to)
{
    sql_bind_i64(c->item_write[MOVE], 1, from);
    sql_bind_i64(c->item_write[MOVE], 2, to);
    StoreStatus status = sql_change(c->item_write[MOVE], false);
    return status == STORED && from != to ? query_forget_items(c, from) : status;
}

bool query_items(void *connection, i64 person, ItemKind kind, i64 key, SeeItem *see, void *context)
{
    ItemRead query = key ? ONE : person ? OF_PERSON : OF_ALL;
    SqlStatement *row = ((SqlConnection *)connection)->item[query];
    if (query != OF_ALL) sql_bind_i64(row, 1, person);
    sql_bind_i64(row, 2, (int)kind);
    if (key) sql_bind_i64(row, 3, key);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredItem item = {
            .person = sql_column_i64(row, 0),
            .kind = (ItemKind)sql_column_int(row, 1),
            .key = sql_column_i64(row, 2),
            .at_ms = sql_column_i64(row, 3),
            .body = column_text(row, 4),
        };
        if (!see(context, &item)) break;
    }
    return finish(row, result);
}
