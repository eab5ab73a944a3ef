// SPDX-License-Identifier: MIT
// A game at one terminal: play.c sets it up, loop.c runs it, computer.c plays the seats without a
// person, text.c has the texts, record.c converts the game to a record and back, and save.c saves
// that to a file.
#ifndef MEYDAN_CLI_PLAY_PLAY_H
#define MEYDAN_CLI_PLAY_PLAY_H

#include "cli/cli.h"
#include "cli/engine/think.h"
#include "cli/terminal.h"
#include "opponent/opponent.h"

enum {
    NAME_LENGTH_MAX = 128,
    WHO_MAX = NAME_LENGTH_MAX + 64, // a colour and a name
    SIDE_MAX = PLAYERS_MAX * WHO_MAX,
    CLOCK_WORDS_MAX = 128,
    WORD_NAME_MAX = 64,
};

// The person or computer in a seat.
typedef struct TerminalSeat {
    char name[NAME_LENGTH_MAX]; // may be empty; contains only printable characters
    int level;                  // the computer's level, 0 for a person
} TerminalSeat;

// Where a game is saved; see save.c.
typedef struct Keep {
    char *path;    // NULL for nowhere
    bool chosen;   // chosen by the player; the default file isn't created before the first move
    bool replaces; // nothing written yet: the first write keeps an existing file as a backup
    bool resumed;  // the file has this game and stays unchanged until the first event
    bool failed;   // the last save failed, and this was reported
    int lock;      // lock on the default file, or -1
    char date[16]; // start of the game
    Text source;   // content of the resumed file, or empty; its other tags and its notes are kept
} Keep;

typedef struct TerminalGame {
    Match match;
    TerminalSeat seat[PLAYERS_MAX];
    Keep keep;
    Terminal terminal;
    Think think; // opened on first use
    u64 seed;    // seed of the computers' choices
    DrawStyle style;
    i64 origin;     // terminal_now() at the match's time 0
    int departures; // number of departures announced
    bool ask_first; // confirm a resignation, because a typed one may be a typo
    bool resigning; // the confirmation was requested
} TerminalGame;

static inline i64 play_now(const TerminalGame *play)
{
    return terminal_now() - play->origin;
}

static inline const Game *play_game(const TerminalGame *play)
{
    return match_variant(&play->match)->game;
}

// --- loop.c --------------------------------------------------------------------------------------

// Runs until the game is over, the players stop, or the input ends.
ExitStatus play_run(TerminalGame *play);
// Makes space for more plies. Returns false if out of memory.
bool play_grow(TerminalGame *play);

// --- computer.c ----------------------------------------------------------------------------------

// These search and return like think_run(): only INPUT_LINE means a result. If out of memory they
// print an error and return INPUT_END.
// Finds the move of the computer to move.
Input computer_move(TerminalGame *play, Move *move);
// Finds a good move for the player to move.
Input computer_hint(TerminalGame *play, Move *move);
// Decides whether a computer agrees to a draw now.
Input computer_agrees(TerminalGame *play, int player, bool *agrees);

// --- text.c --------------------------------------------------------------------------------------

typedef enum Word {
    WORD_HELP,
    WORD_BOARD,
    WORD_MOVES,
    WORD_CLOCK,
    WORD_UNDO,
    WORD_HINT,
    WORD_PASS,
    WORD_DRAW,
    WORD_ACCEPT,
    WORD_DECLINE,
    WORD_RESIGN,
    WORD_SAVE,
    WORD_QUIT,
    WORDS,
} Word;

// Finds a command by name in English or in the current language; returns WORDS if there is none.
Word word_find(Text text);

// These write into the given buffer and return it.
// The first name of a command in the current language.
const char *word_name(Word word, char name[WORD_NAME_MAX]);
// "black (Ada)", "player 2".
const char *who_name(const TerminalGame *play, int player, char who[WHO_MAX]);

// "9:58", "0:07.3", "2 days 4:00:00", "0:28 (2 periods)". Returns false if there is no clock.
bool clock_words(const TerminalGame *play, int player, char words[CLOCK_WORDS_MAX]);

void print_players(const TerminalGame *play);
void print_board(const TerminalGame *play);
void print_last_move(const TerminalGame *play);
// If passing is the player's only move (R1).
void print_must_pass(const TerminalGame *play);
void print_clocks(const TerminalGame *play);
void print_moves(const TerminalGame *play);
void print_help(const TerminalGame *play);
// Why the text isn't a legal move; `status` and `why` are from move_read().
void print_refusal(const TerminalGame *play, Text text, Status status, const Fault *why);
void print_departure(const TerminalGame *play, const Departure *departure);
void print_result(const TerminalGame *play);

// --- record.c ------------------------------------------------------------------------------------

// Sets a name, truncated if too long, with '?' for unprintable characters.
void seat_name(TerminalSeat *seat, Text name);
// Seats a computer of that level, and names it if it has no name.
void seat_computer(TerminalSeat *seat, int level);
// The game as a record, to be freed; NULL if out of memory.
char *play_write(const TerminalGame *play);
// Loads the game of a record; the text must outlive it. After an error `play` is unusable.
Status play_read(TerminalGame *play, Text text, Fault *why);

// --- save.c --------------------------------------------------------------------------------------

// Determines the file: `path`, or the default if NULL. A resumed game's file exists already.
void keep_open(TerminalGame *play, const char *path, bool resumed);
void keep_close(TerminalGame *play);
// Saves the game after an event. Reports the first failure.
void keep_save(TerminalGame *play);
// Saves the time used, when the players stop.
void keep_leave(TerminalGame *play);
// Saves a copy to another file.
void keep_save_copy(TerminalGame *play, Text path);
// Prints where the game is saved, and how to continue it.
void keep_print_where(const TerminalGame *play);

#endif
