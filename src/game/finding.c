// SPDX-License-Identifier: MIT
#include "game/finding.h"

const char *finding_name(FindingKind kind)
{
    static const char *const NAME[FINDING_KINDS] = {
        [FOUND_GROUP] = "group",   [FOUND_SINGLE] = "single",     [FOUND_PAIR] = "pair",
        [FOUND_SPEAR] = "spear",   [FOUND_ARC] = "arc",           [FOUND_SHIELD] = "shield",
        [FOUND_BLOCK] = "block",   [FOUND_DET] = "det",           [FOUND_PAT] = "pat",
        [FOUND_SUMITO] = "sumito", [FOUND_EJECTION] = "ejection", [FOUND_PATH] = "path",
        [FOUND_JUMP] = "jump",
    };
    return NAME[kind];
}
