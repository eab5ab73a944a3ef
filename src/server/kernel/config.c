// SPDX-License-Identifier: MIT
#include "server/kernel/config.h"

#include <string.h>

enum { PORT_MAX = 65535, CONNECTIONS_MAX = 1000000 };

// --- texts ---------------------------------------------------------------------------------------

static bool is_host(Text name)
{
    bool fine = name.length > 0;
    for (size_t i = 0; fine && i < name.length; i++) {
        char c = name.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (u8)c >= 0x80;
        fine = letter || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' || c == ':' ||
               c == '[' || c == ']';
    }
    return fine;
}

// https://meydan.example, as a browser sends it: without a path.
static const char *wrong_origin(Text value)
{
    static const char *const SCHEMES[] = { "https://", "http://" };
    for (int i = 0; i < 2; i++) {
        Text scheme = text_of(SCHEMES[i]);
        if (value.length > scheme.length && text_equal(text_cut(value, 0, scheme.length), scheme) &&
            is_host(text_from(value, scheme.length)))
            return NULL;
    }
    return "is not an origin such as https://meydan.example";
}

// Host names, separated by blanks or commas; "*".
static const char *wrong_names(Text value)
{
    Text word, name;
    while (text_word(&value, &word))
        while (text_split(&word, ',', &name))
            if (name.length && !text_is(name, "*") && !is_host(name))
                return "has a part that is not a host name";
    return NULL;
}

// --- the table -----------------------------------------------------------------------------------

// In the order of SettingId.
static const ConfigSetting TABLE[SETTINGS] = {
    { "port", SETTING_PORTS, "8080", 0, PORT_MAX, NULL, NULL },
    { "host", SETTING_TEXT, "localhost", 0, 0, NULL, NULL },
    { "tls-cert", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "tls-key", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "trust-proxy", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "proxies", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "origin", SETTING_TEXT, "", 0, 0, NULL, wrong_origin },
    { "names", SETTING_TEXT, "", 0, 0, NULL, wrong_names },
    { "folder", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "store", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "bus", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "gather", SETTING_NUMBER, "8", 0, 1000, NULL, NULL },
    { "leave-notice", SETTING_NUMBER, "1000", 0, 600000, NULL, NULL },
    { "computers", SETTING_NUMBER, "1", 0, 64, NULL, NULL },
    { "explorer", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "push-contact", SETTING_TEXT, "", 0, 0, NULL, NULL },
    { "push-anywhere", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "reviews", SETTING_WORD, "asked", 0, 0, "off asked all", NULL },
    { "review-nodes", SETTING_NUMBER, "100000", 1000, 100000000, NULL, NULL },
    { "limits", SETTING_NUMBER, "1", 0, 1000, NULL, NULL },
    { "proof-of-work", SETTING_NUMBER, "8", 0, 1000, NULL, NULL },
    { "rate-shared", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "vacation-days", SETTING_NUMBER, "30", 0, 60, NULL, NULL },
    { "trust-clock", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "connections", SETTING_NUMBER, "10000", 1, CONNECTIONS_MAX, NULL, NULL },
    { "per-address", SETTING_NUMBER, "256", 0, CONNECTIONS_MAX, NULL, NULL },
    { "timeout", SETTING_NUMBER, "20", 1, 3600, NULL, NULL },
    { "metrics-to-all", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "log-level", SETTING_WORD, "info", 0, 0, "error warning info debug", NULL },
    { "log-format", SETTING_WORD, "plain", 0, 0, "plain time json", NULL },
    { "access-log", SETTING_FLAG, "no", 0, 0, NULL, NULL },
    { "event-log", SETTING_FLAG, "no", 0, 0, NULL, NULL },
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
        if (!out.length && value.length && setting->wrong && setting->wrong(value))
            out_str(&out, setting->wrong(value));
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

// Of other commands, of wrappers and of our tests.
static const char *const OTHERS[] = { "CONFIG", "BASELINE",  "BROKEN", "LIBRARY",
                                      "NODES",  "POSITIONS", "SEED",   "POSITIONS_MAX" };
static const char PREFIX[] = "MEYDAN_";

static bool is_other(Text name)
{
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (text_is(name, OTHERS[i])) return true;
    return false;
}

// The setting of PER_ADDRESS, or -1.
static int find_variable(Text name)
{
    char as_setting[CONFIG_NAME];
    Out out = out_to(as_setting, sizeof as_setting);
    for (size_t i = 0; i < name.length; i++) {
        char c = name.at[i];
        if (c != '_' && (c < 'A' || c > 'Z')) return -1;
        out_char(&out, c == '_' ? '-' : (char)(c - 'A' + 'a'));
    }
    return out.lost ? -1 : find_setting(text_of(as_setting));
}

bool config_environment(Config *config, char *const *variables, Fault *why)
{
    for (; *variables; variables++) {
        Text name, value = text_of(*variables);
        text_split(&value, '=', &name);
        Text rest = text_from(name, sizeof PREFIX - 1);
        if (!text_is(text_cut(name, 0, sizeof PREFIX - 1), PREFIX) || !value.length ||
            is_other(rest))
            continue;
        int id = find_variable(rest);
        if (id < 0) {
            fault(why, MALFORMED, "there is no setting for the variable %q", name);
            return false;
        }
        char source[CONFIG_VALUE];
        Out out = out_to(source, sizeof source);
        out_text(&out, name);
        if (!config_set(config, (SettingId)id, source, value, why)) return false;
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

// Whether the text continues with that word at `from`, which isn't within another word.
static bool has_word(Text text, size_t from, const char *word)
{
    Text wanted = text_of(word);
    bool apart = !from || text.at[from - 1] == '?' || text.at[from - 1] == '&' ||
                 text_blank(text.at[from - 1]);
    return apart && text_equal(text_cut(text, from, from + wanted.length), wanted);
}

// postgresql://meydan:***@host/meydan?sslpassword=***
static void show_masked(Text text, Out *out)
{
    static const char *const SECRETS[] = { "password=", "sslpassword=" };
    size_t user = text.length, at = text.length;
    for (size_t i = 0; i + 2 < text.length && user == text.length; i++)
        if (!memcmp(text.at + i, "://", 3)) user = i + 3;
    for (size_t i = user; i < text.length && text.at[i] != '/' && text.at[i] != '?'; i++)
        if (text.at[i] == '@') at = i;
    bool hides = false;
    for (size_t i = 0; i < text.length; i++) {
        for (int secret = 0; secret < 2; secret++)
            if (has_word(text, i, SECRETS[secret])) {
                out_str(out, SECRETS[secret]);
                out_str(out, "***");
                hides = true;
            }
        if (hides && text.at[i] != '&' && !text_blank(text.at[i])) continue;
        hides = false;
        if (at < text.length && i >= user && i < at && text.at[i] == ':') {
            out_str(out, ":***");
            i = at - 1;
            continue;
        }
        out_char(out, text.at[i]);
    }
}

void config_show(const Config *config, SettingId id, Out *out)
{
    size_t start = out->length;
    out_format(out, "%s = ", TABLE[id].name);
    show_masked(text_of(config->value[id]), out);
    int width = 32 - (int)(out->length - start);
    out_pad(out, ' ', width > 1 ? width : 1);
    out_format(out, "# %s", config->source[id]);
}
