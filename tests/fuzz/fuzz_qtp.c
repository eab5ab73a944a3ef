// SPDX-License-Identifier: MIT
// QTP: an input is the lines sent to the engine. Every command gets exactly one answer, which
// begins with = or ? and has one empty line, at its end.
#include "fuzz.h"

#include "protocol/qtp.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 64, SEARCHES_MAX = 4 };

typedef struct Heard {
    int answers;
} Heard;

static void hear(void *context, Text text)
{
    Heard *heard = context;
    must(text.length > 2 && (text.at[0] == '=' || text.at[0] == '?'));
    for (size_t i = 0; i < text.length; i++) {
        bool last = i + 2 >= text.length;
        must(text.at[i] == '\n' || (text.at[i] >= ' ' && text.at[i] <= '~'));
        must(last || text.at[i] != '\n' || text.at[i + 1] != '\n');
    }
    must(text.at[text.length - 1] == '\n' && text.at[text.length - 2] == '\n');
    heard->answers++;
}

static bool holds(Text line, const char *word)
{
    for (size_t i = 0; i < line.length; i++)
        if (text_is(text_cut(line, i, i + strlen(word)), word)) return true;
    return false;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    Heard heard = { 0 };
    int moves = 0;
    Qtp *qtp = qtp_new((QtpHost){ .write = hear,
                                  .context = &heard,
                                  .version = "",
                                  .hash_mb = 1,
                                  .threads = 1,
                                  .level = 1,
                                  .nodes = 50 });
    must(qtp);
    Text rest = { bytes, size }, line;
    for (int i = 0; i < LINES_MAX && text_split(&rest, '\n', &line); i++) {
        int before = heard.answers;
        // A clock would make a search slow.
        if (holds(line, "time_")) continue;
        if (holds(line, "genmove") && moves++ == SEARCHES_MAX) continue;
        bool going = qtp_line(qtp, line);
        must(heard.answers - before <= 1);
        if (!going) break;
    }
    qtp_free(qtp);
    free(bytes);
    return 0;
}
