// SPDX-License-Identifier: MIT
// Where a browser takes its messages: an address that a stranger gives us and that we are to send
// to. It must not lead into the operator's own network.
#ifndef MEYDAN_SERVER_FEATURES_NOTIFICATIONS_ENDPOINT_H
#define MEYDAN_SERVER_FEATURES_NOTIFICATIONS_ENDPOINT_H

#include "base/text.h"

#include <sys/socket.h>

enum { ENDPOINT_SIZE = 600, AUDIENCE_MAX = 300 }; // bytes with NUL

// Whether messages may be sent there: https, no password, a name that is not local or an address
// that is public; `anywhere`: also http, and to this machine. What a name stands for is judged when
// it is known (address_public). `audience` is the scheme, host and port, as in "https://host:8443".
bool endpoint_read(Text url, bool anywhere, char audience[AUDIENCE_MAX]);

// Whether an address is one of the internet's: not of this machine, of a private network, of a
// link, or of a group.
bool address_public(const struct sockaddr *address);

#endif
