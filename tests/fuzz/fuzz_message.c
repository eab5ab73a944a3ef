// SPDX-License-Identifier: MIT
// Messages from clients: an input's first byte selects the reader, the rest is the text. An
// accepted message can be written and read again; a rejected one comes with a reason.
#include "fuzz.h"

#include "platform/net/origin.h"
#include "server/api/messages/shape_json.h"
#include "server/features/chat/chat.h"
#include "server/features/chat/chat_text.h"
#include "server/features/features.h"
#include "server/features/play/actions.h"
#include "server/features/play/setup_given.h"
#include "server/features/preferences/bot_rules.h"
#include "server/games/conditional/conditional_moves.h"
#include "server/identity/names.h"
#include "server/kernel/secret.h"

#include <stdlib.h>
#include <string.h>

// A Fault's text goes out as JSON, so it must be text.
static void check_why(const Fault *why)
{
    must(why->message[0] && strlen(why->message) < sizeof why->message);
}

static void *fields_of(const Shape *shape)
{
    void *fields = calloc(1, shape->size);
    if (shape->defaults) memcpy(fields, shape->defaults, shape->size);
    return fields;
}

static void check_action(const ActionGiven *given)
{
    must(given->seat >= NO_SEAT && given->seat < PLAYERS_MAX && given->ply >= -1);
    must(memchr(given->move, '\0', sizeof given->move) != NULL);
}

static void read_socket_message(Text text)
{
    OpenMessage message;
    Fault why = { .message = "" };
    int place;
    if (message_open(text, &message, &why) != OK) return check_why(&why);
    must(message.n >= -1);
    const SocketMessage *row = features_message(FEATURES, message.name, &place);
    if (!row) return message_close(&message);
    void *fields = fields_of(row->shape);
    if (message_read(&message, row->shape, fields, &why) != OK) {
        check_why(&why);
    } else if (row->receive == ACTION_MESSAGES[0].receive) {
        const ActionGiven *given = fields;
        check_action(given);
        must(given->game > 0 && (given->kind != ACT_MOVE || given->ply >= 0));
    }
    free(fields);
    message_close(&message);
}

static void read_action(Text text, const SocketMessage *row)
{
    ActionGiven given = *(const ActionGiven *)row->shape->defaults;
    Fault why = { .message = "" };
    if (action_read_body(text, row, &given, &why) != OK)
        check_why(&why);
    else
        check_action(&given);
}

// By the rows of all routes with a body.
static void read_bodies(Text text)
{
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->routes_count; i++) {
            const Shape *shape = (*f)->routes[i].body;
            Fault why = { .message = "" };
            if (shape == &RAW || shape == &NOTHING) continue;
            void *fields = fields_of(shape);
            if (shape_read_json(text, shape, fields, &why) != OK) check_why(&why);
            free(fields);
        }
}

static void read_setup(Text text)
{
    SetupGiven asked;
    Fault why = { .message = "" };
    char first[SETUP_TEXT_MAX];
    if (setup_given_read(text, &asked, &why) != OK) {
        check_why(&why);
        return;
    }
    const Variant *variant = asked.setup.start.head.variant;
    int mine = 0;
    for (int seat = 0; seat < PLAYERS_MAX; seat++) {
        mine += asked.me[seat];
        must(strlen(asked.invited[seat]) < PERSON_NAME_MAX);
        if (seat >= variant->players)
            must(!asked.me[seat] && !*asked.invited[seat] && !asked.setup.seat[seat].level);
    }
    must(mine <= 1);
    Out out = out_to(first, sizeof first);
    setup_write(&asked.setup, &out);
    must(!out.lost);
}

// Texts that the store has kept.
static void read_kept(Text text)
{
    static ConditionalMoves lines, again;
    char body[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    Vacation vacation;
    if (vacation_read(text, &vacation)) {
        vacation_write(&vacation, &out);
        must(!out.lost && text_equal((Text){ body, out.length }, text));
        return;
    }
    if (!conditional_read(text, &lines)) return;
    conditional_write(&lines, &out);
    must(!out.lost && text_equal((Text){ body, out.length }, text));
    must(conditional_read((Text){ body, out.length }, &again) && again.count == lines.count);
}

static void read_name(Text text)
{
    char key[PERSON_NAME_MAX], again[PERSON_NAME_MAX];
    Fault why = { .message = "" };
    if (name_key(text, key, &why) != OK) {
        check_why(&why);
        return;
    }
    // A key is the name of itself.
    must(name_key(text_of(key), again, &why) == OK && !strcmp(key, again));
}

// A bot's rules that are accepted can be written and read again unchanged, and fit into the store.
static void read_bot_rules(Text text)
{
    BotRules rules = bot_rules_of((Text){ 0 }), again = rules;
    Fault why = { .message = "" };
    if (shape_read_json(text, &BOT_RULES, &rules, &why) != OK) {
        check_why(&why);
        return;
    }
    Json json = { 0 };
    js_shape(&json, NULL, &BOT_RULES, &rules, NULL);
    must(!json.lost && json.length < BOT_RULES_SIZE);
    must(shape_read_json(js_view(&json), &BOT_RULES, &again, &why) == OK);
    Json twice = { 0 };
    js_shape(&twice, NULL, &BOT_RULES, &again, NULL);
    must(text_equal(js_view(&json), js_view(&twice)));
    js_free(&twice);
    js_free(&json);
}

// An accepted chat text fits and contains no web address.
static void read_words(Text text)
{
    if (chat_text_refuse(text)) return;
    must(text.length && text.length <= 4 * TEXT_LETTERS_MAX && text.length < SAID_TEXT_SIZE);
    for (size_t i = 0; i < text.length; i++)
        must((u8)text.at[i] >= ' ' && (!i || text.at[i] != '/' || text.at[i - 1] != '/'));
}

static void read_headers(Text text)
{
    SecretHash hash;
    Text host = { "", 0 }, rest = text;
    text_split(&rest, '\n', &host);
    if (!rest.at) rest = (Text){ "", 0 };
    secret_from_cookie(text, &hash);
    secret_from_authorization(text, &hash);
    origin_json(text);
    const Request request = { .host = host, .origin = rest };
    if (origin_fits(&request, NULL) && rest.length) must(rest.length > host.length);
}

// Any bytes make JSON.
static void write_text(Text text)
{
    Json json = { 0 };
    js_array(&json, NULL);
    js_text(&json, NULL, text);
    js_close(&json, ']');
    must(!json.lost);
    SetupGiven asked;
    Fault why = { .message = "" };
    // It is not an object, but it is JSON; the reader distinguishes the two.
    must(setup_given_read(js_view(&json), &asked, &why) != OK);
    must(!strcmp(why.message, "the message is not a JSON object"));
    js_free(&json);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (!size) return 0;
    char *bytes = malloc(size > 1 ? size - 1 : 1);
    memcpy(bytes, data + 1, size - 1);
    Text text = { bytes, size - 1 };
    switch (data[0] % 7) {
    case 0: read_socket_message(text); break;
    case 1: read_action(text, &ACTION_MESSAGES[data[0] / 7 % ACTION_MESSAGES_COUNT]); break;
    case 2: read_setup(text); break;
    case 3:
        read_bot_rules(text);
        read_bodies(text);
        read_kept(text);
        break;
    case 4:
        read_name(text);
        read_words(text);
        break;
    case 5: read_headers(text); break;
    case 6: write_text(text); break;
    }
    free(bytes);
    return 0;
}
