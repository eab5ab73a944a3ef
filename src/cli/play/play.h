// SPDX-License-Identifier: MIT
// A game at one terminal: play.c sets it up, loop.c leads through it, computer.c thinks for the
// seats without a person, text.c has the words, record.c turns the game into a record and back,
// save.c keeps that in a file.
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
    char name[NAME_LENGTH_MAX]; // may be empty; all of it can be printed
    int level;                  // of the computer, 0 for a person
} TerminalSeat;

// Where a game is kept; see save.c.
typedef struct Keep {
    char *path;    // NULL: nowhere
    bool chosen;   // by the player; the default place is left alone until there is a move
    bool replaces; // nothing was written yet: an older file there is kept the first time
    bool resumed;  // the file there is this game, and stays as it is until something happens
    bool failed;   // the last time, and that was said
    int lock;      // on the default place, or -1
    char date[16]; // when the game began
    Text source;   // the file that was resumed, or nothing: its other tags and its notes are kept
} Keep;

typedef struct TerminalGame {
    Match match;
    TerminalSeat seat[PLAYERS_MAX];
    Keep keep;
    Terminal terminal;
    Think think; // opened when it is first needed
    u64 seed;    // of the computers' choices
    DrawStyle style;
    i64 origin;     // the match's time 0 in terminal_now()
    int departures; // of the match, that have been announced
    bool ask_first; // before resigning: somebody types, and may have slipped
    bool resigning; // they were asked
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

// Until the game is over, the players stop, or the input ends.
ExitStatus play_run(TerminalGame *play);
// Space for more plies; false if there is no memory.
bool play_grow(TerminalGame *play);

// --- computer.c ----------------------------------------------------------------------------------

// These think, and answer like think_run(): unless it is INPUT_LINE there is no answer. Without
// memory to think with they say so, and the answer is INPUT_END.
// The move of the computer whose turn it is.
Input computer_move(TerminalGame *play, Move *move);
// A good move for the player to move.
Input computer_hint(TerminalGame *play, Move *move);
// Whether a computer agrees to a draw now.
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

// Which command it is, in English or in the language of the game; WORDS if none.
Word word_find(Text text);

// These write into what they are given, and return it.
// The first name of a command in the language of the game.
const char *word_name(Word word, char name[WORD_NAME_MAX]);
// "black (Ada)", "player 2".
const char *who_name(const TerminalGame *play, int player, char who[WHO_MAX]);

// "9:58", "0:07.3", "2 days 4:00:00", "0:28 (2 periods)"; false if there is no clock.
bool clock_words(const TerminalGame *play, int player, char words[CLOCK_WORDS_MAX]);

void print_players(const TerminalGame *play);
void print_board(const TerminalGame *play);
void print_last_move(const TerminalGame *play);
// If that is all the player to move can do (R1).
void print_must_pass(const TerminalGame *play);
void print_clocks(const TerminalGame *play);
void print_moves(const TerminalGame *play);
void print_help(const TerminalGame *play);
// Why the text is not a move here: `status` and `why` come from move_read().
void print_refusal(const TerminalGame *play, Text text, Status status, const Fault *why);
void print_departure(const TerminalGame *play, const Departure *departure);
void print_result(const TerminalGame *play);

// --- record.c ------------------------------------------------------------------------------------

// Takes a name over, clipped if it is too long, with '?' for what cannot be printed.
void seat_name(TerminalSeat *seat, Text name);
// Puts a computer of that level there; it gets a name if there is none.
void seat_computer(TerminalSeat *seat, int level);
// The game as a record, to be freed; NULL if there is no memory.
char *play_write(const TerminalGame *play);
// Takes over the game of a record; the text must outlive it. On a refusal `play` is of no use.
Status play_read(TerminalGame *play, Text text, Fault *why);

// --- save.c --------------------------------------------------------------------------------------

// Finds the place: `path`, or the default one if that is NULL. A resumed game is there already.
void keep_open(TerminalGame *play, const char *path, bool resumed);
void keep_close(TerminalGame *play);
// Saves the game after something happened in it; if that fails, says so once.
void keep_save(TerminalGame *play);
// Saves the time that was used, when the players stop.
void keep_leave(TerminalGame *play);
// Saves a copy elsewhere.
void keep_save_copy(TerminalGame *play, Text path);
// Says where the game is saved, and how to continue it.
void keep_print_where(const TerminalGame *play);

#endif
