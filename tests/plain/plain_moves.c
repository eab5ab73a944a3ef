// SPDX-License-Identifier: MIT
// The plain rules as a program, for tests in other languages: reads lines "variant<TAB>position"
// and prints the legal moves of each in byte order, separated by blanks, then flushes.
#include "plain/plain.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    static char line[1024];
    static PlainMove moves[PLAIN_MOVES];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *text = strchr(line, '\t');
        if (!text) return 1;
        *text++ = '\0';
        const PlainGame *game = plain_game(line);
        PlainPosition position;
        game->read(&position, line, text);
        int count = game->winners(&position) ? 0 : game->moves(&position, moves);
        for (int i = 0; i < count; i++)
            printf("%s%s", i ? " " : "", moves[i]);
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}
