// SPDX-License-Identifier: MIT
// The command line: one program with a table of sub-commands that follow the same conventions.
//
// Results go to standard output, messages to standard error. A command that fails prints one line
// with the cause and nothing else, so it checks all its input before it writes.
#ifndef MEYDAN_CLI_CLI_H
#define MEYDAN_CLI_CLI_H

#include "game/game.h"

typedef enum ExitStatus {
    EXIT_DONE = 0,
    EXIT_NO = 1,  // a negative result: an illegal move, nothing found
    EXIT_BAD = 2, // bad usage or bad input
} ExitStatus;

typedef struct Command {
    const char *name;
    const char *synopsis; // arguments after the name
    const char *summary;  // one line for `meydan --help`
    const char *help;     // the rest of `meydan NAME --help`
    ExitStatus (*run)(int argc,
                      char **argv); // argv without the names of the program and the command
} Command;

extern const Command COMMAND_ADMIN, COMMAND_ANALYSE, COMMAND_APPLY, COMMAND_BENCH, COMMAND_BOT,
    COMMAND_HEALTH, COMMAND_ENGINE, COMMAND_EXPLAIN, COMMAND_EXPLORER, COMMAND_FAIRPLAY,
    COMMAND_MATCH, COMMAND_MOVES, COMMAND_PERFT, COMMAND_PLAY, COMMAND_PUZZLES, COMMAND_REPLAY,
    COMMAND_SERVE, COMMAND_SHOW, COMMAND_SOLVE, COMMAND_STORE, COMMAND_TOURNAMENT, COMMAND_WORKER;

enum { OPTION_TIMES = 8 };

// An option is a flag (sets `given`) or takes a value (sets `value`). With both it takes a value
// and may be repeated up to OPTION_TIMES times: `value` is then an array.
typedef struct Option {
    const char *name; // "--layout"
    const char **value;
    bool *given;
} Option;

// Removes the options from the arguments: --name value, --name=value; `--` ends them. The other
// arguments stay in argv. Returns their number, or -1 after printing an error. {0} ends the list of
// options.
int args_options(int argc, char **argv, const Option *options);

// Makes args_options() print the options instead, one line each: "--layout VALUE" or "--json".
// Manuals and completions are generated from them (tools/manuals).
void args_list_options(void);

// Complains about an unexpected argument.
ExitStatus args_unexpected(const char *argument);

// The position that most commands take: VARIANT [--layout NAME
// --position TEXT].
typedef struct PositionArgs {
    const char *layout, *position;
} PositionArgs;
ExitStatus args_position(const char *variant, PositionArgs args, Position *position);

// The arguments of a command that begins with such a position.
typedef struct Needs {
    const char *command, *what; // "perft needs a variant and a depth"
    int least, most;            // number of arguments after VARIANT
    const Option *options;      // the command's own, ended by {0}, at most OPTIONS_MAX, or NULL
} Needs;
enum { OPTIONS_MAX = 4 };
// Leaves the arguments after VARIANT in argv.
ExitStatus args_opening(int *argc, char **argv, const Needs *needs, Position *position);

bool args_number(const char *text, const char *what, i64 most, i64 *number);

// The command name for hints: as typed if that is a path, otherwise "meydan". main() sets it.
void program_set_name(const char *argv0);
const char *program_name(void);

// A text in quotes like the core's %q: clipped, with '?' for everything except plain ASCII. Valid
// to the end of the expression: complain(EXIT_BAD, "unknown game %s", quote(name).text).
typedef struct Quote {
    char text[64];
} Quote;
Quote quote(const char *text);
// Prints one line on standard error, "meydan: ...", and returns the status.
ExitStatus complain(ExitStatus status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ExitStatus complain_status(Status status, const Fault *why);

#endif
