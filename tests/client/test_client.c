// SPDX-License-Identifier: MIT
// The client's parsers of addresses and headers.
#include "client/client_http.h"

#include "support/check.h"

#include <string.h>

static void check_url(const char *text, bool tls, const char *authority)
{
    Url url;
    Fault why;
    assert_true(url_read(text_of(text), &url, &why));
    assert_int_equal(url.tls, tls);
    assert_string_equal(url.authority, authority);
}

static void test_addresses(void **state)
{
    (void)state;
    check_url("http://localhost:8080", false, "localhost:8080");
    check_url("http://localhost:8080/", false, "localhost:8080");
    check_url("https://meydan.example", true, "meydan.example");
    check_url("http://127.0.0.1", false, "127.0.0.1");
    check_url("http://[::1]:99", false, "[::1]:99");
    check_url("https://[::1]", true, "[::1]");
    static const char *const BAD[] = { "",
                                       "localhost",
                                       "ftp://x",
                                       "http://",
                                       "http:///",
                                       "http://a:0",
                                       "http://a:",
                                       "http://a:65536",
                                       "http://:1",
                                       "http://a b",
                                       "http://a/path",
                                       "http://u@h",
                                       "http://[::1",
                                       "http://[]:1",
                                       "http://[::1]x",
                                       "http://a\r\nb" };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Url url;
        Fault why;
        assert_false(url_read(text_of(BAD[i]), &url, &why));
    }
}

static void test_headers(void **state)
{
    (void)state;
    const char *answer =
        "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nset-cookie:  a=b; HttpOnly\r\n\r\n{}";
    Text bytes = text_of(answer);
    int status = 0;
    i64 size = http_head(bytes, &status);
    assert_int_equal(size, (i64)bytes.length - 2);
    assert_int_equal(status, 201);
    Text head = text_cut(bytes, 0, (size_t)size);
    assert_true(text_is(http_header(head, "content-length"), "2"));
    assert_true(text_is(http_header(head, "set-cookie"), "a=b; HttpOnly"));
    assert_int_equal(http_header(head, "cookie").length, 0);
    for (size_t part = 0; part < (size_t)size; part++)
        assert_int_equal(http_head(text_cut(bytes, 0, part), &status), 0);
    assert_int_equal(http_head(text_of("SSH-2.0-x\r\n\r\n"), &status), -1);
    assert_int_equal(http_head(text_of("HTTP/1.1 abc\r\n\r\n"), &status), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
