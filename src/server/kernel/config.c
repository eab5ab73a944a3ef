// SPDX-License-Identifier: MIT
#include "server/kernel/config.h"

enum { PORT_MAX = 65535, CONNECTIONS_MAX = 1000000 };

// In the order of SettingId.
static const ConfigSetting TABLE[SETTINGS] = {
    { "port", SETTING_PORTS, "8080", 0, PORT_MAX, NULL },
    { "host", SETTING_TEXT, "localhost", 0, 0, NULL },
    { "tls-cert", SETTING_TEXT, "", 0, 0, NULL },
    { "tls-key", SETTING_TEXT, "", 0, 0, NULL },
    { "trust-proxy", SETTING_FLAG, "no", 0, 0, NULL },
    { "proxies", SETTING_TEXT, "", 0, 0, NULL },
    { "origin", SETTING_TEXT, "", 0, 0, NULL },
    { "names", SETTING_TEXT, "", 0, 0, NULL },
    { "folder", SETTING_TEXT, "", 0, 0, NULL },
    { "store", SETTING_TEXT, "", 0, 0, NULL },
    { "bus", SETTING_TEXT, "", 0, 0, NULL },
    { "gather", SETTING_NUMBER, "8", 0, 1000, NULL },
    { "leave-notice", SETTING_NUMBER, "1000", 0, 600000, NULL },
    { "computers", SETTING_NUMBER, "1", 0, 64, NULL },
    { "explorer", SETTING_TEXT, "", 0, 0, NULL },
    { "push-contact", SETTING_TEXT, "", 0, 0, NULL },
    { "push-anywhere", SETTING_FLAG, "no", 0, 0, NULL },
    { "reviews", SETTING_WORD, "asked", 0, 0, "off asked all" },
    { "review-nodes", SETTING_NUMBER, "100000", 1000, 100000000, NULL },
    { "limits", SETTING_NUMBER, "1", 0, 1000, NULL },
    { "proof-of-work", SETTING_NUMBER, "8", 0, 1000, NULL },
    { "rate-shared", SETTING_FLAG, "no", 0, 0, NULL },
    { "vacation-days", SETTING_NUMBER, "30", 0, 60, NULL },
    { "trust-clock", SETTING_FLAG, "no", 0, 0, NULL },
    { "connections", SETTING_NUMBER, "10000", 1, CONNECTIONS_MAX, NULL },
    { "per-address", SETTING_NUMBER, "256", 0, CONNECTIONS_MAX, NULL },
    { "timeout", SETTING_NUMBER, "20", 1, 3600, NULL },
    { "metrics-to-all", SETTING_FLAG, "no", 0, 0, NULL },
    { "log-level", SETTING_WORD, "info", 0, 0, "error warning info debug" },
    { "access-log", SETTING_FLAG, "no", 0, 0, NULL },
    { "event-log", SETTING_FLAG, "no", 0, 0, NULL },
};

const ConfigSetting *setting_at(SettingId id)
{
    return &TABLE[id];
}

static bool read_ports(Text text, i64 *first, i64 *last)
{
    Text piece;
    text_split(&text, '-', &piece);
    if (!text_number(piece, PORT_MAX, first)) return false;
    *last = *first;
    if (text.at && !text_number(text, PORT_MAX, last)) return false;
    return *last >= *first && (*first || !*last); // 0-5 would mix "any port" with a range
}

static bool read_number(const ConfigSetting *setting, Text text, i64 *number)
{
    return text_number(text, setting->most, number) && *number >= setting->least;
}

static bool read_flag(Text text, bool *flag)
{
    *flag = text_is(text, "yes");
    return *flag || text_is(text, "no");
}

static bool is_among(const char *words, Text value)
{
    Text rest = text_of(words), word;
    while (text_word(&rest, &word))
        if (text_equal(word, value)) return true;
    return false;
}

// Reports an error in a value by the name the user knows: the option, or the setting with its
// place.
static bool complain(const char *source, const ConfigSetting *setting, Text value, const char *what,
                     Fault *why)
{
    if (source[0] == '-')
        fault(why, MALFORMED, "%s %q %s", source, value, what);
    else
        fault(why, MALFORMED, "%s: %s %q %s", source, setting->name, value, what);
    return false;
}

bool config_set(Config *config, SettingId id, const char *source, Text value, Fault *why)
{
    const ConfigSetting *setting = &TABLE[id];
    char what[64];
    i64 number, last;
    bool flag;
    Out out = out_to(what, sizeof what);
    switch (setting->kind) {
    case SETTING_TEXT:
        for (size_t i = 0; i < value.length; i++)
            if ((u8)value.at[i] < ' ') out_str(&out, "has a control character in it");
        if (value.length >= CONFIG_VALUE) out_str(&out, "is too long");
        break;
    case SETTING_NUMBER:
        if (!read_number(setting, value, &number))
            out_format(&out, "is not a number from %d to %d", (int)setting->least,
                       (int)setting->most);
        break;
    case SETTING_PORTS:
        if (!read_ports(value, &number, &last))
            out_format(&out, "is neither a port from 0 to %d nor FIRST-LAST", PORT_MAX);
        break;
    case SETTING_FLAG:
        if (!read_flag(value, &flag)) out_str(&out, "is neither yes nor no");
        break;
    case SETTING_WORD:
        if (!is_among(setting->words, value)) out_format(&out, "is none of: %s", setting->words);
        break;
    }
    if (out.length) return complain(source, setting, value, what, why);
    Out text = out_to(config->value[id], CONFIG_VALUE);
    out_text(&text, value);
    Out place = out_to(config->source[id], CONFIG_VALUE);
    out_str(&place, source);
    return true;
}

void config_init(Config *config)
{
    *config = (Config){ 0 };
    for (int i = 0; i < SETTINGS; i++)
        config_set(config, (SettingId)i, "default", text_of(TABLE[i].standard), NULL);
}

// --- a file --------------------------------------------------------------------------------------

static Text without_comment(Text line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '#' && (!i || text_blank(line.at[i - 1]) || line.at[i - 1] == '='))
            return text_cut(line, 0, i);
    return line;
}

static int find_setting(Text name)
{
    for (int i = 0; i < SETTINGS; i++)
        if (text_is(name, TABLE[i].name)) return i;
    return -1;
}

static bool read_line(Config *config, const char *place, Text line, bool seen[SETTINGS], Fault *why)
{
    Text name, value = text_trim(without_comment(line));
    if (!value.length) return true;
    text_split(&value, '=', &name);
    name = text_trim(name);
    if (!value.at) {
        fault(why, MALFORMED, "%s: %q is not of the form name = value", place, name);
        return false;
    }
    int id = find_setting(name);
    if (id < 0) {
        fault(why, MALFORMED, "%s: there is no setting %q", place, name);
        return false;
    }
    if (seen[id]) {
        fault(why, MALFORMED, "%s: %s is set twice", place, TABLE[id].name);
        return false;
    }
    seen[id] = true;
    return config_set(config, (SettingId)id, place, text_trim(value), why);
}

bool config_read(Config *config, const char *file, Text text, Fault *why)
{
    static const char MARK[] = "\xef\xbb\xbf"; // some editors write this at the start of a file
    bool seen[SETTINGS] = { 0 };
    char place[CONFIG_VALUE];
    Text line;
    if (text_is(text_cut(text, 0, text.length < 3 ? text.length : 3), MARK))
        text = text_from(text, 3);
    for (int number = 1; text_split(&text, '\n', &line); number++) {
        Out out = out_to(place, sizeof place);
        out_format(&out, "%s line %d", file, number);
        if (!read_line(config, place, line, seen, why)) return false;
    }
    return true;
}

// --- the environment -----------------------------------------------------------------------------

bool config_environment(Config *config, char *(*get)(const char *name), Fault *why)
{
    for (int i = 0; i < SETTINGS; i++) {
        char name[CONFIG_NAME];
        Out out = out_to(name, sizeof name);
        out_str(&out, "MEYDAN_");
        for (const char *c = TABLE[i].name; *c; c++)
            out_char(&out, *c == '-' ? '_' : (char)(*c - 'a' + 'A'));
        const char *value = get(name);
        if (value && *value && !config_set(config, (SettingId)i, name, text_of(value), why))
            return false;
    }
    return true;
}

// --- reading settings ----------------------------------------------------------------------------

const char *config_text(const Config *config, SettingId id)
{
    return config->value[id][0] ? config->value[id] : NULL;
}

int config_number(const Config *config, SettingId id)
{
    i64 number = 0;
    read_number(&TABLE[id], text_of(config->value[id]), &number);
    return (int)number;
}

bool config_flag(const Config *config, SettingId id)
{
    bool flag;
    read_flag(text_of(config->value[id]), &flag);
    return flag;
}

void config_ports(const Config *config, int *first, int *last)
{
    i64 from = 0, to = 0;
    read_ports(text_of(config->value[SETTING_PORT]), &from, &to);
    *first = (int)from;
    *last = (int)to;
}

void config_show(const Config *config, SettingId id, Out *out)
{
    size_t start = out->length;
    out_format(out, "%s = %s", TABLE[id].name, config->value[id]);
    int width = 32 - (int)(out->length - start);
    out_pad(out, ' ', width > 1 ? width : 1);
    out_format(out, "# %s", config->source[id]);
}
