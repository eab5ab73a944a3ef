// SPDX-License-Identifier: MIT
// libmeydan: the rules of Abalone and Quoridor, six variants, for other programs.
//
// How it is used:
//
//     MeydanPosition position;
//     MeydanMove moves[MEYDAN_MOVES_MAX];
//     meydan_start(&position, meydan_variant_find("quoridor"), NULL);
//     while (!meydan_winners(&position)) {
//         int count = meydan_moves(&position, moves);
//         meydan_play(&position, moves[rand() % count]);
//     }
//
// examples/random_game.c is a whole program. Build with `pkg-config --cflags --libs meydan`.
//
// What always holds:
//
// * Positions and moves are plain values. Copying one with `=` or memcpy gives a second,
//   independent one; there is nothing to free and no undo: keep a copy. A position is only good
//   inside the process that made it (it points into the library); meydan_write() makes it portable.
// * The library allocates nothing, prints nothing, reads no files and keeps no state. Every
//   function may be called from any number of threads at once, as long as no two of them use the
//   same position while one of the two changes it.
// * Texts are NUL-terminated bytes, formats are those of docs/formats.md. A text that comes in may
//   hold anything and be of any length. Texts that the library hands out as `const char *` are its
//   constants: they live as long as the program, and nobody frees them.
// * Variants, layouts and players are numbered from 0. In texts (positions, results, messages)
//   players are numbered from 1, as players do.
// * A position that is passed in must have been filled by meydan_start() or meydan_read(), or be a
//   copy of such a one. Pointers are not NULL unless it is said that they may be. Breaking these
//   two is a programmer's error and its effect undefined; every other bad argument is answered as
//   described.
//
// Versions follow semver.org: within one major version programs keep working without being built
// again; while the major version is 0, within one minor version.
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

// The version of this header: as text, and as a number that grows (major * 1000000 + minor * 1000 +
// patch). This is the one place where it is stated: the build, the packages and the manuals read it
// from here.
#define MEYDAN_VERSION        "0.2.0"
#define MEYDAN_VERSION_NUMBER 2000

// The same two of the library that the program runs with.
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

// A position: whose turn it is and all that decides what may happen next. The content is the
// library's; do not look inside, nor compare with memcmp: meydan_key() distinguishes positions.
typedef struct MeydanPosition {
    uint64_t opaque[48];
} MeydanPosition;

// A move, meaningful together with the variant it belongs to. Equal moves are equal numbers.
typedef uint16_t MeydanMove;
enum {
    MEYDAN_MOVE_PASS = 0xfffe, // legal where nothing else is
    MEYDAN_MOVE_NONE = 0xffff, // never a move
};

// What a call that can be refused answers. A refused call has changed nothing.
typedef enum MeydanStatus {
    MEYDAN_OK = 0,
    MEYDAN_ILLEGAL = 1,   // understood, but the rules forbid it
    MEYDAN_MALFORMED = 2, // not understood: not the shape of what was expected, or no such thing
} MeydanStatus;

// Why a call was refused: one line in English, lower case, without a full stop, always terminated.
// Wherever a function takes a MeydanFault, NULL is allowed. It is written only on a refusal.
typedef struct MeydanFault {
    char message[200];
    int code; // a number for the rule that forbids a move, the same for every move; else 0
} MeydanFault;

// --- variants ------------------------------------------------------------------------------------

// How many variants there are; they are numbered 0 to one less.
MEYDAN_API int meydan_variants(void);

// The number of the variant with that id ("abalone", "abalone-3", "abalone-4", "abalone-4-pairs",
// "quoridor", "quoridor-4"), -1 if there is none. Ids are never reused or renamed; numbers may
// change from one version to another.
MEYDAN_API int meydan_variant_find(const char *id);

// Its id, its name in English, the number of players, and the team of a player (partners have the
// same number; where everybody plays alone, all numbers differ). For a variant or player that does
// not exist: NULL, NULL, 0 and -1.
MEYDAN_API const char *meydan_variant_id(int variant);
MEYDAN_API const char *meydan_variant_title(int variant);
MEYDAN_API int meydan_variant_players(int variant);
MEYDAN_API int meydan_variant_team(int variant, int player);

// Starting layouts: how many a variant has (0 if there is no such variant), and the name of each
// (NULL if there is none of that number). Layout 0 is the usual one.
MEYDAN_API int meydan_layouts(int variant);
MEYDAN_API const char *meydan_layout_name(int variant, int layout);

// --- positions -----------------------------------------------------------------------------------

// The start of a game. `layout` is a layout's name, or NULL for the usual one. MEYDAN_MALFORMED if
// there is no such variant or layout.
MEYDAN_API MeydanStatus meydan_start(MeydanPosition *position, int variant, const char *layout);

// Reads a position. Reading is strict: the marbles or walls must add up, nobody may be shut in,
// nothing may follow. MEYDAN_MALFORMED, and `why`, if it is refused.
MEYDAN_API MeydanStatus meydan_read(MeydanPosition *position, int variant, const char *text,
                                    MeydanFault *why);

// Writes a position so that meydan_read() gives it back. Like the two other writers below: at most
// `capacity` bytes go to `buffer`, the last of them NUL; with `capacity` 0 nothing is written and
// `buffer` may be NULL. Returns the length of the whole text without its NUL, so the text is
// complete if that is less than `capacity`.
MEYDAN_API size_t meydan_write(const MeydanPosition *position, char *buffer, size_t capacity);

// The board drawn in text, several lines, the players below it. `ascii` draws without Unicode,
// `colour` adds terminal colours.
MEYDAN_API size_t meydan_draw(const MeydanPosition *position, bool ascii, bool colour, char *buffer,
                              size_t capacity);

// The variant of a position; the player whose turn it is (of no meaning once the game is won).
MEYDAN_API int meydan_variant(const MeydanPosition *position);
MEYDAN_API int meydan_turn(const MeydanPosition *position);

// Sets of players, the first one being bit 0: those who have won (0 while nobody has, a whole team
// where there are teams), and those who have left by meydan_leave().
MEYDAN_API unsigned meydan_winners(const MeydanPosition *position);
MEYDAN_API unsigned meydan_out(const MeydanPosition *position);

// A hash of all that the rule of threefold repetition compares: board, walls in hand, scores,
// players out, player to move. The same from run to run within one version. A game in which one key
// comes up for the third time is drawn; keeping count is the caller's part.
MEYDAN_API uint64_t meydan_key(const MeydanPosition *position);

// --- moves ---------------------------------------------------------------------------------------

// Fills `moves` with the legal moves, in no particular order, and returns how many there are: none
// once the game is won, else at least one (which may be MEYDAN_MOVE_PASS).
MEYDAN_API int meydan_moves(const MeydanPosition *position, MeydanMove moves[MEYDAN_MOVES_MAX]);

// Reads a move and judges it: MEYDAN_OK and a legal move; MEYDAN_ILLEGAL, and `why` says which rule
// forbids it; or MEYDAN_MALFORMED, and `why` says what is wrong with the text.
MEYDAN_API MeydanStatus meydan_read_move(const MeydanPosition *position, const char *text,
                                         MeydanMove *move, MeydanFault *why);

// Writes a legal move of this position (so: before it is played). See meydan_write(). Any other
// move is written as nothing: an empty text, and the answer is 0.
MEYDAN_API size_t meydan_write_move(const MeydanPosition *position, MeydanMove move, char *buffer,
                                    size_t capacity);

// Plays a move. MEYDAN_ILLEGAL if it is not among meydan_moves(), whatever its bits are.
MEYDAN_API MeydanStatus meydan_play(MeydanPosition *position, MeydanMove move);

// A player resigns or runs out of time, and the others play on. MEYDAN_ILLEGAL in a game of two
// sides (there the game is over, and the other side has won), once the game is won, and for a
// player who has left before; MEYDAN_MALFORMED if there is no such player.
MEYDAN_API MeydanStatus meydan_leave(MeydanPosition *position, int player);

// The number of ways to play the next `depth` moves; a game that is won has no further moves.
// 1 for depth 0 or less. It grows by a factor of 40 to 130 per ply, and nothing stops it early.
MEYDAN_API uint64_t meydan_perft(const MeydanPosition *position, int depth);

// --- records -------------------------------------------------------------------------------------

// Reads the games of a text one after the other, in every format that docs/formats.md names:
//
//     MeydanRecords records = meydan_records(text, length);
//     while ((status = meydan_records_next(&records, &record, &why)) != MEYDAN_RECORDS_END) ...
//
// Nothing is copied: a record points into the text, which must stay where it is meanwhile.
typedef struct MeydanRecords {
    uint64_t opaque[16];
} MeydanRecords;

typedef struct MeydanRecord {
    uint64_t opaque[128];
} MeydanRecord;

typedef enum MeydanRecordsStatus {
    MEYDAN_RECORDS_READ = 0,
    MEYDAN_RECORDS_MALFORMED = 1, // `why` names the line; the next call goes on with the next game
    MEYDAN_RECORDS_END = 2,
} MeydanRecordsStatus;

MEYDAN_API MeydanRecords meydan_records(const char *text, size_t length);
MEYDAN_API MeydanRecordsStatus meydan_records_next(MeydanRecords *records, MeydanRecord *record,
                                                   MeydanFault *why);

// The value of a tag ("Player1", "Event"; of any tag, known or not), as meydan_write() writes. 0
// and an empty text if there is no such tag.
MEYDAN_API size_t meydan_record_tag(const MeydanRecord *record, const char *name, char *buffer,
                                    size_t capacity);
// The position at the start of the game.
MEYDAN_API MeydanStatus meydan_record_start(const MeydanRecord *record, MeydanPosition *position,
                                            MeydanFault *why);
// How many moves it has. Plays up to `count` of them and hands them out; `position` (may be NULL)
// is then the one they led to. Players who left on the way (R5) have left there. MEYDAN_ILLEGAL or
// MEYDAN_MALFORMED, with the move that is wrong, and everything untouched but `why`.
MEYDAN_API int meydan_record_plies(const MeydanRecord *record);
MEYDAN_API MeydanStatus meydan_record_moves(const MeydanRecord *record, MeydanMove *moves,
                                            int count, MeydanPosition *position, MeydanFault *why);

// --- the engine ----------------------------------------------------------------------------------

// The engine lives in memory of the caller's: meydan_engine_size() bytes, aligned to 64. One search
// at a time; meydan_engine_stop() may be called from another thread or from the callback.
typedef struct MeydanEngine MeydanEngine;

// What is known after an iteration, or of one of several lines.
typedef struct MeydanReport {
    int rank;  // 1 for the best line, 2 for the second ...
    int depth; // plies
    int score; // seen by the player to move, 100 about as much as a marble or a step
    int mate;  // own moves to a forced win, negative: to a forced loss; 0: neither is known
    uint64_t nodes;
    int length;
    const MeydanMove *line; // good while the callback runs
} MeydanReport;

// Zero means no such limit. With none at all, the search ends by meydan_engine_stop().
typedef struct MeydanSearch {
    int depth;
    uint64_t nodes;
    int64_t milliseconds;          // needs `now`
    int lines;                     // how many best moves are wanted; 0 means 1
    int level;                     // 1 to 10; 0: all the engine has
    uint64_t seed;                 // for the choices of levels below 10
    int64_t (*now)(void *context); // in ms, any origin; may be NULL
    void (*report)(void *context, const MeydanReport *report); // may be NULL
    void *context;
} MeydanSearch;

MEYDAN_API size_t meydan_engine_size(int hash_mb);
// NULL if the memory is too small. Nothing needs to be closed.
MEYDAN_API MeydanEngine *meydan_engine_init(void *memory, size_t size);
// Forgets what earlier searches have learned: the next one depends on nothing else.
MEYDAN_API void meydan_engine_clear(MeydanEngine *engine);
// The move to play in the position that `count` legal moves lead to from `start`; it knows all of
// them for repetitions. MEYDAN_MOVE_NONE if the game is over there, or if a move is not legal. With
// a limit in nodes or depth, the same search gives the same move everywhere.
MEYDAN_API MeydanMove meydan_search(MeydanEngine *engine, const MeydanPosition *start,
                                    const MeydanMove *moves, int count, const MeydanSearch *search);
MEYDAN_API void meydan_engine_stop(MeydanEngine *engine);

// --- the opponent
// ---------------------------------------------------------------------------------

// A computer in a seat, the same as in the page, at the terminal and on a server: it says what it
// plays and whether it takes a draw. examples/play_level.c is a whole program.
enum { MEYDAN_LEVELS = 10 };

typedef struct MeydanOpponent {
    int level; // 1 to MEYDAN_LEVELS; others count as the nearest of them
    uint64_t
        seed; // of the game: below the highest level the same game and seed give the same moves
    // Longest thought of the highest level; 0: a second. Without `now` it thinks about so many
    // nodes as a second may have, the same everywhere.
    int64_t milliseconds;
    int64_t (*now)(void *context); // in ms, any origin; may be NULL
    void *context;
} MeydanOpponent;

// Its move after `count` legal moves from `start`, as meydan_search() is told of a game.
// MEYDAN_MOVE_NONE if the game is over there, or if a move is not legal.
MEYDAN_API MeydanMove meydan_opponent_move(MeydanEngine *engine, const MeydanPosition *start,
                                           const MeydanMove *moves, int count,
                                           const MeydanOpponent *opponent);
// Whether it takes a draw in the seat of `player`, whoever is to move: when it is behind, or when
// nothing has come of a long game. No if the game is over, or there is no such player.
MEYDAN_API bool meydan_opponent_takes_draw(MeydanEngine *engine, const MeydanPosition *start,
                                           const MeydanMove *moves, int count, int player,
                                           const MeydanOpponent *opponent);

// --- many games at once --------------------------------------------------------------------------

// For programs that learn: moves as small dense numbers (actions), positions as planes, and one
// call for many games of the same start.
enum { MEYDAN_PLANE_SIZE = 9 };

// How many actions and planes a variant has; 0 if there is no such variant. Each move of a game has
// one action, 0 to one less than that; numbers stay the same within one major version.
MEYDAN_API int meydan_actions(int variant);
MEYDAN_API int meydan_planes(int variant);

// The action of a legal move, -1 for any other; the move of an action, MEYDAN_MOVE_NONE if there is
// no such action.
MEYDAN_API int meydan_action(const MeydanPosition *position, MeydanMove move);
MEYDAN_API MeydanMove meydan_action_move(int variant, int action);

// How far a game has come.
enum {
    MEYDAN_IDLE = 0, // not begun, or to be begun again: the next meydan_many_start() does
    MEYDAN_RUNNING = 1,
    MEYDAN_WON = 2,   // `winners` says by whom
    MEYDAN_DRAWN = 3, // a position came up for the third time
    MEYDAN_CUT = 4,   // `plies_max` moves were played
};

// The games; all arrays are the caller's, with `count` elements each, `state` all 0 at first.
typedef struct MeydanMany {
    int count;
    int plies_max;               // moves after which a game is cut, at least 1
    const MeydanPosition *start; // of every game
    MeydanPosition *position;
    uint64_t *keys; // count * (plies_max + 1), for repetitions
    int32_t *plies;
    uint8_t *state;
    uint8_t *winners; // set of players
    uint8_t *refused; // whether the last action was not legal; such a game has not moved
} MeydanMany;

// Begins every game that is not running.
MEYDAN_API void meydan_many_start(MeydanMany *many);
// Plays one action in every running game, and answers how many were not legal. Those of games that
// have ended are not looked at.
MEYDAN_API int meydan_many_step(MeydanMany *many, const int32_t *actions);
// For every game meydan_actions() bytes, 1 for each legal action; all 0 in a game that has ended.
MEYDAN_API void meydan_many_mask(const MeydanMany *many, uint8_t *mask);
// For every game one legal action, each equally likely; -1 in a game that has ended. `seed` goes on
// from call to call, and the same seed gives the same actions.
MEYDAN_API void meydan_many_sample(const MeydanMany *many, uint64_t *seed, int32_t *actions);
// For every game meydan_planes() planes of 9 x 9 bytes, [plane][row][column], row 0 at the bottom,
// the player to move first and the others in turn order. Abalone: the marbles of each player, the
// marbles that each player's side has pushed out, the cells that exist. Quoridor: the pawn, the
// goal and the walls left of each player; horizontal walls, vertical walls.
MEYDAN_API void meydan_many_observe(const MeydanMany *many, uint8_t *planes);
// Whose turn it is in every game.
MEYDAN_API void meydan_many_turns(const MeydanMany *many, int8_t *turns);

#ifdef __cplusplus
}
#endif

#endif
