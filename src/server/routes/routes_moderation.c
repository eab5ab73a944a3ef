// SPDX-License-Identifier: MIT
// HTTP: reports, notices, and what moderators see and decide.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/moderation/context.h"
#include "server/moderation/measure.h"

#include <stdlib.h>
#include <string.h>

enum { QUEUE_PAGE = 50, CASE_REPORTS = 20, CASE_ENTRIES = 50 };

// What may be wrong with somebody; the page has a sentence for each.
static const char *const REPORT_REASONS[] = { "cheating", "abuse",  "name",
                                              "leaving",  "losing", "other" };

static bool known_reason(const char *reason)
{
    for (size_t i = 0; i < sizeof REPORT_REASONS / sizeof *REPORT_REASONS; i++)
        if (!strcmp(REPORT_REASONS[i], reason)) return true;
    return false;
}

static void *task_of(Call *call, size_t size)
{
    call->asked = calloc(1, size);
    if (!call->asked) route_refuse(call, ERROR_FAILED, "out of memory");
    return call->asked;
}

static bool read_case(Call *call, int needs, int may, CaseBody *body)
{
    Fault why;
    if (message_read_case(call->request->body, needs, may, body, &why) == OK) return true;
    route_refuse(call, ERROR_MALFORMED, why.message);
    return false;
}

// --- writing -------------------------------------------------------------------------------------

// What is to be written for a request, and what a conflict means.
typedef struct WriteTask {
    WebCall *web;
    Moderation *moderation; // which looks at the log afterwards; NULL: nothing is in it
    ErrorCode code;
    const char *conflict;
} WriteTask;

static void written(void *context, StoreStatus status)
{
    WriteTask *task = context;
    if (status == STORED) {
        reply_ok(task->web);
        if (task->moderation) moderation_look(task->moderation);
    } else if (status == STORE_CONFLICT) {
        reply_error(task->web, task->code, task->conflict);
    } else {
        reply_error(task->web, ERROR_FAILED, "it could not be saved; try again");
    }
    free(task);
}

static void write_for(Call *call, const StoreWrite *writes, int count, WriteTask asked)
{
    WriteTask *task = malloc(sizeof *task);
    asked.web = call->web;
    if (task) *task = asked;
    if (task && store_write(call->routes->setup.store, writes, count, written, task)) return;
    free(task);
    route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

// --- reports -------------------------------------------------------------------------------------

typedef struct ReportTask {
    CaseBody body;
    i64 reporter, person;
} ReportTask;

// Whom it is about: by name, by a seat, or the only other player of a game of two.
static void find_reported(Call *call, Store *reading, ReportTask *task, const i64 *seats)
{
    StoredPerson person;
    const CaseBody *body = &task->body;
    if (body->seen & CASE_PERSON) {
        if (route_read_person(call, reading, text_of(body->person), &person))
            task->person = person.id;
    } else if (body->seat >= 0 && body->seat < CONTEXT_SEATS) {
        task->person = seats[body->seat];
    } else {
        for (int i = 0; i < CONTEXT_SEATS; i++)
            if (seats[i] && seats[i] != task->reporter) task->person = task->person ? -1 : seats[i];
    }
    if (call->code != ERROR_NONE) return;
    bool sits = !body->game;
    for (int i = 0; i < CONTEXT_SEATS; i++)
        sits = sits || (seats[i] && seats[i] == task->person);
    if (task->person == task->reporter)
        route_fail(call, ERROR_FORBIDDEN, "that is you");
    else if (task->person <= 0 || !sits)
        route_fail(call, ERROR_NOT_FOUND, "whom is it about? name somebody in that game");
}

static void read_reported(Call *call, Store *reading)
{
    ReportTask *task = call->asked;
    i64 seats[CONTEXT_SEATS] = { 0 };
    if (task->body.game && !context_write(&call->json, reading, task->body.game, seats))
        route_fail(call, ERROR_NOT_FOUND, "there is no such game");
    else
        find_reported(call, reading, task, seats);
}

static void answer_report(Call *call)
{
    const ReportTask *task = call->asked;
    if (call->code != ERROR_NONE || call->json.lost) {
        if (call->code == ERROR_NONE) route_fail(call, ERROR_FAILED, "out of memory");
        route_answer_read(call);
        return;
    }
    const StoreWrite write = { .kind = WRITE_REPORT,
                               .report = { .reporter = task->reporter,
                                           .person = task->person,
                                           .game = task->body.game,
                                           .reason = text_of(task->body.reason),
                                           .text = text_of(task->body.text),
                                           .context = js_view(&call->json),
                                           .at_ms = route_now(call->routes) } };
    write_for(call, &write, 1,
              (WriteTask){ .code = ERROR_TOO_MANY,
                           .conflict = "you have reported this already, or have 5 open reports; "
                                       "wait until they are decided" });
}

void route_post_report(Call *call)
{
    ReportTask *task = task_of(call, sizeof *task);
    if (!task || !route_may_play(call)) return;
    if (!read_case(call, CASE_REASON, CASE_PERSON | CASE_GAME | CASE_SEAT | CASE_TEXT, &task->body))
        return;
    task->reporter = call->who.person.id;
    if (!known_reason(task->body.reason))
        route_refuse(call, ERROR_MALFORMED,
                     "\"reason\" is one of cheating, abuse, name, leaving, losing, other");
    else if (!(task->body.seen & (CASE_PERSON | CASE_GAME)))
        route_refuse(call, ERROR_MALFORMED, "\"person\" or \"game\" is missing");
    else if (route_allowed(call, LIMIT_LOAD))
        route_read(call, READ_SHORT, read_reported, answer_report);
}

// --- notices -------------------------------------------------------------------------------------

static bool write_sanction(void *context, const StoredSanction *sanction)
{
    message_write_sanction(context, &(SanctionShown){ sanction, sanction_name(sanction->kind) });
    return true;
}

static void read_notices(Call *call, Store *reading)
{
    js_object(&call->json, NULL);
    js_array(&call->json, "notices");
    store_sanctions(reading, call->who.person.id, write_sanction, &call->json);
    js_close(&call->json, ']');
    js_close(&call->json, '}');
}

void route_get_notices(Call *call)
{
    route_read(call, READ_SHORT, read_notices, NULL);
}

void route_post_notice(Call *call)
{
    i64 entry;
    if (!text_count(call->part[1], (i64)1 << 53, &entry)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such notice");
        return;
    }
    const StoreWrite write = { .kind = WRITE_SANCTION_SEEN,
                               .sanction = { .entry = entry,
                                             .person = call->who.person.id,
                                             .seen_ms = route_now(call->routes) } };
    write_for(call, &write, 1,
              (WriteTask){ .code = ERROR_NOT_FOUND, .conflict = "there is no such new notice" });
}

// --- what moderators see -------------------------------------------------------------------------

typedef struct Seeing {
    Json *json;
    Store *reading;
} Seeing;

static bool write_report(void *context, const StoredReport *report)
{
    const Seeing *seeing = context;
    message_write_report(seeing->json, seeing->reading, report);
    return true;
}

static bool write_entry(void *context, const StoredAudit *entry)
{
    const Seeing *seeing = context;
    message_write_entry(seeing->json, seeing->reading, entry);
    return true;
}

static i64 query_number(const Call *call, const char *name)
{
    char word[24];
    i64 number = 0;
    if (http_query(call->request->query, name, word, sizeof word))
        text_count(text_of(word), (i64)1 << 53, &number);
    return number;
}

static void read_queue(Call *call, Store *reading)
{
    Seeing seeing = { &call->json, reading };
    const ReportFilter filter = { .after = query_number(call, "after"), .limit = QUEUE_PAGE };
    js_object(&call->json, NULL);
    js_array(&call->json, "reports");
    store_reports(reading, &filter, write_report, &seeing);
    js_close(&call->json, ']');
    js_close(&call->json, '}');
}

void route_get_queue(Call *call)
{
    route_read(call, READ_SHORT, read_queue, NULL);
}

static void read_case_of(Call *call, Store *reading)
{
    Seeing seeing = { &call->json, reading };
    Json *json = &call->json;
    StoredPerson person;
    if (!person_find(reading, call->part[2], &person)) {
        route_fail(call, ERROR_NOT_FOUND, "nobody has that name");
        return;
    }
    js_object(json, NULL);
    message_write_person(json, "person", person.id, person.kind, person.name);
    js_array(json, "sanctions");
    store_sanctions(reading, person.id, write_sanction, json);
    js_close(json, ']');
    js_array(json, "reports");
    store_reports(reading, &(ReportFilter){ .person = person.id, .limit = CASE_REPORTS },
                  write_report, &seeing);
    js_close(json, ']');
    js_array(json, "audit");
    store_audit(reading,
                &(AuditFilter){ .subject = person.id, .before = INT64_MAX, .limit = CASE_ENTRIES },
                write_entry, &seeing);
    js_close(json, ']');
    js_close(json, '}');
}

void route_get_case(Call *call)
{
    route_read(call, READ_SHORT, read_case_of, NULL);
}

static void read_audit(Call *call, Store *reading)
{
    Seeing seeing = { &call->json, reading };
    i64 before = query_number(call, "before");
    js_object(&call->json, NULL);
    js_array(&call->json, "entries");
    store_audit(reading,
                &(AuditFilter){ .before = before ? before : INT64_MAX, .limit = QUEUE_PAGE },
                write_entry, &seeing);
    js_close(&call->json, ']');
    js_close(&call->json, '}');
}

void route_get_audit(Call *call)
{
    route_read(call, READ_SHORT, read_audit, NULL);
}

// --- what moderators do --------------------------------------------------------------------------

void route_post_take(Call *call)
{
    CaseBody body;
    if (!read_case(call, CASE_REPORT, 0, &body)) return;
    const StoreWrite write = { .kind = WRITE_REPORT_TAKEN,
                               .report = { .number = body.report,
                                           .taken_by = call->who.person.id,
                                           .taken_ms = route_now(call->routes) } };
    write_for(call, &write, 1,
              (WriteTask){ .code = ERROR_TAKEN,
                           .conflict = "somebody else has it, or it has been decided" });
}

typedef struct MeasureTask {
    Measure measure;
    Plan plan;
    Fault why;
} MeasureTask;

static void read_measure(Call *call, Store *reading)
{
    MeasureTask *task = call->asked;
    ErrorCode code;
    if (!plan_make(&task->plan, reading, &task->measure, &code, &task->why))
        route_fail(call, code, task->why.message);
}

static void answer_measure(Call *call)
{
    MeasureTask *task = call->asked;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else
        write_for(call, task->plan.writes, task->plan.count,
                  (WriteTask){ .moderation = call->routes->setup.moderation,
                               .code = task->plan.conflict ? ERROR_NAME_TAKEN : ERROR_STALE,
                               .conflict = task->plan.conflict
                                               ? task->plan.conflict
                                               : "something has changed meanwhile; look again" });
    plan_free(&task->plan);
}

static void copy(char *to, size_t size, const char *from)
{
    Out out = out_to(to, size);
    out_str(&out, from);
}

void route_post_measure(Call *call)
{
    CaseBody body;
    MeasureTask *task = task_of(call, sizeof *task);
    if (!task) return;
    int may = CASE_PERSON | CASE_OTHER | CASE_REASON | CASE_NAME | CASE_ROLE | CASE_GAME |
              CASE_REPORT | CASE_ENTRY | CASE_SINCE | CASE_UNTIL;
    if (!read_case(call, CASE_ACT, may, &body)) return;
    Measure *measure = &task->measure;
    *measure = (Measure){
        .actor = call->who.person.id,
        .actor_role =
            access_role(moderation_access(call->routes->setup.moderation), call->who.person.id),
        .now_ms = route_now(call->routes),
        .report = body.report,
        .game = body.game,
        .since_ms = body.since,
        .until_ms = body.until,
        .entry = body.entry,
    };
    copy(measure->person, sizeof measure->person, body.person);
    copy(measure->other, sizeof measure->other, body.other);
    copy(measure->name, sizeof measure->name, body.name);
    copy(measure->reason, sizeof measure->reason, body.reason);
    if (!measure_find(text_of(body.act), &measure->kind))
        route_refuse(call, ERROR_MALFORMED, "there is no such act");
    else if ((body.seen & CASE_ROLE) && !role_find(text_of(body.role), &measure->role))
        route_refuse(call, ERROR_MALFORMED, "there is no such role");
    else
        route_read(call, READ_LONG, read_measure, answer_measure);
}
