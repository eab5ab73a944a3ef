// SPDX-License-Identifier: MIT
// The engine's protocol: an input is the lines sent to it. Every line of its output must be
// printable and of a known kind; every `isready` gets a `readyok`, and every `go` that isn't
// rejected gets one `bestmove`.
#include "fuzz.h"

#include "protocol/ugi.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 64, SEARCHES_MAX = 4 };

typedef struct Count {
    int ready, best, refused; // lines received
    bool drawing;             // the answer of `d`
} Count;

static bool begins(Text line, const char *with)
{
    return text_is(text_cut(line, 0, strlen(with)), with);
}

static void hear(void *context, Text line)
{
    static const char *const KINDS[] = { "id ",       "option ",   "ugiok", "readyok",
                                         "bestmove ", "response ", "info " };
    Count *count = context;
    bool known = count->drawing;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        known |= begins(line, KINDS[i]);
    must(known);
    for (size_t i = 0; i < line.length; i++)
        must(line.at[i] >= ' ' && line.at[i] <= '~');
    count->ready += text_is(line, "readyok");
    count->best += begins(line, "bestmove ");
    count->refused += begins(line, "info string go is ignored while thinking");
}

// Lines that set the number of threads are skipped, because threads make the target slow.
static bool is_slow(Text line)
{
    for (size_t i = 0; i < line.length; i++)
        if (text_is_nocase(text_cut(line, i, i + 7), "threads")) return true;
    return false;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    Count count = { 0 };
    int asked = 0, searches = 0;
    Ugi *ugi = ugi_new((UgiHost){ .write = hear, .context = &count, .version = "", .hash_max = 1 });
    must(ugi);
    Text rest = { bytes, size }, line;
    for (int i = 0; i < LINES_MAX && text_split(&rest, '\n', &line); i++) {
        Text words = line, word;
        text_word(&words, &word);
        bool search = text_is(word, "go");
        if (is_slow(line) || (search && searches == SEARCHES_MAX)) continue;
        asked += text_is(word, "isready");
        searches += search;
        count.drawing = text_is(word, "d");
        bool going = ugi_line(ugi, line);
        count.drawing = false;
        if (!going) break;
    }
    ugi_free(ugi);
    must(count.ready == asked);
    must(count.best + count.refused == searches);
    free(bytes);
    return 0;
}
