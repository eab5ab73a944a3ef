# SPDX-License-Identifier: MIT
"""Loads libmeydan with cffi and declares the parts of meydan.h that this package uses.

The environment variable MEYDAN_LIBRARY names the file to load. By default it is the one in
this folder, which a wheel has, or the system's libmeydan.so.0.
"""
from __future__ import annotations

import os

from cffi import FFI

ffi = FFI()
ffi.cdef(
    """
typedef struct { uint64_t opaque[48]; } MeydanPosition;
typedef uint16_t MeydanMove;
typedef struct { char message[200]; int code; } MeydanFault;
typedef struct { uint64_t opaque[16]; } MeydanRecords;
typedef struct { uint64_t opaque[128]; } MeydanRecord;
typedef struct MeydanEngine MeydanEngine;
typedef struct {
    int rank, depth, score, mate;
    uint64_t nodes;
    int length;
    const MeydanMove *line;
} MeydanReport;
typedef struct {
    int depth;
    uint64_t nodes;
    int64_t milliseconds;
    int lines, level;
    uint64_t seed;
    int64_t (*now)(void *context);
    void (*report)(void *context, const MeydanReport *report);
    void *context;
} MeydanSearch;
typedef struct {
    int level;
    uint64_t seed;
    int64_t milliseconds;
    int64_t (*now)(void *context);
    void *context;
} MeydanOpponent;
typedef struct {
    int count, plies_max;
    const MeydanPosition *start;
    MeydanPosition *position;
    uint64_t *keys;
    int32_t *plies;
    uint8_t *state, *winners, *refused;
} MeydanMany;

const char *meydan_version(void);
int meydan_variants(void);
int meydan_variant_find(const char *id);
const char *meydan_variant_id(int variant);
const char *meydan_variant_title(int variant);
int meydan_variant_players(int variant);
int meydan_variant_team(int variant, int player);
int meydan_layouts(int variant);
const char *meydan_layout_name(int variant, int layout);

int meydan_start(MeydanPosition *position, int variant, const char *layout);
int meydan_read(MeydanPosition *position, int variant, const char *text, MeydanFault *why);
size_t meydan_write(const MeydanPosition *position, char *buffer, size_t capacity);
size_t meydan_draw(const MeydanPosition *position, bool ascii, bool colour, char *buffer, size_t capacity);
int meydan_variant(const MeydanPosition *position);
int meydan_turn(const MeydanPosition *position);
unsigned meydan_winners(const MeydanPosition *position);
unsigned meydan_out(const MeydanPosition *position);
uint64_t meydan_key(const MeydanPosition *position);
int meydan_moves(const MeydanPosition *position, MeydanMove *moves);
int meydan_read_move(const MeydanPosition *position, const char *text, MeydanMove *move, MeydanFault *why);
size_t meydan_write_move(const MeydanPosition *position, MeydanMove move, char *buffer, size_t capacity);
int meydan_play(MeydanPosition *position, MeydanMove move);
int meydan_leave(MeydanPosition *position, int player);
uint64_t meydan_perft(const MeydanPosition *position, int depth);

MeydanRecords meydan_records(const char *text, size_t length);
int meydan_records_next(MeydanRecords *records, MeydanRecord *record, MeydanFault *why);
size_t meydan_record_tag(const MeydanRecord *record, const char *name, char *buffer, size_t capacity);
int meydan_record_start(const MeydanRecord *record, MeydanPosition *position, MeydanFault *why);
int meydan_record_plies(const MeydanRecord *record);
int meydan_record_moves(const MeydanRecord *record, MeydanMove *moves, int count, MeydanPosition *position,
                        MeydanFault *why);

size_t meydan_engine_size(int hash_mb);
MeydanEngine *meydan_engine_init(void *memory, size_t size);
void meydan_engine_clear(MeydanEngine *engine);
MeydanMove meydan_opponent_move(MeydanEngine *engine, const MeydanPosition *start, const MeydanMove *moves, int count,
                                const MeydanOpponent *opponent);
bool meydan_opponent_takes_draw(MeydanEngine *engine, const MeydanPosition *start, const MeydanMove *moves, int count,
                                int player, const MeydanOpponent *opponent);
MeydanMove meydan_search(MeydanEngine *engine, const MeydanPosition *start, const MeydanMove *moves, int count,
                         const MeydanSearch *search);
void meydan_engine_stop(MeydanEngine *engine);

int meydan_actions(int variant);
int meydan_planes(int variant);
int meydan_action(const MeydanPosition *position, MeydanMove move);
MeydanMove meydan_action_move(int variant, int action);
void meydan_many_start(MeydanMany *many);
int meydan_many_step(MeydanMany *many, const int32_t *actions);
void meydan_many_mask(const MeydanMany *many, uint8_t *mask);
void meydan_many_sample(const MeydanMany *many, uint64_t *seed, int32_t *actions);
void meydan_many_observe(const MeydanMany *many, uint8_t *planes);
void meydan_many_turns(const MeydanMany *many, int8_t *turns);
"""
)

MOVES_MAX = 512
MOVE_TEXT_MAX = 8
POSITION_TEXT_MAX = 256
DRAWING_TEXT_MAX = 16384
MOVE_NONE = 0xFFFF
PLANE_SIZE = 9
OK, ILLEGAL, MALFORMED = 0, 1, 2


def _library() -> str:
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libmeydan.so")
    return os.environ.get("MEYDAN_LIBRARY") or (own if os.path.exists(own) else "libmeydan.so.0")


lib = ffi.dlopen(_library())


def text(pointer) -> str:
    """Converts a string owned by the library."""
    return ffi.string(pointer).decode()
