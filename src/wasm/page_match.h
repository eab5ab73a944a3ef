// SPDX-License-Identifier: MIT
// A match of the page inside the module, shared by page_match.c (lifetime and actions),
// page_record.c (records), page_state.c (state as JSON) and page_follow.c (matches with a remote
// referee). The script identifies it by its address.
#ifndef MEYDAN_WASM_PAGE_MATCH_H
#define MEYDAN_WASM_PAGE_MATCH_H

#include "game/handicap.h"
#include "game/match.h"
#include "record/tokens.h"
#include "wasm/page.h"

enum {
    SMALL_MAX = 1024, // a result without a position
    TAG_NAME_MAX = 32,
    TAG_VALUE_MAX = 1024,
};

struct PageMatch {
    Match match;
    Handicap handicap;
    i64 origin;  // the caller's time at which the match's is 0
    bool begun;  // a time was passed, so `origin` is set
    bool paused; // the match's time is stopped
    char *tags;  // names and other tags, as in a record
    size_t tags_length, tags_capacity;
    char *told; // the moves of the record it was opened from, for their remarks
    size_t told_length;
    u32 told_plies; // number of them that are still part of the match
    bool followed;  // has a remote referee: no flag falls here, and time stops at the last event
    bool runs;      // followed: whether the referee's clock runs
    i64 first_move; // followed: the time limit of a first move
};

// Creates a match at its start, with an empty text of tags; NULL if out of memory.
PageMatch *page_match_make(const Position *start, ClockSpec spec, u32 plies, size_t tags_capacity);
// Ensures space for that total number of plies.
bool page_match_reserve(Match *match, u32 plies);
// Converts the caller's time to the match's. The clock starts with the first time.
i64 page_match_time(PageMatch *game, double now);
bool page_match_has(const PageMatch *game, u32 player);
// Converts a time of the script to whole ms.
i64 page_ms(double now);

u32 page_refuse(const Position *position, Text text, Status status, const Fault *why);
u32 page_null(void);

// Adds a line "name<tab>value" to the tags. Skips tags that a record can't contain.
void page_add_tag(Text line, Out *tags);
// Exchanges the names of the two players, who swapped sides (R12).
void page_exchange_names(PageMatch *game);
// Reads the remarks about the previous step one by one; false at the next step.
bool page_next_remark(Tokens *told, Text *remark);
// Skips the next step, but not its marks: `e2!?`.
void page_pass_step(Tokens *told);
// The player whose departure is the next step; NOBODY if it isn't one.
int page_told_leave(Tokens told);
// Converts a mark after a move, such as "!?", to its standard number.
Text page_glyph(Text remark);

#endif
