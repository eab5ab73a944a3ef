// SPDX-License-Identifier: MIT
#include "server/features/notifications/notification_ops.h"

static const Shape ITEM_SET =
    SHAPE(ItemSet, FIELD(ItemSet, person), FIELD(ItemSet, kind), FIELD(ItemSet, key),
          FIELD(ItemSet, at_ms), FIELD(ItemSet, body));

static const Shape ITEM_TRIM =
    SHAPE(ItemTrim, FIELD(ItemTrim, person), FIELD(ItemTrim, kind), FIELD(ItemTrim, most));

static const Shape ITEM_KEY =
    SHAPE(ItemKey, FIELD(ItemKey, person), FIELD(ItemKey, kind), FIELD(ItemKey, key));

static const Shape ITEMS_WANTED =
    SHAPE(ItemsWanted, FIELD(ItemsWanted, person), FIELD(ItemsWanted, kind));

static const Shape ITEM_TEXT = SHAPE(ItemText, FIELD(ItemText, at_ms), FIELD(ItemText, body));

const StoreOp NOTIFICATION_OPS[NOTIFICATIONS_OPS] = {
    [NOTIFICATIONS_SET] = { .name = "notifications.set",
                            .does = OP_CHANGES_ONE,
                            .single = true,
                            .args = &ITEM_SET,
                            .sql = "INSERT INTO item (person, kind, key, at_ms, body)"
                                   " SELECT $1, $2, $3, $4, $5"
                                   " WHERE EXISTS (SELECT 1 FROM person WHERE id = $1"
                                   "  AND gone_ms = 0)"
                                   " ON CONFLICT (person, kind, key)"
                                   " DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body" },
    [NOTIFICATIONS_TRIM] = { .name = "notifications.trim",
                             .does = OP_CHANGES_ANY,
                             .args = &ITEM_TRIM,
                             .sql = "DELETE FROM item WHERE person = $1 AND kind = $2"
                                    " AND key IN (SELECT key FROM item"
                                    "  WHERE person = $1 AND kind = $2"
                                    "  ORDER BY at_ms DESC, key DESC LIMIT 1000000 OFFSET $3)" },
    [NOTIFICATIONS_END] = { .name = "notifications.end",
                            .does = OP_CHANGES_ANY,
                            .args = &ITEM_KEY,
                            .sql = "DELETE FROM item WHERE person = $1 AND kind = $2"
                                   " AND key = $3" },
    [NOTIFICATIONS_FIND] = { .name = "notifications.find",
                             .does = OP_READS,
                             .args = &ITEM_KEY,
                             .row = &ITEM_TEXT,
                             .sql = "SELECT at_ms, body FROM item WHERE person = $1"
                                    " AND kind = $2 AND key = $3" },
    [NOTIFICATIONS_OF] = { .name = "notifications.of",
                           .does = OP_READS,
                           .args = &ITEMS_WANTED,
                           .row = &ITEM_TEXT,
                           .sql = "SELECT at_ms, body FROM item WHERE person = $1 AND kind = $2"
                                  " ORDER BY at_ms DESC, key DESC" },
    [NOTIFICATIONS_ADD_PUSH_KEY] = { .name = "notifications.add_push_key",
                                     .does = OP_CHANGES_ONE,
                                     .single = true,
                                     .args = &ITEM_TEXT,
                                     .sql = "INSERT INTO item (person, kind, key, at_ms, body)"
                                            " VALUES (0, 3, 1, $1, $2)"
                                            " ON CONFLICT (person, kind, key) DO NOTHING" },
    [NOTIFICATIONS_FORGET] = { .name = "notifications.forget",
                               .does = OP_CHANGES_ANY,
                               .args = &PERSON_ARG,
                               .sql = "DELETE FROM item WHERE person = $1 AND kind < 4" },
    // If both persons have an item with the same key, that of the second one remains.
    [NOTIFICATIONS_MOVE] = { .name = "notifications.move",
                             .does = OP_CHANGES_ANY,
                             .args = &PERSON_MOVE,
                             .sql = "INSERT INTO item (person, kind, key, at_ms, body)"
                                    " SELECT $2, kind, key, at_ms, body FROM item"
                                    " WHERE person = $1 AND kind < 4"
                                    " ON CONFLICT (person, kind, key) DO NOTHING" },
    [NOTIFICATIONS_LEAVE] = { .name = "notifications.leave",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_MOVE,
                              .sql = "DELETE FROM item WHERE person = $1 AND $1 <> $2"
                                     " AND kind < 4" },
// No index has the times, so each minute checks the persons in one range of ids, and each day all
// of them.
#define PIECE "((SELECT max(person) FROM item) / 1440 + 1)"
#define TURN  "($1 / 60000 % 1440)"
    [NOTIFICATIONS_EXPIRE] = { .name = "notifications.expire",
                               .does = OP_CHANGES_ANY,
                               .args = &PRUNE_ARG,
                               .sql = "DELETE FROM item WHERE person > " PIECE " * " TURN
                                      " AND person <= " PIECE " * (" TURN " + 1)"
                                      " AND kind < 4 AND (kind = 0 AND at_ms < $1 - 7776000000"
                                      "  OR NOT EXISTS (SELECT 1 FROM person"
                                      "   WHERE id = item.person))" },
};
enum { DAYS_KEPT = 90 };
_Static_assert((int)ITEM_NOTICE == 0 && (int)ITEM_PUSH_KEY == 3 &&
                   DAYS_KEPT * 86400000ll == 7776000000ll,
               "numbers in statements");
