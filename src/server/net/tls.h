// SPDX-License-Identifier: MIT
// A certificate with its chain and its key, out of two files in PEM form, and how TLS is spoken
// with them: version 1.2 or 1.3, ciphers with forward secrecy and authentication only, HTTP/1.1.
//
// A renewed pair is another Tls; connections keep the one they began with.
#ifndef MEYDAN_SERVER_NET_TLS_H
#define MEYDAN_SERVER_NET_TLS_H

#include "base/text.h"

typedef struct ssl_ctx_st Tls; // OpenSSL's SSL_CTX

// NULL, and why, if they do not match.
Tls *tls_load(const char *certificate, const char *key, Fault *why);
void tls_free(Tls *tls); // may be NULL

#endif
