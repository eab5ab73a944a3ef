// SPDX-License-Identifier: MIT
#include "platform/redis_link.h"

#include <hiredis/async.h>
#include <hiredis/sds.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORT = 6379,
    RETRY_MIN_MS = 100,
    RETRY_MAX_MS = 2000,
    CONNECT_MS = 1500,     // for both connections to open
    BACKLOG_MAX = 8 << 20, // unsent bytes, at which Redis counts as dead
    ADDRESS_TEXT = 64,
};

// One of the two connections. hiredis 0.14 has an adapter for libuv, but that ignores errors of the
// poll, so a reset connection would never be noticed.
typedef struct RedisLine {
    RedisLink *link;
    redisAsyncContext *context; // NULL: not connected
    uv_poll_t *poll;            // of the context, freed once the loop has closed it
    int events;
    bool ready;
} RedisLine;

struct RedisLink {
    RedisLinkSetup setup;
    RedisLine talks, hears;
    uv_timer_t timer; // for the next attempt, or to abandon one
    uv_getaddrinfo_t lookup;
    bool looking_up;
    bool up, closing, ending;
    bool quiet; // Redis doesn't answer PUBLISH, so that no wake-up is needed for its answers
    u64 retry_ms;
};

// --- addresses -----------------------------------------------------------------------------------

static bool take_part(char part[REDIS_PART_MAX], Text from)
{
    if (from.length >= REDIS_PART_MAX || memchr(from.at, '\0', from.length)) return false;
    memcpy(part, from.at, from.length);
    part[from.length] = '\0';
    return true;
}

static bool take_prefix(Text *text, const char *prefix)
{
    size_t length = strlen(prefix);
    if (text->length < length || memcmp(text->at, prefix, length) != 0) return false;
    text->at += length;
    text->length -= length;
    return true;
}

static const char *find_last(Text text, char wanted)
{
    for (size_t i = text.length; i > 0; i--)
        if (text.at[i - 1] == wanted) return &text.at[i - 1];
    return NULL;
}

// USER:PASSWORD@, if present.
static bool take_login(Text *text, RedisAddress *address)
{
    const char *at = find_last(*text, '@');
    if (!at) return true;
    Text login = { text->at, (size_t)(at - text->at) };
    text->length -= login.length + 1;
    text->at = at + 1;
    const char *colon = login.length ? memchr(login.at, ':', login.length) : NULL;
    if (!colon) return false;
    Text user = { login.at, (size_t)(colon - login.at) };
    Text password = { colon + 1, login.length - user.length - 1 };
    return take_part(address->user, user) && take_part(address->password, password);
}

static bool take_port(Text text, int *port)
{
    int number = 0;
    for (size_t i = 0; i < text.length && number < 1 << 16; i++) {
        if (text.at[i] < '0' || text.at[i] > '9') return false;
        number = 10 * number + (text.at[i] - '0');
    }
    *port = number;
    return text.length && number > 0 && number < 1 << 16;
}

static bool take_host(Text text, RedisAddress *address)
{
    while (text.length && text.at[text.length - 1] == '/')
        text.length--;
    Text port = { 0 };
    const char *bracket = find_last(text, ']'), *colon = find_last(text, ':');
    if (colon && (!bracket || colon > bracket)) {
        port = (Text){ colon + 1, text.length - (size_t)(colon + 1 - text.at) };
        text.length = (size_t)(colon - text.at);
        if (!take_port(port, &address->port)) return false;
    }
    if (text.length > 1 && text.at[0] == '[' && text.at[text.length - 1] == ']') {
        text.at++;
        text.length -= 2;
    }
    return text.length && !memchr(text.at, '/', text.length) && take_part(address->host, text);
}

bool redis_address_read(Text text, RedisAddress *address, Fault *why)
{
    *address = (RedisAddress){ .port = PORT };
    bool fine;
    if (take_prefix(&text, "redis+unix://"))
        fine = take_login(&text, address) && text.length && text.at[0] == '/' &&
               take_part(address->path, text);
    else
        fine = take_prefix(&text, "redis://") && take_login(&text, address) &&
               take_host(text, address);
    if (!fine)
        fault(why, MALFORMED,
              "the bus is redis://[[USER]:PASSWORD@]HOST[:PORT] or redis+unix:///PATH");
    return fine;
}

// --- a connection on the loop --------------------------------------------------------------------

static void try_again(RedisLink *link);
static void settle(RedisLink *link);

// Ends the context if the poll fails and hiredis doesn't notice.
static void on_poll(uv_poll_t *poll, int status, int events)
{
    RedisLine *line = poll->data;
    if (line && line->context && (status < 0 || events & UV_READABLE))
        redisAsyncHandleRead(line->context);
    line = poll->data; // NULL if that ended it
    if (line && line->context && (status < 0 || events & UV_WRITABLE))
        redisAsyncHandleWrite(line->context);
    line = poll->data;
    if (status < 0 && line && line->context) redisAsyncFree(line->context);
}

static void set_events(RedisLine *line, int events)
{
    if (!line->poll || line->events == events) return;
    line->events = events;
    if (events)
        uv_poll_start(line->poll, events, on_poll);
    else
        uv_poll_stop(line->poll);
}

static void add_read(void *line)
{
    set_events(line, ((RedisLine *)line)->events | UV_READABLE);
}

static void stop_read(void *line)
{
    set_events(line, ((RedisLine *)line)->events & ~UV_READABLE);
}

static void add_write(void *line)
{
    set_events(line, ((RedisLine *)line)->events | UV_WRITABLE);
}

static void stop_write(void *line)
{
    set_events(line, ((RedisLine *)line)->events & ~UV_WRITABLE);
}

static void free_poll(uv_handle_t *poll)
{
    free(poll);
}

// The end of a context, whatever the cause.
static void line_gone(void *context)
{
    RedisLine *line = context;
    if (line->poll) {
        line->poll->data = NULL;
        uv_close((uv_handle_t *)line->poll, free_poll);
    }
    *line = (RedisLine){ .link = line->link };
    settle(line->link);
    try_again(line->link);
}

static void end_line(RedisLine *line)
{
    if (line->context) redisAsyncFree(line->context);
}

static void on_login(redisAsyncContext *context, void *answer, void *private)
{
    (void)context;
    (void)private;
    const redisReply *reply = answer;
    RedisLine *line = context->ev.data;
    if (reply && reply->type == REDIS_REPLY_ERROR && line) redis_link_restart(line->link);
}

// CLIENT REPLY is available, so answers are switched off; that command has no answer.
static void on_may_be_quiet(redisAsyncContext *context, void *answer, void *private)
{
    (void)private;
    const redisReply *reply = answer;
    RedisLine *line = context->ev.data;
    if (reply && line) line->link->quiet = reply->type == REDIS_REPLY_STATUS;
}

static void on_ping(redisAsyncContext *context, void *answer, void *private)
{
    (void)private;
    const redisReply *reply = answer;
    RedisLine *line = context->ev.data;
    if (!reply || !line) return;
    line->ready = reply->type == REDIS_REPLY_STATUS;
    if (line->ready && line->link->quiet) redisAppendCommand(&context->c, "CLIENT REPLY OFF");
    settle(line->link);
}

static void on_news(redisAsyncContext *context, void *answer, void *private)
{
    (void)private;
    const redisReply *reply = answer;
    RedisLine *line = context->ev.data;
    if (!reply || !line || reply->type != REDIS_REPLY_ARRAY || reply->elements < 3) return;
    RedisLink *link = line->link;
    const redisReply *kind = reply->element[0], *news = reply->element[reply->elements - 1];
    if (kind->type != REDIS_REPLY_STRING) return;
    if (!strcmp(kind->str, "psubscribe")) {
        line->ready = true;
        settle(link);
    } else if ((!strcmp(kind->str, "pmessage") || !strcmp(kind->str, "message")) &&
               news->type == REDIS_REPLY_STRING) {
        link->setup.heard(link->setup.owner, (Text){ news->str, (size_t)news->len });
    }
}

static void send_login(RedisLine *line)
{
    const RedisAddress *address = &line->link->setup.address;
    if (!address->password[0]) return;
    if (address->user[0])
        redisAsyncCommand(line->context, on_login, NULL, "AUTH %s %s", address->user,
                          address->password);
    else
        redisAsyncCommand(line->context, on_login, NULL, "AUTH %s", address->password);
}

static bool open_line(RedisLine *line, const char *host)
{
    const RedisAddress *address = &line->link->setup.address;
    redisAsyncContext *context =
        host ? redisAsyncConnect(host, address->port) : redisAsyncConnectUnix(address->path);
    if (!context) return false;
    uv_poll_t *poll = context->err ? NULL : calloc(1, sizeof *poll);
    if (!poll || uv_poll_init(line->link->setup.loop, poll, context->c.fd)) {
        free(poll);
        redisAsyncFree(context);
        return false;
    }
    line->context = context;
    line->poll = poll;
    poll->data = line;
    context->ev.data = line;
    context->ev.addRead = add_read;
    context->ev.delRead = stop_read;
    context->ev.addWrite = add_write;
    context->ev.delWrite = stop_write;
    context->ev.cleanup = line_gone;
    send_login(line);
    const RedisLinkSetup *setup = &line->link->setup;
    if (line == &line->link->talks) {
        line->link->quiet = false;
        redisAsyncCommand(context, on_may_be_quiet, NULL, "CLIENT REPLY ON");
        redisAsyncCommand(context, on_ping, NULL, "PING");
    } else {
        if (setup->inbox) redisAsyncCommand(context, on_news, NULL, "SUBSCRIBE %s", setup->inbox);
        redisAsyncCommand(context, on_news, NULL, "PSUBSCRIBE %s", setup->pattern);
    }
    return true;
}

// --- the link ------------------------------------------------------------------------------------

static void settle(RedisLink *link)
{
    bool up = link->talks.ready && link->hears.ready;
    if (up) {
        link->retry_ms = RETRY_MIN_MS;
        uv_timer_stop(&link->timer);
    }
    if (up == link->up || link->closing) return;
    link->up = up;
    link->setup.changed(link->setup.owner, up);
}

static void open_lines(RedisLink *link, const char *host)
{
    if (!open_line(&link->talks, host) || !open_line(&link->hears, host)) {
        if (link->talks.context)
            end_line(&link->talks);
        else
            try_again(link);
    }
}

static void give_up(uv_timer_t *timer)
{
    redis_link_restart(timer->data);
}

static void on_address(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found)
{
    RedisLink *link = lookup->data;
    char host[ADDRESS_TEXT] = "";
    link->looking_up = false;
    if (status == 0 && found->ai_family == AF_INET)
        uv_ip4_name((const struct sockaddr_in *)found->ai_addr, host, sizeof host);
    else if (status == 0 && found->ai_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)found->ai_addr, host, sizeof host);
    uv_freeaddrinfo(found);
    if (link->closing || link->talks.context || link->hears.context) return;
    if (!host[0]) return try_again(link);
    // If the look-up was slow the timer is set for another attempt; this is that attempt.
    uv_timer_start(&link->timer, give_up, CONNECT_MS, 0);
    open_lines(link, host);
}

static void connect_now(RedisLink *link)
{
    const RedisAddress *address = &link->setup.address;
    uv_timer_start(&link->timer, give_up, CONNECT_MS, 0);
    if (!address->host[0]) return open_lines(link, NULL);
    if (link->looking_up) return;
    link->lookup.data = link;
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    link->looking_up =
        !uv_getaddrinfo(link->setup.loop, &link->lookup, on_address, address->host, NULL, &hints);
    if (!link->looking_up) try_again(link);
}

static void on_retry(uv_timer_t *timer)
{
    connect_now(timer->data);
}

// Both connections are replaced together.
static void try_again(RedisLink *link)
{
    if (link->ending) return; // the caller that ends both does the rest
    link->ending = true;
    end_line(&link->talks);
    end_line(&link->hears);
    link->ending = false;
    if (link->closing) return;
    uv_timer_start(&link->timer, on_retry, link->retry_ms, 0);
    link->retry_ms = link->retry_ms < RETRY_MAX_MS / 2 ? 2 * link->retry_ms : RETRY_MAX_MS;
}

void redis_link_restart(RedisLink *link)
{
    try_again(link);
}

bool redis_link_up(const RedisLink *link)
{
    return link->up;
}

bool redis_link_publish_to(RedisLink *link, const char *channel, Text message)
{
    redisAsyncContext *context = link->talks.context;
    if (!link->up || !context) return false;
    const char *const part[] = { "PUBLISH", channel, message.at };
    const size_t length[] = { 7, strlen(channel), message.length };
    int said = link->quiet
                   ? redisAppendCommandArgv(&context->c, 3, (const char **)part, length)
                   : redisAsyncCommandArgv(context, NULL, NULL, 3, (const char **)part, length);
    if (said != REDIS_OK) return false;
    if (context->c.obuf && sdslen(context->c.obuf) > BACKLOG_MAX) {
        redis_link_restart(link);
        return false;
    }
    return true;
}

bool redis_link_publish(RedisLink *link, Text message)
{
    return redis_link_publish_to(link, link->setup.own, message);
}

// Writes at once, since another turn of the loop costs more than the write. The rest is written
// when Redis accepts it.
void redis_link_flush(RedisLink *link)
{
    redisAsyncContext *context = link->talks.context;
    if (!link->up || !context || !context->c.obuf || !sdslen(context->c.obuf)) return;
    // hiredis 1.2 aborts if a callback of the same connection writes. The loop writes at its next
    // turn instead.
    if (context->c.flags & REDIS_IN_CALLBACK)
        add_write(&link->talks);
    else
        redisAsyncHandleWrite(context);
}

RedisLink *redis_link_new(const RedisLinkSetup *setup)
{
    RedisLink *link = calloc(1, sizeof *link);
    if (!link) return NULL;
    link->setup = *setup;
    link->talks.link = link->hears.link = link;
    link->retry_ms = RETRY_MIN_MS;
    uv_timer_init(setup->loop, &link->timer);
    link->timer.data = link;
    connect_now(link);
    return link;
}

// Sends the last messages (a goodbye), if Redis accepts them without blocking.
static void flush(RedisLine *line)
{
    int done = 0;
    if (!line->context || !line->ready) return;
    redisBufferWrite(&line->context->c, &done);
}

void redis_link_close(RedisLink *link)
{
    flush(&link->talks);
    link->closing = true;
    link->up = false;
    try_again(link);
    if (link->looking_up) uv_cancel((uv_req_t *)&link->lookup);
    uv_close((uv_handle_t *)&link->timer, NULL);
}

void redis_link_free(RedisLink *link)
{
    free(link);
}
