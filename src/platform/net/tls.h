// SPDX-License-Identifier: MIT
// A certificate with its chain and key, from two PEM files, and the parameters of TLS: version 1.2
// or 1.3, only ciphers with forward secrecy and authentication, HTTP/1.1.
//
// A renewed pair is another Tls; existing connections keep the old one.
#ifndef MEYDAN_PLATFORM_NET_TLS_H
#define MEYDAN_PLATFORM_NET_TLS_H

#include "base/text.h"

typedef struct ssl_ctx_st Tls; // OpenSSL's SSL_CTX

// NULL, and the reason, if they do not match.
Tls *tls_load(const char *certificate, const char *key, Fault *why);
void tls_free(Tls *tls); // may be NULL

#endif
