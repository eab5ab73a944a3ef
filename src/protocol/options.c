// SPDX-License-Identifier: MIT
#include "protocol/options.h"

#include "opponent/opponent.h"
#include "variants/variants.h"

#include <assert.h>

enum { HASH_DEFAULT = 32, LAYOUTS_MAX = 32 };

typedef enum OptionId { VARIANT, LAYOUT, HASH, THREADS, LINES, LEVEL, SEED, OPTIONS } OptionId;

static const char *const NAME[OPTIONS] = {
    [VARIANT] = "UGI_Variant", [LAYOUT] = "Layout", [HASH] = "Hash", [THREADS] = "Threads",
    [LINES] = "MultiPV",       [LEVEL] = "Level",   [SEED] = "Seed",
};

// --- numbers -------------------------------------------------------------------------------------

static int *number_of(Options *options, OptionId id)
{
    switch (id) {
    case HASH: return &options->hash;
    case THREADS: return &options->threads;
    case LINES: return &options->lines;
    case LEVEL: return &options->level;
    case VARIANT:
    case LAYOUT:
    case SEED:
    case OPTIONS: break;
    }
    return NULL;
}

static int number_max(const Options *options, OptionId id)
{
    switch (id) {
    case HASH: return options->hash_max;
    case THREADS: return THREADS_MAX;
    case LINES: return LINES_MAX;
    case LEVEL: return LEVELS;
    case VARIANT:
    case LAYOUT:
    case SEED:
    case OPTIONS: break;
    }
    return 0;
}

static Status set_number(Options *options, OptionId id, Text value, Fault *why)
{
    i64 number;
    int most = number_max(options, id);
    if (!text_number(value, most, &number) || number < 1)
        return fault(why, MALFORMED, "%s %q is not a number from 1 to %d", NAME[id], value, most);
    *number_of(options, id) = (int)number;
    return OK;
}

static Status set_seed(Options *options, Text value, Fault *why)
{
    i64 seed;
    if (!text_number(value, SEED_MAX, &seed))
        return fault(why, MALFORMED, "%s %q is not a number from 0 to 2^53", NAME[SEED], value);
    options->seed = seed;
    return OK;
}

// --- variants and layouts ------------------------------------------------------------------------

// The distinct names of all layouts of all variants: the list must not depend on another option.
static int layout_names(const char *name[LAYOUTS_MAX])
{
    int count = 0;
    for (int i = 0; i < variant_count(); i++) {
        const Variant *variant = variant_at(i);
        for (int j = 0; j < variant->layouts; j++) {
            int k = 0;
            while (k < count && !text_is(text_of(name[k]), variant->layout[j].name))
                k++;
            assert(k < count || count < LAYOUTS_MAX);
            if (k == count && count < LAYOUTS_MAX) name[count++] = variant->layout[j].name;
        }
    }
    return count;
}

static const Layout *find_layout(const Variant *variant, Text name)
{
    for (int i = 0; i < variant->layouts; i++)
        if (text_is_nocase(name, variant->layout[i].name)) return &variant->layout[i];
    return NULL;
}

static Status set_variant(Options *options, Text value, Fault *why)
{
    for (int i = 0; i < variant_count(); i++) {
        const Variant *variant = variant_at(i);
        if (!text_is_nocase(value, variant->id)) continue;
        const Layout *layout = find_layout(variant, text_of(options->layout->name));
        options->variant = variant;
        options->layout = layout ? layout : &variant->layout[0];
        return OK;
    }
    return fault(why, MALFORMED, "unknown variant %q", value);
}

static Status set_layout(Options *options, Text value, Fault *why)
{
    const Layout *layout = find_layout(options->variant, value);
    if (!layout) return fault(why, MALFORMED, "%s has no layout %q", options->variant->id, value);
    options->layout = layout;
    return OK;
}

// --- all -----------------------------------------------------------------------------------------

void options_init(Options *options, int hash_max)
{
    const Variant *variant = variant_at(0);
    *options = (Options){
        .variant = variant,
        .layout = &variant->layout[0],
        .hash = hash_max < HASH_DEFAULT ? hash_max : HASH_DEFAULT,
        .hash_max = hash_max,
        .threads = 1,
        .lines = 1,
        .level = LEVELS,
    };
}

bool options_write(const Options *options, int index, Out *out)
{
    if (index >= OPTIONS) return false;
    Options standard;
    options_init(&standard, options->hash_max);
    out_format(out, "option name %s type ", NAME[index]);
    if (index == VARIANT) {
        out_format(out, "combo default %s", standard.variant->id);
        for (int i = 0; i < variant_count(); i++)
            out_format(out, " var %s", variant_at(i)->id);
    } else if (index == LAYOUT) {
        const char *name[LAYOUTS_MAX];
        int count = layout_names(name);
        out_format(out, "combo default %s", standard.layout->name);
        for (int i = 0; i < count; i++)
            out_format(out, " var %s", name[i]);
    } else if (index == SEED) {
        out_str(out, "spin default 0 min 0 max ");
        out_int(out, SEED_MAX);
    } else {
        out_format(out, "spin default %d min 1 max %d", *number_of(&standard, (OptionId)index),
                   number_max(options, (OptionId)index));
    }
    return true;
}

Status options_set(Options *options, Text name, Text value, Fault *why)
{
    int id = 0;
    while (id < OPTIONS && !text_is_nocase(name, NAME[id]))
        id++;
    switch ((OptionId)id) {
    case VARIANT: return set_variant(options, value, why);
    case LAYOUT: return set_layout(options, value, why);
    case SEED: return set_seed(options, value, why);
    case HASH:
    case THREADS:
    case LINES:
    case LEVEL: return set_number(options, (OptionId)id, value, why);
    case OPTIONS: break;
    }
    return fault(why, MALFORMED, "unknown option %q", name);
}
