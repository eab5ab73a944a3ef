// SPDX-License-Identifier: MIT
// Push endpoints of browsers: addresses that strangers supply and the server sends to. They must
// not lead into the operator's own network.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_ENDPOINT_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_ENDPOINT_H

#include "base/text.h"

#include <sys/socket.h>

enum { ENDPOINT_SIZE = 600, AUDIENCE_MAX = 300 }; // bytes with NUL

// Whether messages may be sent there: https, no password, a public address or a name that is not
// local; `anywhere`: also http, and this machine. The addresses of a name are checked when it has
// been resolved (address_public). `audience` is the scheme, host and port, as in
// "https://host:8443".
bool endpoint_read(Text url, bool anywhere, char audience[AUDIENCE_MAX]);

// Whether an address is on the public internet: not this machine, a private network, a link, or a
// group.
bool address_public(const struct sockaddr *address);

#endif
