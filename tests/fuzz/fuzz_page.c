// SPDX-License-Identifier: MIT
// Calls from the page to meydan.wasm. The first byte selects the call: a file of records is opened,
// and every match in it must be written, opened and written again identically; lines of arguments
// must get an answer, whatever they are.
#define _GNU_SOURCE // memmem
#include "fuzz.h"

#include "wasm/page.h"

#include <stdlib.h>
#include <string.h>

static u32 put(const char *bytes, size_t size)
{
    memcpy(page_input((u32)size), bytes, size);
    return (u32)size;
}

// The handles in a result such as "[1,2]"; none if it is a refusal.
static int take_handles(u32 length, PageMatch *handles[], int most)
{
    const char *at = page_output(), *end = at + length;
    int count = 0;
    if (*at++ != '[') return 0;
    while (at < end && text_digit(*at) && count < most) {
        char *next;
        handles[count++] = (PageMatch *)(uintptr_t)strtoull(at, &next, 10);
        at = next + 1;
    }
    return count;
}

// To be freed.
static Text record_of(const PageMatch *match)
{
    u32 length = page_match_record(match);
    char *text = malloc(length);
    memcpy(text, page_output(), length);
    return (Text){ text, length };
}

// The moves and the result.
static Text after_tags(Text record)
{
    const char *blank = memmem(record.at, record.length, "\n\n", 2);
    must(blank != NULL);
    return text_from(record, (size_t)(blank - record.at));
}

// NULL if the record is refused.
static PageMatch *open_one(Text record)
{
    PageMatch *opened[2];
    int count = take_handles(page_match_open(put(record.at, record.length)), opened, 2);
    must(count <= 1);
    return count ? opened[0] : NULL;
}

// A saved match, opened again, has the same moves and the same end, and from then on the same text.
// The exception is a foreign game that continued after a repetition.
static void check_saved(const PageMatch *match)
{
    Text once = record_of(match);
    PageMatch *again = open_one(once);
    if (again) {
        Text twice = record_of(again);
        must(text_equal(after_tags(once), after_tags(twice)));
        PageMatch *third = open_one(twice);
        must(third != NULL);
        Text thrice = record_of(third);
        must(text_equal(twice, thrice));
        page_match_free(again);
        page_match_free(third);
        free((char *)twice.at);
        free((char *)thrice.at);
    } else {
        must(strstr(page_output(), "ply ") != NULL);
    }
    free((char *)once.at);
}

// Continues a game in progress: every call may be rejected, but none may break anything.
static void go_on(PageMatch *match)
{
    page_match_state(match);
    page_match_moves(match, 0);
    page_match_at(match, 3);
    page_match_tick(match, 100);
    page_match_offer_draw(match, 0, 200);
    page_match_play(match, put("e2", 2), 300);
    page_match_pause(match, 400);
    page_match_resume(match, 500);
    page_match_resign(match, 1, 600);
    page_match_undo(match, 2, 700);
    page_match_tick(match, 1e12);
    page_match_state(match);
    page_match_record(match);
}

// Follows the same game with nonsense from the referee.
static void follow(PageMatch *match, const char *bytes, size_t size)
{
    page_match_copy(match);
    PageMatch *copy = (PageMatch *)(uintptr_t)strtoull(page_output(), NULL, 10);
    page_match_follow(copy, 30000);
    page_match_told_wishes(copy, size & 15, size % 5, (u32)size, 15);
    page_match_told_move(copy, put(bytes, size < 8 ? size : 8));
    page_match_told_clocks(copy, put(bytes, size), true, 100);
    page_match_clock(copy, 1e12);
    page_match_ask_takeback(copy, 0, 0);
    page_match_agree_takeback(copy, 1, 0);
    page_match_told_leave(copy, 1, put("time", 4));
    page_match_told_end(copy, put(bytes, size < 8 ? size : 8));
    page_match_state(copy);
    page_match_record(copy);
    page_match_free(copy);
}

static void fuzz_open(const char *bytes, size_t size)
{
    enum { MOST = 64 };
    PageMatch *handles[MOST];
    // Handles beyond the array would leak.
    size_t games = 0;
    for (size_t i = 0; i < size; i++)
        games += bytes[i] == '\n';
    if (games >= MOST) return;
    int count = take_handles(page_match_open(put(bytes, size)), handles, MOST);
    for (int i = 0; i < count; i++) {
        check_saved(handles[i]);
        follow(handles[i], bytes, size);
        go_on(handles[i]);
        page_match_free(handles[i]);
    }
}

static void fuzz_new(const char *bytes, size_t size)
{
    u32 length = page_match_new(put(bytes, size));
    if (!text_digit(page_output()[0])) return;
    must(length < 32);
    PageMatch *match = (PageMatch *)(uintptr_t)strtoull(page_output(), NULL, 10);
    check_saved(match);
    follow(match, bytes, size);
    go_on(match);
    page_match_free(match);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    if (size < 1) return 0;
    const char *bytes = (const char *)data + 1;
    u32 length = (u32)(size - 1);
    switch (data[0] % 9) {
    case 0: fuzz_open(bytes, length); break;
    case 1: fuzz_new(bytes, length); break;
    case 2: page_start(put(bytes, length)); break;
    case 3: page_read(put(bytes, length)); break;
    case 4: page_play(put(bytes, length)); break;
    case 5: page_check(put(bytes, length)); break;
    case 6: page_leave(put(bytes, length), data[0] / 8 % 5); break;
    case 7: page_handicap(put(bytes, length)); break;
    default:
        page_explain(put(bytes, length));
        page_ahead(put(bytes, length), data[0] / 8 % 5);
        break;
    }
    return 0;
}
