// SPDX-License-Identifier: MIT
// The UGI client: an input is the output of a program started as an engine. Includes the source
// file, so that no process is needed. Every conversation must end, and an answer is one printable
// word.
#include "protocol/ugi_client.c"

#include "memory_file.h"

static void check_text(const char *text, size_t room)
{
    must(strlen(text) < room);
    for (; *text; text++)
        must((unsigned char)*text >= ' ');
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    enum { WITHIN_MS = 1000, MOVES = 8 };
    static UgiClient client;
    const char *path = memory_file((Text){ (const char *)data, size });
    client = (UgiClient){ .to = open("/dev/null", O_WRONLY), .from = open(path, O_RDONLY) };
    Text line;
    Talk talk = wait_for(&client, "ugiok", WITHIN_MS, hear_about, &client, &line);
    check_text(client.name, sizeof client.name);
    must(client.options <= OPTIONS_MAX);
    for (int i = 0; i < client.options; i++)
        check_text(client.option[i], sizeof client.option[i]);
    client_has_option(&client, "Hash");
    if (talk == TALK_OK) talk = client_ready(&client, WITHIN_MS);
    for (int i = 0; i < MOVES && talk == TALK_OK; i++) {
        ClientAnswer answer;
        talk = i % 2 ? client_stop(&client, WITHIN_MS)
                     : client_go(&client, "go nodes 1", WITHIN_MS, &answer);
        if (talk != TALK_OK || i % 2) continue;
        check_text(answer.move, sizeof answer.move);
        must(answer.move[0] && !strchr(answer.move, ' '));
        must(answer.scored || (!answer.mate && !answer.score));
        must(answer.score >= -1000000 && answer.score <= 1000000);
    }
    must(talk != TALK_INTERRUPTED);
    close(client.to);
    close(client.from);
    return 0;
}
