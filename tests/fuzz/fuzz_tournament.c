// SPDX-License-Identifier: MIT
// Files of whole tournaments. A file that applies can be written; reading that gives the same
// again; and the decision that is due then applies.
#include "fuzz.h"

#include "tournament/formats/log_file.h"
#include "tournament/formats/next.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 60 };

static void write_again(const TournamentLog *log, const Tournament *t)
{
    Json one = { 0 }, two = { 0 };
    TournamentLog read;
    Tournament again;
    Fault why;
    log_write(log, t, &one);
    must(!one.lost);
    must(log_read(js_view(&one), &read, &why) == OK);
    must(log_replay(&read, &again, &why) == OK);
    log_write(&read, &again, &two);
    must(one.length == two.length && !memcmp(one.at, two.at, one.length));
    tournament_free(&again);
    log_free(&read);
    js_free(&one);
    js_free(&two);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    TournamentLog log;
    Tournament t;
    Fault why = { 0 };
    Status status = log_read((Text){ text, size }, &log, &why);
    free(text);
    if (status != OK) {
        must(why.message[0] && strlen(why.message) < sizeof why.message);
        return 0;
    }
    log_check(&log, &why);
    status = log_replay(&log, &t, &why);
    i64 now = log.entry[log.entries - 1].at_ms;
    if (status == OK) write_again(&log, &t);
    for (int i = 0; status == OK && i < 4 && t.entries < SMALL; i++) {
        Json due = { 0 };
        if (tournament_next(&t, now, &due, &why) == OK && due.length)
            must(tournament_apply(&t, now, js_view(&due), &why) == OK);
        js_free(&due);
    }
    tournament_free(&t);
    log_free(&log);
    return 0;
}
