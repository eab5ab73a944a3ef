// SPDX-License-Identifier: MIT
#include "server/net/input.h"

#include <linux/tcp.h> // not <netinet/tcp.h>, whose tcp_info is the old short one
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

static i64 arrived(int fd)
{
    struct tcp_info info = { 0 };
    socklen_t size = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) ? -1 : (i64)info.tcpi_bytes_received;
}

i64 input_taken(int fd)
{
    i64 before, after = arrived(fd);
    int waiting;
    do {
        before = after;
        if (before < 0 || ioctl(fd, FIONREAD, &waiting)) return -1;
        after = arrived(fd);
    } while (after != before); // something arrived in between
    return after - waiting;
}

void input_discard(int fd)
{
    char bytes[4096];
    for (int i = 0; i < 16 && recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0; i++) {
    }
}
