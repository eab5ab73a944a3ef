// SPDX-License-Identifier: MIT
#include "server/kernel/supervisor.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void send_state(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    size_t length = path ? strlen(path) : 0;
    if (!length || length >= sizeof address.sun_path || (*path != '/' && *path != '@')) return;
    memcpy(address.sun_path, path, length);
    if (*path == '@') address.sun_path[0] = '\0'; // an abstract name
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return;
    sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(fd);
}

// Twice in the time that the supervisor allows; 0: it doesn't wait for signs of life.
static u64 interval_ms(void)
{
    const char *allowed = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    if (!allowed || (process && strtol(process, NULL, 10) != (long)getpid())) return 0;
    return (u64)strtoull(allowed, NULL, 10) / 1000 / 2;
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer;
    send_state("WATCHDOG=1");
}

void supervisor_start(Supervisor *supervisor, uv_loop_t *loop)
{
    u64 every = interval_ms();
    send_state("READY=1");
    if (!every || uv_timer_init(loop, &supervisor->timer)) return;
    supervisor->timing = true;
    uv_timer_start(&supervisor->timer, on_timer, every, every);
    uv_unref((uv_handle_t *)&supervisor->timer);
}

void supervisor_stopping(void)
{
    send_state("STOPPING=1");
}

void supervisor_close(Supervisor *supervisor)
{
    if (supervisor->timing) uv_close((uv_handle_t *)&supervisor->timer, NULL);
    supervisor->timing = false;
}
