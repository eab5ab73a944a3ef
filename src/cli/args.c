// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "cli/terminal.h"
#include "variants/variants.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *program = "meydan";

void program_set_name(const char *argv0)
{
    if (argv0 && strchr(argv0, '/')) program = argv0;
}

const char *program_name(void)
{
    return program;
}

Quote quote(const char *text)
{
    Quote quoted;
    Out out = out_to(quoted.text, sizeof quoted.text);
    out_format(&out, "%q", text_of(text));
    return quoted;
}

ExitStatus complain(ExitStatus status, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    // Keep the message on one line. Names of files may contain any characters.
    for (char *c = line; *c;) {
        size_t length = terminal_printable(text_of(c));
        if (!length) *c = '?';
        c += length ? length : 1;
    }
    fprintf(stderr, "meydan: %s\n", line);
    return status;
}

ExitStatus complain_status(Status status, const Fault *why)
{
    return complain(status == ILLEGAL ? EXIT_NO : EXIT_BAD, "%s", why->message);
}

static const Option *find_option(const Option *options, const char *name, size_t length)
{
    for (; options->name; options++)
        if (strlen(options->name) == length && !strncmp(options->name, name, length))
            return options;
    return NULL;
}

// Where to store the next value; NULL if there are too many.
static const char **free_place(const Option *option)
{
    int most = option->given ? OPTION_TIMES : 1;
    for (int i = 0; i < most; i++)
        if (!option->value[i]) return &option->value[i];
    return NULL;
}

static bool listing;

void args_list_options(void)
{
    listing = true;
}

static void list_options(const Option *options)
{
    for (; options->name; options++)
        printf("%s%s\n", options->name, options->value ? " VALUE" : "");
}

int args_options(int argc, char **argv, const Option *options)
{
    if (listing) {
        list_options(options);
        return -1;
    }
    int left = 0;
    for (int i = 0; i < argc; i++) {
        if (!strcmp(argv[i], "--")) {
            while (++i < argc)
                argv[left++] = argv[i];
            break;
        }
        if (strncmp(argv[i], "--", 2) != 0) {
            argv[left++] = argv[i];
            continue;
        }
        const char *equals = strchr(argv[i], '=');
        size_t length = equals ? (size_t)(equals - argv[i]) : strlen(argv[i]);
        const Option *option = find_option(options, argv[i], length);
        const char *fault = NULL, **place = NULL;
        if (!option)
            fault = "unknown option %s";
        else if (!option->value && equals)
            fault = "option %s takes no value";
        else if (!option->value && *option->given)
            fault = "option %s is given twice";
        else if (option->value && !(place = free_place(option)))
            fault = option->given ? "option %s is given too often" : "option %s is given twice";
        else if (option->value && !equals && i + 1 == argc)
            fault = "option %s needs a value";
        if (fault) {
            complain(EXIT_BAD, fault, quote(argv[i]).text);
            return -1;
        }
        if (option->given) *option->given = true;
        if (option->value) *place = equals ? equals + 1 : argv[++i];
    }
    return left;
}

ExitStatus args_unexpected(const char *argument)
{
    return complain(EXIT_BAD, "unexpected argument %s", quote(argument).text);
}

static ExitStatus unknown_variant(const char *name)
{
    char list[128];
    Out out = out_to(list, sizeof list);
    for (int i = 0; i < variant_count(); i++)
        out_format(&out, i ? ", %s" : "%s", variant_at(i)->id);
    return complain(EXIT_BAD, "unknown variant %s, there are %s", quote(name).text, list);
}

ExitStatus args_position(const char *name, PositionArgs args, Position *position)
{
    const Variant *variant = variant_find(text_of(name));
    if (!variant) return unknown_variant(name);
    if (args.layout && args.position)
        return complain(EXIT_BAD, "--layout and --position exclude each other");
    if (args.position) {
        Fault why;
        Status status = variant->game->read(variant, text_of(args.position), position, &why);
        return status == OK ? EXIT_DONE : complain(EXIT_BAD, "bad position: %s", why.message);
    }
    const Layout *layout = &variant->layout[0];
    if (args.layout) layout = variant_layout(variant, text_of(args.layout));
    if (!layout)
        return complain(EXIT_BAD, "%s has no layout %s", variant->id, quote(args.layout).text);
    variant->game->read(variant, text_of(layout->position), position, NULL);
    return EXIT_DONE;
}

ExitStatus args_opening(int *argc, char **argv, const Needs *needs, Position *position)
{
    PositionArgs args = { 0 };
    Option options[OPTIONS_MAX + 3] = { { "--layout", &args.layout, NULL },
                                        { "--position", &args.position, NULL } };
    int count = 2;
    for (const Option *own = needs->options; own && own->name; own++) {
        assert(count < OPTIONS_MAX + 2);
        options[count++] = *own;
    }
    int left = args_options(*argc, argv, options) - 1;
    if (left < -1) return EXIT_BAD;
    if (left < needs->least) return complain(EXIT_BAD, "%s needs %s", needs->command, needs->what);
    if (left > needs->most) return args_unexpected(argv[needs->most + 1]);
    ExitStatus status = args_position(argv[0], args, position);
    for (*argc = 0; *argc < left; ++*argc)
        argv[*argc] = argv[*argc + 1];
    return status;
}

bool args_number(const char *text, const char *what, i64 most, i64 *number)
{
    if (text_number(text_of(text), most, number)) return true;
    complain(EXIT_BAD, "%s %s is not a number from 0 to %lld", what, quote(text).text,
             (long long)most);
    return false;
}
