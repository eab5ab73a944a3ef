// SPDX-License-Identifier: MIT
// The command line: one program, one table of sub-commands, the same manners for all of them.
//
// What is asked for goes to standard output, remarks to standard error. A command fails with one
// line that names the fault and prints nothing else, so it looks at all its input before it writes.
#ifndef MEYDAN_CLI_CLI_H
#define MEYDAN_CLI_CLI_H

#include "game/game.h"

typedef enum ExitStatus {
    EXIT_DONE = 0,
    EXIT_NO = 1,  // the answer is no: an illegal move, nothing found
    EXIT_BAD = 2, // bad usage or bad input
} ExitStatus;

typedef struct Command {
    const char *name;
    const char *synopsis;                     // what follows the name
    const char *summary;                      // one line for `meydan --help`
    const char *help;                         // the rest of `meydan NAME --help`
    ExitStatus (*run)(int argc, char **argv); // without the program's and the command's name
} Command;

extern const Command COMMAND_ADMIN, COMMAND_ANALYSE, COMMAND_APPLY, COMMAND_BENCH, COMMAND_BOT,
    COMMAND_ENGINE, COMMAND_EXPLAIN, COMMAND_EXPLORER, COMMAND_FAIRPLAY, COMMAND_MATCH,
    COMMAND_MOVES, COMMAND_PERFT, COMMAND_PLAY, COMMAND_PUZZLES, COMMAND_REPLAY, COMMAND_SERVE,
    COMMAND_SHOW, COMMAND_STORE, COMMAND_WORKER;

enum { OPTION_TIMES = 8 };

// An option is a flag (`given` is set) or takes a value (`value` is set). With both it takes a
// value and can be given several times, at most OPTION_TIMES: then `value` is an array.
typedef struct Option {
    const char *name; // "--layout"
    const char **value;
    bool *given;
} Option;

// Takes the options out of the arguments: --name value, --name=value, `--` ends them. What is left
// stays in argv; returns how many, or -1 after saying what is wrong. Ends the list of options with
// {0}.
int args_options(int argc, char **argv, const Option *options);

// From now on args_options() prints the options instead, a line for each: "--layout VALUE" or
// "--json". Manuals and completions are made from that (tools/manuals).
void args_list_options(void);

// For an argument too many.
ExitStatus args_unexpected(const char *argument);

// A position as most commands take it: VARIANT [--layout NAME | --position TEXT].
typedef struct PositionArgs {
    const char *layout, *position;
} PositionArgs;
ExitStatus args_position(const char *variant, PositionArgs args, Position *position);

// What a command takes that begins with such a position.
typedef struct Needs {
    const char *command, *what; // "perft needs a variant and a depth"
    int least, most;            // arguments behind VARIANT
    const Option *options;      // the command's own, ended with {0}, at most OPTIONS_MAX; or NULL
} Needs;
enum { OPTIONS_MAX = 4 };
// Leaves in argv the arguments behind VARIANT.
ExitStatus args_opening(int *argc, char **argv, const Needs *needs, Position *position);

bool args_number(const char *text, const char *what, i64 most, i64 *number);

// The command that started this program, for hints: as it was typed if that is a path, or "meydan".
// main() sets it.
void program_set_name(const char *argv0);
const char *program_name(void);

// A text in quotes as the core's %q shows it: clipped, with '?' for everything except plain ASCII.
// Valid to the end of the expression: complain(EXIT_BAD, "unknown game %s", quote(name).text).
typedef struct Quote {
    char text[64];
} Quote;
Quote quote(const char *text);
// Says one line on standard error, "meydan: ..."; returns the status.
ExitStatus complain(ExitStatus status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ExitStatus complain_status(Status status, const Fault *why);

#endif
