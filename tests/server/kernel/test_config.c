// SPDX-License-Identifier: MIT
// The server's settings as data: their sources and precedence, and the line numbers of refused
// values. Also the parsers of headers and queries.
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

static char *ENVIRONMENT[] = { "PATH=/bin", "MEYDAN_PER_ADDRESS=7",
                               "MEYDAN_TLS_CERT=", "MEYDAN_CONFIG=x", NULL };
static char *BAD_ENVIRONMENT[] = { "MEYDAN_ACCESS_LOG=1", NULL };

// A name that isn't a setting would be without effect.
static void unknown_variables(void **state)
{
    (void)state;
    static char *const NAMES[] = { "MEYDAN_PROT", "MEYDAN_", "MEYDAN_port", "MEYDAN_PER-ADDRESS",
                                   "MEYDAN_STORE2" };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        Config config;
        Fault why;
        char variable[64], expected[96];
        char *variables[] = { variable, NULL };
        Out out = out_to(variable, sizeof variable), words = out_to(expected, sizeof expected);
        out_format(&out, "%s=8", NAMES[i]);
        out_format(&words, "there is no setting for the variable '%s'", NAMES[i]);
        config_init(&config);
        assert_false(config_environment(&config, variables, &why));
        assert_string_equal(why.message, expected);
    }
}

static void refused_texts(void **state)
{
    (void)state;
    static const struct {
        SettingId id;
        const char *value;
        bool fits;
    } CASES[] = {
        { SETTING_ORIGIN, "https://meydan.example", true },
        { SETTING_ORIGIN, "http://[::1]:8080", true },
        { SETTING_ORIGIN, "foo bar", false },
        { SETTING_ORIGIN, "https://", false },
        { SETTING_ORIGIN, "https://meydan.example/", false },
        { SETTING_ORIGIN, "ftp://meydan.example", false },
        { SETTING_NAMES, "meydan.example, www.meydan.example", true },
        { SETTING_NAMES, "*", true },
        { SETTING_NAMES, "a/b", false },
        { SETTING_NAMES, "https://meydan.example/x", false },
        { SETTING_LOG_FORMAT, "json", true },
        { SETTING_LOG_FORMAT, "xml", false },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Config config;
        Fault why = { 0 };
        config_init(&config);
        bool fits = config_set(&config, CASES[i].id, "--x", text_of(CASES[i].value), &why);
        if (fits != CASES[i].fits) fail_msg("%s: %s", CASES[i].value, why.message);
    }
}

static void masked_passwords(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        { "/var/lib/meydan/a:b@c.db", "/var/lib/meydan/a:b@c.db" },
        { "postgresql://db/meydan", "postgresql://db/meydan" },
        { "postgresql://ada@db/meydan", "postgresql://ada@db/meydan" },
        { "postgresql://ada:s3:c@ret@db:5432,other:5433/meydan",
          "postgresql://ada:***@db:5432,other:5433/meydan" },
        { "postgresql://db/meydan?user=ada&password=secret&sslmode=require",
          "postgresql://db/meydan?user=ada&password=***&sslmode=require" },
        { "postgresql://db/meydan?sslpassword=secret", "postgresql://db/meydan?sslpassword=***" },
        { "redis://:secret@bus:6379", "redis://:***@bus:6379" },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Config config;
        Fault why;
        char line[2 * CONFIG_VALUE], *end;
        config_init(&config);
        assert_true(config_set(&config, SETTING_STORE, "x", text_of(CASES[i][0]), &why));
        Out out = out_to(line, sizeof line);
        config_show(&config, SETTING_STORE, &out);
        if ((end = strstr(line, " #"))) *end = '\0';
        while (*line && line[strlen(line) - 1] == ' ')
            line[strlen(line) - 1] = '\0';
        assert_string_equal(line + strlen("store = "), CASES[i][1]);
    }
}

static void who_wins(void **state)
{
    (void)state;
    Config config;
    Fault why;
    assert_true(read(&config, "per-address = 5\ntls-cert = a\nlimits = 2", &why));
    assert_true(config_environment(&config, ENVIRONMENT, &why));
    assert_int_equal(config_number(&config, SETTING_PER_ADDRESS), 7);
    assert_string_equal(config.source[SETTING_PER_ADDRESS], "MEYDAN_PER_ADDRESS");
    assert_string_equal(config_text(&config, SETTING_TLS_CERT), "a");
    assert_true(config_set(&config, SETTING_LIMITS, "--limits", text_of("3"), &why));
    assert_int_equal(config_number(&config, SETTING_LIMITS), 3);
    assert_false(config_set(&config, SETTING_LIMITS, "--limits", text_of("x"), &why));
    assert_string_equal(why.message, "--limits 'x' is not a number from 0 to 1000");
    assert_int_equal(config_number(&config, SETTING_LIMITS), 3);
    assert_false(config_environment(&config, BAD_ENVIRONMENT, &why));
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
        cmocka_unit_test(defaults),          cmocka_unit_test(a_file),
        cmocka_unit_test(faults_of_files),   cmocka_unit_test(who_wins),
        cmocka_unit_test(unknown_variables), cmocka_unit_test(refused_texts),
        cmocka_unit_test(masked_passwords),  cmocka_unit_test(shown_and_read),
        cmocka_unit_test(queries),           cmocka_unit_test(cookies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
