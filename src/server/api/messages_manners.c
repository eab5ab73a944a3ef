// SPDX-License-Identifier: MIT
// Messages of the API: how people want to be met, and which challenges bots accept.
#include "server/api/messages.h"

#include "server/api/fields.h"
#include "variants/variants.h"

static const char *const CHALLENGES[CHALLENGE_RULES] = { "everybody", "followed", "nobody" };

// --- the rules of bots ---------------------------------------------------------------------------

enum { AT_ONCE_DEFAULT = 4 };

BotRules bot_rules_default(void)
{
    return (BotRules){ .variants = ((u32)1 << variant_count()) - 1,
                       .speeds = ((u32)1 << SPEEDS) - 1,
                       .rated = true,
                       .casual = true,
                       .rating_max = BOT_RATING_MAX,
                       .at_once = AT_ONCE_DEFAULT };
}

static bool find_variant(Text name, int *bit)
{
    for (*bit = 0; *bit < variant_count(); ++*bit)
        if (text_is(name, variant_at(*bit)->id)) return true;
    return false;
}

static bool find_speed(Text name, int *bit)
{
    Speed speed;
    bool found = speed_read(name, &speed);
    *bit = found ? (int)speed : 0;
    return found;
}

// An array of names, as bits.
static Status read_names(struct json_object *value, const char *key,
                         bool (*find)(Text name, int *bit), u32 *bits, Fault *why)
{
    char word[VARIANT_SIZE];
    if (!json_object_is_type(value, json_type_array))
        return fault(why, MALFORMED, "\"%s\" is not an array", key);
    *bits = 0;
    for (size_t i = 0; i < json_object_array_length(value); i++) {
        int bit;
        struct json_object *member = json_object_array_get_idx(value, i);
        if (read_text(member, key, word, sizeof word, NULL) != OK || !find(text_of(word), &bit))
            return fault(why, MALFORMED, "\"%s\" has a name that is not known", key);
        *bits |= (u32)1 << bit;
    }
    return OK;
}

static Status read_rule(struct json_object *value, const char *key, BotRules *rules, Fault *why)
{
    i64 number = 0;
    Status status;
    if (!strcmp(key, "variants"))
        return read_names(value, key, find_variant, &rules->variants, why);
    if (!strcmp(key, "speeds")) return read_names(value, key, find_speed, &rules->speeds, why);
    if (!strcmp(key, "rated")) return read_bool(value, key, &rules->rated, why);
    if (!strcmp(key, "casual")) return read_bool(value, key, &rules->casual, why);
    if (!strcmp(key, "at_once")) {
        status = read_number(value, key, BOT_AT_ONCE_MAX, &number, why);
        rules->at_once = (int)number;
        return status;
    }
    bool least = !strcmp(key, "rating_min");
    if (!least && strcmp(key, "rating_max"))
        return fault(why, MALFORMED, "unknown field %q", text_of(key));
    status = read_number(value, key, BOT_RATING_MAX, &number, why);
    *(least ? &rules->rating_min : &rules->rating_max) = (int)number;
    return status;
}

Status message_read_bot_rules(Text text, BotRules *rules, Fault *why)
{
    BotRules read = bot_rules_default();
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = OK;
    json_object_object_foreach(object, key, value)
    {
        status = read_rule(value, key, &read, why);
        if (status != OK) break;
    }
    json_object_put(object);
    if (status == OK && read.rating_min > read.rating_max)
        status = fault(why, MALFORMED, "\"rating_min\" is above \"rating_max\"");
    if (status == OK) *rules = read;
    return status;
}

void message_write_bot_rules(Json *json, const char *key, const BotRules *rules)
{
    js_object(json, key);
    js_array(json, "variants");
    for (int i = 0; i < variant_count(); i++)
        if (rules->variants >> i & 1) js_string(json, NULL, variant_at(i)->id);
    js_close(json, ']');
    js_array(json, "speeds");
    for (int i = 0; i < SPEEDS; i++)
        if (rules->speeds >> i & 1) js_string(json, NULL, speed_name((Speed)i));
    js_close(json, ']');
    js_bool(json, "rated", rules->rated);
    js_bool(json, "casual", rules->casual);
    js_number(json, "rating_min", rules->rating_min);
    js_number(json, "rating_max", rules->rating_max);
    js_number(json, "at_once", rules->at_once);
    js_close(json, '}');
}

// --- preferences ---------------------------------------------------------------------------------

const char *challenge_rule_name(ChallengeRule rule)
{
    return CHALLENGES[rule];
}

static Status read_challenges(struct json_object *value, ChallengeRule *rule, Fault *why)
{
    char word[16];
    Status status = read_text(value, "challenges", word, sizeof word, why);
    if (status != OK) return status;
    for (int i = 0; i < CHALLENGE_RULES; i++)
        if (!strcmp(word, CHALLENGES[i])) {
            *rule = (ChallengeRule)i;
            return OK;
        }
    return fault(why, MALFORMED, "\"challenges\" is \"everybody\", \"followed\" or \"nobody\"");
}

Status message_read_preference(Text text, StoredPreference *preference, Fault *why)
{
    StoredPreference read = *preference;
    struct json_object *object = parse(text, why);
    if (!object) return MALFORMED;
    Status status = OK;
    json_object_object_foreach(object, key, value)
    {
        status = !strcmp(key, "challenges") ? read_challenges(value, &read.challenges, why)
                 : !strcmp(key, "chat")     ? read_bool(value, key, &read.chat, why)
                                        : fault(why, MALFORMED, "unknown field %q", text_of(key));
        if (status != OK) break;
    }
    json_object_put(object);
    if (status == OK) *preference = read;
    return status;
}

void message_write_preference(Json *json, const char *key, const StoredPreference *preference)
{
    js_object(json, key);
    js_string(json, "challenges", CHALLENGES[preference->challenges]);
    js_bool(json, "chat", preference->chat);
    js_close(json, '}');
}

// --- the directory -------------------------------------------------------------------------------

void message_begin_bots(Json *json)
{
    js_object(json, NULL);
    js_array(json, "bots");
}

void message_write_bot(Json *json, const BotShown *bot)
{
    js_object(json, NULL);
    message_write_person(json, "person", bot->person->id, bot->person->kind, bot->person->name);
    js_bool(json, "online", bot->online);
    js_number(json, "games", bot->games);
    message_write_bot_rules(json, "rules", bot->rules);
    js_value(json, "ratings", bot->ratings);
    js_close(json, '}');
}

void message_end_bots(Json *json)
{
    js_close(json, ']');
    js_close(json, '}');
}
