// SPDX-License-Identifier: MIT
// The listening sockets of a server.
//
// A host name may have several addresses ("localhost": 127.0.0.1 and ::1); all of them listen on
// one port. "0.0.0.0" and "::" mean every address of the machine, "::" those of both families.
#ifndef MEYDAN_PLATFORM_NET_LISTENER_H
#define MEYDAN_PLATFORM_NET_LISTENER_H

#include "base/text.h"

#include <netinet/in.h>

typedef struct Address {
    char text[INET6_ADDRSTRLEN]; // numeric
    bool ipv6;
    bool loopback, any;
} Address;

enum { LISTENERS_MAX = 8 };

typedef struct Listener {
    int count;
    int fd[LISTENERS_MAX];
    Address address[LISTENERS_MAX];
    int port;
} Listener;

typedef enum ListenStatus { LISTENING, LISTEN_PORT_IN_USE, LISTEN_FAILED } ListenStatus;

// Port 0 lets the system choose one. `why` is set unless the answer is LISTENING.
ListenStatus listener_open(Listener *listener, const char *host, int port, Fault *why);
void listener_close(Listener *listener);

// Lists of numeric addresses, separated by commas or blanks: the first checks that all are valid,
// the second whether the list contains that one. NULL and an empty list contain none.
bool addresses_read(const char *list, Fault *why);
bool addresses_have(const char *list, const Address *address);

Address address_of(const struct sockaddr *socket_address);

#endif
