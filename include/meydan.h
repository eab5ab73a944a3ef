// SPDX-License-Identifier: MIT
// libmeydan: the rules of Abalone and Quoridor, six variants, for other programs.
//
// Usage:
//
//     MeydanPosition position;
//     MeydanMove moves[MEYDAN_MOVES_MAX];
//     meydan_start(&position, meydan_variant_find("quoridor"), NULL);
//     while (!meydan_winners(&position)) {
//         int count = meydan_moves(&position, moves);
//         meydan_play(&position, moves[rand() % count]);
//     }
//
// examples/random_game.c is a complete program. Build with `pkg-config --cflags --libs meydan`.
//
// General rules:
//
// * Positions and moves are plain values. Copying one with `=` or memcpy gives an independent one.
//   Nothing needs to be freed. There is no undo; keep a copy instead. A position is valid only in
//   the process that created it (it points into the library). meydan_write() makes it portable.
// * The library allocates nothing, prints nothing, reads no files and keeps no state. Every
//   function may be called from any number of threads at once, as long as no two of them use the
//   same position while one of the two changes it.
// * Texts are NUL-terminated and have the formats of docs/formats.md. An input text may have any
//   content and length. A `const char *` that the library returns is a constant: it is valid as
//   long as the program runs and must not be freed.
// * Variants, layouts and players are numbered from 0. In texts (positions, results, messages)
//   players are numbered from 1.
// * A position passed to a function must come from meydan_start() or meydan_read(), or be a copy of
//   one that does. Pointers must not be NULL unless documented. Violating these two rules is
//   undefined behaviour; the results of all other invalid arguments are documented.
//
// Versions follow semver.org: programs work with all later versions of the same major version
// without being rebuilt; while the major version is 0, of the same minor version.
#ifndef MEYDAN_H
#define MEYDAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MEYDAN_API __attribute__((visibility("default")))
#else
#define MEYDAN_API
#endif

// --- versions ------------------------------------------------------------------------------------

// The version of this header: as text, and as an increasing number (major * 1000000 + minor * 1000
// + patch). This is its only definition: the build, the packages and the manuals read it from here.
#define MEYDAN_VERSION        "0.2.0"
#define MEYDAN_VERSION_NUMBER 2000

// The version of the library at run time, in both forms.
MEYDAN_API const char *meydan_version(void);
MEYDAN_API int meydan_version_number(void);

// --- types ---------------------------------------------------------------------------------------

enum {
    MEYDAN_PLAYERS_MAX = 4,
    MEYDAN_MOVES_MAX = 512,          // space for the legal moves of any position
    MEYDAN_MOVE_TEXT_MAX = 8,        // space for any move's text and its NUL
    MEYDAN_POSITION_TEXT_MAX = 256,  // space for any position's text and its NUL
    MEYDAN_DRAWING_TEXT_MAX = 16384, // space for any drawn board and its NUL
};

// A position: the board, the player to move and everything else that determines the legal moves.
// The content is opaque. Don't compare positions with memcmp; use meydan_key().
typedef struct MeydanPosition {
    uint64_t opaque[48];
} MeydanPosition;

// A move of a variant. Equal moves are equal numbers.
typedef uint16_t MeydanMove;
enum {
    MEYDAN_MOVE_SWAP = 0xfffd, // the swap rule: exchanges the players' sides
    MEYDAN_MOVE_PASS = 0xfffe, // legal if there is no other move
    MEYDAN_MOVE_NONE = 0xffff, // never a move
};

// The result of a call that can fail. A failed call changes nothing.
typedef enum MeydanStatus {
    MEYDAN_OK = 0,
    MEYDAN_ILLEGAL = 1,   // understood, but the rules forbid it
    MEYDAN_MALFORMED = 2, // not understood: wrong form, or unknown name or number
} MeydanStatus;

// Why a call failed: one line in English, lower case, without a full stop, NUL-terminated.
// Functions that take a MeydanFault accept NULL and write to it only on failure.
typedef struct MeydanFault {
    char message[200];
    int code; // a number for the rule that forbids a move, the same for every move; else 0
} MeydanFault;

// --- variants ------------------------------------------------------------------------------------

// The number of variants. They are numbered from 0.
MEYDAN_API int meydan_variants(void);

// The number of the variant with that id ("abalone", "abalone-3", "abalone-4", "abalone-4-pairs",
// "quoridor", "quoridor-4"), or -1. Ids are never reused or renamed; numbers may change from one
// version to another.
MEYDAN_API int meydan_variant_find(const char *id);

// A variant's id, its name in English, the number of players, and the team of a player (partners
// have the same number). For an unknown variant or player: NULL, NULL, 0 and -1.
MEYDAN_API const char *meydan_variant_id(int variant);
MEYDAN_API const char *meydan_variant_title(int variant);
MEYDAN_API int meydan_variant_players(int variant);
MEYDAN_API int meydan_variant_team(int variant, int player);

// Starting layouts: their number (0 for an unknown variant), and the name of each (NULL for an
// unknown number). Layout 0 is the default.
MEYDAN_API int meydan_layouts(int variant);
MEYDAN_API const char *meydan_layout_name(int variant, int layout);

// --- positions -----------------------------------------------------------------------------------

// Sets the start position. `layout` is a layout's name, or NULL for the default. Returns
// MEYDAN_MALFORMED for an unknown variant or layout.
MEYDAN_API MeydanStatus meydan_start(MeydanPosition *position, int variant, const char *layout);

// Reads a position. Reading is strict: the marbles or walls must add up, no player may be shut in,
// and no text may follow. On failure returns MEYDAN_MALFORMED and sets `why`.
MEYDAN_API MeydanStatus meydan_read(MeydanPosition *position, int variant, const char *text,
                                    MeydanFault *why);

// Writes a position in the format that meydan_read() reads. All writers of this library behave like
// snprintf: they write at most `capacity` bytes to `buffer`, including the NUL. With `capacity` 0
// they write nothing and `buffer` may be NULL. They return the length of the whole text without its
// NUL, so the text is complete if that is less than `capacity`.
MEYDAN_API size_t meydan_write(const MeydanPosition *position, char *buffer, size_t capacity);

// Draws the board as several lines of text with the players below it. `ascii` avoids Unicode,
// `colour` adds terminal colours.
MEYDAN_API size_t meydan_draw(const MeydanPosition *position, bool ascii, bool colour, char *buffer,
                              size_t capacity);

// The variant of a position; the player to move (meaningless once the game is won).
MEYDAN_API int meydan_variant(const MeydanPosition *position);
MEYDAN_API int meydan_turn(const MeydanPosition *position);

// Sets of players, the first player being bit 0: those who have won (0 if the game isn't won, a
// whole team if there are teams), and those who have left by meydan_leave().
MEYDAN_API unsigned meydan_winners(const MeydanPosition *position);
MEYDAN_API unsigned meydan_out(const MeydanPosition *position);

// A hash of everything that the rule of threefold repetition compares: board, walls in hand,
// scores, players out, player to move. Stable within one version. A game in which a key occurs for
// the third time is drawn. The caller must count.
MEYDAN_API uint64_t meydan_key(const MeydanPosition *position);

// --- moves ---------------------------------------------------------------------------------------

// Fills `moves` with the legal moves, in no particular order, and returns their number: 0 once the
// game is won, otherwise at least one (possibly MEYDAN_MOVE_PASS).
MEYDAN_API int meydan_moves(const MeydanPosition *position, MeydanMove moves[MEYDAN_MOVES_MAX]);

// Reads a move and checks it. Returns MEYDAN_OK and a legal move; MEYDAN_ILLEGAL, with the broken
// rule in `why`; or MEYDAN_MALFORMED, with the error in `why`.
MEYDAN_API MeydanStatus meydan_read_move(const MeydanPosition *position, const char *text,
                                         MeydanMove *move, MeydanFault *why);

// Writes a legal move of this position (the one before the move). See meydan_write(). For any other
// move it writes an empty text and returns 0.
MEYDAN_API size_t meydan_write_move(const MeydanPosition *position, MeydanMove move, char *buffer,
                                    size_t capacity);

// Plays a move. Returns MEYDAN_ILLEGAL for any number that isn't among meydan_moves().
MEYDAN_API MeydanStatus meydan_play(MeydanPosition *position, MeydanMove move);

// Removes a player who resigns or runs out of time while the others play on. Returns MEYDAN_ILLEGAL
// in a game of two sides (where the other side wins instead), once the game is won, and for a
// player who has left already; MEYDAN_MALFORMED for an unknown player.
MEYDAN_API MeydanStatus meydan_leave(MeydanPosition *position, int player);

// The number of possible sequences of the next `depth` moves; a won game has no further moves.
// 1 for depth 0 or less. It grows by a factor of 40 to 130 per ply, and can't be interrupted.
MEYDAN_API uint64_t meydan_perft(const MeydanPosition *position, int depth);

// --- records -------------------------------------------------------------------------------------

// Reads the games of a text one by one, in all formats of docs/formats.md:
//
//     MeydanRecords records = meydan_records(text, length);
//     while ((status = meydan_records_next(&records, &record, &why)) != MEYDAN_RECORDS_END) ...
//
// Nothing is copied: a record points into the text, which must outlive it.
typedef struct MeydanRecords {
    uint64_t opaque[16];
} MeydanRecords;

typedef struct MeydanRecord {
    uint64_t opaque[128];
} MeydanRecord;

typedef enum MeydanRecordsStatus {
    MEYDAN_RECORDS_READ = 0,
    MEYDAN_RECORDS_MALFORMED = 1, // `why` names the line; the next call reads the next game
    MEYDAN_RECORDS_END = 2,
} MeydanRecordsStatus;

MEYDAN_API MeydanRecords meydan_records(const char *text, size_t length);
MEYDAN_API MeydanRecordsStatus meydan_records_next(MeydanRecords *records, MeydanRecord *record,
                                                   MeydanFault *why);

// Writes the value of any tag, such as "Player1" or "Event". See meydan_write(). For a missing tag
// it writes an empty text and returns 0.
MEYDAN_API size_t meydan_record_tag(const MeydanRecord *record, const char *name, char *buffer,
                                    size_t capacity);
// The position at the start of the game.
MEYDAN_API MeydanStatus meydan_record_start(const MeydanRecord *record, MeydanPosition *position,
                                            MeydanFault *why);
// The number of moves. The first `count` moves, after checking them; `position` (may be NULL)
// becomes the one after these moves, including departures (R5). On failure returns MEYDAN_ILLEGAL
// or MEYDAN_MALFORMED, with the wrong move in `why`, and changes nothing else.
MEYDAN_API int meydan_record_plies(const MeydanRecord *record);
MEYDAN_API MeydanStatus meydan_record_moves(const MeydanRecord *record, MeydanMove *moves,
                                            int count, MeydanPosition *position, MeydanFault *why);

// --- the engine ----------------------------------------------------------------------------------

// The caller provides the engine's memory: meydan_engine_size() bytes, aligned to 64. It runs one
// search at a time. meydan_engine_stop() may be called from another thread or from the callback.
typedef struct MeydanEngine MeydanEngine;

// A result of the search: after an iteration, or for one of several lines.
typedef struct MeydanReport {
    int rank;  // 1 for the best line, 2 for the second ...
    int depth; // plies
    int score; // for the player to move; 100 is about a marble or a step
    int mate;  // own moves to a forced win (negative: loss); 0 if unknown
    uint64_t nodes;
    int length;
    const MeydanMove *line; // valid during the callback
} MeydanReport;

// Zero means no limit. Without any limit the search runs until meydan_engine_stop().
typedef struct MeydanSearch {
    int depth;
    uint64_t nodes;
    int64_t milliseconds;          // needs `now`
    int lines;                     // number of best moves to find; 0 means 1
    int level;                     // 1 to 10; 0 means full strength
    uint64_t seed;                 // random choices of levels below 10
    int64_t (*now)(void *context); // in ms, any origin; may be NULL
    void (*report)(void *context, const MeydanReport *report); // may be NULL
    void *context;
} MeydanSearch;

MEYDAN_API size_t meydan_engine_size(int hash_mb);
// Returns NULL if the memory is too small. There is nothing to close.
MEYDAN_API MeydanEngine *meydan_engine_init(void *memory, size_t size);
// Clears the results of earlier searches, which otherwise influence the next one.
MEYDAN_API void meydan_engine_clear(MeydanEngine *engine);
// Finds the move to play after `count` legal moves from `start`, all of which count for
// repetitions. Returns MEYDAN_MOVE_NONE if the game is over, or if a move is illegal. With a limit
// in nodes or depth, the same search gives the same move on every machine.
MEYDAN_API MeydanMove meydan_search(MeydanEngine *engine, const MeydanPosition *start,
                                    const MeydanMove *moves, int count, const MeydanSearch *search);
MEYDAN_API void meydan_engine_stop(MeydanEngine *engine);

// --- the opponent --------------------------------------------------------------------------------

// A computer opponent, the same as in the page, at the terminal and on a server: it chooses moves
// and decides about draw offers. examples/play_level.c is a complete program.
enum { MEYDAN_LEVELS = 10 };

typedef struct MeydanOpponent {
    int level;     // 1 to MEYDAN_LEVELS; other numbers mean the nearest of these
    uint64_t seed; // one per game; below the highest level, game and seed determine the moves
    // Time limit per move of the highest level; 0 means one second. Without `now` a fixed number of
    // nodes replaces it, which gives the same move on every machine.
    int64_t milliseconds;
    int64_t (*now)(void *context); // in ms, any origin; may be NULL
    void *context;
} MeydanOpponent;

// The opponent's move after `count` legal moves from `start`. Returns MEYDAN_MOVE_NONE if the game
// is over, or if a move is illegal.
MEYDAN_API MeydanMove meydan_opponent_move(MeydanEngine *engine, const MeydanPosition *start,
                                           const MeydanMove *moves, int count,
                                           const MeydanOpponent *opponent);
// Whether the opponent, as `player`, takes a draw, whether or not it is their turn. It does if it
// is behind, or if a long game is even. False if the game is over, or for an unknown player.
MEYDAN_API bool meydan_opponent_takes_draw(MeydanEngine *engine, const MeydanPosition *start,
                                           const MeydanMove *moves, int count, int player,
                                           const MeydanOpponent *opponent);

// --- many games at once --------------------------------------------------------------------------

// For machine learning: moves as small dense numbers (actions), positions as planes, and calls that
// process many games with the same start.
enum { MEYDAN_PLANE_SIZE = 9 };

// The number of actions and planes of a variant; 0 for an unknown variant. Each move of a game has
// one action, numbered from 0; numbers stay the same within one major version.
MEYDAN_API int meydan_actions(int variant);
MEYDAN_API int meydan_planes(int variant);

// The action of a legal move, or -1; the move of an action, or MEYDAN_MOVE_NONE.
MEYDAN_API int meydan_action(const MeydanPosition *position, MeydanMove move);
MEYDAN_API MeydanMove meydan_action_move(int variant, int action);

// The state of a game.
enum {
    MEYDAN_IDLE = 0, // not started; the next meydan_many_start() starts it
    MEYDAN_RUNNING = 1,
    MEYDAN_WON = 2,   // see `winners`
    MEYDAN_DRAWN = 3, // a position occurred for the third time
    MEYDAN_CUT = 4,   // `plies_max` moves were played
};

// The games. The caller provides all arrays with `count` elements each; `state` must be 0
// initially.
typedef struct MeydanMany {
    int count;
    int plies_max;               // moves after which a game is cut, at least 1
    const MeydanPosition *start; // of every game
    MeydanPosition *position;
    uint64_t *keys; // count * (plies_max + 1), for repetitions
    int32_t *plies;
    uint8_t *state;
    uint8_t *winners; // set of players
    uint8_t *refused; // whether the last action was illegal (it leaves the game unchanged)
} MeydanMany;

// Starts every game that isn't running.
MEYDAN_API void meydan_many_start(MeydanMany *many);
// Plays one action in every running game and returns how many were illegal. Ignores the actions of
// games that have ended.
MEYDAN_API int meydan_many_step(MeydanMany *many, const int32_t *actions);
// Writes meydan_actions() bytes per game, 1 for each legal action; all 0 for a game that has ended.
MEYDAN_API void meydan_many_mask(const MeydanMany *many, uint8_t *mask);
// Writes one random legal action per game, uniformly distributed; -1 for a game that has ended.
// Updates `seed`; the same seed gives the same actions.
MEYDAN_API void meydan_many_sample(const MeydanMany *many, uint64_t *seed, int32_t *actions);
// Writes meydan_planes() planes of 9 x 9 bytes per game, [plane][row][column], row 0 at the bottom,
// the player to move first and the others in turn order. Abalone: the marbles of each player, the
// marbles that each player's side has pushed out, the cells that exist. Quoridor: the pawn, the
// goal and the remaining walls of each player; horizontal walls, vertical walls.
MEYDAN_API void meydan_many_observe(const MeydanMany *many, uint8_t *planes);
// Writes the player to move of every game.
MEYDAN_API void meydan_many_turns(const MeydanMany *many, int8_t *turns);

#ifdef __cplusplus
}
#endif

#endif
