// SPDX-License-Identifier: MIT
// meydan health: whether a server is ready, for health checks of containers and scripts.
#include "cli/cli.h"

#include "client/client_http.h"
#include "protocol/now.h"

#include <stdio.h>

enum { PATIENCE_MS = 5000 };

static ExitStatus run(int argc, char **argv)
{
    const Option options[] = { { 0 } };
    Fault why;
    Url url;
    HttpAnswer answer;
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 1) return complain(EXIT_BAD, "health takes one address, not '%.40s'", argv[1]);
    if (!url_read(text_of(left ? argv[0] : "http://localhost:8080"), &url, &why))
        return complain(EXIT_BAD, "%s", why.message);
    const HttpAsk ask = { .method = "GET", .path = "/health", .body = { "", 0 } };
    if (!http_ask(&url, &ask, (Wait){ now_ms() + PATIENCE_MS, NULL }, &answer, &why))
        return complain(EXIT_NO, "%s", why.message);
    puts(answer.body);
    ExitStatus status = answer.status == 200 ? EXIT_DONE : EXIT_NO;
    http_free(&answer);
    return status;
}

const Command COMMAND_HEALTH = {
    .name = "health",
    .synopsis = "[URL]",
    .summary = "whether a server is ready: prints its /health, status 1 if it isn't",
    .help = "URL is http://localhost:8080 if omitted. Waits for five seconds at most.\n",
    .run = run,
};
