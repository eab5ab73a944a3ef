// SPDX-License-Identifier: MIT
// Lists the translated texts of the core's tables as C for xgettext (tools/texts).
#include "base/errors.h"
#include "game/flaw.h"
#include "opponent/opponent.h"
#include "variants/variants.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    for (Refusal refusal = ALLOWED + 1; refusal < REFUSALS; refusal++)
        printf("/* why a move is refused */ tr(\"%s\");\n", refusal_text(refusal));
    for (FlawKind kind = FLAW_NONE + 1; kind < FLAW_KINDS; kind++)
        printf("/* what is wrong with a position */ tr(\"%s\");\n", flaw_text(kind));
    for (ErrorCode code = ERROR_NONE + 1; code < ERRORS; code++)
        if (error_text(code))
            printf("/* why the server refuses */ tr(\"%s\");\n", error_text(code));
    for (int level = 1; level <= LEVELS; level++)
        printf("/* an opponent */ tr(\"%s\");\n", opponent_name(level));
    for (int i = 0; i < VARIANTS; i++) {
        const Variant *variant = variant_at(i);
        printf("/* a game in the menu */ tr(\"%s\");\n", variant->title);
        for (int line = 0; line < 2; line++)
            printf("/* how moves are written */ tr(\"%s\");\n", variant->game->notation[line]);
        printf("/* how a game was won */ tr(\"%s\");\n", variant->game->won);
        const char *const *pieces = variant->game->pieces;
        for (int player = 0; player < variant->players && strcmp(pieces[0], pieces[1]); player++)
            printf("/* a player, by colour */ tr_in(\"player\", \"%s\");\n", pieces[player]);
    }
    return 0;
}
