// SPDX-License-Identifier: MIT
#include "abalone/position.h"
void ab_explain(const AbPosition *position, FindingVisit *visit, void *context)
{
    (void)position;
    (void)visit;
    (void)context;
}
