// SPDX-License-Identifier: MIT
// A certificate with its chain and its key, out of two files in PEM form, for connections to come.
//
// Each handshake takes the pair that stands at that moment, so a renewed one takes the place of the
// old one while connections continue.
#ifndef MEYDAN_SERVER_NET_TLS_H
#define MEYDAN_SERVER_NET_TLS_H

#include "base/text.h"

typedef struct ssl_ctx_st Tls; // OpenSSL's SSL_CTX, which holds such a pair

// NULL, and why, if they do not match.
Tls *tls_load(const char *certificate, const char *key, Fault *why);
void tls_free(Tls *tls); // may be NULL

// Handshakes of `context`, an SSL_CTX, take what *now is then.
void tls_serve(void *context, Tls **now);

#endif
