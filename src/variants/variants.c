// SPDX-License-Identifier: MIT
#include "variants/variants.h"

#include "abalone/position.h"
#include "quoridor/position.h"

_Static_assert(VARIANTS == (int)AB_VARIANTS + (int)QR_VARIANTS, "every variant has its place");

int variant_count(void)
{
    return VARIANTS;
}

const Variant *variant_at(int index)
{
    if (index < AB_VARIANTS) return &AB_VARIANT[index].common;
    return &QR_VARIANT[index - AB_VARIANTS].common;
}

const Variant *variant_find(Text id)
{
    for (int i = 0; i < variant_count(); i++)
        if (text_is(id, variant_at(i)->id)) return variant_at(i);
    return NULL;
}
