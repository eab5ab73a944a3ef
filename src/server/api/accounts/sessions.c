// SPDX-License-Identifier: MIT
// Sessions: the label of the device that opened one, and ending one of them.
#include "server/api/accounts/people_internal.h"

#include "server/api/messages/reply.h"

#include <string.h>

static bool has(Text text, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        if (!memcmp(text.at + i, word, length)) return true;
    return false;
}

// Enough for people to know their own again, and not more.
void session_label(Text user_agent, char label[SESSION_LABEL_MAX])
{
    // In this order: most of them claim to be others, too.
    static const char *const BROWSERS[][2] = {
        { "Edg/", "Edge" },
        { "OPR/", "Opera" },
        { "SamsungBrowser/", "Samsung Internet" },
        { "Firefox/", "Firefox" },
        { "Chrome/", "Chrome" },
        { "Safari/", "Safari" },
    };
    static const char *const SYSTEMS[][2] = {
        { "Windows", "Windows" }, { "Android", "Android" }, { "iPhone", "iPhone" },
        { "iPad", "iPad" },       { "Mac OS X", "macOS" },  { "Linux", "Linux" },
    };
    Out out = out_to(label, SESSION_LABEL_MAX);
    const char *browser = NULL, *system = NULL;
    for (size_t i = 0; !browser && i < sizeof BROWSERS / sizeof *BROWSERS; i++)
        if (has(user_agent, BROWSERS[i][0])) browser = BROWSERS[i][1];
    for (size_t i = 0; !system && i < sizeof SYSTEMS / sizeof *SYSTEMS; i++)
        if (has(user_agent, SYSTEMS[i][0])) system = SYSTEMS[i][1];
    if (browser) out_str(&out, browser);
    if (browser && system) out_str(&out, ", ");
    if (system) out_str(&out, system);
}

static void session_dropped(Task *task)
{
    const PeopleSetup *setup = &task->people->setup;
    setup->signed_out(setup->owner, task->who.person.id, &task->who.hash, NULL, false);
    reply_ok(task->call);
    task_end(task);
}

typedef struct SessionSought {
    i64 id;
    bool found;
    SecretHash hash;
} SessionSought;

static bool match_session(void *context, const void *row)
{
    SessionSought *sought = context;
    const StoredSession *session = row;
    if (session_id(&session->hash) != sought->id) return true;
    sought->found = true;
    sought->hash = session->hash;
    return false;
}

void people_drop_session(People *people, WebCall *call, const Who *who, i64 session)
{
    Task *task = task_new(people, PEOPLE_SESSION_GONE, call, who);
    if (!task) return;
    SessionSought sought = { .id = session };
    store_select(people->setup.store, &PERSON_OPS[PERSONS_SESSIONS], &(PersonArg){ who->person.id },
                 match_session, &sought);
    if (!sought.found) {
        task_refuse(task, ERROR_NOT_FOUND, "there is no such session");
        return;
    }
    task->who.hash = sought.hash; // its sockets end
    const SecretArg ended = { sought.hash };
    const StoreWrite write = store_op(&PERSON_OPS[PERSONS_END_SESSION], &ended);
    task_write(task, &write, 1, session_dropped);
}
