// SPDX-License-Identifier: MIT
// Players as in `meydan match` and `meydan bot`. Accepted values point into the spec's own text and
// are within their bounds.
#include "fuzz.h"

#include "runner/spec.h"

#include <stdlib.h>
#include <string.h>

static void must_be_inside(const PlayerSpec *spec, const char *text)
{
    must(text >= spec->text && text + strlen(text) < spec->text + sizeof spec->text);
}

static void check(const PlayerSpec *spec)
{
    must(strlen(spec->name) < sizeof spec->name);
    must(spec->args <= SPEC_ARGS_MAX && spec->options <= SPEC_OPTIONS_MAX);
    must(!spec->argv[spec->args]);
    must((spec->kind == PLAYER_COMMAND) == (spec->args > 0));
    for (int i = 0; i < spec->args; i++)
        must_be_inside(spec, spec->argv[i]);
    for (int i = 0; i < spec->options; i++) {
        must_be_inside(spec, spec->option[i].name);
        must_be_inside(spec, spec->option[i].value);
    }
    if (spec->stderr_path) must_be_inside(spec, spec->stderr_path);
    must(spec->level >= 0 && spec->hash_mb >= 0 && spec->threads >= 0);
    must(spec->budget.depth >= 0 && spec->budget.movetime >= 0);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static PlayerSpec spec;
    Fault why = { 0 };
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    if (spec_read(text, &spec, &why) == OK)
        check(&spec);
    else
        must(why.message[0] && strlen(why.message) < sizeof why.message);
    free(text);
    return 0;
}
