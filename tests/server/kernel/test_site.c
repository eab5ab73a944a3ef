// SPDX-License-Identifier: MIT
// The page's answers as data: which file, which body, caching; and admission of connections.
// tests/site is embedded into this program as the real page is into meydan.
#include "support/check.h"

#include "platform/net/admission.h"
#include "server/kernel/site.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

static Answer ask(const Site *site, const char *path, const char *accept, const char *known)
{
    Answer answer;
    const Request request = { .path = text_of(path),
                              .accept_encoding = text_of(accept),
                              .if_none_match = text_of(known) };
    site_answer(site, &request, &answer);
    return answer;
}

static void the_embedded_page(void **state)
{
    (void)state;
    Fault why;
    assert_int_equal(PAGE_FILE_COUNT, 4); // without .hidden
    Site *site = site_from_page(PAGE_FILES, PAGE_FILE_COUNT, &why);
    assert_non_null(site);

    Answer answer = ask(site, "/", "", "");
    assert_int_equal(answer.status, 200);
    assert_true(text_is(answer.body, "<!doctype html><head><title>x</title></head>\n"));
    assert_string_equal(answer.type, "text/html; charset=utf-8");
    assert_string_equal(answer.cache, "no-cache");
    assert_false(answer.varies);

    answer = ask(site, "/assets/app-0a1B_-2c.js", "", "");
    assert_true(text_is(answer.body, "console.log(\"\\\"quoted\\\"\");\n"));
    assert_string_equal(answer.cache, "public, max-age=31536000, immutable");
    assert_true(answer.varies);
    Answer packed = ask(site, "/assets/app-0a1B_-2c.js", "gzip, br", "");
    assert_int_equal(packed.coding, CODING_GZIP);
    assert_memory_equal(packed.body.at, "\x1f\x8b", 2);
    assert_string_not_equal(packed.etag, answer.etag);

    char etag[64];
    strcpy(etag, packed.etag);
    packed = ask(site, "/assets/app-0a1B_-2c.js", "gzip, br", etag);
    assert_int_equal(packed.status, 304);
    assert_int_equal(packed.body.length, 0);
    assert_string_equal(packed.etag, etag);
    assert_int_equal(ask(site, "/assets/app-0a1B_-2c.js", "", etag).status, 200);

    answer = ask(site, "/assets/empty.txt", "", "");
    assert_int_equal(answer.status, 200);
    assert_int_equal(answer.body.length, 0);
    site_release(site);
}

static void only_the_pages_own_routes(void **state)
{
    (void)state;
    static const PageFile FILES[] = { { "index.html", "i", 1 },
                                      { "routes.txt", "play\nhelp\r\n", 11 } };
    static const struct {
        const char *path;
        int status;
    } CASES[] = {
        { "/", 200 },      { "/play", 200 },      { "/play/1a2b", 200 }, { "/help", 200 },
        { "/helps", 404 }, { "/wp-admin", 404 },  { "/hel", 404 },       { "/x/play", 404 },
        { "//play", 200 }, { "/play/x.js", 404 }, { "/Play", 404 },      { "/routes.txt", 200 },
    };
    Fault why;
    Site *site = site_from_page(FILES, sizeof FILES / sizeof *FILES, &why);
    assert_non_null(site);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        assert_int_equal(ask(site, CASES[i].path, "", "").status, CASES[i].status);
    Answer lost = ask(site, "/wp-admin", "", "*");
    assert_int_equal(lost.status, 404);
    assert_true(text_is(lost.body, "i"));
    assert_null(lost.etag);
    site_release(site);
}

static void places_and_files(void **state)
{
    (void)state;
    static const PageFile FILES[] = { { "index.html", "i", 1 },
                                      { "a.js", "a", 1 },
                                      { "a.js.br", "b", 1 },
                                      { "c.js.br", "c", 1 },
                                      { "b/index.html", "x", 1 } };
    static const struct {
        const char *path, *body; // NULL: not found
    } CASES[] = {
        { "/", "i" },         { "/index.html", "i" },
        { "/x", "i" },        { "/x/y/", "i" },
        { "/b", "i" },        { "/b/", "i" },
        { "/b.c/d", "i" },    { "/a.js", "a" },
        { "/a.js.br", NULL }, { "/c.js", NULL },
        { "/c.js.br", NULL }, { "/a.jsx", NULL },
        { "/a.j", NULL },     { "/b/index.html", "x" },
        { "/b/a.js", NULL },  { "/../a.js", NULL },
        { "//a.js", NULL },   { "/a.js/", "i" },
        { "/.", NULL },       { "/index.html ", NULL },
    };
    Fault why;
    Site *site = site_from_page(FILES, sizeof FILES / sizeof *FILES, &why);
    assert_non_null(site);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Answer answer = ask(site, CASES[i].path, "", "");
        assert_int_equal(answer.status, CASES[i].body ? 200 : 404);
        if (CASES[i].body) assert_true(text_is(answer.body, CASES[i].body));
    }
    assert_int_equal(ask(site, "", "", "").status, 400);
    assert_int_equal(ask(site, "a.js", "", "").status, 400);
    Answer answer;
    site_answer(site, &(Request){ .method = METHOD_OTHER, .path = text_of("/") }, &answer);
    assert_int_equal(answer.status, 405);
    assert_string_equal(answer.allow, "GET, HEAD");

    assert_ptr_equal(site_hold(site), site);
    site_release(site);
    assert_int_equal(ask(site, "/", "", "").status, 200);
    site_release(site);
    assert_null(site_from_page(FILES + 1, 3, &why));
    assert_string_equal(why.message, "there is no index.html");
}

static void hashed_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool fixed;
    } CASES[] = {
        { "assets/app-12345678.js", true },   { "assets/app-AB_-cd9Z.js", true },
        { "assets/x/app-12345678.js", true }, { "assets/app--2345678.js", true },
        { "assets/app-1234567.js", false },   { "assets/app-123456789.js", false },
        { "assets/app-1234.678.js", false },  { "app-12345678.js", false },
        { "assets/-12345678.js", true },      { "assets/12345678.js", false },
        { "assets/app-12345678", false },     { "assets/.js", false },
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const PageFile files[] = { { "index.html", "", 0 }, { CASES[i].name, "", 0 } };
        char path[64];
        Out out = out_to(path, sizeof path);
        out_format(&out, "/%s", CASES[i].name);
        Site *site = site_from_page(files, 2, NULL);
        Answer answer = ask(site, path, "", "");
        assert_int_equal(!strcmp(answer.cache, "no-cache"), !CASES[i].fixed);
        site_release(site);
    }
}

static struct sockaddr_storage address(const char *text)
{
    struct sockaddr_storage storage = { 0 };
    struct sockaddr_in *in = (void *)&storage;
    struct sockaddr_in6 *in6 = (void *)&storage;
    if (inet_pton(AF_INET, text, &in->sin_addr) == 1)
        in->sin_family = AF_INET;
    else if (inet_pton(AF_INET6, text, &in6->sin6_addr) == 1)
        in6->sin6_family = AF_INET6;
    return storage;
}

static bool enter(Admission *admission, const char *text, int *bucket)
{
    struct sockaddr_storage storage = address(text);
    return admission_enter(admission, (const void *)&storage, false, bucket);
}

static void crowds(void **state)
{
    (void)state;
    static Admission admission;
    admission_init(&admission, 8, 2);
    admission.seed = 1; // a seed under which these don't collide
    int bucket[8], none;
    assert_true(enter(&admission, "192.0.2.1", &bucket[0]));
    assert_true(enter(&admission, "::ffff:192.0.2.1", &bucket[1])); // the same
    assert_false(enter(&admission, "192.0.2.1", &none));
    assert_true(enter(&admission, "192.0.2.2", &bucket[2]));
    assert_true(enter(&admission, "2001:db8::1", &bucket[3]));
    assert_true(enter(&admission, "2001:db8::2", &bucket[4])); // the same network
    assert_false(enter(&admission, "2001:db8::3", &none));
    admission_leave(&admission, bucket[0]);
    assert_true(enter(&admission, "192.0.2.1", &bucket[0]));
    for (int i = 5; i < 8; i++) // loopback counts in the total, not by address
        assert_true(enter(&admission, i % 2 ? "127.0.0.1" : "::1", &bucket[i]));
    assert_false(enter(&admission, "127.0.0.1", &none));
    for (int i = 0; i < 8; i++)
        admission_leave(&admission, bucket[i]);
    assert_int_equal(admission.count, 0);
    for (int i = 0; i < ADMISSION_BUCKETS; i++)
        assert_int_equal(admission.each[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_embedded_page),
        cmocka_unit_test(places_and_files),
        cmocka_unit_test(only_the_pages_own_routes),
        cmocka_unit_test(hashed_names),
        cmocka_unit_test(crowds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
