// SPDX-License-Identifier: MIT
// Small things that are kept for one person, by kind and key: writing and reading them.
#include "store/sqlite.h"

typedef enum ItemQuery { SET, TRIM, DROP, DROP_ALL, FORGET, MOVE, EXPIRE, QUERIES } ItemQuery;
const char *const SQLITE_ITEM_WRITES[QUERIES + 1] = {
    [SET] = "INSERT INTO item (person, kind, key, at_ms, body) SELECT ?1, ?2, ?3, ?4, ?5"
            " WHERE ?1 = 0 OR EXISTS (SELECT 1 FROM person WHERE id = ?1 AND gone_ms = 0)"
            " ON CONFLICT (person, kind, key) DO UPDATE SET at_ms = excluded.at_ms,"
            " body = excluded.body",
    // The oldest go.
    [TRIM] =
        "DELETE FROM item WHERE person = ?1 AND kind = ?2 AND key IN (SELECT key FROM item"
        " WHERE person = ?1 AND kind = ?2 ORDER BY at_ms DESC, key DESC LIMIT 1000000 OFFSET ?3)",
    [DROP] = "DELETE FROM item WHERE person = ?1 AND kind = ?2 AND key = ?3",
    [DROP_ALL] = "DELETE FROM item WHERE person = ?1 AND kind = ?2",
    [FORGET] = "DELETE FROM item WHERE person = ?1",
    // What both have stays the second one's.
    [MOVE] =
        "UPDATE item SET person = ?2 WHERE person = ?1 AND NOT EXISTS (SELECT 1 FROM item AS other"
        " WHERE other.person = ?2 AND other.kind = item.kind AND other.key = item.key)",
    [EXPIRE] = "DELETE FROM item WHERE person > ?1 AND person <= ?2 AND ((kind = 0 AND at_ms < ?3)"
               " OR NOT EXISTS (SELECT 1 FROM person WHERE id = item.person))",
};
_Static_assert(ITEM_NOTICE == 0, "as EXPIRE has it");

typedef enum ItemRead { OF_PERSON, OF_ALL, READS } ItemRead;
#define ITEMS_ "SELECT person, kind, key, at_ms, body FROM item "
const char *const SQLITE_ITEMS[READS + 1] = {
    [OF_PERSON] = ITEMS_ "WHERE person = ?1 AND kind = ?2 ORDER BY at_ms DESC, key DESC",
    [OF_ALL] = ITEMS_ "WHERE kind = ?2 AND kind > 1 ORDER BY person, key",
};

static StoreStatus set_item(SqliteConnection *c, const StoredItem *item)
{
    sqlite3_stmt *s = c->item_write[SET];
    sqlite3_bind_int64(s, 1, item->person);
    sqlite3_bind_int(s, 2, (int)item->kind);
    sqlite3_bind_int64(s, 3, item->key);
    sqlite3_bind_int64(s, 4, item->at_ms);
    bind_text(s, 5, item->body);
    StoreStatus status = sqlite_outcome(c, s, true);
    if (status != STORED || !item->most) return status;
    s = c->item_write[TRIM];
    sqlite3_bind_int64(s, 1, item->person);
    sqlite3_bind_int(s, 2, (int)item->kind);
    sqlite3_bind_int(s, 3, item->most);
    return sqlite_outcome(c, s, false);
}

static StoreStatus drop_item(SqliteConnection *c, const StoredItem *item)
{
    sqlite3_stmt *s = c->item_write[item->key ? DROP : DROP_ALL];
    sqlite3_bind_int64(s, 1, item->person);
    sqlite3_bind_int(s, 2, (int)item->kind);
    if (item->key) sqlite3_bind_int64(s, 3, item->key);
    return sqlite_outcome(c, s, false);
}

StoreStatus sqlite_item(SqliteConnection *c, const StoreWrite *write)
{
    return write->kind == WRITE_ITEM ? set_item(c, &write->item) : drop_item(c, &write->item);
}

StoreStatus sqlite_forget_items(SqliteConnection *c, i64 person)
{
    sqlite3_bind_int64(c->item_write[FORGET], 1, person);
    return sqlite_outcome(c, c->item_write[FORGET], false);
}

StoreStatus sqlite_move_items(SqliteConnection *c, i64 from, i64 to)
{
    sqlite3_bind_int64(c->item_write[MOVE], 1, from);
    sqlite3_bind_int64(c->item_write[MOVE], 2, to);
    StoreStatus status = sqlite_outcome(c, c->item_write[MOVE], false);
    return status == STORED && from != to ? sqlite_forget_items(c, from) : status;
}

StoreStatus sqlite_expire_items(SqliteConnection *c, i64 after, i64 last, i64 before_ms)
{
    sqlite3_stmt *s = c->item_write[EXPIRE];
    sqlite3_bind_int64(s, 1, after);
    sqlite3_bind_int64(s, 2, last);
    sqlite3_bind_int64(s, 3, before_ms);
    return sqlite_outcome(c, s, false);
}

bool sqlite_items(void *connection, i64 person, ItemKind kind, SeeItem *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->item[person ? OF_PERSON : OF_ALL];
    if (person) sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int(row, 2, (int)kind);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredItem item = {
            .person = sqlite3_column_int64(row, 0),
            .kind = (ItemKind)sqlite3_column_int(row, 1),
            .key = sqlite3_column_int64(row, 2),
            .at_ms = sqlite3_column_int64(row, 3),
            .body = column_text(row, 4),
        };
        if (!see(context, &item)) break;
    }
    return finish(row, result);
}
