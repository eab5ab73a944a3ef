// SPDX-License-Identifier: MIT
// The checks that rows of several tables fit together, for both databases.
#include "sql/consistency.h"

#include <stddef.h>

const StoreCheck STORE_CHECKS[] = {
    { "SELECT game FROM event GROUP BY game HAVING min(number) <> 0 OR max(number) >= count(*)"
      " LIMIT 1",
      "events are missing in game " },
    { "SELECT game FROM (SELECT game, ply, plies,"
      "  lag(plies, 1, 0) OVER (PARTITION BY game ORDER BY number) AS before FROM event) AS e"
      " WHERE NOT (ply IS NULL AND plies = before OR ply IS NOT NULL AND ply = before"
      "  AND plies = before + 1 OR ply IS NOT NULL AND ply = plies AND plies <= before) LIMIT 1",
      "plies do not follow each other in game " },
    { "SELECT id FROM (SELECT game AS g, plies AS p,"
      "  lead(number) OVER (PARTITION BY game ORDER BY number) AS next FROM event) AS last"
      " JOIN game ON id = g WHERE next IS NULL AND ended_ms > 0 AND plies <> p LIMIT 1",
      "the number of plies is wrong in game " },
    { "SELECT person FROM rating LEFT JOIN (SELECT person AS p, variant AS v, speed AS s,"
      "  rating AS r, count(*) OVER (PARTITION BY person, variant, speed) AS n,"
      "  lead(number) OVER (PARTITION BY person, variant, speed ORDER BY number) AS next"
      "  FROM rating_change WHERE annulled = 0) AS last"
      " ON p = person AND v = variant AND s = speed AND next IS NULL"
      " WHERE r IS DISTINCT FROM rating.rating OR n IS DISTINCT FROM games LIMIT 1",
      "a rating is not what its changes make it, of person " },
    { "SELECT coalesce(c.person, s.person) FROM person_count AS c FULL JOIN (SELECT person,"
      "  count(*) AS games, count(*) FILTER (WHERE score = 2) AS wins,"
      "  count(*) FILTER (WHERE score = 1) AS draws, count(*) FILTER (WHERE score = 0) AS losses"
      "  FROM seat WHERE score IS NOT NULL GROUP BY person) AS s ON s.person = c.person"
      " WHERE c.games IS DISTINCT FROM s.games OR c.wins IS DISTINCT FROM s.wins"
      " OR c.draws IS DISTINCT FROM s.draws OR c.losses IS DISTINCT FROM s.losses LIMIT 1",
      "games are counted wrongly, of person " },
    { "SELECT key FROM job WHERE kind < 2 AND NOT EXISTS (SELECT 1 FROM game WHERE game.id = "
      "job.key)"
      " LIMIT 1",
      "a job refers to a missing game, " },
    { NULL, NULL },
};
