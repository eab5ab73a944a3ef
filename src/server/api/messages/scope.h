// SPDX-License-Identifier: MIT
// The scope that a token needs for a route or a socket message. A session may use all of them.
#ifndef MEYDAN_SERVER_API_MESSAGES_SCOPE_H
#define MEYDAN_SERVER_API_MESSAGES_SCOPE_H

typedef enum RouteScope {
    SCOPE_UNSTATED,
    SCOPE_READ,    // "read" or "play"
    SCOPE_PLAY,    // "play"
    SCOPE_SESSION, // no token: the account itself is at stake
} RouteScope;

#endif
