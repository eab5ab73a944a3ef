// SPDX-License-Identifier: MIT
#include "server/features/notifications/webpush.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <string.h>

enum { SECRET = 32, KEY = 16, NONCE = 12, TAG = 16, RECORD_SIZE = 4096, LAST_RECORD = 2 };

// --- texts ---------------------------------------------------------------------------------------

void push_base64_write(const u8 *bytes, size_t size, Out *out)
{
    char text[2 * PUSH_BODY_MAX];
    if (sodium_base64_encoded_len(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING) > sizeof text) {
        out->lost = true;
        return;
    }
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    out_str(out, text);
}

bool push_base64_read(Text text, u8 *bytes, size_t size)
{
    size_t length = 0;
    // Some browsers add padding.
    while (text.length && text.at[text.length - 1] == '=')
        text.length--;
    return !sodium_base642bin(bytes, size, text.at, text.length, NULL, &length, NULL,
                              sodium_base64_VARIANT_URLSAFE_NO_PADDING) &&
           length == size;
}

// --- keys ----------------------------------------------------------------------------------------

// With a private part unless `scalar` is NULL. NULL if the point is not on the curve.
static EVP_PKEY *load_key(const u8 *point, const u8 *scalar)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = NULL;
    OSSL_PARAM *params = NULL;
    BIGNUM *number = scalar ? BN_bin2bn(scalar, PUSH_SCALAR, NULL) : NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    if (!build || (scalar && !number) ||
        !OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) ||
        !OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) ||
        (scalar && !OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)))
        goto done;
    params = OSSL_PARAM_BLD_to_param(build);
    context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!params || !context || EVP_PKEY_fromdata_init(context) <= 0) goto done;
    if (EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) <=
        0)
        key = NULL;
done:
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    return key;
}

bool push_keys_make(PushKeys *keys)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *number = NULL;
    size_t length = 0;
    bool fine = key &&
                EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, keys->point,
                                                sizeof keys->point, &length) &&
                length == PUSH_POINT &&
                EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
                BN_bn2binpad(number, keys->scalar, PUSH_SCALAR) == PUSH_SCALAR;
    BN_clear_free(number);
    EVP_PKEY_free(key);
    return fine;
}

bool push_receiver_read(Text p256dh, Text auth, PushReceiver *receiver)
{
    PushReceiver read;
    if (!push_base64_read(p256dh, read.point, sizeof read.point) ||
        !push_base64_read(auth, read.auth, sizeof read.auth) || read.point[0] != 4)
        return false;
    EVP_PKEY *key = load_key(read.point, NULL);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    bool fine = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    if (fine) *receiver = read;
    return fine;
}

// --- encryption ----------------------------------------------------------------------------------

static bool shared_secret(const PushKeys *own, const u8 *point, u8 secret[SECRET])
{
    EVP_PKEY *mine = load_key(own->point, own->scalar), *theirs = load_key(point, NULL);
    EVP_PKEY_CTX *context = mine && theirs ? EVP_PKEY_CTX_new_from_pkey(NULL, mine, NULL) : NULL;
    size_t length = SECRET;
    bool fine = context && EVP_PKEY_derive_init(context) > 0 &&
                EVP_PKEY_derive_set_peer(context, theirs) > 0 &&
                EVP_PKEY_derive(context, secret, &length) > 0 && length == SECRET;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
    return fine;
}

// One step of HKDF-SHA-256 with a single output.
typedef struct Derivation {
    const u8 *salt, *from, *info;
    size_t salt_size, from_size, info_size;
} Derivation;

static bool derive(const Derivation *of, u8 *output, size_t size)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    char digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)of->salt, of->salt_size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)of->from, of->from_size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)of->info, of->info_size),
        OSSL_PARAM_construct_end(),
    };
    bool fine = context && EVP_KDF_derive(context, output, size, params) > 0;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return fine;
}

static bool seal(const u8 *key, const u8 *nonce, Text plain, u8 *output)
{
    static const u8 END = LAST_RECORD;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int length = 0, more = 0, rest = 0;
    bool fine =
        context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) > 0 &&
        EVP_EncryptUpdate(context, output, &length, (const u8 *)plain.at, (int)plain.length) > 0 &&
        EVP_EncryptUpdate(context, output + length, &more, &END, 1) > 0 &&
        EVP_EncryptFinal_ex(context, output + length + more, &rest) > 0 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, output + plain.length + 1) > 0;
    EVP_CIPHER_CTX_free(context);
    return fine;
}

size_t push_encrypt(const PushReceiver *to, const PushKeys *once, const u8 salt[PUSH_SALT],
                    Text plain, u8 body[PUSH_BODY_MAX])
{
    static const char LABEL[] = "WebPush: info", KEY_INFO[] = "Content-Encoding: aes128gcm",
                      NONCE_INFO[] = "Content-Encoding: nonce"; // each with its NUL
    u8 secret[SECRET], mixed[SECRET], key[KEY], nonce[NONCE];
    u8 info[sizeof LABEL + 2 * PUSH_POINT];
    if (plain.length > PUSH_PLAIN_MAX || !shared_secret(once, to->point, secret)) return 0;
    memcpy(info, LABEL, sizeof LABEL);
    memcpy(info + sizeof LABEL, to->point, PUSH_POINT);
    memcpy(info + sizeof LABEL + PUSH_POINT, once->point, PUSH_POINT);
    bool fine = derive(&(Derivation){ .salt = to->auth,
                                      .salt_size = PUSH_AUTH,
                                      .from = secret,
                                      .from_size = SECRET,
                                      .info = info,
                                      .info_size = sizeof info },
                       mixed, sizeof mixed);
    Derivation second = {
        .salt = salt, .salt_size = PUSH_SALT, .from = mixed, .from_size = sizeof mixed
    };
    second.info = (const u8 *)KEY_INFO;
    second.info_size = sizeof KEY_INFO;
    fine = fine && derive(&second, key, sizeof key);
    second.info = (const u8 *)NONCE_INFO;
    second.info_size = sizeof NONCE_INFO;
    fine = fine && derive(&second, nonce, sizeof nonce);
    // salt, size of a record, length of the key, the key, the record
    const u8 sizes[] = { 0, 0, RECORD_SIZE >> 8, RECORD_SIZE & 0xff, PUSH_POINT };
    u8 *at = body;
    memcpy(at, salt, PUSH_SALT);
    at += PUSH_SALT;
    memcpy(at, sizes, sizeof sizes);
    at += sizeof sizes;
    memcpy(at, once->point, PUSH_POINT);
    at += PUSH_POINT;
    fine = fine && seal(key, nonce, plain, at);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(mixed, sizeof mixed);
    sodium_memzero(key, sizeof key);
    return fine ? (size_t)(at - body) + plain.length + 1 + TAG : 0;
}

// --- the sender ----------------------------------------------------------------------------------

// ES256: two numbers of 32 bytes, which OpenSSL has in DER.
static bool sign(const PushKeys *own, Text text, u8 signature[2 * PUSH_SCALAR])
{
    EVP_PKEY *key = load_key(own->point, own->scalar);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    u8 der[128];
    size_t length = sizeof der;
    ECDSA_SIG *pair = NULL;
    bool fine = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) > 0 &&
                EVP_DigestSign(context, der, &length, (const u8 *)text.at, text.length) > 0;
    const u8 *at = der;
    if (fine) pair = d2i_ECDSA_SIG(NULL, &at, (long)length);
    fine =
        pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, PUSH_SCALAR) == PUSH_SCALAR &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + PUSH_SCALAR, PUSH_SCALAR) == PUSH_SCALAR;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return fine;
}

bool vapid_header(const PushKeys *own, const char *audience, i64 expires_s, const char *contact,
                  Out *out)
{
    static const char HEADER[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[640], signed_text[VAPID_HEADER_MAX];
    u8 signature[2 * PUSH_SCALAR];
    Out claim = out_to(claims, sizeof claims), text = out_to(signed_text, sizeof signed_text);
    out_format(&claim, "{\"aud\":\"%s\",\"exp\":", audience);
    out_int(&claim, expires_s);
    out_format(&claim, ",\"sub\":\"%s\"}", contact);
    push_base64_write((const u8 *)HEADER, sizeof HEADER - 1, &text);
    out_char(&text, '.');
    push_base64_write((const u8 *)claims, claim.length, &text);
    if (claim.lost || text.lost || !sign(own, (Text){ signed_text, text.length }, signature))
        return false;
    out_format(out, "vapid t=%s.", signed_text);
    push_base64_write(signature, sizeof signature, out);
    out_str(out, ", k=");
    push_base64_write(own->point, PUSH_POINT, out);
    return !out->lost;
}
