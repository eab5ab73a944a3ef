// SPDX-License-Identifier: MIT
// A match of the page inside the module: what page_match.c (its life and what happens in it),
// page_record.c (records), page_state.c (what there is to see) and page_follow.c (matches that are
// judged elsewhere) share. The script knows it only by its address.
#ifndef MEYDAN_WASM_PAGE_MATCH_H
#define MEYDAN_WASM_PAGE_MATCH_H

#include "game/match.h"
#include "record/tokens.h"
#include "wasm/page.h"

enum {
    SMALL_MAX = 1024, // an answer without a position in it
    TAG_NAME_MAX = 32,
    TAG_VALUE_MAX = 1024,
};

struct PageMatch {
    Match match;
    i64 origin;  // the caller's time when the match's is 0
    bool begun;  // a time has been seen: `origin` is known
    bool paused; // then the match's time stands still
    char *tags;  // names and all else that a record tells, as it stands there
    size_t tags_length, tags_capacity;
    char *told; // the moves of the record it came from, for what is remarked about them
    size_t told_length;
    u32 told_plies; // so many of them still stand
    bool followed;  // somebody else judges it: no flag falls here, and time is what they told last
    bool runs;      // followed: whether they say that a clock runs
    i64 first_move; // followed: how long a first move may take
};

// A match that stands at its start, with an empty text of tags; NULL if there is no memory.
PageMatch *page_match_make(const Position *start, ClockSpec spec, u32 plies, size_t tags_capacity);
// Has space for so many plies in all.
bool page_match_reserve(Match *match, u32 plies);
// From the caller's time to the match's. The first time that is seen is when the clock starts.
i64 page_match_time(PageMatch *game, double now);
bool page_match_has(const PageMatch *game, u32 player);
// A time of the script's in whole ms.
i64 page_ms(double now);

u32 page_refuse(const Position *position, Text text, Status status, const Fault *why);
u32 page_null(void);

// Adds a line "name<tab>value" to the tags. What no record can have is left out.
void page_add_tag(Text line, Out *tags);
// Passes what a record remarks about the step before, remark by remark; false in front of the next
// step.
bool page_next_remark(Tokens *told, Text *remark);
// Goes behind the next step, but not behind its marks: `e2!?`.
void page_pass_step(Tokens *told);
// The player who leaves next; NOBODY if that is not the next step.
int page_told_leave(Tokens told);
// A mark behind a move, "!?", as the number that every program knows.
Text page_glyph(Text remark);

#endif
