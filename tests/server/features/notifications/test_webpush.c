// SPDX-License-Identifier: MIT
// Encryption against the example of RFC 8291 (section 5, appendix A), keys, and the header of RFC
// 8292; the addresses that messages may be sent to.
#include "support/check.h"

#include "server/features/notifications/endpoint.h"
#include "server/features/notifications/webpush.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <string.h>

static const char UA_PUBLIC[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZG"
    "H6SRpkNtoIAiw4";
static const char AUTH[] = "BTBZMqHH6r4Tts7J_aSIgg";

static void the_example_of_the_standard(void **state)
{
    (void)state;
    static const char AS_PUBLIC[] =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A8";
    static const char AS_PRIVATE[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    static const char SALT[] = "DGv6ra1nlYgDCS1FRnbzlw";
    static const char WANTED[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
        "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tl"
        "zAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_"
        "Qulcy4a-fN";
    PushReceiver to;
    PushKeys once;
    u8 salt[PUSH_SALT], body[PUSH_BODY_MAX];
    char text[2 * PUSH_BODY_MAX];
    assert_true(push_receiver_read(text_of(UA_PUBLIC), text_of(AUTH), &to));
    assert_true(push_base64_read(text_of(AS_PUBLIC), once.point, sizeof once.point));
    assert_true(push_base64_read(text_of(AS_PRIVATE), once.scalar, sizeof once.scalar));
    assert_true(push_base64_read(text_of(SALT), salt, sizeof salt));
    size_t length =
        push_encrypt(&to, &once, salt, text_of("When I grow up, I want to be a watermelon"), body);
    Out out = out_to(text, sizeof text);
    push_base64_write(body, length, &out);
    assert_string_equal(text, WANTED);
    static const char LONG[PUSH_PLAIN_MAX + 1];
    assert_int_equal(push_encrypt(&to, &once, salt, (Text){ LONG, sizeof LONG }, body), 0);
}

static void keys_that_are_none(void **state)
{
    (void)state;
    PushReceiver to;
    char wrong[sizeof UA_PUBLIC];
    memcpy(wrong, UA_PUBLIC, sizeof wrong);
    wrong[40] = wrong[40] == 'A' ? 'B' : 'A'; // not on the curve
    assert_false(push_receiver_read(text_of(wrong), text_of(AUTH), &to));
    assert_false(push_receiver_read(text_of(UA_PUBLIC), text_of("BTBZMqHH6r4Tts7J_aSI"), &to));
    assert_false(push_receiver_read(text_of(""), text_of(AUTH), &to));
    assert_false(push_receiver_read(text_of("!"), text_of(AUTH), &to));
    char padded[sizeof AUTH + 2];
    snprintf(padded, sizeof padded, "%s==", AUTH);
    assert_true(push_receiver_read(text_of(UA_PUBLIC), text_of(padded), &to));
}

static void who_sends(void **state)
{
    (void)state;
    PushKeys own, other;
    char header[VAPID_HEADER_MAX], point[100];
    Out out = out_to(header, sizeof header), key = out_to(point, sizeof point);
    assert_true(push_keys_make(&own) && push_keys_make(&other));
    assert_memory_not_equal(own.scalar, other.scalar, sizeof own.scalar);
    assert_true(vapid_header(&own, "https://push.example", 1767225600, "mailto:a@b.example", &out));
    push_base64_write(own.point, sizeof own.point, &key);
    assert_int_equal(strncmp(header, "vapid t=", 8), 0);
    assert_string_equal(strstr(header, ", k=") + 4, point);
    // header.claims.signature
    char *claims = strchr(header, '.') + 1, *signature = strchr(claims, '.') + 1;
    u8 read[200];
    size_t length;
    assert_int_equal(sodium_base642bin(read, sizeof read - 1, claims,
                                       (size_t)(signature - 1 - claims), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    read[length] = 0;
    assert_string_equal(
        (char *)read,
        "{\"aud\":\"https://push.example\",\"exp\":1767225600,\"sub\":\"mailto:a@b.example\"}");
}

static void where_messages_go(void **state)
{
    (void)state;
    static const char *const GOOD[] = { "https://push.example/send/abc",
                                        "https://push.example:8443/x?y=1", "https://8.8.8.8/x" };
    static const char *const BAD[] = { "http://push.example/x",
                                       "https://user:word@push.example/x",
                                       "https://127.0.0.1/x",
                                       "https://localhost/x",
                                       "https://10.1.2.3/x",
                                       "https://[::1]/x",
                                       "https://[fe80::1]/x",
                                       "https://192.168.0.1/x",
                                       "https://[::ffff:10.0.0.1]/x",
                                       "https://2130706433/x",
                                       "https://printer.local/x",
                                       "https://intranet/x",
                                       "ftp://push.example/",
                                       "push.example",
                                       "",
                                       "https://",
                                       "https://a b.example/",
                                       "https://push.example/\"x",
                                       "https://0/x" };
    char audience[AUDIENCE_MAX];
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        if (!endpoint_read(text_of(GOOD[i]), false, audience)) fail_msg("%s", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (endpoint_read(text_of(BAD[i]), false, audience)) fail_msg("%s", BAD[i]);
    assert_true(endpoint_read(text_of("https://push.example:8443/x"), false, audience));
    assert_string_equal(audience, "https://push.example:8443");
    assert_true(endpoint_read(text_of("http://127.0.0.1:99/x"), true, audience));
    assert_string_equal(audience, "http://127.0.0.1:99");
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_standard),
        cmocka_unit_test(keys_that_are_none),
        cmocka_unit_test(who_sends),
        cmocka_unit_test(where_messages_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
