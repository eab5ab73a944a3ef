// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // pipe2
#include "cli/engine/think.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void on_done(void *context)
{
    const Think *think = context;
    while (write(think->wake[1], "", 1) < 0 && errno == EINTR)
        continue;
}

bool think_open(Think *think, int hash_mb, int threads)
{
    if (pipe2(think->wake, O_CLOEXEC) != 0) return false;
    think->thinker =
        thinker_new(hash_mb, threads, (ThinkerHost){ .done = on_done, .context = think });
    if (think->thinker) return true;
    close(think->wake[0]);
    close(think->wake[1]);
    return false;
}

void think_close(Think *think)
{
    if (!think->thinker) return;
    thinker_free(think->thinker);
    think->thinker = NULL;
    close(think->wake[0]);
    close(think->wake[1]);
}

Engine *think_engine(Think *think)
{
    return thinker_engine(think->thinker);
}

Input think_run(Think *think, const SearchLimits *limits, i64 deadline)
{
    char byte;
    thinker_go(think->thinker, limits);
    Input input = terminal_wait(think->wake[0], deadline);
    if (input != INPUT_LINE) thinker_stop(think->thinker);
    thinker_wait(think->thinker);
    while (read(think->wake[0], &byte, 1) < 0 && errno == EINTR)
        continue;
    return input;
}
