// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem
#include "client/client_http.h"

#include <stdlib.h>
#include <string.h>

i64 http_head(Text bytes, int *status)
{
    static const char VERSION[] = "HTTP/1.";
    size_t known = bytes.length < 7 ? bytes.length : 7;
    if (memcmp(bytes.at, VERSION, known) != 0) return -1;
    const char *end = memmem(bytes.at, bytes.length, "\r\n\r\n", 4);
    if (!end) return bytes.length > ANSWER_MAX ? -1 : 0;
    i64 number = 0;
    if (!text_number(text_cut(bytes, 9, 12), 999, &number)) return -1;
    *status = (int)number;
    return end + 4 - bytes.at;
}

Text http_header(Text head, const char *name)
{
    Text line;
    while (text_split(&head, '\n', &line)) {
        Text key;
        if (!text_split(&line, ':', &key) || !line.at) continue;
        if (text_is_nocase(key, name)) return text_trim(line);
    }
    return (Text){ "", 0 };
}

static size_t add_bytes(char *bytes, size_t one, size_t count, void *context)
{
    (void)one; // is 1
    HttpAnswer *answer = context;
    size_t length = answer->length + count;
    char *body = length <= ANSWER_MAX ? realloc(answer->body, length + 1) : NULL;
    if (!body) return 0;
    memcpy(body + answer->length, bytes, count);
    body[length] = '\0';
    answer->body = body;
    answer->length = length;
    return count;
}

bool http_ask(const Url *url, const HttpAsk *ask, Wait wait, HttpAnswer *answer, Fault *why)
{
    *answer = (HttpAnswer){ .body = calloc(1, 1) };
    CURL *curl = curl_for(url, ask->path, &wait);
    CURLcode code = CURLE_OUT_OF_MEMORY;
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    if (curl && answer->body && headers) {
        long status = 0;
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ask->method);
        if (ask->body.length) {
            curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ask->body.at);
            curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)ask->body.length);
            curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        }
        if (ask->token) {
            curl_easy_setopt(curl, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
            curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, ask->token);
        }
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, add_bytes);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
        code = curl_easy_perform(curl);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        answer->status = (int)status;
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    if (!code) return true;
    http_free(answer);
    curl_fault(code, url, why);
    return false;
}

void http_free(HttpAnswer *answer)
{
    free(answer->body);
    *answer = (HttpAnswer){ 0 };
}
