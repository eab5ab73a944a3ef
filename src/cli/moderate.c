// SPDX-License-Identifier: MIT
#include "cli/moderate.h"

#include "server/features/annulment/annulment.h"

#include <stdio.h>
#include <time.h>

enum { TRIES = 10 };

i64 moderate_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

Store *moderate_open(const char *file, bool read_only)
{
    Fault why;
    Store *store = store_open(&(StoreSetup){ .where = file, .read_only = true }, &why);
    if (store && !read_only) { // an existing store of the current version
        store_close(store);
        store = store_open(&(StoreSetup){ .where = file }, &why);
    }
    if (!store) complain(EXIT_BAD, "%s", why.message);
    return store;
}

static void note_status(void *context, StoreStatus status)
{
    *(StoreStatus *)context = status;
}

// Returns STORE_CONFLICT if something just changed, unless `*conflict` gives another meaning. Sets
// `*refused` if the measure is impossible.
static StoreStatus carry_out(const char *file, const Measure *measure, bool *refused,
                             const char **conflict, Fault *why)
{
    Store *store = moderate_open(file, false);
    StoreStatus status = STORE_FAILED;
    Plan plan;
    ErrorCode code;
    if (!store) {
        *refused = true;
        why->message[0] = '\0';
        return STORE_FAILED;
    }
    *refused = !plan_make(&plan, store, measure, &code, why);
    int games = plan.games;
    int again = games ? annulment_games(plan.annulment) : 0;
    int people = games ? annulment_people(plan.annulment) : 0;
    *conflict = plan.conflict;
    if (!*refused) {
        fault(why, MALFORMED, "cannot write the store");
        store_write(store, plan.writes, plan.count, note_status, &status);
    }
    plan_free(&plan);
    store_close(store); // waits for the write
    if (status == STORED && games)
        printf("games: %d, rated again: %d, people: %d\n", games, again, people);
    return status;
}

ExitStatus moderate(const char *file, const Measure *measure)
{
    StoreStatus status = STORE_CONFLICT;
    Fault why;
    const char *conflict = NULL;
    bool refused = false;
    for (int i = 0; status == STORE_CONFLICT && i < TRIES; i++)
        status = carry_out(file, measure, &refused, &conflict, &why);
    if (status == STORED) return EXIT_DONE;
    if (refused) return why.message[0] ? complain(EXIT_NO, "%s", why.message) : EXIT_BAD;
    return status == STORE_CONFLICT
               ? complain(EXIT_NO, "%s",
                          conflict ? conflict
                                   : "that contradicts what is there: done already, or undone")
               : complain(EXIT_BAD, "%s", why.message);
}
