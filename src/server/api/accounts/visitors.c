// SPDX-License-Identifier: MIT
// Visitors: a person and a session without an account, made with the first request that needs them.
#include "server/api/accounts/people_internal.h"
#include "server/games/game_ops.h"

#include <sodium.h>
#include <stdlib.h>

typedef struct VisitorVisit {
    i64 person;
    bool secure;
    char secret[SECRET_SIZE];
    SessionStart session;
    PersonMade *then;
    void *context;
} VisitorVisit;

static void visitor_made(void *context, StoreStatus status)
{
    VisitorVisit *visit = context;
    char cookie[COOKIE_SIZE];
    secret_cookie(visit->secret, visit->secure, cookie);
    visit->then(visit->context, status == STORED ? visit->person : 0, cookie);
    sodium_memzero(visit, sizeof *visit);
    free(visit);
}

void people_prune(People *people)
{
    static const i64 IDLE_MS = 30 * (i64)86400000;
    i64 now = people_now(people);
    // A commit that changes nothing succeeds even on a full disk, and would look like a recovery.
    const PeopleSetup *setup = &people->setup;
    const PruneArg prune = { now };
    const Instant at = { now };
    const PersonPruning pruning = { now - IDLE_MS, now, &people->pruned };
    StoreWrite writes[2 + PEOPLE_WRITES_MAX] = {
        store_op(&GAME_OPS[GAMES_SET_ALIVE], &at),
        store_op(&PERSON_OPS[PERSONS_PRUNE], &pruning),
    };
    int count = 2 + setup->prune(setup->owner, &prune, &writes[2]);
    store_write(setup->store, writes, count, NULL, NULL);
}

void people_need(People *people, const Who *who, bool secure, PersonMade *then, void *context)
{
    VisitorVisit *visit;
    if (who->person.id) {
        then(context, who->person.id, NULL);
        return;
    }
    if (!(visit = malloc(sizeof *visit))) {
        then(context, 0, NULL);
        return;
    }
    *visit = (VisitorVisit){
        .person = secret_number(PERSON_IDS), .secure = secure, .then = then, .context = context
    };
    const NewPerson visitor = { { .id = visit->person, .kind = PERSON_ANONYMOUS },
                                people_now(people) };
    const StoreWrite writes[] = {
        store_op(&PERSON_OPS[PERSONS_ADD], &visitor),
        people_session(people, visit->person, "", visit->secret, &visit->session),
    };
    if (store_write(people->setup.store, writes, 2, visitor_made, visit)) return;
    then(context, 0, NULL);
    free(visit);
}
