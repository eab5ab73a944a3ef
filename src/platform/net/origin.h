// SPDX-License-Identifier: MIT
// Whether a request comes from our own page. A browser sends its cookies with every request that
// another site causes, but it also states the request's origin.
#ifndef MEYDAN_PLATFORM_NET_ORIGIN_H
#define MEYDAN_PLATFORM_NET_ORIGIN_H

#include "platform/net/http.h"

// The Origin equals the Host or `own` ("https://meydan.example", may be NULL). A missing Origin is
// accepted: no browser omits it where it matters.
bool origin_fits(const Request *request, const char *own);
// "application/json", with or without a charset: a form of another site cannot send it.
bool origin_json(Text content_type);
bool origin_loopback(Text address);

// Whether a Host is one of `names` (separated by blanks or commas, without ports; "*" is any),
// localhost or a plain address. A page of another site whose name was pointed at this machine sends
// that name, and an address cannot be pointed elsewhere.
bool origin_host_known(Text host, const char *names);

#endif
