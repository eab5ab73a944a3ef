// SPDX-License-Identifier: MIT
// Finds the sub-command and runs it.
#include "cli/cli.h"
#include "cli/processor.h"

#include <stdio.h>
#include <string.h>

static const Command *const COMMANDS[] = {
#ifdef MEYDAN_SERVER
    &COMMAND_ADMIN,
#endif
    &COMMAND_ANALYSE,    &COMMAND_APPLY,   &COMMAND_BENCH,
#ifdef MEYDAN_CLIENT
    &COMMAND_BOT,
#endif
    &COMMAND_ENGINE,     &COMMAND_EXPLAIN,
#ifdef MEYDAN_EXPLORER
    &COMMAND_EXPLORER,
#endif
    &COMMAND_FAIRPLAY,
#ifdef MEYDAN_CLIENT
    &COMMAND_HEALTH,
#endif
    &COMMAND_MATCH,      &COMMAND_MOVES,   &COMMAND_PERFT,
    &COMMAND_PLAY,       &COMMAND_PUZZLES, &COMMAND_REPLAY,
#ifdef MEYDAN_SERVER
    &COMMAND_SERVE,
#endif
    &COMMAND_SHOW,       &COMMAND_SOLVE,
#ifdef MEYDAN_STORE
    &COMMAND_STORE,
#endif
    &COMMAND_TOURNAMENT,
#ifdef MEYDAN_SERVER
    &COMMAND_WORKER,
#endif
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static void print_overview(void)
{
    printf("usage: meydan COMMAND [...]\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    printf("\nmeydan COMMAND --help explains a command; meydan --version prints the version.\n"
           "Files named docs/NAME.md are in the source, and in /usr/share/doc/meydan with Debian's "
           "package.\n");
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
    return false;
}

// For tools/manuals: lists the commands with their summaries, or the options of one command.
static ExitStatus list(int argc, char **argv)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const Command *command = COMMANDS[i];
        if (!argc) {
            printf("%s\t%s\n", command->name, command->summary);
        } else if (!strcmp(argv[0], command->name)) {
            args_list_options();
            command->run(0, argv + 1);
            return EXIT_DONE;
        }
    }
    return argc ? complain(EXIT_NO, "unknown command %s", quote(argv[0]).text) : EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    if (argc < 2) return complain(EXIT_BAD, "which command? see meydan --help");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_overview();
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("meydan " MEYDAN_VERSION);
        return EXIT_DONE;
    }
    if (!strcmp(argv[1], "--list")) return list(argc - 2, argv + 2);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const Command *command = COMMANDS[i];
        if (strcmp(argv[1], command->name) != 0) continue;
        if (!asks_for_help(argc - 2, argv + 2)) return command->run(argc - 2, argv + 2);
        printf("usage: meydan %s %s\n\n%s\n%s", command->name, command->synopsis, command->summary,
               command->help);
        return EXIT_DONE;
    }
    return complain(EXIT_BAD, "unknown command %s, see meydan --help", quote(argv[1]).text);
}

int main(int argc, char **argv)
{
    processor_hand_over(argv);
    program_set_name(argv[0]);
    ExitStatus status = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout))
        status = complain(EXIT_BAD, "cannot write to standard output");
    return (int)status;
}
