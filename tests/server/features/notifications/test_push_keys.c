// SPDX-License-Identifier: MIT
// Nodes that start at the same time on an empty store agree on one key.
#include "support/stored.h"

#include "server/features/notifications/devices.h"

#include <pthread.h>
#include <sodium.h>
#include <string.h>

enum { NODES = 3, ROUNDS = 5 };

typedef struct Starting {
    pthread_barrier_t *all;
    PushKeys keys;
    bool loaded;
} Starting;

static void *start(void *context)
{
    Starting *starting = context;
    Fault refused;
    Store *store = open_store(5); // the others read before it was written
    pthread_barrier_wait(starting->all);
    starting->loaded = push_keys_load(store, 1, &starting->keys, &refused);
    store_close(store);
    return NULL;
}

static void one_key(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        Starting starting[NODES] = { 0 };
        pthread_barrier_t all;
        pthread_t thread[NODES];
        store_close(open_store(0));
        pthread_barrier_init(&all, NULL, NODES);
        for (int i = 0; i < NODES; i++) {
            starting[i].all = &all;
            assert_int_equal(pthread_create(&thread[i], NULL, start, &starting[i]), 0);
        }
        for (int i = 0; i < NODES; i++)
            pthread_join(thread[i], NULL);
        pthread_barrier_destroy(&all);
        for (int i = 0; i < NODES; i++) {
            assert_true(starting[i].loaded);
            assert_memory_equal(&starting[i].keys, &starting[0].keys, sizeof(PushKeys));
        }
        empty_folder(state);
    }
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = { STORE_TEST(one_key) };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
