// SPDX-License-Identifier: MIT
#include "tournament/scale.h"

#include "platform/array.h"
#include "tournament/weighted_matching.h"

void scale_free(Scale *scale)
{
    free(scale->field);
    *scale = (Scale){ 0 };
}

int scale_add(Scale *scale, i64 bound)
{
    ScaleField *more =
        array_grow(scale->field, &scale->capacity, (size_t)scale->fields + 1, sizeof *more);
    if (!more) {
        scale->failed = true;
        return 0;
    }
    scale->field = more;
    more[scale->fields] = (ScaleField){ .bound = bound };
    return scale->fields++;
}

void scale_pack(Scale *scale, int extra)
{
    scale->width = 0;
    for (int end, start = 0; start < scale->fields; start = end) {
        // As many fields as fit into one number. The last one has the unit 1.
        i64 base = 1;
        for (end = start; end < scale->fields; end++) {
            if (base > (MATCHING_LIMIT - 1) / (scale->field[end].bound + 1) && end > start) break;
            base *= scale->field[end].bound + 1;
        }
        i64 unit = 1;
        for (int i = end - 1; i >= start; i--) {
            scale->field[i].number = scale->width;
            scale->field[i].unit = unit;
            unit *= scale->field[i].bound + 1;
        }
        scale->width++;
    }
    scale->width += extra;
}

void scale_cost(const Scale *scale, i64 *vector, int field, i64 count)
{
    vector[scale->field[field].number] -= scale->field[field].unit * count;
}
