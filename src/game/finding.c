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

bool finding_kind(Text name, FindingKind *kind)
{
    for (FindingKind k = FOUND_GROUP; k < FINDING_KINDS; k++) {
        if (!text_is(name, finding_name(k))) continue;
        *kind = k;
        return true;
    }
    return false;
}

bool finding_has_whole(FindingKind kind)
{
    return kind >= FOUND_PAIR && kind <= FOUND_BLOCK;
}

bool finding_has_theirs(FindingKind kind)
{
    return kind == FOUND_PAT || kind == FOUND_SUMITO || kind == FOUND_EJECTION;
}

bool finding_has_ours(FindingKind kind)
{
    return finding_has_theirs(kind) || kind == FOUND_PATH;
}
