// SPDX-License-Identifier: MIT
// Does a request come from our own page? A browser sends its cookies along with whatever another
// site makes it send, but it also says where that came from.
#ifndef MEYDAN_SERVER_NET_ORIGIN_H
#define MEYDAN_SERVER_NET_ORIGIN_H

#include "server/net/http.h"

// An Origin that is the Host's, or `own` ("https://meydan.example", may be NULL). No Origin at all
// is fine: no browser would leave it out where it matters.
bool origin_fits(const Request *request, const char *own);
// "application/json", with or without a charset: what no form of another site can send.
bool origin_json(Text content_type);
bool origin_loopback(Text address);

// Whether a Host is one of `names` (between blanks or commas, without ports; "*" is any), or says
// localhost or a plain address. A page of another site whose name has been pointed at this machine
// brings its own name, and no address can be pointed elsewhere.
bool origin_host_known(Text host, const char *names);

#endif
