// SPDX-License-Identifier: MIT
#include "runner/spec.h"

enum { NODES_MAX = 1000000000, MOVETIME_MAX = 24 * 60 * 60 * 1000, HASH_MAX = 1 << 16 };

bool budget_none(const Budget *budget)
{
    return !budget->nodes && !budget->depth && !budget->movetime;
}

// The next word, without its quotes and NUL-terminated, in the spec's own copy of the text.
// `quoted` is set if it started with a quote.
static Status next_word(char **at, char **word, bool *quoted, Fault *why)
{
    char *from = *at;
    while (text_blank(*from))
        from++;
    *word = *from ? from : NULL;
    *quoted = *from == '"' || *from == '\'';
    char *to = from, quote = 0;
    for (; *from && (quote || !text_blank(*from)); from++) {
        if (!quote && (*from == '"' || *from == '\''))
            quote = *from;
        else if (*from == quote)
            quote = 0;
        else
            *to++ = *from;
    }
    if (quote) return fault(why, MALFORMED, "a quote is not closed");
    *at = *from ? from + 1 : from;
    *to = '\0';
    return OK;
}

static Status read_kind(PlayerSpec *spec, Text word, Fault *why)
{
    if (text_is(text_cut(word, 0, 4), "cmd=")) {
        if (word.length == 4) return fault(why, MALFORMED, "'cmd=' does not name a program");
        spec->kind = PLAYER_COMMAND;
        spec->argv[spec->args++] = (char *)word.at + 4;
    } else if (text_is(word, "engine") || text_is(word, "builtin")) {
        spec->kind = PLAYER_ENGINE;
    } else if (yardstick_find(word, &spec->yardstick)) {
        spec->kind = PLAYER_YARDSTICK;
    } else {
        return fault(why, MALFORMED,
                     "%q is not a player: engine, random, greedy, plain or cmd=PROGRAM", word);
    }
    return OK;
}

static Status read_number(Text key, Text value, i64 least, i64 most, i64 *number, Fault *why)
{
    if (text_number(value, most, number) && *number >= least) return OK;
    return fault(why, MALFORMED, "%t=%t is not a number from %d to %d", key, value, (int)least,
                 (int)most);
}

static Status add_option(PlayerSpec *spec, char *name, const char *value, Fault *why)
{
    if (spec->kind != PLAYER_COMMAND)
        return fault(why, MALFORMED, "%q is for programs only", text_of(name));
    if (spec->options == SPEC_OPTIONS_MAX) return fault(why, MALFORMED, "too many options");
    if (!*name) return fault(why, MALFORMED, "'option.' does not name an option");
    spec->option[spec->options++] = (SpecOption){ name, value };
    return OK;
}

// Reads a setting key=value; `known` is false for an unknown key.
static Status read_setting(PlayerSpec *spec, char *word, bool *known, Fault *why)
{
    Text rest = text_of(word), key = { 0 };
    *known = true;
    text_split(&rest, '=', &key);
    if (!rest.at) {
        *known = false;
        return OK;
    }
    struct {
        const char *key;
        i64 least, most;
    } const NUMBERS[] = { { "level", 1, LEVELS },        { "nodes", 1, NODES_MAX },
                          { "depth", 1, PLIES_MAX - 1 }, { "movetime", 1, MOVETIME_MAX },
                          { "hash", 1, HASH_MAX },       { "threads", 1, THREADS_MAX },
                          { "seed", 1, SEED_MAX } };
    for (int i = 0; i < 7; i++) {
        if (!text_is(key, NUMBERS[i].key)) continue;
        if (spec->kind == PLAYER_YARDSTICK)
            return fault(why, MALFORMED, "%q has no limits",
                         text_of(yardstick_name(spec->yardstick)));
        i64 number = 0;
        Status status = read_number(key, rest, NUMBERS[i].least, NUMBERS[i].most, &number, why);
        switch (i) {
        case 0: spec->level = (int)number; break;
        case 1: spec->budget.nodes = (u64)number; break;
        case 2: spec->budget.depth = (int)number; break;
        case 3: spec->budget.movetime = number; break;
        case 4: spec->hash_mb = (int)number; break;
        case 5: spec->threads = (int)number; break;
        default: spec->seed = (u64)number; break;
        }
        return status;
    }
    char *value = word + key.length + 1;
    if (text_is(key, "name")) {
        Out out = out_to(spec->name, sizeof spec->name);
        for (char *c = value; *c; c++)
            out_char(&out, (unsigned char)*c >= ' ' ? *c : '?');
        if (!*value || out.lost)
            return fault(why, MALFORMED, "%q is not a name for a player", rest);
    } else if (text_is(key, "stderr") && spec->kind == PLAYER_COMMAND) {
        spec->stderr_path = value;
    } else if (text_is(text_cut(key, 0, 7), "option.")) {
        word[key.length] = '\0';
        return add_option(spec, word + 7, value, why);
    } else {
        *known = false;
    }
    return OK;
}

Status spec_read(const char *text, PlayerSpec *spec, Fault *why)
{
    *spec = (PlayerSpec){ .hash_mb = 0 };
    Out copy = out_to(spec->text, sizeof spec->text);
    out_str(&copy, text);
    if (copy.lost) return fault(why, MALFORMED, "the description of a player is too long");
    char *at = spec->text, *word;
    bool quoted, known, first = true;
    for (;; first = false) {
        Status status = next_word(&at, &word, &quoted, why);
        if (status != OK) return status;
        if (!word) break;
        if (first) {
            status = read_kind(spec, text_of(word), why);
            if (status != OK) return status;
            continue;
        }
        known = false;
        status = quoted ? OK : read_setting(spec, word, &known, why);
        if (status != OK) return status;
        if (known) continue;
        if (spec->kind != PLAYER_COMMAND)
            return fault(why, MALFORMED, "unknown setting %q of a player", text_of(word));
        if (spec->args == SPEC_ARGS_MAX) return fault(why, MALFORMED, "too many arguments");
        spec->argv[spec->args++] = word;
    }
    if (first) return fault(why, MALFORMED, "the description of a player is empty");
    return OK;
}
