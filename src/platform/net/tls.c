// SPDX-License-Identifier: MIT
#include "platform/net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>
#include <unistd.h>

// For TLS 1.2; all ciphers of 1.3 are fine.
static const char CIPHERS[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

// A key's passphrase cannot be requested.
static int no_passphrase(char *phrase, int size, int writes, void *context)
{
    (void)phrase;
    (void)size;
    (void)writes;
    (void)context;
    return 0;
}

// A client that offers only other protocols is served anyway: it will notice that it speaks to the
// wrong server.
static int choose_protocol(SSL *ssl, const u8 **chosen, u8 *chosen_length, const u8 *offered,
                           unsigned offered_length, void *context)
{
    (void)ssl;
    (void)context;
    static const u8 OURS[] = "\x08http/1.1";
    int found = SSL_select_next_proto((u8 **)chosen, chosen_length, OURS, sizeof OURS - 1, offered,
                                      offered_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
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
    if (!tls || !SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) ||
        !SSL_CTX_set_cipher_list(tls, CIPHERS)) {
        fault(why, MALFORMED, "TLS cannot start");
        SSL_CTX_free(tls);
        return NULL;
    }
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    // A write may be retried from another address; idle connections hold no buffers.
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                              SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
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
