// SPDX-License-Identifier: MIT
// Requests to the page: an input is a path, an Accept-Encoding and an If-None-Match, one per line.
// For any input the answer is one of a few, its body is one of the files', and its entity tag
// makes the next answer a 304.
#include "fuzz.h"

#include "server/kernel/site.h"

#include <stdlib.h>
#include <string.h>

static const PageFile FILES[] = {
    { "index.html", "index", 5 },
    { "index.html.gz", "index as gzip", 13 },
    { "sw.js", "worker", 6 },
    { "assets/app-0a1b2c3d.js", "app", 3 },
    { "assets/app-0a1b2c3d.js.gz", "app as gzip", 11 },
    { "assets/app-0a1b2c3d.js.br", "app as brotli", 13 },
    { "a/b/c.wasm", "", 0 },
};
enum { FILE_COUNT = sizeof FILES / sizeof *FILES };

static bool is_a_file(Text body)
{
    for (size_t i = 0; i < FILE_COUNT; i++)
        if (body.at == FILES[i].bytes && body.length == FILES[i].length) return true;
    return false;
}

static void check(const Site *site, const Request *request)
{
    Answer answer;
    site_answer(site, request, &answer);
    switch (answer.status) {
    case 200:
        must(is_a_file(answer.body) && answer.etag && answer.type && answer.cache);
        must(http_accepts(request->accept_encoding, answer.coding));
        must(!http_etag_listed(request->if_none_match, answer.etag));
        Request again = *request;
        again.if_none_match = text_of(answer.etag);
        Answer known;
        site_answer(site, &again, &known);
        must(known.status == 304 && !known.body.length && !strcmp(known.etag, answer.etag));
        break;
    case 304:
        must(!answer.body.length && http_etag_listed(request->if_none_match, answer.etag));
        break;
    case 400: must(!request->path.length || request->path.at[0] != '/'); break;
    case 404: must(memchr(request->path.at, '.', request->path.length) != NULL); break;
    default: must(false);
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *bytes = malloc(size ? size : 1);
    memcpy(bytes, data, size);
    Text rest = { bytes, size }, line[3] = { { "", 0 }, { "", 0 }, { "", 0 } };
    for (int i = 0; i < 3 && text_split(&rest, '\n', &line[i]); i++) {
    }
    Site *site = site_from_page(FILES, FILE_COUNT, NULL);
    check(site,
          &(Request){ .path = line[0], .accept_encoding = line[1], .if_none_match = line[2] });
    site_release(site);
    free(bytes);
    return 0;
}
