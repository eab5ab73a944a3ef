// SPDX-License-Identifier: MIT
#include "server/app/online.h"

#include "platform/wake.h"
#include "server/api/accounts/fingerprints.h"
#include "server/api/hub.h"
#include "server/api/routes.h"
#include "server/app/handoff.h"
#include "server/features/accounts/account_routes.h"
#include "server/features/features.h"
#include "server/features/moderation/audit_watch.h"
#include "server/features/previews/previews.h"
#include "server/games/game_ops.h"
#include "server/games/jobs/move_requests.h"
#include "server/games/live/rooms.h"
#include "server/identity/persons.h"
#include "server/kernel/fault_log.h"
#include "server/kernel/lock.h"
#include "server/kernel/log.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHECK_S = 3600,        // how often all pages of the store are read
    PRUNE_FIRST_MS = 1000, // visitors are checked then, a few at a time
    PRUNE_MS = 60000,
    READERS = 3,   // threads that read from it
    LOOK_MS = 100, // see RoomsSetup
};
static const i64 ABSURD_MS = 370 * (i64)CLOCK_DAY;

struct Online {
    OnlineSetup setup;
    int lock; // of the store, or -1
    Store *store;
    Rooms *rooms;
    Hub *hub;
    People *people;
    Routes *routes;
    RateLimits *limits;
    PersonCache *person_cache;
    Presence *presence;
    Fingerprints *fingerprints;
    Access *access;
    AuditWatch *audit;
    App app;          // the parts above, for features
    Cluster *cluster; // NULL: there are no other nodes
    RoomTopics room_topics;
    MoveRequests *requests; // NULL without a cluster
    Handoff handoff;
    bool handing_off;
    Metrics metrics;
    i64 clock_ms; // what uv_hrtime's zero was since 1970
    Wake store_wake, rooms_wake;
    uv_timer_t tick, prune;
    int handles; // of these four, begun
    bool stopping, stopped;
    FaultLog fault_log;
};

// --- time ----------------------------------------------------------------------------------------

// Since 1970, but never backwards and never in leaps, whatever happens to the system's clock.
static i64 now_ms(void *context)
{
    const Online *online = context;
    return online->clock_ms + (i64)(uv_hrtime() / 1000000);
}

static void set_clock(Online *online)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    i64 since_1970 = (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    online->clock_ms = since_1970 - (i64)(uv_hrtime() / 1000000);
}

static void log_faults(Online *online)
{
    StoreHealth health = store_health(online->store);
    StoreTraffic traffic = store_traffic(online->store);
    if (fault_log_look(&online->fault_log, &health, &traffic, now_ms(online)))
        store_check_now(online->store);
}

static void on_tick(uv_timer_t *timer)
{
    Online *online = timer->data;
    rooms_tick(online->rooms);
    log_faults(online); // a slow commit is logged while it runs
}

// A piece of the visitors, by the store's own thread.
static void on_prune(uv_timer_t *timer)
{
    Online *online = timer->data;
    if (online->stopping) return;
    people_prune(online->people);
}

static void wake_at(void *context, i64 ms)
{
    Online *online = context;
    if (ms == CLOCK_NEVER) {
        uv_timer_stop(&online->tick);
        return;
    }
    uv_update_time(online->setup.loop);
    i64 left = ms - now_ms(online);
    uv_timer_start(&online->tick, on_tick, left > 0 ? (u64)left : 0, 0);
}

// --- news ----------------------------------------------------------------------------------------

static void say(void *context, LogLevel level, const char *line)
{
    Online *online = context;
    online->setup.say(online->setup.owner, level, line);
}

// A game that cannot be read.
static void say_broken(void *context, const char *line)
{
    say(context, LEVEL_ERROR, line);
}

// The log: one line per event, as key=value. Nothing in it identifies a person.
static void log_game(Online *online, const News *news, const char *what)
{
    char id[GAME_ID_LENGTH + 1], line[LOG_LINE], result[RESULT_TEXT_MAX];
    if (!online->setup.event) return;
    const Room *room = news->room;
    game_id_write(news->game, id);
    Out out = out_to(result, sizeof result);
    room_result(room, &out);
    const char *reason = room_reason(room);
    char fields[256];
    snprintf(fields, sizeof fields, "game=%s variant=%s speed=%s plies=%u result=%s reason=%s", id,
             room_variant(room)->id, speed_name(room->speed), room->match.count, result,
             reason ? reason : "-");
    log_event(what, fields, line);
    online->setup.event(online->setup.owner, line);
}

static void on_news(void *context, const News *news)
{
    Online *online = context;
    if (news->elsewhere) { // that node has counted and logged it
        hub_news(online->hub, news);
        features_on_game(&online->app, news);
        return;
    }
    if (news->kind == NEWS_MADE) {
        online->metrics.games_made++;
        log_game(online, news, "game_made");
    } else if (news->kind == NEWS_EVENT && news->event->kind == EVENT_START) {
        log_game(online, news, "game_started");
    } else if (news->kind == NEWS_EVENT && news->event->kind == EVENT_END) {
        online->metrics.games_ended++;
        log_game(online, news, "game_ended");
    } else if (news->kind == NEWS_RESET && news->room) {
        log_game(online, news, "game_reset");
    }
    hub_news(online->hub, news);
    features_on_game(&online->app, news);
}

static void tell_person(void *owner, i64 person, Text json)
{
    Online *online = owner;
    if (online->hub) hub_tell_person(online->hub, person, json);
}

// --- people --------------------------------------------------------------------------------------

static void write_me(void *owner, const StoredPerson *person, Json *json)
{
    Online *online = owner;
    accounts_write_me(&online->app, person, json);
}

static void log_person(Online *online, const char *what, i64 person)
{
    char fields[64], line[LOG_LINE];
    if (!online->setup.event) return;
    snprintf(fields, sizeof fields, "person=%lld", (long long)person);
    log_event(what, fields, line);
    online->setup.event(online->setup.owner, line);
}

static void guessed(void *owner, const char *address)
{
    Online *online = owner;
    char fields[96], line[LOG_LINE];
    if (!online->setup.event) return;
    snprintf(fields, sizeof fields, "address=%s", address);
    log_event("wrong_password", fields, line);
    online->setup.event(online->setup.owner, line);
}

static void ignore(void *context)
{
    (void)context;
}

// A person has other rights or another name, or is another one now.
static void receive_person(void *owner, Arrival arrival, const void *message)
{
    Online *online = owner;
    const PersonMove *move = message;
    (void)arrival;
    persons_forget(online->store, move->from, NULL);
    persons_forget(online->store, move->to, NULL);
    rooms_person(online->rooms, move->from, move->to);
}

static const Topic PERSON = { .name = "people.changed",
                              .shape = &PERSON_MOVE,
                              .receive = receive_person,
                              .older = { OLDER_PERSON, "po" } };

static void tell_change(const Online *online, i64 from, i64 to)
{
    cluster_tell(online->cluster, &PERSON, &(PersonMove){ from, to });
}

static void person_changed(void *owner, const StoredPerson *person)
{
    Online *online = owner;
    bool gone = person->kind == PERSON_GONE;
    log_person(online, gone ? "account_deleted" : "account_made", person->id);
    if (gone) hub_drop(online->hub, person->id);
    tell_change(online, person->id, person->id);
    if (gone) features_on_person_gone(&online->app, person->id);
    rooms_person(online->rooms, person->id, person->id);
    if (gone)
        give_up_all(online->rooms, person->id, false, ignore,
                    NULL); // games that they joined in the meantime
}

static void person_moved(void *owner, i64 from, i64 to)
{
    Online *online = owner;
    log_person(online, "signed_in", to);
    tell_change(online, from, to);
    features_on_person_moved(&online->app, from, to);
    rooms_person(online->rooms, from, to);
}

static void signed_out(void *owner, i64 person, const SecretHash *session, const SecretHash *except,
                       bool tokens)
{
    Online *online = owner;
    hub_sign_out(online->hub, person, session, except, tokens);
}

static int person_forget(void *owner, const PersonArg *who, StoreWrite *writes)
{
    const Online *online = owner;
    return features_forget(online->app.features, who, writes);
}

static int person_move(void *owner, const PersonMove *move, StoreWrite *writes)
{
    const Online *online = owner;
    return features_move(online->app.features, move, writes);
}

static int prune(void *owner, const PruneArg *arg, StoreWrite *writes)
{
    const Online *online = owner;
    return features_prune(online->app.features, arg, writes);
}

static void person_leaves(void *owner, i64 person, void (*then)(void *context), void *context)
{
    Online *online = owner;
    give_up_all(online->rooms, person, false, then, context);
}

// --- moderation ----------------------------------------------------------------------------------

static bool are_apart(void *context, i64 person, i64 other)
{
    Online *online = context;
    return access_blocked(online->access, person, other);
}

// People who were barred while they waited aren't paired either.
static bool may_meet(void *context, i64 one, i64 other)
{
    Online *online = context;
    const Access *access = online->access;
    i64 now = now_ms(online);
    return !access_blocked(access, one, other) && !access_bar(access, one, now) &&
           !access_bar(access, other, now);
}

static void person_barred(void *owner, i64 person)
{
    Online *online = owner;
    log_person(online, "barred", person);
    give_up_all(online->rooms, person, true, ignore, NULL);
}

static void person_renamed(void *owner, i64 person)
{
    Online *online = owner;
    tell_change(online, person, person);
    rooms_person(online->rooms, person, person);
}

static void end_signed_out(void *owner, i64 id)
{
    Online *online = owner;
    StoredPerson person;
    persons_forget(online->store, id, NULL);
    hub_sign_out(online->hub, id, NULL, NULL, true);
    if (!person_by_id(online->store, id, &person) || person.kind == PERSON_GONE) {
        hub_drop(online->hub, id);
        features_on_person_gone(&online->app, id);
        give_up_all(online->rooms, id, false, ignore, NULL);
    }
}

static void game_annulled(void *owner, i64 game)
{
    Online *online = owner;
    rooms_annulled(online->rooms, game);
}

// --- requests and sockets ------------------------------------------------------------------------

bool online_request(Online *online, WebCall *call, const Request *request)
{
    if (!routes_has(request->path)) return false;
    routes_answer(online->routes, call, request);
    return true;
}

bool online_preview(Online *online, WebCall *call, const Request *request, Text document)
{
    return previews_answer(&online->app, call, request, document);
}

void online_answered(Online *online, const WebLog *log)
{
    if (routes_has(text_of(log->path)) && log->status >= 100 && log->status < 600)
        online->metrics.requests[log->status / 100]++;
    if (log->status < 500) return;
    char line[LOG_LINE];
    snprintf(line, sizeof line, "answered %s %.200s with %d", log->method, log->path, log->status);
    say(online, LEVEL_DEBUG, line);
}

void online_turn(Online *online, double busy_ms)
{
    metrics_add_turn(&online->metrics, busy_ms);
}

static void upgrade(void *context)
{
    web_upgrade(context);
}

static bool refuses_sockets(const Online *online)
{
    return online->cluster && handoff_refuses_sockets(&online->handoff);
}

static bool ready(void *context, WebCall *call, const Request *request)
{
    Online *online = context;
    return online->stopping || refuses_sockets(online) ||
           people_know(online->people, request, upgrade, call);
}

static bool admit(void *context, const Request *request, Who *who, Answer *refusal)
{
    Online *online = context;
    if (online->stopping || refuses_sockets(online) ||
        !routes_admit(online->routes, request, who, refusal))
        return false;
    fingerprints_note(online->fingerprints, who, request, now_ms(online));
    return true;
}

// --- the loop ------------------------------------------------------------------------------------

static void end_if_done(Online *online)
{
    if (!online->stopping || online->stopped || rooms_counts(online->rooms).waiting) return;
    online->stopped = true;
    hub_bye(online->hub, "the server is stopping");
    online->setup.stopped(online->setup.owner);
}

// From the store's and the computers' threads.
static void wake_store(void *context)
{
    Online *online = context;
    wake_send(&online->store_wake);
}

static void wake_rooms(void *context)
{
    Online *online = context;
    wake_send(&online->rooms_wake);
}

static void on_store(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Online *online = poll->data;
    wake_take(&online->store_wake);
    store_collect(online->store);
    log_faults(online);
    end_if_done(online);
}

static void on_rooms(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    Online *online = poll->data;
    wake_take(&online->rooms_wake);
    rooms_collect(online->rooms);
}

// --- to other nodes ------------------------------------------------------------------------------

static bool is_well(void *owner)
{
    Online *online = owner;
    StoreHealth health = store_health(online->store);
    bool fails = health.failing || health.commit_ms > STORE_SLOW_MS;
    cluster_fails(online->cluster, fails);
    return !fails;
}

static bool others_are_well(void *owner)
{
    const Online *online = owner;
    return cluster_health(online->cluster).elsewhere;
}

static int open_sockets(void *owner)
{
    const Online *online = owner;
    return hub_sockets(online->hub);
}

static void ask_to_reconnect(void *owner, int within_ms)
{
    Online *online = owner;
    char line[120];
    snprintf(line, sizeof line, "%d sockets are asked to move to other nodes within %d ms",
             hub_sockets(online->hub), within_ms);
    say(online, LEVEL_INFO, line);
    hub_ask_to_reconnect(online->hub, within_ms);
}

static void close_the_rest(void *owner)
{
    Online *online = owner;
    hub_restart(online->hub);
}

static void stop_now(Online *online)
{
    online->stopping = true;
    web_stop_listening(online->setup.web);
    rooms_stop(online->rooms);
    end_if_done(online);
}

static void moved(void *owner)
{
    stop_now(owner);
}

static void start_handoff(Online *online)
{
    handoff_start(&online->handoff, online->setup.loop,
                  &(HandoffSetup){ .notice_ms = online->setup.notice_ms,
                                   .owner = online,
                                   .well = is_well,
                                   .elsewhere = others_are_well,
                                   .sockets = open_sockets,
                                   .ask = ask_to_reconnect,
                                   .close = close_the_rest,
                                   .done = moved });
    online->handing_off = true;
}

void online_stop(Online *online)
{
    if (!online->handing_off || !others_are_well(online)) return stop_now(online);
    say(online, LEVEL_INFO, "this node is leaving: its players go to the others");
    cluster_leave(online->cluster);
    web_retire(online->setup.web);
    handoff_leave(&online->handoff);
}

// --- the whole -----------------------------------------------------------------------------------

static bool start_handles(Online *online)
{
    uv_loop_t *loop = online->setup.loop;
    if (!wake_init(&online->store_wake, loop, on_store)) return false;
    online->handles++;
    if (!wake_init(&online->rooms_wake, loop, on_rooms)) return false;
    online->handles++;
    uv_timer_init(loop, &online->tick);
    online->handles++;
    uv_timer_init(loop, &online->prune);
    online->handles++;
    online->store_wake.poll.data = online->rooms_wake.poll.data = online->tick.data = online;
    online->prune.data = online;
    return true;
}

void online_close(Online *online)
{
    uv_handle_t *const handles[] = { (uv_handle_t *)&online->store_wake.poll,
                                     (uv_handle_t *)&online->rooms_wake.poll,
                                     (uv_handle_t *)&online->tick, (uv_handle_t *)&online->prune };
    if (online->rooms && !online->stopping) rooms_stop(online->rooms);
    online->stopping = online->stopped = true;
    if (online->audit) audit_watch_close(online->audit);
    if (online->people) people_close(online->people);
    features_stop(&online->app);
    if (online->cluster) {
        presence_share(online->presence, (Teller){ 0 });
        limits_share(online->limits, (Teller){ 0 });
        cluster_close(online->cluster);
    }
    if (online->requests) move_requests_close(online->requests);
    if (online->store) store_close(online->store); // commits in progress are still reported
    online->store = NULL;
    if (online->hub) hub_close(online->hub);
    for (int i = 0; i < online->handles; i++)
        uv_close(handles[i], NULL);
    if (online->handing_off) uv_close((uv_handle_t *)&online->handoff.timer, NULL);
}

void online_free(Online *online)
{
    features_close(&online->app);
    if (online->rooms) rooms_free(online->rooms);
    cluster_free(online->cluster);
    move_requests_free(online->requests);
    if (online->routes) routes_free(online->routes);
    if (online->people) people_free(online->people);
    if (online->hub) hub_free(online->hub);
    if (online->limits) limits_free(online->limits);
    audit_watch_free(online->audit);
    access_free(online->access);
    presence_free(online->presence);
    person_cache_free(online->person_cache);
    fingerprints_free(online->fingerprints);
    wake_free(&online->store_wake);
    wake_free(&online->rooms_wake);
    lock_release(online->lock);
    free(online);
}

// A clock that is absurdly far ahead would end every game, seek and session. Then time goes on from
// the last sign of life instead.
static void distrust_clock(Online *online)
{
    i64 alive = games_alive_ms(online->store), ahead = now_ms(online) - alive;
    char line[200];
    if (!alive || ahead < ABSURD_MS || online->setup.trust_clock) return;
    online->clock_ms -= ahead;
    snprintf(line, sizeof line,
             "the clock is %lld days ahead of the last sign of life in the store: nothing "
             "expires, and"
             " time goes on from there; --trust-clock if it is right",
             (long long)(ahead / CLOCK_DAY));
    say(online, LEVEL_ERROR, line);
}

// --- other nodes ---------------------------------------------------------------------------------

static void committed(void *context, const StoreWrite *writes, int count)
{
    Online *online = context;
    if (!online->cluster) return;
    room_topics_committed(&online->room_topics, writes, count);
    cluster_committed(online->cluster, writes, count);
}

static bool keeps(void *context, i64 game, OwnedPart what)
{
    const Online *online = context;
    return cluster_keeps(online->cluster, game, what == OWNS_COMPUTERS ? NODE_HAS_COMPUTERS : 0);
}

static i64 silent_ms(void *context, u64 node)
{
    const Online *online = context;
    return cluster_silent_ms(online->cluster, node);
}

static bool think_elsewhere(void *context, const Room *room)
{
    const Online *online = context;
    return move_requests_send(online->requests, room);
}

static void on_node_event(void *owner, const NodeEvent *event)
{
    const Online *online = owner;
    if (event->kind == NODE_MISSED) audit_watch_look(online->audit);
    if (event->kind == NODE_LINK || event->kind == NODE_WORKERS)
        features_on_workers(&online->app,
                            cluster_up(online->cluster) && cluster_has_workers(online->cluster));
}

static void add_cluster(void *owner, Gauges *gauges)
{
    const Online *online = owner;
    ClusterHealth health = cluster_health(online->cluster);
    gauges->nodes = health.nodes;
    gauges->elsewhere = health.elsewhere;
    gauges->leaving = handoff_leaving(&online->handoff);
    gauges->bus_up = health.up;
    gauges->workers = health.workers;
    gauges->refused = health.refused;
    gauges->news_heard = health.news.heard;
    gauges->news_alone = health.news.alone;
    MoveRequestsCounts requests = move_requests_counts(online->requests);
    gauges->jobs_asked = requests.asked;
    gauges->jobs_taken_back = requests.taken_back;
}

static bool open_cluster(Online *online, Fault *why)
{
    const OnlineSetup *setup = &online->setup;
    online->cluster = cluster_new(&(ClusterSetup){ .loop = setup->loop,
                                                   .where = setup->bus,
                                                   .computers = setup->computer_threads > 0,
                                                   .store = online->store,
                                                   .owner = online,
                                                   .now = now_ms,
                                                   .say = say },
                                  why);
    if (!online->cluster) return false;
    fault(why, MALFORMED, "out of memory");
    online->requests =
        move_requests_new(&(MoveRequestsSetup){ .loop = setup->loop,
                                                .store = online->store,
                                                .holder = (i64)(randombytes_random() | 1u),
                                                .cluster = online->cluster });
    return online->requests != NULL;
}

// Presence first: the other owners read it when a node has left.
static void start_cluster(Online *online)
{
    static const Topic *const TOPICS[] = { &PERSON, NULL };
    Cluster *cluster = online->cluster;
    online->room_topics = (RoomTopics){ online->rooms, cluster, online->presence };
    presence_share(online->presence, cluster_teller(cluster));
    limits_share(online->limits, cluster_teller(cluster));
    cluster_add(cluster, &(ClusterOwner){ .owner = online->presence,
                                          .topics = PRESENCE_TOPICS,
                                          .on_event = presence_on_event });
    cluster_add(cluster, &(ClusterOwner){ .owner = online->limits, .topics = LIMIT_TOPICS });
    people_add(online->people, cluster);
    hub_add(online->hub);
    room_topics_add(&online->room_topics);
    move_requests_start(online->requests, online->rooms);
    cluster_add(cluster,
                &(ClusterOwner){ .owner = online, .topics = TOPICS, .on_event = on_node_event });
    for (const Feature *const *f = FEATURES; *f; f++)
        cluster_add(cluster, &(ClusterOwner){ .owner = &online->app, .topics = (*f)->topics });
    cluster_start(cluster);
}

static bool start_features(Online *online, Fault *why)
{
    online->app = (App){ .loop = online->setup.loop,
                         .store = online->store,
                         .rooms = online->rooms,
                         .hub = online->hub,
                         .people = online->people,
                         .presence = online->presence,
                         .access = online->access,
                         .fingerprints = online->fingerprints,
                         .audit = online->audit,
                         .cluster = online->cluster,
                         .limits = online->limits,
                         .metrics = &online->metrics,
                         .metrics_to_all = online->setup.metrics_to_all,
                         .version = online->setup.version,
                         .origin = online->setup.origin,
                         .vacation_days = online->setup.vacation_days,
                         .gauge = online->cluster ? add_cluster : NULL,
                         .where = online->setup.store,
                         .explorer = online->setup.explorer,
                         .push_contact = online->setup.push_contact,
                         .push_anywhere = online->setup.push_anywhere,
                         .reviews = { .asked = online->setup.reviews,
                                      .all = online->setup.reviews_all,
                                      .nodes = online->setup.review_nodes },
                         .features = FEATURES,
                         .owner = online,
                         .now = now_ms,
                         .say = say,
                         .tell_person = tell_person };
    if (!features_open(&online->app, why)) return false;
    hub_set_app(online->hub, &online->app);
    return true;
}

bool online_start(Online *online, Fault *why)
{
    const OnlineSetup *setup = &online->setup;
    fault(why, MALFORMED, "out of memory");
    if (sodium_init() < 0) return false;
    online->limits = limits_new(setup->limits);
    online->presence = presence_new();
    online->person_cache = person_cache_new();
    if (!online->limits || !online->presence || !online->person_cache || !start_handles(online))
        return false;
    if (store_is_file(setup->store)) { // else the database decides between those who share it
        online->lock = lock_take(setup->store, setup->bus != NULL, why);
        if (online->lock < 0) return false;
    }
    online->store = store_open(&(StoreSetup){ .where = setup->store,
                                              .gather_ms = setup->gather_ms,
                                              .readers = setup->alone ? 0 : READERS,
                                              .alone = setup->alone,
                                              .check_s = CHECK_S,
                                              .wake = wake_store,
                                              .committed = setup->bus ? committed : NULL,
                                              .cache = person_cache_hook(online->person_cache),
                                              .context = online },
                               why);
    if (!online->store) return false;
    if (!features_check(FEATURES, online->store, why)) return false;
    distrust_clock(online);
    if (setup->bus && !open_cluster(online, why)) return false;
    fault(why, MALFORMED, "out of memory");
    online->fingerprints = fingerprints_new(online->store);
    if (!online->fingerprints) return false;
    fault(why, MALFORMED, "cannot read who may play");
    if (!(online->access = access_new(online->store))) return false;
    fault(why, MALFORMED, "out of memory");
    online->audit = audit_watch_new(&(AuditWatchSetup){ .loop = setup->loop,
                                                        .store = online->store,
                                                        .access = online->access,
                                                        .owner = online,
                                                        .now = now_ms,
                                                        .barred = person_barred,
                                                        .renamed = person_renamed,
                                                        .signed_out = end_signed_out,
                                                        .annulled = game_annulled });
    if (!online->audit) return false;
    online->hub = hub_new(&(HubSetup){ .loop = setup->loop,
                                       .access = online->access,
                                       .cluster = online->cluster,
                                       .may_meet = may_meet,
                                       .presence = online->presence,
                                       .store = online->store,
                                       .limits = online->limits,
                                       .metrics = &online->metrics,
                                       .web = setup->web,
                                       .owner = online,
                                       .now = now_ms,
                                       .ready = ready,
                                       .admit = admit });
    online->people = people_new(&(PeopleSetup){ .loop = setup->loop,
                                                .store = online->store,
                                                .limits = online->limits,
                                                .work_above = setup->work_above,
                                                .owner = online,
                                                .now = now_ms,
                                                .me = write_me,
                                                .changed = person_changed,
                                                .moved = person_moved,
                                                .signed_out = signed_out,
                                                .guessed = guessed,
                                                .forget = person_forget,
                                                .move = person_move,
                                                .prune = prune,
                                                .leave = person_leaves });
    fault(why, MALFORMED, "out of memory");
    if (!online->hub || !online->people) return false;
    online->rooms =
        rooms_new(&(RoomsSetup){ .store = online->store,
                                 .now = now_ms,
                                 .news = on_news,
                                 .wake_at = wake_at,
                                 .wake = wake_rooms,
                                 .say = say_broken,
                                 .context = online,
                                 .presence = online->presence,
                                 .apart = are_apart,
                                 .owns = online->cluster ? keeps : NULL,
                                 .silent_ms = silent_ms,
                                 .think_elsewhere = online->cluster ? think_elsewhere : NULL,
                                 .thread_check_ms = LOOK_MS,
                                 .rate_shared = setup->rate_shared,
                                 .computer_threads = setup->computer_threads },
                  why);
    if (!online->rooms) return false;
    hub_set_rooms(online->hub, online->rooms);
    if (!start_features(online, why)) return false;
    if (online->cluster) start_cluster(online);
    if (online->cluster) start_handoff(online);
    fault(why, MALFORMED, "out of memory");
    online->routes = routes_new(&online->app, why);
    if (online->routes) audit_watch_start(online->audit);
    store_count_reads(online->store);
    if (!online->routes) return false;
    uv_timer_start(&online->prune, on_prune, PRUNE_FIRST_MS, PRUNE_MS);
    return true;
}

Online *online_new(const OnlineSetup *setup)
{
    Online *online = calloc(1, sizeof *online);
    if (!online) return NULL;
    online->setup = *setup;
    online->lock = -1;
    online->fault_log = (FaultLog){ .say = say, .context = online };
    online->store_wake.fd = online->rooms_wake.fd = -1;
    set_clock(online);
    return online;
}
