// SPDX-License-Identifier: MIT
// `trace GAMES`: prints the checksums of that many random games of every variant, one per line.
#include "trace.h"
#include "variants/variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    u32 games = (u32)atoi(argv[1]);
    for (u32 variant = 0; variant < VARIANTS; variant++)
        for (u32 i = 0; i < games; i++)
            printf("%s %" PRIu32 " %016" PRIx64 "\n", variant_at((int)variant)->id, i,
                   trace_game(variant, i));
    return 0;
}
