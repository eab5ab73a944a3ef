// SPDX-License-Identifier: MIT
// The description of the API for programs: GET /api/v1/openapi.json, written once at the start.
#include "server/api/call.h"
#include "server/api/openapi.h"

#include <openssl/sha.h>
#include <stdlib.h>

extern const Feature OPENAPI;

enum { TAG_BYTES = 12, TAG_SIZE = 2 * TAG_BYTES + 3 };

typedef struct Description {
    Json json;
    char tag[TAG_SIZE];
} Description;

static void *open_description(const App *app, Fault *why)
{
    Description *description = calloc(1, sizeof *description);
    if (description && openapi_write(app->features, app->version, &description->json)) {
        u8 digest[SHA256_DIGEST_LENGTH];
        Out out = out_to(description->tag, TAG_SIZE);
        Text text = js_view(&description->json);
        SHA256((const u8 *)text.at, text.length, digest);
        out_char(&out, '"');
        for (int i = 0; i < TAG_BYTES; i++) {
            out_char(&out, "0123456789abcdef"[digest[i] >> 4]);
            out_char(&out, "0123456789abcdef"[digest[i] & 15]);
        }
        out_char(&out, '"');
        return description;
    }
    fault(why, MALFORMED, "the API cannot be described: two messages have one name, or no memory");
    free(description);
    return NULL;
}

static void close_description(void *state)
{
    Description *description = state;
    if (description) js_free(&description->json);
    free(description);
}

static void get_description(Call *call)
{
    const Description *description = app_state(call->app, &OPENAPI);
    bool known = http_etag_listed(call->request->if_none_match, description->tag);
    Answer answer = { .status = known ? 304 : 200,
                      .type = "application/json",
                      .cache = "no-cache",
                      .etag = description->tag,
                      .body = known ? (Text){ "", 0 } : js_view(&description->json) };
    web_answer(call->web, &answer);
}

static const Route OPENAPI_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "openapi.json",
      .answer = get_description,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &RAW,
      .errors = ERR_NO_OWN,
      .says = "this API in OpenAPI 3.1, with a JSON Schema for each message" },
};

const Feature OPENAPI = {
    .name = "openapi",
    .routes = OPENAPI_ROUTES,
    .routes_count = sizeof OPENAPI_ROUTES / sizeof *OPENAPI_ROUTES,
    .open = open_description,
    .close = close_description,
};
