// SPDX-License-Identifier: MIT
// The command line: an input is its arguments, one per line. Compiled together with src/cli, whose
// main is renamed by the build. The exit status is always 0, 1 or 2.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 32, DEPTH_MAX = 2 };

int meydan_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);

// libFuzzer keeps its own copy of the real standard error.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    stdout = fopen("/dev/null", "w");
    stderr = fopen("/dev/null", "w");
    stdin = fopen("/dev/null", "r");
    return !stdout || !stderr || !stdin;
}

// Excludes commands that read and write files: fuzz_record covers replay, fuzz_play covers play.
static bool is_pure(const char *command)
{
    static const char *const PURE[] = { "apply", "explain", "help", "moves", "perft", "show" };
    for (size_t i = 0; i < sizeof PURE / sizeof *PURE; i++)
        if (!strcmp(command, PURE[i])) return true;
    return false;
}

// A deep count would take hours, so large depths become small ones.
static void keep_shallow(char *argument)
{
    i64 number;
    if (text_number(text_of(argument), 99, &number) && number > DEPTH_MAX) {
        argument[0] = '0' + DEPTH_MAX;
        argument[1] = '\0';
    }
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char program[] = "meydan", *argv[ARGUMENTS_MAX + 2] = { program };
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    int argc = 1;
    for (char *line = bytes; line && argc <= ARGUMENTS_MAX;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        argv[argc++] = line;
        line = end ? end + 1 : NULL;
    }
    bool known = argc > 1 && (is_pure(argv[1]) || argv[1][0] == '-');
    bool perft = argc > 1 && !strcmp(argv[1], "perft");
    for (int i = 2; perft && i < argc; i++)
        keep_shallow(argv[i]);
    if (known) {
        int status = meydan_main(argc, argv);
        must(status >= 0 && status <= 2);
    }
    free(bytes);
    return 0;
}
