// SPDX-License-Identifier: MIT
#include "cli/processor.h"

#if defined(MEYDAN_FAST_PROGRAM) && defined(__x86_64__)

#include <stdlib.h>
#include <unistd.h>

// Checks for the instructions of gcc's -march=x86-64-v3.
static int is_new(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("popcnt");
}

void processor_hand_over(char **argv)
{
    if (is_new() && !getenv("MEYDAN_BASELINE")) execv(MEYDAN_FAST_PROGRAM, argv);
    // It is missing or not executable. This program does the same, only slower.
}

#else

void processor_hand_over(char **argv)
{
    (void)argv;
}

#endif
