// SPDX-License-Identifier: MIT
// Moderation: people report others, moderators see the reports and decide, and people see the
// decisions about them. Every decision is an entry of the audit log, written in one call with its
// effects (measure.h); the server acts on the log, not on the request (audit_watch.h).
#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/features/moderation/audit_watch.h"
#include "server/features/moderation/context.h"
#include "server/features/moderation/measure.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

extern const Feature MODERATION;

enum { QUEUE_PAGE = 50, CASE_REPORTS = 20, CASE_ENTRIES = 50, TEXT_SIZE = 512 };
static const i64 NUMBER_MAX = (i64)1 << 53;

// --- between nodes -------------------------------------------------------------------------------

// An entry was added to the audit log.
typedef struct Decided {
    i64 at_ms;
} Decided;
static const Shape DECIDED = SHAPE(Decided, FIELD(Decided, at_ms));

static void receive_decided(void *owner, Arrival arrival, const void *message)
{
    const App *app = owner;
    (void)arrival;
    (void)message;
    audit_watch_look(app->audit);
}

static const Topic DECISION = { .name = "moderation.decided",
                                .shape = &DECIDED,
                                .receive = receive_decided,
                                .older = { OLDER_STANDING, "-Z" } };

// --- reports -------------------------------------------------------------------------------------

// A reason; the page has a sentence for each.
static const char *const REPORT_REASONS[] = { "cheating", "abuse",  "name",
                                              "leaving",  "losing", "other" };

static bool is_reason(const char *reason)
{
    for (size_t i = 0; i < sizeof REPORT_REASONS / sizeof *REPORT_REASONS; i++)
        if (!strcmp(REPORT_REASONS[i], reason)) return true;
    return false;
}

enum { SEAT_UNSTATED = -1 };

typedef struct ReportBody {
    char person[WHO_SIZE];
    bool names; // the report names a person
    i64 game;
    i64 seat;
    char reason[TEXT_SIZE], text[TEXT_SIZE];
} ReportBody;
static const Field REPORT_BODY_FIELDS[] = {
    FIELD(ReportBody, person, .flags = FIELD_OPTIONAL, .given = offsetof(ReportBody, names)),
    FIELD(ReportBody, names, .as = AS_HIDDEN),
    FIELD(ReportBody, game, .as = AS_GAME, .flags = FIELD_OPTIONAL),
    FIELD(ReportBody, seat, .flags = FIELD_OPTIONAL,
          .says = "in a game of two the other player is meant"),
    FIELD(ReportBody, reason,
          .type = "\"cheating\" | \"abuse\" | \"name\" | \"leaving\""
                  " | \"losing\" | \"other\""),
    FIELD(ReportBody, text, .flags = FIELD_OPTIONAL),
};
static const ReportBody REPORT_DEFAULTS = { .seat = SEAT_UNSTATED };
static const Shape REPORT_BODY =
    SHAPE_NAMED("ReportBody", ReportBody, REPORT_BODY_FIELDS, .defaults = &REPORT_DEFAULTS);

// The handler's memory.
typedef struct ReportTask {
    ReportBody body;
    i64 reporter, person;
} ReportTask;

// Finds the reported person: by name, by a seat, or the only other player of a game of two.
static void find_reported(Call *call, Store *reading, ReportTask *task, const i64 *seats)
{
    StoredPerson person;
    const ReportBody *body = &task->body;
    if (body->names) {
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
    if (call->code == ERROR_NONE && call->json.lost)
        route_fail(call, ERROR_FAILED, "out of memory");
    if (call->code != ERROR_NONE) return route_answer_read(call);
    const NewReport report = { .reporter = task->reporter,
                               .person = task->person,
                               .game = task->body.game,
                               .reason = text_of(task->body.reason),
                               .text = text_of(task->body.text),
                               .context = js_view(&call->json),
                               .at_ms = app_now(call->app) };
    route_write(
        call, &(RouteWrite){ .write = { store_op(&MODERATION_OP[MODERATION_ADD_REPORT], &report) },
                             .count = 1,
                             .conflict = ERROR_TOO_MANY,
                             .text = "you have reported this already, or have 5 open reports; "
                                     "wait until they are decided" });
    js_free(&call->json); // the context isn't the answer
}

static void post_report(Call *call)
{
    const ReportBody *body = call->body;
    if (!is_reason(body->reason))
        return route_refuse(call, ERROR_MALFORMED,
                            "\"reason\" is one of cheating, abuse, name, leaving, losing, other");
    if (!body->names && !body->game)
        return route_refuse(call, ERROR_MALFORMED, "\"person\" or \"game\" is missing");
    if (!route_allowed(call, LIMIT_LOAD)) return;
    ReportTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    *task = (ReportTask){ .body = *body, .reporter = call->who.person.id };
    route_read(call, READ_SHORT, read_reported, answer_report);
}

// --- notices -------------------------------------------------------------------------------------

static const Shape NOTICES = LIST_REPLY("notices", &SANCTION);

static void get_notices(Call *call)
{
    route_list(call, &(RouteList){ .op = &MODERATION_OP[MODERATION_SANCTIONS_OF],
                                   .args = &(PersonArg){ call->who.person.id } });
}

static void post_notice(Call *call)
{
    SanctionSeen seen = { .person = call->who.person.id, .seen_ms = app_now(call->app) };
    if (!text_count(call->part[1], NUMBER_MAX, &seen.entry))
        return route_refuse(call, ERROR_NOT_FOUND, "there is no such notice");
    route_write(
        call, &(RouteWrite){ .write = { store_op(&MODERATION_OP[MODERATION_SEE_SANCTION], &seen) },
                             .count = 1,
                             .conflict = ERROR_NOT_FOUND,
                             .text = "there is no such new notice" });
}

// --- reading by moderators -----------------------------------------------------------------------

// A parameter; 0 if it is missing or not a number.
static i64 query_number(const Call *call, const char *name)
{
    char word[24];
    i64 number = 0;
    if (http_query(call->request->query, name, word, sizeof word))
        text_count(text_of(word), NUMBER_MAX, &number);
    return number;
}

static const Shape QUEUE = LIST_REPLY("reports", &REPORT);

static void get_queue(Call *call)
{
    const ReportsWanted wanted = { .of = query_number(call, "after"), .limit = QUEUE_PAGE };
    route_list(call,
               &(RouteList){ .op = &MODERATION_OP[MODERATION_REPORTS_OPEN], .args = &wanted });
}

typedef struct EntryShown {
    i64 number, at, actor, person, game;
    Text act, reason, detail;
    char hash[2 * SECRET_BYTES + 1];
} EntryShown;
static const Field ENTRY_SHOWN_FIELDS[] = {
    FIELD(EntryShown, number),
    FIELD(EntryShown, at, .as = AS_TIME),
    FIELD(EntryShown, actor, .as = AS_PERSON, .says = "null: on the server's machine"),
    FIELD(EntryShown, person, .as = AS_PERSON),
    FIELD(EntryShown, game, .as = AS_GAME),
    FIELD(EntryShown, act),
    FIELD(EntryShown, reason),
    FIELD(EntryShown, detail),
    FIELD(EntryShown, hash),
};
static const Shape ENTRY_SHOWN = SHAPE_NAMED("AuditEntry", EntryShown, ENTRY_SHOWN_FIELDS);
static const Shape ENTRIES = LIST_REPLY("entries", &ENTRY_SHOWN);

typedef struct Seeing {
    Json *json;
    Store *reading;
} Seeing;

static bool write_sanction(void *context, const void *row)
{
    const Seeing *seeing = context;
    js_shape(seeing->json, NULL, &SANCTION, row, seeing->reading);
    return true;
}

static bool write_report(void *context, const void *row)
{
    const Seeing *seeing = context;
    js_shape(seeing->json, NULL, &REPORT, row, seeing->reading);
    return true;
}

static bool write_entry(void *context, const void *row)
{
    const Seeing *seeing = context;
    const AuditEntry *entry = row;
    EntryShown shown = { .number = entry->number,
                         .at = entry->at_ms,
                         .actor = entry->actor,
                         .person = entry->subject,
                         .game = entry->game,
                         .act = entry->kind,
                         .reason = entry->reason,
                         .detail = entry->detail };
    sodium_bin2hex(shown.hash, sizeof shown.hash, entry->hash.bytes, SECRET_BYTES);
    js_shape(seeing->json, NULL, &ENTRY_SHOWN, &shown, seeing->reading);
    return true;
}

// The rows of an operation as a list in an open object.
static void write_list(Seeing *seeing, const char *key, int op, const void *args, SeeRow *see)
{
    js_array(seeing->json, key);
    store_select(seeing->reading, &MODERATION_OP[op], args, see, seeing);
    js_close(seeing->json, ']');
}

typedef struct Case {
    PersonShown person;
    const Sanction *sanctions;
    const Report *reports;
    const EntryShown *audit;
    int sanctions_count, reports_count, entries;
} Case;
static const Shape CASE =
    SHAPE(Case, FIELD_SHAPE(Case, person, &PERSON_SHOWN),
          FIELD_LIST(Case, sanctions, sanctions_count, &SANCTION),
          FIELD_LIST(Case, reports, reports_count, &REPORT, .says = "the latest first"),
          FIELD_LIST(Case, audit, entries, &ENTRY_SHOWN, .says = "the latest first"));

// Writes the shape CASE by hand, because its rows are written as they are read.
static void read_case(Call *call, Store *reading)
{
    Json *json = &call->json;
    Seeing seeing = { json, reading };
    StoredPerson person;
    if (!person_find(reading, call->part[2], &person))
        return route_fail(call, ERROR_NOT_FOUND, "nobody has that name");
    const ReportsWanted reports = { .of = person.id, .limit = CASE_REPORTS };
    const EntriesWanted entries = { .from = INT64_MAX,
                                    .subject = person.id,
                                    .limit = CASE_ENTRIES };
    PersonShown shown = { .id = person.id, .kind = person.kind };
    memcpy(shown.name, person.name, sizeof shown.name);
    js_object(json, NULL);
    js_shape(json, "person", &PERSON_SHOWN, &shown, reading);
    write_list(&seeing, "sanctions", MODERATION_SANCTIONS_OF, &(PersonArg){ person.id },
               write_sanction);
    write_list(&seeing, "reports", MODERATION_REPORTS_ABOUT, &reports, write_report);
    write_list(&seeing, "audit", MODERATION_ENTRIES_DOWN, &entries, write_entry);
    js_close(json, '}');
}

static void get_case(Call *call)
{
    route_read(call, READ_SHORT, read_case, NULL);
}

static void read_audit(Call *call, Store *reading)
{
    Seeing seeing = { &call->json, reading };
    i64 before = query_number(call, "before");
    const EntriesWanted wanted = { .from = before ? before : INT64_MAX, .limit = QUEUE_PAGE };
    js_object(&call->json, NULL);
    write_list(&seeing, "entries", MODERATION_ENTRIES_DOWN, &wanted, write_entry);
    js_close(&call->json, '}');
}

static void get_audit(Call *call)
{
    route_read(call, READ_SHORT, read_audit, NULL);
}

// --- measures ------------------------------------------------------------------------------------

typedef struct TakeBody {
    i64 report;
} TakeBody;
static const Shape TAKE_BODY = SHAPE(TakeBody, FIELD(TakeBody, report));

static void post_take(Call *call)
{
    const TakeBody *body = call->body;
    const ReportTaken taken = { .number = body->report,
                                .taken_by = call->who.person.id,
                                .taken_ms = app_now(call->app) };
    route_write(
        call, &(RouteWrite){ .write = { store_op(&MODERATION_OP[MODERATION_TAKE_REPORT], &taken) },
                             .count = 1,
                             .conflict = ERROR_TAKEN,
                             .text = "somebody else has it, or it has been decided" });
}

static const Shape MEASURE =
    SHAPE(Measure,
          FIELD(Measure, kind, .key = "act", .as = AS_WORD, .word_of = measure_by_api,
                .refusal = "there is no such act"),
          FIELD(Measure, report, .flags = FIELD_OPTIONAL, .says = "it is closed with this"),
          FIELD(Measure, person, .flags = FIELD_OPTIONAL, .says = "a name, or # and a number"),
          FIELD(Measure, other, .flags = FIELD_OPTIONAL, .says = "whose games against the person"),
          FIELD(Measure, game, .as = AS_GAME, .flags = FIELD_OPTIONAL),
          FIELD(Measure, reason, .flags = FIELD_OPTIONAL, .says = "the person sees it"),
          FIELD(Measure, name, .flags = FIELD_OPTIONAL, .says = "the new one"),
          FIELD(Measure, since_ms, .key = "since", .as = AS_TIME, .flags = FIELD_OPTIONAL),
          FIELD(Measure, until_ms, .key = "until", .as = AS_TIME, .flags = FIELD_OPTIONAL),
          FIELD(Measure, entry, .flags = FIELD_OPTIONAL, .says = "of the audit log, to undo it"),
          FIELD(Measure, role, .as = AS_WORD, .words = ROLE_NAMES, .flags = FIELD_OPTIONAL,
                .refusal = "there is no such role"));

// The handler's memory.
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

static void decided(Call *call, const void *args)
{
    const NewEntry *entry = args;
    audit_watch_look(call->app->audit);
    app_tell(call->app, &DECISION, &(Decided){ entry->at_ms });
}

static void answer_measure(Call *call)
{
    Plan *plan = &((MeasureTask *)call->asked)->plan;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else
        route_write(call,
                    &(RouteWrite){ .writes = plan->writes,
                                   .count = plan->count,
                                   .conflict = plan->conflict ? ERROR_NAME_TAKEN : ERROR_STALE,
                                   .text = plan->conflict
                                               ? plan->conflict
                                               : "something has changed meanwhile; look again",
                                   .then = decided });
    plan_free(plan);
}

static void post_measure(Call *call)
{
    MeasureTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->measure = *(const Measure *)call->body;
    task->measure.actor = call->who.person.id;
    task->measure.actor_role = access_role(call->app->access, call->who.person.id);
    task->measure.now_ms = app_now(call->app);
    route_read(call, READ_LONG, read_measure, answer_measure);
}

// --- the row -------------------------------------------------------------------------------------

static const Route MODERATION_ROUTES[] = {
    { .method = METHOD_POST,
      .path = "reports",
      .answer = post_report,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .plays = true,
      .rate = RATE_USUAL,
      TAKES_BODY(&REPORT_BODY),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_TOO_MANY),
      .says = "reports a person, or a player of a game; `too_many` with five open reports, or with "
              "one about the same person and game" },
    { .method = METHOD_GET,
      .path = "notices",
      .answer = get_notices,
      .scope = SCOPE_READ,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &NOTICES,
      .errors = ERR_NO_OWN,
      .says = "what was decided about the caller" },
    { .method = METHOD_POST,
      .path = "notices/*",
      .answer = post_notice,
      .scope = SCOPE_PLAY,
      .role = FOR_PERSONS,
      .rate = RATE_USUAL,
      TAKES_BODY(&RAW),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "the caller has read the notice of that entry" },
    { .method = METHOD_GET,
      .path = "moderation/queue",
      .answer = get_queue,
      .scope = SCOPE_SESSION,
      .role = FOR_MODERATORS,
      .rate = RATE_USUAL,
      TAKES_QUERY(&RAW),
      .reply = &QUEUE,
      .errors = ERR_NO_OWN,
      .says = "50 open reports, oldest first; with `after=NUMBER` those above it" },
    { .method = METHOD_GET,
      .path = "moderation/audit",
      .answer = get_audit,
      .scope = SCOPE_SESSION,
      .role = FOR_MODERATORS,
      .rate = RATE_USUAL,
      TAKES_QUERY(&RAW),
      .reply = &ENTRIES,
      .errors = ERR_NO_OWN,
      .says = "50 entries of the audit log, latest first; with `before=NUMBER` those below it" },
    { .method = METHOD_GET,
      .path = "moderation/people/*",
      .answer = get_case,
      .scope = SCOPE_SESSION,
      .role = FOR_MODERATORS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &CASE,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "decisions and reports about a person; `#NUMBER` names one who has no name" },
    { .method = METHOD_POST,
      .path = "moderation/take",
      .answer = post_take,
      .scope = SCOPE_SESSION,
      .role = FOR_MODERATORS,
      .rate = RATE_USUAL,
      TAKES_BODY(&TAKE_BODY),
      .reply = &DONE,
      .errors = ERR(ERROR_TAKEN),
      .says = "the report is the caller's to decide" },
    { .method = METHOD_POST,
      .path = "moderation/act",
      .answer = post_measure,
      .scope = SCOPE_SESSION,
      .role = FOR_MODERATORS,
      .rate = RATE_USUAL,
      TAKES_BODY(&MEASURE),
      .reply = &DONE,
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_OVER) | ERR(ERROR_TAKEN) | ERR(ERROR_STALE) |
                ERR(ERROR_TOO_MANY) | ERR(ERROR_BAD_NAME) | ERR(ERROR_NAME_TAKEN) |
                ERR(ERROR_NAME_RESERVED),
      .says = "decides; [the fields of each act](moderation.md)" },
};

const Feature MODERATION = {
    .name = "moderation",
    .tables = (const char *const[]){ "audit", "role", "sanction", "report", "person", NULL },
    .ops = MODERATION_OP,
    .ops_count = MODERATION_OPS,
    .routes = MODERATION_ROUTES,
    .routes_count = sizeof MODERATION_ROUTES / sizeof *MODERATION_ROUTES,
    .topics = (const Topic *const[]){ &DECISION, NULL },
    .person = { .forget = { &MODERATION_OP[MODERATION_FORGET_ROLE] },
                .export = { { .key = "decisions", .op = &MODERATION_OP[MODERATION_SANCTIONS_OF] },
                            { .key = "open_reports",
                              .op = &MODERATION_OP[MODERATION_REPORTS_BY] } } },
};
