// SPDX-License-Identifier: MIT
// The second factor: begun with the password, confirmed by a code, used to sign in, ended with
// both; and recovery codes.
#include "server/api/accounts/people_internal.h"

#include "server/api/messages/reply.h"
#include "server/identity/totp.h"

#include <sodium.h>
#include <string.h>

// --- recovery codes ------------------------------------------------------------------------------

enum { RECOVERY_LETTERS = 16 }; // of five bits each

static SecretHash recovery_hash(i64 person, const char letters[RECOVERY_LETTERS])
{
    SecretHash hash;
    u8 bytes[sizeof person + RECOVERY_LETTERS];
    memcpy(bytes, &person, sizeof person);
    memcpy(bytes + sizeof person, letters, RECOVERY_LETTERS);
    crypto_generichash(hash.bytes, sizeof hash.bytes, bytes, sizeof bytes, NULL, 0);
    return hash;
}

// Reads a typed code: in any case, with or without dashes and blanks.
static bool recovery_read(const char *code, char letters[RECOVERY_LETTERS])
{
    int count = 0;
    for (; *code; code++) {
        char c = *code >= 'A' && *code <= 'Z' ? (char)(*code + 32) : *code;
        if (c == '-' || c == ' ') continue;
        if (count == RECOVERY_LETTERS || !((c >= 'a' && c <= 'z') || (c >= '2' && c <= '7')))
            return false;
        letters[count++] = c;
    }
    return count == RECOVERY_LETTERS;
}

// Makes a code, abcd-efgh-ijkl-mnop, and its stored form.
static RecoveryCode recovery_make(i64 person, char code[CODE_SIZE])
{
    static const char DIGITS[] = "abcdefghijklmnopqrstuvwxyz234567";
    char letters[RECOVERY_LETTERS];
    Out out = out_to(code, CODE_SIZE);
    for (int i = 0; i < RECOVERY_LETTERS; i++) {
        letters[i] = DIGITS[randombytes_uniform(32)];
        if (i && i % 4 == 0) out_char(&out, '-');
        out_char(&out, letters[i]);
    }
    return (RecoveryCode){ person, recovery_hash(person, letters) };
}

// --- checking ------------------------------------------------------------------------------------

static bool find_factor(const Task *task, Factor *factor)
{
    return store_find(task->people->setup.store, &IDENTITY_OPS[IDENTITY_FACTOR],
                      &(PersonArg){ task->subject.id }, factor);
}

bool factor_of(const Task *task, Factor *factor)
{
    return find_factor(task, factor) && factor->since_ms;
}

bool factor_check(Task *task, const Factor *factor, StoreWrite *write)
{
    RateLimits *limits = task->people->setup.limits;
    i64 now = people_now(task->people), person = task->subject.id;
    char letters[RECOVERY_LETTERS];
    if (!task->body.code[0]) {
        task_refuse(task, ERROR_CODE_NEEDED, "the code of the second factor is missing");
        return false;
    }
    // A stranger who knows the password cannot use up the allowance of known devices.
    i64 whose[2] = { person, task->known };
    if (!limits_take(limits, LIMIT_CODE, (Text){ (char *)whose, sizeof whose }, now, NULL)) {
        task_refuse(task, ERROR_TOO_FAST, "too many codes; try again later");
        return false;
    }
    i64 step = totp_check(factor->secret, text_of(task->body.code), now, factor->step);
    task->used_code = true;
    if (step) {
        task->used_step = (FactorStep){ person, step };
        *write = store_op(&IDENTITY_OPS[IDENTITY_USE_FACTOR], &task->used_step);
        return true;
    }
    if (recovery_read(task->body.code, letters)) {
        task->used_recovery = (RecoveryCode){ person, recovery_hash(person, letters) };
        *write = store_op(&IDENTITY_OPS[IDENTITY_USE_RECOVERY], &task->used_recovery);
        return true;
    }
    task_refuse(task, ERROR_WRONG_CODE, "wrong code, or one that was used before");
    return false;
}

// --- beginning and ending ------------------------------------------------------------------------

static void factor_begun(Task *task)
{
    char secret[TOTP_SECRET_SIZE], uri[TOTP_URI_SIZE];
    Json json = { 0 };
    totp_secret_write(task->factor.secret, secret);
    totp_uri_write(task->subject.name, task->factor.secret, uri);
    factor_begun_write(&json, secret, uri);
    reply_json(task->call, 200, &json, NULL);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(uri, sizeof uri);
    task_end(task);
}

static void codes_made(Task *task)
{
    Json json = { 0 };
    recovery_write(&json, task->recovery, RECOVERY_CODES);
    reply_json(task->call, 200, &json, NULL);
    task_end(task);
}

static void factor_off(Task *task)
{
    reply_ok(task->call);
    task_end(task);
}

_Static_assert((int)TOTP_SECRET == (int)FACTOR_BYTES, "the secret as it is kept");

// Replaces all recovery codes.
static int add_codes(Task *task, const PersonArg *who, StoreWrite *writes)
{
    writes[0] = store_op(&IDENTITY_OPS[IDENTITY_END_RECOVERIES], who);
    for (int i = 0; i < RECOVERY_CODES; i++) {
        task->recoveries[i] = recovery_make(who->person, task->recovery[i]);
        writes[1 + i] = store_op(&IDENTITY_OPS[IDENTITY_ADD_RECOVERY], &task->recoveries[i]);
    }
    return 1 + RECOVERY_CODES;
}

void factor_confirm(Task *task)
{
    Factor factor;
    StoreWrite writes[2 + RECOVERY_CODES];
    i64 now = people_now(task->people), person = task->subject.id;
    if (!find_factor(task, &factor) || factor.since_ms) {
        task_refuse(task, ERROR_NOT_FOUND, "there is no second factor to confirm");
        return;
    }
    if (!limits_take(task->people->setup.limits, LIMIT_CODE,
                     (Text){ (char *)&person, sizeof person }, now, NULL)) {
        task_refuse(task, ERROR_TOO_FAST, "too many codes; try again later");
        return;
    }
    i64 step = totp_check(factor.secret, text_of(task->body.code), now, 0);
    if (!step) {
        task_refuse(task, ERROR_WRONG_CODE, "wrong code");
        return;
    }
    const FactorConfirmed confirmed = { person, now, step };
    const PersonArg who = { person };
    writes[0] = store_op(&IDENTITY_OPS[IDENTITY_CONFIRM_FACTOR], &confirmed);
    task_write(task, writes, 1 + add_codes(task, &who, writes + 1), codes_made);
}

void factor_now(Task *task, StoreWrite if_password)
{
    Factor factor;
    StoreWrite writes[3 + RECOVERY_CODES] = { if_password };
    const PersonArg who = { task->subject.id };
    if (task->act == PEOPLE_FACTOR) {
        task->factor.person = who.person;
        randombytes_buf(task->factor.secret, sizeof task->factor.secret);
        writes[1] = store_op(&IDENTITY_OPS[IDENTITY_ADD_FACTOR], &task->factor);
        task_write(task, writes, 2, factor_begun);
        return;
    }
    if (!factor_of(task, &factor)) {
        task_refuse(task, ERROR_NOT_FOUND, "there is no second factor");
        return;
    }
    if (!factor_check(task, &factor, &writes[1])) return;
    if (task->act == PEOPLE_FACTOR_OFF) {
        writes[2] = store_op(&IDENTITY_OPS[IDENTITY_END_RECOVERIES], &who);
        writes[3] = store_op(&IDENTITY_OPS[IDENTITY_END_FACTOR], &who);
        task_write(task, writes, 4, factor_off);
    } else {
        task_write(task, writes, 2 + add_codes(task, &who, writes + 2), codes_made);
    }
}
