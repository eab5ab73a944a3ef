// SPDX-License-Identifier: MIT
// Messages from clients: an input's first byte selects the reader, the rest is the text. An
// accepted message can be written and read again; a rejected one comes with a reason.
#include "fuzz.h"

#include "server/api/messages.h"
#include "server/api/secret.h"
#include "server/api/shape_json.h"
#include "server/features/chat/chat.h"
#include "server/features/chat/chat_text.h"
#include "server/features/preferences/bot_rules.h"
#include "server/net/origin.h"
#include "server/people/names.h"

#include <stdlib.h>
#include <string.h>

// A Fault's text goes out as JSON, so it must be text.
static void check_why(const Fault *why)
{
    must(why->message[0] && strlen(why->message) < sizeof why->message);
}

static void read_socket_message(Text text)
{
    Message message;
    ErrorCode code = ERROR_NONE;
    Fault why = { .message = "" };
    if (message_read(text, &message, &code, &why) != OK) {
        must(code == ERROR_MALFORMED || code == ERROR_UNKNOWN);
        check_why(&why);
        return;
    }
    must((unsigned)message.kind < MESSAGES && message.n >= -1);
    must(message.seat >= NO_SEAT && message.seat < PLAYERS_MAX && message.ply >= -1);
    must(memchr(message.move, '\0', sizeof message.move) != NULL);
    if (message.kind >= MESSAGE_JOIN) must(message.game > 0);
    if (message.kind == MESSAGE_MOVE) must(message.ply >= 0);
}

static void read_action(Text text, MessageKind kind)
{
    Message message;
    Fault why = { .message = "" };
    if (message_read_action(text, kind, &message, &why) != OK) check_why(&why);
}

static void read_setup(Text text)
{
    SetupAsked asked;
    Fault why = { .message = "" };
    char first[SETUP_TEXT_MAX];
    if (message_read_setup(text, &asked, &why) != OK) {
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

// What a client sends, and what the store has kept.
static void read_lines(Text text)
{
    static LinesAsked asked;
    static ConditionalMoves lines, again;
    Fault why = { .message = "" };
    char body[CONDITIONAL_TEXT_MAX];
    Out out = out_to(body, sizeof body);
    if (message_read_lines(text, &asked, &why) != OK)
        check_why(&why);
    else
        must(asked.count >= 0 && asked.count <= CONDITIONAL_LINES_MAX && asked.ply >= 0);
    int days;
    Vacation vacation;
    why.message[0] = '\0';
    if (message_read_vacation(text, &days, &why) != OK)
        check_why(&why);
    else
        must(days > 0 && days <= VACATION_DAYS_MAX);
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

// What a bot accepts is read again as it is written, and fits into the store.
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

// What players may say is text that fits, without an address.
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
    SetupAsked asked;
    Fault why = { .message = "" };
    // It is not an object, but it is JSON; the reader distinguishes the two.
    must(message_read_setup(js_view(&json), &asked, &why) != OK);
    must(!strcmp(why.message, "the message is not a JSON object"));
    js_free(&json);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    Body body;
    Fault why = { .message = "" };
    if (!size) return 0;
    char *bytes = malloc(size > 1 ? size - 1 : 1);
    memcpy(bytes, data + 1, size - 1);
    Text text = { bytes, size - 1 };
    switch (data[0] % 7) {
    case 0: read_socket_message(text); break;
    case 1: read_action(text, MESSAGE_JOIN + data[0] / 7 % (MESSAGES - MESSAGE_JOIN)); break;
    case 2: read_setup(text); break;
    case 3:
        if (message_read_body(text, data[0] / 7 & 63, BODY_ALL, &body, &why) != OK) check_why(&why);
        read_bot_rules(text);
        read_lines(text);
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
