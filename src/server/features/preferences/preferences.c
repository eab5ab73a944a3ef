// SPDX-License-Identifier: MIT
// Preferences. A person chooses who may challenge them and whether friends may write to them. A bot
// has rules for the challenges that it accepts, and is listed in the directory.
//
// A change writes only the columns that the request names, so that two changes at the same time
// both last.
#include "server/features/preferences/preferences.h"

#include "server/api/call.h"
#include "server/api/messages/rating_view.h"
#include "server/api/messages/shape_json.h"
#include "server/cluster/presence.h"
#include "server/features/preferences/bot_rules.h"
#include "server/games/live/rooms.h"
#include "server/identity/ties.h"

extern const Feature PREFERENCES;

// --- stored --------------------------------------------------------------------------------------

// The people who may challenge a person. FOLLOWED: those whom the person follows.
typedef enum ChallengeRule {
    CHALLENGES_ALL,
    CHALLENGES_FOLLOWED,
    CHALLENGES_NONE,
} ChallengeRule;
static const char *const CHALLENGE_RULES[] = { "everybody", "followed", "nobody", NULL };

// All zeros for a person who hasn't chosen.
typedef struct Preferences {
    int challenges; // ChallengeRule
    bool chat;      // free text with friends
    char rules[BOT_RULES_SIZE];
} Preferences;
static const Field PREFERENCES_FIELDS[] = {
    FIELD(Preferences, challenges, .as = AS_WORD, .words = CHALLENGE_RULES),
    FIELD(Preferences, chat),
    FIELD(Preferences, rules, .as = AS_HIDDEN),
};
static const Shape PREFERENCES_SHOWN = SHAPE_OF(Preferences, PREFERENCES_FIELDS);

// A change of those that the request names.
typedef struct PreferencesChange {
    i64 person;
    int challenges;
    bool chat;
    bool sets_challenges, sets_chat;
} PreferencesChange;
static const Shape CHANGE =
    SHAPE(PreferencesChange, FIELD(PreferencesChange, person, .as = AS_HIDDEN),
          FIELD(PreferencesChange, challenges, .as = AS_WORD, .words = CHALLENGE_RULES,
                .flags = FIELD_OPTIONAL, .given = offsetof(PreferencesChange, sets_challenges),
                .refusal = "\"challenges\" is \"everybody\", \"followed\" or \"nobody\""),
          FIELD(PreferencesChange, chat, .flags = FIELD_OPTIONAL,
                .given = offsetof(PreferencesChange, sets_chat)),
          FIELD(PreferencesChange, sets_challenges, .as = AS_HIDDEN),
          FIELD(PreferencesChange, sets_chat, .as = AS_HIDDEN));

typedef struct RulesChange {
    i64 person;
    Text rules;
} RulesChange;
static const Shape RULES_CHANGE =
    SHAPE(RulesChange, FIELD(RulesChange, person), FIELD(RulesChange, rules));

// A row of the directory.
typedef struct ListedBot {
    PersonShown person;
    char rules[BOT_RULES_SIZE];
} ListedBot;
static const Shape LISTED_BOT =
    SHAPE(ListedBot, FIELD_SHAPE(ListedBot, person, &PERSON_SHOWN), FIELD(ListedBot, rules));

#define HERE(person) "EXISTS (SELECT 1 FROM person WHERE id = " person " AND gone_ms = 0)"
enum { OF, CHANGE_SOME, CHANGE_RULES, BOTS, FORGET, OPS };
static const StoreOp PREFERENCE_OPS[OPS] = {
    [OF] = { .name = "preferences.of",
             .does = OP_READS,
             .args = &PERSON_ARG,
             .row = &PREFERENCES_SHOWN,
             .sql = "SELECT challenges, chat, rules FROM preference WHERE person = $1" },
    [CHANGE_SOME] = { .name = "preferences.change_some",
                      .does = OP_CHANGES_ONE,
                      .single = true,
                      .args = &CHANGE,
                      .sql = "INSERT INTO preference (person, challenges, chat, rules)"
                             " SELECT $1, $2, $3, '' WHERE " HERE(
                                 "$1") " ON CONFLICT (person) DO UPDATE SET"
                                       " challenges = CASE WHEN $4 = 1 THEN excluded.challenges"
                                       "  ELSE preference.challenges END,"
                                       " chat = CASE WHEN $5 = 1 THEN excluded.chat"
                                       "  ELSE preference.chat END" },
    [CHANGE_RULES] = { .name = "preferences.change_rules",
                       .does = OP_CHANGES_ONE,
                       .single = true,
                       .args = &RULES_CHANGE,
                       .sql = "INSERT INTO preference (person, challenges, chat, rules)"
                              " SELECT $1, 0, 0, $2 WHERE " HERE(
                                  "$1") " ON CONFLICT (person) DO UPDATE SET"
                                        " rules = excluded.rules" },
    [BOTS] = { .name = "preferences.bots",
               .does = OP_READS,
               .row = &LISTED_BOT,
               .sql = "SELECT person.id, person.name, person.kind, coalesce(preference.rules, '')"
                      " FROM person LEFT JOIN preference ON preference.person = person.id"
                      " WHERE person.kind = 2 AND person.gone_ms = 0"
                      " ORDER BY person.id LIMIT 200" },
    [FORGET] = { .name = "preferences.forget",
                 .does = OP_CHANGES_ANY,
                 .args = &PERSON_ARG,
                 .sql = "DELETE FROM preference WHERE person = $1" },
};
enum { BOTS_MAX = 200 };
_Static_assert((int)PERSON_BOT == 2 && (int)BOTS_MAX == 200 && (int)CHALLENGES_ALL == 0,
               "numbers in statements");

static Preferences preferences_of(Store *reading, i64 person)
{
    Preferences found = { 0 };
    store_find(reading, &PREFERENCE_OPS[OF], &(PersonArg){ person }, &found);
    return found;
}

// --- for other features --------------------------------------------------------------------------

bool preferences_may_chat(Store *reading, i64 person, i64 other)
{
    return preferences_of(reading, person).chat && preferences_of(reading, other).chat &&
           ties_follows(reading, person, other) && ties_follows(reading, other, person);
}

const char *preferences_challenges(Store *reading, i64 person)
{
    return field_word(&PREFERENCES_FIELDS[0], preferences_of(reading, person).challenges);
}

bool preferences_accept(Store *reading, const StoredPerson *asker, const StoredPerson *person,
                        const GameSetup *setup, Invited *invited, const char **why)
{
    const Preferences found = preferences_of(reading, person->id);
    *invited = (Invited){ .person = person->id, .kind = person->kind };
    *why = NULL;
    if (person->kind == PERSON_BOT) {
        BotRules rules = bot_rules_of(text_of(found.rules));
        invited->at_once = rules.at_once;
        *why = bot_rules_refusal(reading, &rules, asker, setup);
    } else if (found.challenges == CHALLENGES_NONE) {
        *why = "this player does not want to be challenged";
    } else if (found.challenges == CHALLENGES_FOLLOWED &&
               !ties_follows(reading, person->id, asker->id)) {
        *why = "this player is challenged only by those whom they follow";
    }
    return !*why;
}

// --- one's own -----------------------------------------------------------------------------------

static void export_preferences(Json *json, const char *key, Store *reading, i64 person)
{
    const Preferences found = preferences_of(reading, person);
    js_shape(json, key, &PREFERENCES_SHOWN, &found, NULL);
}

static void read_own(Call *call, Store *reading)
{
    export_preferences(&call->json, NULL, reading, call->who.person.id);
}

static void get_preferences(Call *call)
{
    route_read(call, READ_SHORT, read_own, NULL);
}

static void change(Call *call, StoreWrite write)
{
    route_write(call, &(RouteWrite){ .write = { write },
                                     .count = 1,
                                     .conflict = ERROR_FAILED,
                                     .text = "it could not be saved; try again" });
}

static void post_preferences(Call *call)
{
    PreferencesChange wanted = *(const PreferencesChange *)call->body;
    wanted.person = call->who.person.id;
    change(call, store_op(&PREFERENCE_OPS[CHANGE_SOME], &wanted));
}

// --- the rules of a bot --------------------------------------------------------------------------

static void read_rules(Call *call, Store *reading)
{
    const Preferences found = preferences_of(reading, call->who.person.id);
    const BotRules rules = bot_rules_of(text_of(found.rules));
    js_shape(&call->json, NULL, &BOT_RULES, &rules, NULL);
}

static void get_bot_rules(Call *call)
{
    route_read(call, READ_SHORT, read_rules, NULL);
}

// The store holds the rules as the program writes them, with the defaults filled in.
static void post_bot_rules(Call *call)
{
    const BotRules *rules = call->body;
    Json json = { 0 };
    if (rules->rating_min > rules->rating_max)
        return route_refuse(call, ERROR_MALFORMED, "\"rating_min\" is above \"rating_max\"");
    js_shape(&json, NULL, &BOT_RULES, rules, NULL);
    const RulesChange wanted = { call->who.person.id, js_view(&json) };
    if (json.lost || wanted.rules.length >= BOT_RULES_SIZE)
        route_refuse(call, ERROR_FAILED, "the rules are too long");
    else
        change(call, store_op(&PREFERENCE_OPS[CHANGE_RULES], &wanted));
    js_free(&json);
}

// --- the directory -------------------------------------------------------------------------------

typedef struct Bot {
    PersonShown person;
    bool online;
    int games;
    BotRules rules;
    Text ratings;
} Bot;
static const Shape BOT =
    SHAPE(Bot, FIELD_SHAPE(Bot, person, &PERSON_SHOWN), FIELD(Bot, online),
          FIELD(Bot, games, .says = "that it plays now"), FIELD_SHAPE(Bot, rules, &BOT_RULES),
          FIELD(Bot, ratings, .as = AS_JSON, .shape = &RATING_VIEW));

typedef struct Bots {
    Bot bot[BOTS_MAX];
    int count;
} Bots;
static const Shape BOTS_SHOWN = SHAPE(Bots, FIELD_ARRAY(Bots, bot, count, &BOT, .key = "bots"));

typedef struct BotsTask {
    Bots found, shown;
    Json ratings[BOTS_MAX];
} BotsTask;

static bool see_bot(void *context, const void *row)
{
    const ListedBot *listed = row;
    Bots *found = context;
    if (found->count == BOTS_MAX) return false;
    found->bot[found->count++] =
        (Bot){ .person = listed->person, .rules = bot_rules_of(text_of(listed->rules)) };
    return true;
}

static void read_bots(Call *call, Store *reading)
{
    BotsTask *task = call->asked;
    store_select(reading, &PREFERENCE_OPS[BOTS], NULL, see_bot, &task->found);
    for (int i = 0; i < task->found.count; i++)
        ratings_write(&task->ratings[i], NULL, reading, task->found.bot[i].person.id);
}

static bool count_game(void *context, const Room *room)
{
    *(int *)context += room->state == ROOM_LIVE;
    return true;
}

// Only the loop knows who is online and who plays. Bots that are online come first.
static void answer_bots(Call *call)
{
    BotsTask *task = call->asked;
    for (int online = 1; online >= 0; online--)
        for (int i = 0; i < task->found.count; i++) {
            Bot bot = task->found.bot[i];
            bot.online = presence_here(call->app->presence, bot.person.id, app_now(call->app));
            if (bot.online != online) continue;
            bot.ratings = js_view(&task->ratings[i]);
            rooms_each_of(call->app->rooms, bot.person.id, count_game, &bot.games);
            task->shown.bot[task->shown.count++] = bot;
            if (task->ratings[i].lost) call->json.lost = true;
        }
    js_shape(&call->json, NULL, &BOTS_SHOWN, &task->shown, NULL);
    for (int i = 0; i < task->found.count; i++)
        js_free(&task->ratings[i]);
    route_answer_read(call);
}

static void get_bots(Call *call)
{
    if (route_ask(call, sizeof(BotsTask))) route_read(call, READ_LONG, read_bots, answer_bots);
}

// --- the row -------------------------------------------------------------------------------------

static const char ONLY_BOTS[] = "only bots have rules";
static const Route PREFERENCE_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "preferences",
      .answer = get_preferences,
      .scope = SCOPE_READ,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &PREFERENCES_SHOWN,
      .errors = ERR_NO_OWN,
      .says = "who may challenge the caller, and whether friends may write to them" },
    { .method = METHOD_POST,
      .path = "preferences",
      .answer = post_preferences,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&CHANGE),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "changes those that it names" },
    { .method = METHOD_GET,
      .path = "bots",
      .answer = get_bots,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_NOTHING,
      .reply = &BOTS_SHOWN,
      .errors = ERR_NO_OWN,
      .says = "the directory of bots; those that are online come first" },
    { .method = METHOD_GET,
      .path = "bot-rules",
      .answer = get_bot_rules,
      .scope = SCOPE_READ,
      .role = FOR_ACCOUNTS,
      .only_bots = ONLY_BOTS,
      .rate = RATE_USUAL,
      TAKES_NOTHING,
      .reply = &BOT_RULES,
      .errors = ERR_NO_OWN,
      .says = "which challenges the bot accepts" },
    { .method = METHOD_POST,
      .path = "bot-rules",
      .answer = post_bot_rules,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .only_bots = ONLY_BOTS,
      .rate = RATE_USUAL,
      TAKES_BODY(&BOT_RULES),
      .reply = &DONE,
      .errors = ERR_NO_OWN,
      .says = "replaces the rules; a field that is left out gets its default" },
};

const Feature PREFERENCES = {
    .name = "preferences",
    .tables = (const char *const[]){ "preference", NULL },
    .ops = PREFERENCE_OPS,
    .ops_count = OPS,
    .routes = PREFERENCE_ROUTES,
    .routes_count = sizeof PREFERENCE_ROUTES / sizeof *PREFERENCE_ROUTES,
    .person = { .forget = { &PREFERENCE_OPS[FORGET] },
                .export = { { .key = "preferences", .write = export_preferences } } },
};
