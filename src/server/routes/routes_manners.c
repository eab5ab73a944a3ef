// SPDX-License-Identifier: MIT
// HTTP: how people want to be met, which challenges bots accept, and the directory of bots.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/people/manners.h"

#include <stdlib.h>

// --- one's own -----------------------------------------------------------------------------------

// What a person has chosen, while it is read and while another choice is written.
typedef struct PreferenceTask {
    WebCall *web;
    StoredPreference preference;
} PreferenceTask;

static PreferenceTask *new_task(Call *call)
{
    PreferenceTask *task = call->asked = calloc(1, sizeof *task);
    if (!task)
        route_refuse(call, ERROR_FAILED, "out of memory");
    else
        task->web = call->web;
    return task;
}

static void read_own(Call *call, Store *reading)
{
    PreferenceTask *task = call->asked;
    if (!store_preference(reading, call->who.person.id, &task->preference))
        route_fail(call, ERROR_FAILED, "it cannot be read");
}

static void written(void *context, StoreStatus status)
{
    PreferenceTask *task = context;
    if (status == STORED)
        reply_ok(task->web);
    else
        reply_error(task->web, ERROR_FAILED, "it could not be saved; try again");
    free(task);
}

static void write_own(Call *call)
{
    PreferenceTask *task = call->asked;
    const StoreWrite write = { .kind = WRITE_PREFERENCE,
                               .preference = { .person = call->who.person.id,
                                               .challenges = task->preference.challenges,
                                               .chat = task->preference.chat,
                                               .rules = text_of(task->preference.rules) } };
    if (store_write(call->routes->setup.store, &write, 1, written, task))
        call->asked = NULL;
    else
        route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
}

static void answer_preference(Call *call)
{
    const PreferenceTask *task = call->asked;
    if (call->code == ERROR_NONE) message_write_preference(&call->json, NULL, &task->preference);
    route_answer_read(call);
}

void route_get_preferences(Call *call)
{
    if (new_task(call)) route_read(call, READ_SHORT, read_own, answer_preference);
}

static void change_preference(Call *call)
{
    PreferenceTask *task = call->asked;
    Fault why;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else if (message_read_preference(call->request->body, &task->preference, &why) != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else
        write_own(call);
}

void route_post_preferences(Call *call)
{
    if (new_task(call)) route_read(call, READ_SHORT, read_own, change_preference);
}

// --- the rules of a bot --------------------------------------------------------------------------

static bool is_bot(const Call *call)
{
    if (call->who.person.kind == PERSON_BOT) return true;
    route_refuse(call, ERROR_FORBIDDEN, "only bots have rules");
    return false;
}

static void answer_rules(Call *call)
{
    const PreferenceTask *task = call->asked;
    if (call->code == ERROR_NONE) {
        BotRules rules = manners_rules(&task->preference);
        message_write_bot_rules(&call->json, NULL, &rules);
    }
    route_answer_read(call);
}

void route_get_bot_rules(Call *call)
{
    if (is_bot(call) && new_task(call)) route_read(call, READ_SHORT, read_own, answer_rules);
}

static void change_rules(Call *call)
{
    PreferenceTask *task = call->asked;
    Fault why;
    BotRules rules;
    if (call->code != ERROR_NONE) {
        route_answer_read(call);
        return;
    }
    if (message_read_bot_rules(call->request->body, &rules, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
        return;
    }
    Json json = { 0 };
    message_write_bot_rules(&json, NULL, &rules); // as we write them, whatever was sent
    Out out = out_to(task->preference.rules, sizeof task->preference.rules);
    out_text(&out, js_view(&json));
    js_free(&json);
    if (out.lost)
        route_refuse(call, ERROR_FAILED, "the rules are too long");
    else
        write_own(call);
}

void route_post_bot_rules(Call *call)
{
    if (is_bot(call) && new_task(call)) route_read(call, READ_SHORT, read_own, change_rules);
}

// --- the directory -------------------------------------------------------------------------------

enum { BOTS_MAX = 200 };

typedef struct BotFound {
    StoredPerson person;
    BotRules rules;
    Json ratings;
} BotFound;

typedef struct BotList {
    int count;
    BotFound bot[BOTS_MAX];
} BotList;

static bool see_bot(void *context, const StoredPerson *person)
{
    BotList *list = context;
    if (list->count == BOTS_MAX) return false;
    list->bot[list->count++].person = *person;
    return true;
}

static void read_bots(Call *call, Store *reading)
{
    BotList *list = call->asked;
    store_bots(reading, BOTS_MAX, see_bot, list);
    for (int i = 0; i < list->count; i++) {
        BotFound *bot = &list->bot[i];
        StoredPreference preference = { 0 };
        store_preference(reading, bot->person.id, &preference);
        bot->rules = manners_rules(&preference);
        message_write_ratings(&bot->ratings, NULL, reading, bot->person.id);
    }
}

static bool count_game(void *context, const Room *room)
{
    *(int *)context += room->state == ROOM_LIVE;
    return true;
}

// Who is there, and plays, is known to the loop only. Those who are there come first.
static void answer_bots(Call *call)
{
    BotList *list = call->asked;
    const RoutesSetup *setup = &call->routes->setup;
    message_begin_bots(&call->json);
    for (int online = 1; online >= 0; online--)
        for (int i = 0; i < list->count; i++) {
            BotFound *bot = &list->bot[i];
            if (crowd_here(setup->crowd, bot->person.id, route_now(call->routes)) != online)
                continue;
            int games = 0;
            rooms_each_of(setup->rooms, bot->person.id, count_game, &games);
            if (bot->ratings.failed) call->json.failed = true;
            message_write_bot(&call->json, &(BotShown){ .person = &bot->person,
                                                        .rules = &bot->rules,
                                                        .online = online,
                                                        .games = games,
                                                        .ratings = js_view(&bot->ratings) });
        }
    message_end_bots(&call->json);
    for (int i = 0; i < list->count; i++)
        js_free(&list->bot[i].ratings);
    route_answer_read(call);
}

void route_get_bots(Call *call)
{
    call->asked = calloc(1, sizeof(BotList));
    if (!call->asked)
        route_refuse(call, ERROR_FAILED, "out of memory");
    else if (route_allowed(call, LIMIT_SEARCH))
        route_read(call, READ_LONG, read_bots, answer_bots);
}
