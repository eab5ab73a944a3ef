// SPDX-License-Identifier: MIT
// The rules about people that need no server: names, secrets, origins of requests.
#include "support/check.h"

#include "platform/net/origin.h"
#include "server/features/chat/chat_text.h"
#include "server/identity/names.h"
#include "server/kernel/secret.h"

#include <stdio.h>
#include <string.h>

static const char *key_of(const char *name)
{
    static char key[PERSON_NAME_MAX];
    static Fault why;
    return name_key(text_of(name), key, &why) == OK ? key : why.message;
}

static void names_that_are(void **state)
{
    (void)state;
    static const struct {
        const char *name, *key;
    } CASES[] = {
        { "Ada", "ada" },
        { "a1", "a1" },
        { "42", "42" },
        { "x_y-z", "x_y-z" },
        { "12345678901234567890", "12345678901234567890" },
        { "Çağrı", "çağri" },
        { "IŞIK", "işik" },
        { "ışık", "işik" },
        { "İpek", "ipek" },
        { "Ștefan", "ștefan" },
        { "Иван_7", "иван_7" },
        { "Ёжик", "ёжик" },
        { "Ωμέγας", "ωμέγασ" },
        { "Žižka", "žižka" },
        { "Łukasz", "łukasz" },
        { "שלום", "שלום" },
        { "太郎さん", "太郎さん" },
        { "한국어", "한국어" },
        { "Ẽẽ", "ẽẽ" },
        // A name whose letters all look Latin equals that Latin name.
        { "асе", "ace" },
        { "АСЕ", "ace" },
        { "ВОТ-1", "bot-1" },
        { "вот-1", "bot-1" },
        { "ΑΝΝΑ", "anna" },
        { "Анна", "ahha" },
        { "Анюта", "анюта" },
        { "ШШШШШШШШШШШШШШШШШШШШ", "шшшшшшшшшшшшшшшшшшшш" },
        { "太太太太太太太太太太太太太太太太太太太太", "太太太太太太太太太太太太太太太太太太太太" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_string_equal(key_of(CASES[i].name), CASES[i].key);
}

static void names_that_are_none(void **state)
{
    (void)state;
    static const char CHARACTERS[] = "a name has letters, digits, _ and - only";
    static const struct {
        const char *name, *why;
    } CASES[] = {
        { "", "a name has 2 to 20 characters" },
        { "a", "a name has 2 to 20 characters" },
        { "123456789012345678901", "a name has 2 to 20 characters" },
        { "太太太太太太太太太太太太太太太太太太太太太", "a name has 2 to 20 characters" },
        { "_ada", "a name starts with a letter or a digit" },
        { "-1", "a name starts with a letter or a digit" },
        { "Аda", "a name has letters of one script only" }, // the first is Cyrillic
        { "pаypal", "a name has letters of one script only" },
        { "ada lovelace", CHARACTERS },
        { "ada@home", CHARACTERS },
        { "a\tb", CHARACTERS },
        { "a/b", CHARACTERS },
        { "e\xcc\x81l\xc3\xa9", CHARACTERS }, // a combining accent
        { "a\xe2\x80\x8b"
          "da",
          CHARACTERS }, // no width at all
        { "a\xe2\x80\xae"
          "da",
          CHARACTERS }, // turns the text round
        { "a\xff", CHARACTERS },
        { "a\xc3", CHARACTERS },
        { "a\xc1\xa1", CHARACTERS }, // an overlong 'a'
        { "a\xe0\x81\xa1", CHARACTERS },
        { "\xed\xa0\x80\xed\xb0\x80", CHARACTERS }, // surrogates
        { "a\xf0\x9f\x98\x80", CHARACTERS },
        { "½½", CHARACTERS },
        { "×÷", CHARACTERS },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_string_equal(key_of(CASES[i].name), CASES[i].why);
}

static void secrets(void **state)
{
    (void)state;
    char text[SECRET_SIZE], other[SECRET_SIZE], header[128];
    SecretHash hash, read, different;
    secret_make(text, &hash);
    secret_make(other, &different);
    assert_int_equal(strlen(text), SECRET_TEXT);
    assert_string_not_equal(text, other);
    assert_true(secret_hash(text_of(text), &read));
    assert_memory_equal(&hash, &read, sizeof hash);
    assert_memory_not_equal(&hash, &different, sizeof hash);

    snprintf(header, sizeof header, "theme=dark; meydan_session=%s; x=y", text);
    assert_true(secret_from_cookie(text_of(header), &read));
    assert_memory_equal(&hash, &read, sizeof hash);
    snprintf(header, sizeof header, "Bearer mey_%s", text);
    assert_true(secret_from_authorization(text_of(header), &read));
    assert_memory_equal(&hash, &read, sizeof hash);

    static const char *const FORGED[] = { "",
                                          "mey_",
                                          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                                          "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                                          "AAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAA",
                                          "AAAAAAAAAAAAAAAAAAAA+AAAAAAAAAAAAAAAAAAAAAA" };
    for (size_t i = 0; i < sizeof FORGED / sizeof *FORGED; i++)
        assert_false(secret_hash(text_of(FORGED[i]), &read));
    assert_false(secret_from_authorization(text_of("Basic YTpi"), &read));
    assert_false(secret_from_authorization(text_of("Bearer"), &read));
    assert_false(secret_from_cookie(text_of("meydan_session"), &read));
    assert_false(secret_from_cookie(text_of("meydan_session="), &read));

    char cookie[COOKIE_SIZE];
    secret_cookie(text, true, cookie);
    assert_non_null(
        strstr(cookie, "; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000; Secure"));
    secret_cookie(NULL, false, cookie);
    assert_string_equal(cookie, "meydan_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
    for (int i = 0; i < 1000; i++)
        assert_in_range(secret_number(4), 1, 3);
}

static void origins(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host;
        bool fits;
    } CASES[] = {
        { "", "meydan.example", true },
        { "https://meydan.example", "meydan.example", true },
        { "http://localhost:8080", "localhost:8080", true },
        { "HTTP://Localhost:8080", "localhost:8080", true },
        { "https://own.example", "127.0.0.1:8080", true }, // as configured
        { "https://evil.example", "meydan.example", false },
        { "https://meydan.example.evil.example", "meydan.example", false },
        { "https://meydan.example:444", "meydan.example", false },
        { "http://localhost:8080", "localhost:8081", false },
        { "null", "meydan.example", false },
        { "ftp://meydan.example", "meydan.example", false },
        { "https://", "", false },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Request request = { .origin = text_of(CASES[i].origin),
                                  .host = text_of(CASES[i].host) };
        assert_int_equal(origin_fits(&request, "https://own.example"), CASES[i].fits);
    }
    assert_true(origin_json(text_of("application/json")));
    assert_true(origin_json(text_of("Application/JSON; charset=utf-8")));
    assert_false(origin_json(text_of("")));
    assert_false(origin_json(text_of("text/plain")));
    assert_false(origin_json(text_of("application/jsonp")));
    assert_true(origin_loopback(text_of("127.0.0.1")) && origin_loopback(text_of("::1")));
    assert_false(origin_loopback(text_of("192.0.2.1")) || origin_loopback(text_of("::2")));
}

static void texts_without_addresses(void **state)
{
    (void)state;
    static const char *const FINE[] = { "Good game!",
                                        "I won. Go on",
                                        "That was close... or not",
                                        "…and you?",
                                        "Merhaba Боб, ce faci?",
                                        "3.5 points, 5:3, and/or 1.2.3",
                                        "Güzel hamle! Bir daha?",
                                        "I like it. Me too. No. To be",
                                        "you @ home?",
                                        "e3 @ move 7",
                                        "polka dot",
                                        "the dot" };
    static const char *const WRONG[] = {
        "see example.com",
        "EXAMPLE.COM",
        "example .com",
        "example. com",
        "example[.]com",
        "example(.)com",
        "example dot com",
        "example (dot) com",
        "http:example",
        "hxxp example",
        "hXXps:/example",
        "www example",
        "//example",
        "пример.рф",
        "t.me/abc",
        "user1@example",
        "me@home",
        "1.2.3.4",
        "example\u3002com",           // ideographic full stop
        "example\uff0ecom",           // full width
        "example\u2024com",           // one dot leader
        "example\u00b7com",           // in the middle
        "example.c\u0301om",          // a mark between the letters
        "example.\u24d2\u24de\u24dc", // letters in circles
        "\uff57\uff57\uff57 example", // full width letters
        "user\uff20example",
    };
    static const char *const HIDDEN[] = { "a\u200bb", "a\u202eb", "a\u2060b", "a\u00adb",
                                          "a\u3164b", "a\u034fb", "a\nb",     "\u2800" };
    for (size_t i = 0; i < sizeof FINE / sizeof *FINE; i++)
        if (chat_text_refuse(text_of(FINE[i]))) fail_msg("refused: %s", FINE[i]);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++)
        if (!chat_text_refuse(text_of(WRONG[i]))) fail_msg("taken: %s", WRONG[i]);
    for (size_t i = 0; i < sizeof HIDDEN / sizeof *HIDDEN; i++)
        if (!chat_text_refuse(text_of(HIDDEN[i]))) fail_msg("taken: %zu", i);
    assert_true(chat_text_joins_to_address(text_of("example."), text_of("com")));
    assert_true(chat_text_joins_to_address(text_of("go to exam"), text_of("ple.com")));
    assert_true(chat_text_joins_to_address(text_of("htt"), text_of("ps")));
    assert_false(chat_text_joins_to_address(text_of("I won."), text_of("Go on")));
    char many[3 * TEXT_LETTERS_MAX + 1];
    for (int i = 0; i < TEXT_LETTERS_MAX; i++)
        memcpy(many + (size_t)i * 3, "\ufdfa", 3); // becomes eighteen letters
    many[sizeof many - 1] = '\0';
    assert_null(chat_text_refuse(text_of(many)));
    assert_false(chat_text_joins_to_address(text_of(many), text_of(many)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_without_addresses),
        cmocka_unit_test(names_that_are),
        cmocka_unit_test(names_that_are_none),
        cmocka_unit_test(secrets),
        cmocka_unit_test(origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
