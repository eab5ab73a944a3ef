// SPDX-License-Identifier: MIT
// Messages of the API, outward: reports, what was decided about people, the audit log.
#include "server/api/messages.h"

#include <stdio.h>

void message_write_known(Json *json, const char *key, Store *reading, i64 person)
{
    StoredPerson found;
    if (person && store_person(reading, person, &found))
        message_write_person(json, key, found.id, found.kind, found.name);
    else
        js_null(json, key);
}

void message_write_sanction(Json *json, const SanctionShown *shown)
{
    const StoredSanction *sanction = shown->sanction;
    js_object(json, NULL);
    js_number(json, "entry", sanction->entry);
    js_string(json, "kind", shown->kind);
    js_text(json, "reason", sanction->reason);
    js_number(json, "at", sanction->at_ms);
    if (sanction->until_ms)
        js_number(json, "until", sanction->until_ms);
    else
        js_null(json, "until");
    js_bool(json, "lifted", sanction->lifted);
    js_bool(json, "seen", sanction->seen_ms);
    js_close(json, '}');
}

void message_write_report(Json *json, Store *reading, const StoredReport *report)
{
    js_object(json, NULL);
    js_number(json, "number", report->number);
    message_write_known(json, "reporter", reading, report->reporter);
    message_write_known(json, "person", reading, report->person);
    message_write_game_id(json, "game", report->game);
    js_text(json, "reason", report->reason);
    js_text(json, "text", report->text);
    if (report->context.length)
        js_value(json, "context", report->context);
    else
        js_null(json, "context");
    js_number(json, "at", report->at_ms);
    message_write_known(json, "taken", reading, report->taken_by);
    if (report->entry)
        js_number(json, "entry", report->entry);
    else
        js_null(json, "entry");
    js_close(json, '}');
}

void message_write_entry(Json *json, Store *reading, const StoredAudit *entry)
{
    char hash[2 * SECRET_BYTES + 1];
    for (int i = 0; i < SECRET_BYTES; i++)
        snprintf(hash + (size_t)i * 2, 3, "%02x", entry->hash.bytes[i]);
    js_object(json, NULL);
    js_number(json, "number", entry->number);
    js_number(json, "at", entry->at_ms);
    message_write_known(json, "actor", reading, entry->actor);
    message_write_known(json, "person", reading, entry->subject);
    message_write_game_id(json, "game", entry->game);
    js_text(json, "act", entry->kind);
    js_text(json, "reason", entry->reason);
    js_text(json, "detail", entry->detail);
    js_string(json, "hash", hash);
    js_close(json, '}');
}
