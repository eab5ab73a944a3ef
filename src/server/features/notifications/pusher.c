// SPDX-License-Identifier: MIT
#include "server/features/notifications/pusher.h"

#include "platform/queue.h"
#include "protocol/now.h"
#include "server/features/notifications/endpoint.h"

#include <curl/curl.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WAITING_MAX = 2000,
    AT_ONCE = 16,
    AGAIN_AT_ONCE = 8, // of those, retries
    PUSH_TRIES = 5,
    CONNECT_MS = 5000,
    WHOLE_MS = 15000,
    PAUSE_MS = 30000, // before the second try; each further one four times as long
    PAUSE_TEST_MS = 50,
    PAUSE_MAX_MS = 3600000,
    IDLE_MS = 60000,
    TOKEN_S = 12 * 3600, // validity of a signature
};

// A message that is being sent.
typedef struct PushJob {
    QueueLink link;
    PushDevice to;
    char topic[PUSH_TOPIC_MAX];
    bool urgent;
    int ttl_s;
    int tries;
    i64 not_before; // of now_ms()
    size_t length;
    u8 body[PUSH_BODY_MAX];
    struct curl_slist *headers;
    char plain[PUSH_PLAIN_MAX];
    size_t plain_length;
} PushJob;

typedef struct GoneLink {
    QueueLink link;
    i64 person, key;
} GoneLink;

struct Pusher {
    PusherSetup setup;
    char contact[256];
    CURLM *multi;
    pthread_t thread;
    bool started;
    pthread_mutex_t lock; // protects all fields below
    Queue added, gone;
    PusherCounts counts;
    bool quits;
    // The thread's own.
    Queue waiting;
    CURL *busy[AT_ONCE];
};

// --- one message ---------------------------------------------------------------------------------

static void free_job(PushJob *job)
{
    curl_slist_free_all(job->headers);
    free(job);
}

// A name may resolve to an address in the operator's network, so it is checked when resolved.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    const Pusher *pusher = context;
    if (!pusher->setup.anywhere && !address_public(&address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t ignore_answer(char *bytes, size_t size, size_t count, void *context)
{
    (void)bytes;
    (void)context;
    return size * count;
}

static bool add_header(PushJob *job, const char *line)
{
    struct curl_slist *more = curl_slist_append(job->headers, line);
    if (more) job->headers = more;
    return more != NULL;
}

// Encrypts it anew, and signs for its destination.
static bool prepare(Pusher *pusher, PushJob *job)
{
    PushKeys once;
    u8 salt[PUSH_SALT];
    char audience[AUDIENCE_MAX], line[VAPID_HEADER_MAX + 32];
    if (!endpoint_read(text_of(job->to.endpoint), pusher->setup.anywhere, audience) ||
        !push_keys_make(&once) || RAND_bytes(salt, sizeof salt) != 1)
        return false;
    job->length = push_encrypt(&job->to.receiver, &once, salt,
                               (Text){ job->plain, job->plain_length }, job->body);
    if (!job->length) return false;
    curl_slist_free_all(job->headers);
    job->headers = NULL;
    Out out = out_to(line, sizeof line);
    out_str(&out, "Authorization: ");
    if (!vapid_header(&pusher->setup.own, audience, (i64)time(NULL) + TOKEN_S, pusher->contact,
                      &out))
        return false;
    bool fine = add_header(job, line);
    out = out_to(line, sizeof line);
    out_format(&out, "TTL: %d", job->ttl_s);
    fine = fine && add_header(job, line);
    out = out_to(line, sizeof line);
    out_format(&out, "Urgency: %s", job->urgent ? "high" : "normal");
    fine = fine && add_header(job, line);
    out = out_to(line, sizeof line);
    out_format(&out, "Topic: %s", job->topic);
    fine = fine && (!job->topic[0] || add_header(job, line));
    return fine && add_header(job, "Content-Encoding: aes128gcm") &&
           add_header(job, "Content-Type: application/octet-stream") && add_header(job, "Expect:");
}

static CURL *request_for(Pusher *pusher, PushJob *job)
{
    CURL *easy = curl_easy_init();
    if (!easy) return NULL;
    curl_easy_setopt(easy, CURLOPT_URL, job->to.endpoint);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, pusher->setup.anywhere ? "http,https" : "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, pusher);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ignore_answer);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "meydan");
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, (const char *)job->body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)job->length);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, job->headers);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, job);
    return easy;
}

// --- results -------------------------------------------------------------------------------------

static void count(Pusher *pusher, u64 *counter)
{
    pthread_mutex_lock(&pusher->lock);
    (*counter)++;
    pthread_mutex_unlock(&pusher->lock);
}

static void note_gone(Pusher *pusher, const PushDevice *device)
{
    GoneLink *gone = malloc(sizeof *gone);
    pthread_mutex_lock(&pusher->lock);
    pusher->counts.gone++;
    if (gone) {
        gone->person = device->person;
        gone->key = device->key;
        queue_add(&pusher->gone, &gone->link);
    }
    pthread_mutex_unlock(&pusher->lock);
    if (gone) pusher->setup.wake(pusher->setup.context);
}

static void try_later(Pusher *pusher, PushJob *job, i64 asked_ms)
{
    i64 pause = pusher->setup.anywhere ? PAUSE_TEST_MS : PAUSE_MS;
    for (int i = 1; i < job->tries; i++)
        pause *= 4;
    if (asked_ms > pause) pause = asked_ms;
    job->not_before = now_ms() + (pause < PAUSE_MAX_MS ? pause : PAUSE_MAX_MS);
    queue_add(&pusher->waiting, &job->link);
    count(pusher, &pusher->counts.retried);
}

static void settle(Pusher *pusher, CURL *easy, CURLcode result)
{
    PushJob *job = NULL;
    long status = 0;
    curl_off_t after_s = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&job);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &after_s);
    if (result != CURLE_OK) status = 0;
    bool again = !status || status == 408 || status == 429 || status >= 500;
    if (status >= 200 && status < 300) {
        count(pusher, &pusher->counts.sent);
    } else if (status == 404 || status == 410) {
        note_gone(pusher, &job->to);
    } else if (again && job->tries < PUSH_TRIES) {
        try_later(pusher, job, pusher->setup.anywhere ? 0 : (i64)after_s * 1000);
        return;
    } else {
        count(pusher, &pusher->counts.failed);
    }
    free_job(job);
}

// --- the thread ----------------------------------------------------------------------------------

static const PushJob *busy_job(const Pusher *pusher, int place)
{
    PushJob *job = NULL;
    if (pusher->busy[place])
        curl_easy_getinfo(pusher->busy[place], CURLINFO_PRIVATE, (char **)&job);
    return job;
}

static bool replaces(const PushJob *job, const PushJob *old)
{
    return job->topic[0] && !strcmp(job->topic, old->topic) && job->to.key == old->to.key &&
           job->to.person == old->to.person;
}

// Removes a queued message to the same browser with the same topic, which is outdated. The new one
// is not sent before the old one's time.
static bool take_old(Pusher *pusher, PushJob *job)
{
    PushJob *found = NULL;
    for (int left = pusher->waiting.count; left > 0; left--) {
        PushJob *old = (PushJob *)queue_take(&pusher->waiting);
        if (!found && replaces(job, old))
            found = old;
        else
            queue_add(&pusher->waiting, &old->link);
    }
    if (!found) return false;
    job->not_before = found->not_before;
    free_job(found);
    return true;
}

static int jobs_of(const Pusher *pusher, i64 person)
{
    int jobs = 0;
    for (const QueueLink *at = pusher->waiting.first; at; at = at->next)
        jobs += ((const PushJob *)at)->to.person == person;
    for (int i = 0; i < AT_ONCE; i++) {
        const PushJob *job = busy_job(pusher, i);
        jobs += job && job->to.person == person;
    }
    return jobs;
}

// Limited per person, so that one person's browsers can't fill the shared queue.
static bool take_added(Pusher *pusher)
{
    pthread_mutex_lock(&pusher->lock);
    for (PushJob *job; (job = (PushJob *)queue_take(&pusher->added));) {
        bool instead = take_old(pusher, job);
        pusher->counts.replaced += instead;
        if (instead || jobs_of(pusher, job->to.person) < PUSH_PERSON_MAX) {
            queue_add(&pusher->waiting, &job->link);
            continue;
        }
        pusher->counts.dropped++;
        free_job(job);
    }
    pusher->counts.waiting = pusher->waiting.count;
    bool quits = pusher->quits;
    pthread_mutex_unlock(&pusher->lock);
    return !quits;
}

// -1 if all places are taken, or all those for this person, or all those for retries: an address
// that never answers occupies its place for long.
static int free_place(const Pusher *pusher, const PushJob *job)
{
    int found = -1, own = 0, again = 0;
    for (int i = 0; i < AT_ONCE; i++) {
        const PushJob *other = busy_job(pusher, i);
        if (!other && found < 0) found = i;
        own += other && other->to.person == job->to.person;
        again += other && other->tries > 1;
    }
    bool fits = own < PUSH_PERSON_AT_ONCE && (!job->tries || again < AGAIN_AT_ONCE);
    return fits ? found : -1;
}

static void begin(Pusher *pusher, PushJob *job, int place)
{
    CURL *easy = NULL;
    job->tries++;
    if (prepare(pusher, job)) easy = request_for(pusher, job);
    if (easy && !curl_multi_add_handle(pusher->multi, easy)) {
        pusher->busy[place] = easy;
        return;
    }
    if (easy) curl_easy_cleanup(easy);
    free_job(job);
    count(pusher, &pusher->counts.failed);
}

// Starts due messages and returns the time until the next one, in ms.
static int begin_due(Pusher *pusher)
{
    i64 now = now_ms(), next = now + IDLE_MS;
    for (int left = pusher->waiting.count; left > 0; left--) {
        PushJob *job = (PushJob *)queue_take(&pusher->waiting);
        int place = job->not_before <= now ? free_place(pusher, job) : -1;
        if (place >= 0) {
            begin(pusher, job, place);
            continue;
        }
        if (job->not_before > now && job->not_before < next) next = job->not_before;
        queue_add(&pusher->waiting, &job->link);
    }
    return (int)(next - now);
}

// Whether any has finished, so that a place is free.
static bool finish_done(Pusher *pusher)
{
    int left;
    bool any = false;
    for (CURLMsg *message; (message = curl_multi_info_read(pusher->multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        CURL *easy = message->easy_handle;
        CURLcode result = message->data.result;
        for (int i = 0; i < AT_ONCE; i++)
            if (pusher->busy[i] == easy) pusher->busy[i] = NULL;
        curl_multi_remove_handle(pusher->multi, easy);
        settle(pusher, easy, result);
        curl_easy_cleanup(easy);
        any = true;
    }
    return any;
}

static void *run(void *context)
{
    Pusher *pusher = context;
    while (take_added(pusher)) {
        int idle = begin_due(pusher), running = 0;
        curl_multi_perform(pusher->multi, &running);
        if (!finish_done(pusher)) curl_multi_poll(pusher->multi, NULL, 0, idle, NULL);
    }
    for (int i = 0; i < AT_ONCE; i++) {
        PushJob *job = NULL;
        if (!pusher->busy[i]) continue;
        curl_easy_getinfo(pusher->busy[i], CURLINFO_PRIVATE, (char **)&job);
        curl_multi_remove_handle(pusher->multi, pusher->busy[i]);
        curl_easy_cleanup(pusher->busy[i]);
        free_job(job);
    }
    return NULL;
}

// --- the owner's side ----------------------------------------------------------------------------

Pusher *pusher_new(const PusherSetup *setup)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT)) return NULL;
    Pusher *pusher = calloc(1, sizeof *pusher);
    if (!pusher) return NULL;
    pusher->setup = *setup;
    Out out = out_to(pusher->contact, sizeof pusher->contact);
    out_str(&out, setup->contact);
    pthread_mutex_init(&pusher->lock, NULL);
    pusher->multi = curl_multi_init();
    pusher->started = pusher->multi && !pthread_create(&pusher->thread, NULL, run, pusher);
    if (pusher->started) return pusher;
    pusher_free(pusher);
    return NULL;
}

void pusher_stop(Pusher *pusher)
{
    if (!pusher || !pusher->started) return;
    pthread_mutex_lock(&pusher->lock);
    pusher->quits = true;
    pthread_mutex_unlock(&pusher->lock);
    curl_multi_wakeup(pusher->multi);
    pthread_join(pusher->thread, NULL);
    pusher->started = false;
}

void pusher_free(Pusher *pusher)
{
    if (!pusher) return;
    pusher_stop(pusher);
    for (QueueLink *link; (link = queue_take(&pusher->added));)
        free_job((PushJob *)link);
    for (QueueLink *link; (link = queue_take(&pusher->waiting));)
        free_job((PushJob *)link);
    for (QueueLink *link; (link = queue_take(&pusher->gone));)
        free(link);
    if (pusher->multi) curl_multi_cleanup(pusher->multi);
    pthread_mutex_destroy(&pusher->lock);
    free(pusher);
    curl_global_cleanup();
}

bool pusher_send(Pusher *pusher, const PushDevice *to, const PushMessage *message)
{
    PushJob *job = message->plain.length <= PUSH_PLAIN_MAX ? calloc(1, sizeof *job) : NULL;
    if (!job) return false;
    job->to = *to;
    job->urgent = message->urgent;
    job->ttl_s = message->ttl_s;
    Out out = out_to(job->topic, sizeof job->topic);
    out_str(&out, message->topic);
    memcpy(job->plain, message->plain.at, message->plain.length);
    job->plain_length = message->plain.length;
    pthread_mutex_lock(&pusher->lock);
    bool fits = pusher->added.count + pusher->counts.waiting < WAITING_MAX;
    if (fits)
        queue_add(&pusher->added, &job->link);
    else
        pusher->counts.dropped++;
    pthread_mutex_unlock(&pusher->lock);
    if (fits)
        curl_multi_wakeup(pusher->multi);
    else
        free_job(job);
    return fits;
}

void pusher_collect(Pusher *pusher, void (*gone)(void *owner, i64 person, i64 key), void *owner)
{
    for (;;) {
        pthread_mutex_lock(&pusher->lock);
        GoneLink *link = (GoneLink *)queue_take(&pusher->gone);
        pthread_mutex_unlock(&pusher->lock);
        if (!link) return;
        gone(owner, link->person, link->key);
        free(link);
    }
}

PusherCounts pusher_counts(Pusher *pusher)
{
    pthread_mutex_lock(&pusher->lock);
    PusherCounts counts = pusher->counts;
    pthread_mutex_unlock(&pusher->lock);
    return counts;
}
