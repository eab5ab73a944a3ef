// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "variants/variants.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

ExitStatus complain(ExitStatus status, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    // One line, whatever the input was.
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
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

int args_options(int argc, char **argv, const Option *options)
{
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
        const char *fault = NULL;
        if (!option)
            fault = "unknown option '%.40s'";
        else if (option->given && equals)
            fault = "option '%.40s' takes no value";
        else if (option->value && *option->value)
            fault = "option '%.40s' is given twice";
        else if (option->value && !equals && i + 1 == argc)
            fault = "option '%.40s' needs a value";
        if (fault) {
            complain(EXIT_BAD, fault, argv[i]);
            return -1;
        }
        if (option->given)
            *option->given = true;
        else
            *option->value = equals ? equals + 1 : argv[++i];
    }
    return left;
}

static ExitStatus unknown_variant(const char *name)
{
    char list[128];
    Out out = out_to(list, sizeof list);
    for (int i = 0; i < VARIANTS; i++)
        out_format(&out, i ? ", %s" : "%s", variant_at(i)->id);
    return complain(EXIT_BAD, "unknown variant '%.40s', there are %s", name, list);
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
    if (!layout) return complain(EXIT_BAD, "%s has no layout '%.40s'", variant->id, args.layout);
    variant->game->read(variant, text_of(layout->position), position, NULL);
    return EXIT_DONE;
}

bool args_number(const char *text, const char *what, i64 most, i64 *number)
{
    if (text_number(text_of(text), most, number)) return true;
    complain(EXIT_BAD, "%s '%.40s' is not a number from 0 to %lld", what, text, (long long)most);
    return false;
}
