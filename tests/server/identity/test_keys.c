// SPDX-License-Identifier: MIT
// The security of accounts, without a server: codes by time, fair turns for passwords, proof of
// work, reserved names, common passwords.
#include "support/check.h"

#include "server/identity/names.h"
#include "server/identity/passwords.h"
#include "server/identity/strength.h"
#include "server/identity/totp.h"
#include "server/identity/work.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

// --- codes by time -------------------------------------------------------------------------------

static const u8 SECRET[TOTP_SECRET + 1] = "12345678901234567890";

// RFC 6238, appendix B, the values with SHA-1.
static void codes_of_the_rfc(void **state)
{
    (void)state;
    static const struct {
        i64 seconds;
        u32 code;
    } CASES[] = {
        { 59, 94287082 },         { 1111111109, 7081804 },  { 1111111111, 14050471 },
        { 1234567890, 89005924 }, { 2000000000, 69279037 }, { 20000000000, 65353130 },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(totp_code(SECRET, CASES[i].seconds / 30, 8), CASES[i].code);
}

static i64 check(i64 step, const char *text, i64 last)
{
    return totp_check(SECRET, text_of(text), step * TOTP_STEP_MS + 1, last);
}

static void codes_near_their_time(void **state)
{
    (void)state;
    char text[16];
    i64 step = 1111111109 / 30;
    snprintf(text, sizeof text, "%06u", totp_code(SECRET, step, 6));
    assert_string_equal(text, "081804");
    assert_int_equal(check(step, text, 0), step);
    assert_int_equal(check(step - 1, text, 0), step);
    assert_int_equal(check(step + 1, text, 0), step);
    assert_int_equal(check(step - 2, text, 0), 0);
    assert_int_equal(check(step + 2, text, 0), 0);
    assert_int_equal(check(step, text, step - 1), step);
    assert_int_equal(check(step, text, step), 0); // a second time
    static const char *const NONE[] = { "", "81804", "0081804", "08180a", "+81804", " 81804" };
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_int_equal(check(step, NONE[i], 0), 0);
}

static void secrets_as_text(void **state)
{
    (void)state;
    char text[TOTP_SECRET_SIZE], uri[TOTP_URI_SIZE];
    totp_secret_write(SECRET, text);
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    totp_uri_write("Ayşe_1", SECRET, uri);
    assert_string_equal(uri, "otpauth://totp/Meydan:Ay%C5%9Fe_1"
                             "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Meydan");
}

// --- fair turns ----------------------------------------------------------------------------------

int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length, unsigned long long ops, size_t memory);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length);

int __wrap_crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *password,
                             unsigned long long length, unsigned long long ops, size_t memory)
{
    (void)length;
    (void)ops;
    (void)memory;
    snprintf(out, crypto_pwhash_STRBYTES, "%s", password);
    return 0;
}

int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length)
{
    (void)length;
    return strcmp(hash, password);
}

enum { MANY = 300 };
static PasswordWork works[MANY];
static int place[MANY], done_count, given_up;

static void done(PasswordWork *work, bool worked)
{
    place[work - works] = done_count++;
    given_up += !worked;
    if (worked) assert_true(work->right);
}

static bool add(Passwords *passwords, int i, u64 address, bool known)
{
    works[i] = (PasswordWork){
        .given = "right", .hash = "right", .address = address, .known = known, .done = done
    };
    place[i] = -1;
    return passwords_add(passwords, &works[i]);
}

static void turns(void **state)
{
    (void)state;
    uv_loop_t loop;
    assert_int_equal(uv_loop_init(&loop), 0);
    Passwords *passwords = passwords_new(&loop);
    done_count = given_up = 0;
    // One address sends a hundred, another one then, a known device last of all.
    for (int i = 0; i < 100; i++)
        assert_true(add(passwords, i, 1, false));
    assert_true(add(passwords, 100, 2, false));
    assert_true(add(passwords, 101, 2, false));
    assert_true(add(passwords, 102, 3, true));
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(done_count, 103);
    assert_int_equal(given_up, 0);
    assert_true(place[102] < 4); // behind those under way
    assert_true(place[100] < 6);
    assert_true(place[101] < 10);
    passwords_free(passwords);
    assert_int_equal(uv_loop_close(&loop), 0);
}

static void too_many(void **state)
{
    (void)state;
    uv_loop_t loop;
    assert_int_equal(uv_loop_init(&loop), 0);
    Passwords *passwords = passwords_new(&loop);
    done_count = given_up = 0;
    int count = 0;
    while (count < MANY && add(passwords, count, 1, false))
        count++;
    assert_true(count > 100 && count < MANY - 10); // a client's own calls don't evict each other
    assert_true(add(passwords, count, 2, false));  // those of others do
    assert_int_equal(given_up, 1);
    assert_true(place[count - 1] == 0); // the last of them
    assert_true(add(passwords, count + 1, 3, true));
    assert_int_equal(given_up, 2);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(given_up, 2);
    assert_int_equal(done_count, count + 2);
    passwords_free(passwords);
    assert_int_equal(uv_loop_close(&loop), 0);
}

// --- proof of work -------------------------------------------------------------------------------

// Finds the number by trial, as clients do.
static void find_proof(const char *challenge, char proof[100])
{
    u8 hash[crypto_hash_sha256_BYTES];
    for (int i = 0;; i++) {
        int length = snprintf(proof, 100, "%s:%d", challenge, i);
        crypto_hash_sha256(hash, (const u8 *)proof, (unsigned long long)length);
        if (!hash[0] && !hash[1]) return;
    }
}

static void proofs(void **state)
{
    (void)state;
    char challenge[WORK_CHALLENGE], proof[100];
    Text here = text_of("192.0.2.1"), there = text_of("192.0.2.2");
    Work *work = work_new();
    work_ask(work, here, 1000, challenge);
    find_proof(challenge, proof);
    assert_false(work_done(work, text_of(challenge), here, 1000));
    assert_false(work_done(work, text_of(proof), there, 1000));
    assert_false(work_done(work, text_of(proof), here, 1000 + 120001));
    assert_true(work_done(work, text_of(proof), here, 1000 + 120000));
    assert_false(work_done(work, text_of(proof), here, 1001)); // once
    Work *other = work_new();
    assert_false(work_done(other, text_of(proof), here, 1000));
    work_trust(other, work_key(work)); // another node of the site
    assert_true(work_done(other, text_of(proof), here, 1000));
    assert_false(work_done(other, text_of(proof), here, 1000));
    work_trust(other, text_of("short"));
    proof[3] = proof[3] == 'A' ? 'B' : 'A';
    assert_false(work_done(work, text_of(proof), here, 1000));
    static const char *const NONE[] = { "", ":", ":1", "x:1", "AAAA", "AAAA:1:2" };
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(work_done(work, text_of(NONE[i]), here, 1000));
    work_free(work);
    work_free(other);
}

// --- names and passwords -------------------------------------------------------------------------

static void reserved_names(void **state)
{
    (void)state;
    static const char *const RESERVED[] = {
        "admin",     "ADMIN",    "Adm1n",    "a-d-m-i-n",     "admin_1",
        "admin42",   "Meydan",   "rneydan",  "meydan-x",      "модератор7",
        "модератор", "Админ",    "root7",    "R00T",          "Móderátor",
        "sup_port",  "0fficial", "yönetici", "administrator", "x-moderator",
    };
    static const char *const FREE[] = { "Ada",    "adam",     "Modest", "rooter",     "ahmet",
                                        "mayden", "Операция", "menu",   "guesthouse", "42" };
    for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++)
        if (!name_reserved(text_of(RESERVED[i]))) fail_msg("%s", RESERVED[i]);
    for (size_t i = 0; i < sizeof FREE / sizeof *FREE; i++)
        if (name_reserved(text_of(FREE[i]))) fail_msg("%s", FREE[i]);
}

static void common_passwords(void **state)
{
    (void)state;
    static const char *const COMMON[] = { "password", "12345678",  "Passw0rd!", "qwertyuiop",
                                          "1q2w3e4r", "sunshine1", "abcd1234",  "Ada-Lovelace" };
    static const char *const FINE[] = { "correct horse", "şifre-şifre", "battery staple",
                                        "a long password" };
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
        if (!password_is_common(COMMON[i], "Ada-Lovelace")) fail_msg("%s", COMMON[i]);
    for (size_t i = 0; i < sizeof FINE / sizeof *FINE; i++)
        if (password_is_common(FINE[i], "Ada-Lovelace")) fail_msg("%s", FINE[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_of_the_rfc), cmocka_unit_test(codes_near_their_time),
        cmocka_unit_test(secrets_as_text),  cmocka_unit_test(turns),
        cmocka_unit_test(too_many),         cmocka_unit_test(proofs),
        cmocka_unit_test(reserved_names),   cmocka_unit_test(common_passwords),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
