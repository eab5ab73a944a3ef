// SPDX-License-Identifier: MIT
// The client's frames, addresses and headers: texts in, texts out.
#include "client/http.h"
#include "client/ws.h"

#include "support/check.h"

#include <string.h>

static void test_key_of_the_standard(void **state)
{
    (void)state;
    char key[WS_KEY_MAX];
    ws_key((const u8 *)"the sample nonce", key);
    assert_string_equal(key, "dGhlIHNhbXBsZSBub25jZQ==");
}

// What a client writes, a server would unmask; here by hand.
static void test_written_frames(void **state)
{
    (void)state;
    static char body[70000], frame[sizeof body + WS_HEAD_MAX];
    const size_t lengths[] = { 0, 1, 125, 126, 65535, 65536 };
    const size_t heads[] = { 6, 6, 6, 8, 8, 14 };
    for (int i = 0; i < 6; i++) {
        memset(body, 'x', lengths[i]);
        size_t size = ws_write(frame, WS_TEXT, (Text){ body, lengths[i] }, 0x04030201);
        assert_int_equal(size, heads[i] + lengths[i]);
        assert_int_equal((u8)frame[0], 0x81);
        assert_true((u8)frame[1] & 0x80);
        for (size_t at = 0; at < lengths[i]; at++)
            assert_int_equal(frame[heads[i] + at] ^ (char)(at % 4 + 1), 'x');
    }
}

static i64 read_bytes(const char *bytes, size_t length, size_t most, WsFrame *frame)
{
    return ws_read((Text){ bytes, length }, most, frame);
}

static void test_read_frames(void **state)
{
    (void)state;
    WsFrame frame;
    assert_int_equal(read_bytes("\x81\x02hi!", 5, 100, &frame), 4);
    assert_int_equal(frame.kind, WS_TEXT);
    assert_true(frame.last && text_is(frame.body, "hi"));
    assert_int_equal(read_bytes("\x01\x02hi", 4, 100, &frame), 4);
    assert_false(frame.last);
    assert_int_equal(read_bytes("\x89\x00", 2, 100, &frame), 2);
    assert_int_equal(frame.kind, WS_PING);
    for (size_t part = 0; part < 4; part++)
        assert_int_equal(read_bytes("\x81\x02hi", part, 100, &frame), 0);
    static char large[200] = "\x81\x7e\x00\x80";
    assert_int_equal(read_bytes(large, 132, 128, &frame), 132);
    assert_int_equal(frame.body.length, 128);
    assert_int_equal(read_bytes(large, 132, 127, &frame), -1);
    assert_int_equal(read_bytes("\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10, 1000, &frame), -1);
}

static void test_frames_of_no_server(void **state)
{
    (void)state;
    WsFrame frame;
    assert_int_equal(read_bytes("\x81\x82....hi", 8, 100, &frame), -1);    // masked
    assert_int_equal(read_bytes("\xc1\x02hi", 4, 100, &frame), -1);        // a reserved bit
    assert_int_equal(read_bytes("\x83\x02hi", 4, 100, &frame), -1);        // no such kind
    assert_int_equal(read_bytes("\x09\x02hi", 4, 100, &frame), -1);        // half a ping
    assert_int_equal(read_bytes("\x89\x7e\x00\x80", 4, 1000, &frame), -1); // a long one
}

static void check_url(const char *text, bool tls, const char *host, const char *port)
{
    Url url;
    Fault why;
    assert_true(url_read(text_of(text), &url, &why));
    assert_int_equal(url.tls, tls);
    assert_string_equal(url.host, host);
    assert_string_equal(url.port, port);
}

static void test_addresses(void **state)
{
    (void)state;
    check_url("http://localhost:8080", false, "localhost", "8080");
    check_url("http://localhost:8080/", false, "localhost", "8080");
    check_url("https://meydan.example", true, "meydan.example", "443");
    check_url("http://127.0.0.1", false, "127.0.0.1", "80");
    check_url("http://[::1]:99", false, "::1", "99");
    check_url("https://[::1]", true, "::1", "443");
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
        cmocka_unit_test(test_key_of_the_standard), cmocka_unit_test(test_written_frames),
        cmocka_unit_test(test_read_frames),         cmocka_unit_test(test_frames_of_no_server),
        cmocka_unit_test(test_addresses),           cmocka_unit_test(test_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
