// SPDX-License-Identifier: MIT
// The server's settings as data: their sources and precedence, refused values and their lines; and
// the small readers of headers and queries.
#include "support/check.h"

#include "platform/net/http.h"
#include "server/kernel/config.h"

#include <string.h>

static bool read(Config *config, const char *text, Fault *why)
{
    config_init(config);
    return config_read(config, "file", text_of(text), why);
}

static void defaults(void **state)
{
    (void)state;
    Config config;
    int first, last;
    config_init(&config);
    config_ports(&config, &first, &last);
    assert_int_equal(first, 8080);
    assert_int_equal(last, 8080);
    assert_string_equal(config_text(&config, SETTING_HOST), "localhost");
    assert_null(config_text(&config, SETTING_FOLDER));
    assert_int_equal(config_number(&config, SETTING_CONNECTIONS), 10000);
    assert_false(config_flag(&config, SETTING_ACCESS_LOG));
    for (int i = 0; i < SETTINGS; i++)
        assert_string_equal(config.source[i], "default");
}

static void a_file(void **state)
{
    (void)state;
    Config config;
    Fault why;
    int first, last;
    assert_true(read(&config,
                     "\xef\xbb\xbf# all of it\r\n"
                     "port = 80-90\r\n"
                     "\n"
                     "   host=::   # every one\n"
                     "\tstore\t=\t/a/b#c d\n"
                     "trust-proxy = yes\n"
                     "folder =\n"
                     "timeout = 5",
                     &why));
    config_ports(&config, &first, &last);
    assert_int_equal(first, 80);
    assert_int_equal(last, 90);
    assert_string_equal(config_text(&config, SETTING_HOST), "::");
    assert_string_equal(config_text(&config, SETTING_STORE), "/a/b#c d");
    assert_true(config_flag(&config, SETTING_TRUST_PROXY));
    assert_null(config_text(&config, SETTING_FOLDER));
    assert_int_equal(config_number(&config, SETTING_TIMEOUT), 5);
    assert_string_equal(config.source[SETTING_TIMEOUT], "file line 8");
    assert_true(read(&config, "", &why));
}

static void faults_of_files(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        { "port = 1\nfoo = 2", "file line 2: there is no setting 'foo'" },
        { "port 1", "file line 1: 'port 1' is not of the form name = value" },
        { "= 1", "file line 1: there is no setting ''" },
        { "port = 1\nport = 1", "file line 2: port is set twice" },
        { "port =", "file line 1: port '' is neither a port from 0 to 65535 nor FIRST-LAST" },
        { "port = 9-8",
          "file line 1: port '9-8' is neither a port from 0 to 65535 nor FIRST-LAST" },
        { "port = 0-5",
          "file line 1: port '0-5' is neither a port from 0 to 65535 nor FIRST-LAST" },
        { "timeout = 0", "file line 1: timeout '0' is not a number from 1 to 3600" },
        { "timeout = 1s", "file line 1: timeout '1s' is not a number from 1 to 3600" },
        { "access-log = true", "file line 1: access-log 'true' is neither yes nor no" },
        { "host = a\tb", "file line 1: host 'a?b' has a control character in it" },
        { "PORT = 1", "file line 1: there is no setting 'PORT'" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Config config;
        Fault why;
        assert_false(read(&config, CASES[i][0], &why));
        assert_string_equal(why.message, CASES[i][1]);
    }
    char text[CONFIG_VALUE + 10] = "host = ";
    memset(text + 7, 'x', CONFIG_VALUE);
    Config config;
    Fault why;
    assert_false(read(&config, text, &why));
    assert_non_null(strstr(why.message, "is too long"));
    text[7 + CONFIG_VALUE - 1] = '\0';
    assert_true(read(&config, text, &why));
}

static char *environment(const char *name)
{
    if (!strcmp(name, "MEYDAN_PER_ADDRESS")) return "7";
    if (!strcmp(name, "MEYDAN_TLS_CERT")) return "";
    return NULL;
}

static char *bad_environment(const char *name)
{
    return strcmp(name, "MEYDAN_ACCESS_LOG") ? NULL : "1";
}

static void who_wins(void **state)
{
    (void)state;
    Config config;
    Fault why;
    assert_true(read(&config, "per-address = 5\ntls-cert = a\nlimits = 2", &why));
    assert_true(config_environment(&config, environment, &why));
    assert_int_equal(config_number(&config, SETTING_PER_ADDRESS), 7);
    assert_string_equal(config.source[SETTING_PER_ADDRESS], "MEYDAN_PER_ADDRESS");
    assert_string_equal(config_text(&config, SETTING_TLS_CERT), "a");
    assert_true(config_set(&config, SETTING_LIMITS, "--limits", text_of("3"), &why));
    assert_int_equal(config_number(&config, SETTING_LIMITS), 3);
    assert_false(config_set(&config, SETTING_LIMITS, "--limits", text_of("x"), &why));
    assert_string_equal(why.message, "--limits 'x' is not a number from 0 to 1000");
    assert_int_equal(config_number(&config, SETTING_LIMITS), 3);
    assert_false(config_environment(&config, bad_environment, &why));
    assert_string_equal(why.message, "MEYDAN_ACCESS_LOG: access-log '1' is neither yes nor no");
}

// --show-config prints a file that makes the same settings.
static void shown_and_read(void **state)
{
    (void)state;
    Config config, again;
    Fault why;
    char text[SETTINGS * 3 * CONFIG_VALUE];
    assert_true(read(&config, "port = 1-2\nstore = a b\naccess-log = yes", &why));
    Out out = out_to(text, sizeof text);
    for (int i = 0; i < SETTINGS; i++) {
        config_show(&config, (SettingId)i, &out);
        out_char(&out, '\n');
    }
    assert_true(read(&again, text, &why));
    for (int i = 0; i < SETTINGS; i++)
        assert_string_equal(config.value[i], again.value[i]);
}

static void queries(void **state)
{
    (void)state;
    static const char *const CASES[][3] = {
        { "a=1&b=2", "b", "2" },
        { "a=1&b=2", "c", NULL },
        { "a=%41+%2B%26", "a", "A +&" },
        { "a", "a", "" },
        { "a=", "a", "" },
        { "", "a", NULL },
        { "a=%4", "a", NULL },
        { "a=%zz", "a", NULL },
        { "a=%00", "a", NULL },
        { "a=1&a=2", "a", "1" },
        { "&&a=1=2", "a", "1=2" },
        { "ab=1", "a", NULL },
        { "a=1234567", "a", "1234567" },
        { "a=12345678", "a", NULL },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char room[8];
        bool found = http_query(text_of(CASES[i][0]), CASES[i][1], room, sizeof room);
        assert_int_equal(found, CASES[i][2] != NULL);
        if (found) assert_string_equal(room, CASES[i][2]);
    }
}

static void cookies(void **state)
{
    (void)state;
    Text header = text_of("a=1; meydan_session=x=y ;b; meydan_session=z");
    assert_true(text_is(http_cookie(header, "meydan_session"), "x=y"));
    assert_true(text_is(http_cookie(header, "a"), "1"));
    assert_int_equal(http_cookie(header, "b").length, 0);
    assert_int_equal(http_cookie(header, "session").length, 0);
    assert_int_equal(http_cookie(text_of(""), "a").length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),        cmocka_unit_test(a_file),
        cmocka_unit_test(faults_of_files), cmocka_unit_test(who_wins),
        cmocka_unit_test(shown_and_read),  cmocka_unit_test(queries),
        cmocka_unit_test(cookies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
