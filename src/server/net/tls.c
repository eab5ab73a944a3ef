// SPDX-License-Identifier: MIT
#include "server/net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>
#include <unistd.h>

// Nobody is there to be asked for the passphrase of a key.
static int no_passphrase(char *capacity, int size, int writes, void *context)
{
    (void)capacity;
    (void)size;
    (void)writes;
    (void)context;
    return 0;
}

static bool readable(const char *file, Fault *why)
{
    if (!access(file, R_OK)) return true;
    fault(why, MALFORMED, "cannot read %q: %s", text_of(file), strerror(errno));
    return false;
}

Tls *tls_load(const char *certificate, const char *key, Fault *why)
{
    if (!readable(certificate, why) || !readable(key, why)) return NULL;
    Tls *tls = SSL_CTX_new(TLS_server_method());
    if (!tls) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    SSL_CTX_set_default_passwd_cb(tls, no_passphrase);
    if (SSL_CTX_use_certificate_chain_file(tls, certificate) != 1)
        fault(why, MALFORMED, "no TLS: %q is not a certificate", text_of(certificate));
    else if (SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(tls) != 1)
        fault(why, MALFORMED, "no TLS: %q is not the key of certificate %q", text_of(key),
              text_of(certificate));
    else
        return tls;
    ERR_clear_error();
    SSL_CTX_free(tls);
    return NULL;
}

void tls_free(Tls *tls)
{
    SSL_CTX_free(tls);
}

// Another key may be of another kind, and then the old one would stay next to it: so all are
// removed first.
static int take_pair(SSL *ssl, void *context)
{
    SSL_CTX *pair = *(Tls **)context;
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(pair, &chain);
    SSL_certs_clear(ssl);
    return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(pair), SSL_CTX_get0_privatekey(pair),
                                chain, 1);
}

void tls_serve(void *context, Tls **now)
{
    SSL_CTX_set_cert_cb(context, take_pair, now);
}
