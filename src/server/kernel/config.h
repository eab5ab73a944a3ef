// SPDX-License-Identifier: MIT
// The server's settings, from a file, from the environment and from the command line.
//
// A setting has one name, "per-address", which is the line `per-address = 100` in a file, the
// variable MEYDAN_PER_ADDRESS and the option --per-address. Later sources win: the defaults, the
// file, the environment, the command line. Every value is checked when it is set, so that an error
// can name its place. To add a setting: a line in config.c, and its use in cli/serve/serve.c.
#ifndef MEYDAN_SERVER_KERNEL_CONFIG_H
#define MEYDAN_SERVER_KERNEL_CONFIG_H

#include "base/text.h"

typedef enum SettingId {
    SETTING_PORT,
    SETTING_HOST,
    SETTING_TLS_CERT,
    SETTING_TLS_KEY,
    SETTING_TRUST_PROXY,
    SETTING_PROXIES,
    SETTING_ORIGIN,
    SETTING_NAMES,
    SETTING_FOLDER,
    SETTING_STORE,
    SETTING_BUS,
    SETTING_GATHER,
    SETTING_LEAVE_NOTICE,
    SETTING_COMPUTERS,
    SETTING_EXPLORER,
    SETTING_PUSH_CONTACT,
    SETTING_PUSH_ANYWHERE,
    SETTING_REVIEWS,
    SETTING_REVIEW_NODES,
    SETTING_LIMITS,
    SETTING_PROOF_OF_WORK,
    SETTING_RATE_SHARED,
    SETTING_VACATION_DAYS,
    SETTING_TRUST_CLOCK,
    SETTING_CONNECTIONS,
    SETTING_PER_ADDRESS,
    SETTING_TIMEOUT,
    SETTING_METRICS_TO_ALL,
    SETTING_LOG_LEVEL,
    SETTING_LOG_FORMAT,
    SETTING_ACCESS_LOG,
    SETTING_EVENT_LOG,
    SETTINGS,
} SettingId;

typedef enum SettingKind {
    SETTING_TEXT,
    SETTING_NUMBER,
    SETTING_PORTS, // PORT or FIRST-LAST
    SETTING_FLAG,  // yes or no; on the command line --name or --no-name
    SETTING_WORD,  // one of those in `words`
} SettingKind;

typedef struct ConfigSetting {
    const char *name;
    SettingKind kind;
    const char *standard;             // "" for a text: none
    i64 least, most;                  // of a number
    const char *words;                // separated by blanks
    const char *(*wrong)(Text value); // of a text: returns the fault in words, or NULL
} ConfigSetting;

enum { CONFIG_VALUE = 512, CONFIG_NAME = 32 };

typedef struct Config {
    char value[SETTINGS][CONFIG_VALUE];
    char source[SETTINGS][CONFIG_VALUE]; // "default", "FILE line 3", "MEYDAN_PORT", "--port"
} Config;

const ConfigSetting *setting_at(SettingId id);

void config_init(Config *config);

// Each of these returns false, with the reason, at the first error; earlier settings are then set.
bool config_set(Config *config, SettingId id, const char *source, Text value, Fault *why);
// Lines of `name = value`; '#' begins a comment, but not inside a word.
bool config_read(Config *config, const char *file, Text text, Fault *why);
// `variables` works like environ. An empty variable counts as missing. A variable that begins with
// MEYDAN_ and isn't a setting is refused, since it would be without effect.
bool config_environment(Config *config, char *const *variables, Fault *why);

const char *config_text(const Config *config, SettingId id); // NULL if it is empty
int config_number(const Config *config, SettingId id);
bool config_flag(const Config *config, SettingId id);
void config_ports(const Config *config, int *first, int *last);

// A setting as a line of a file, with its source as a comment. Passwords are masked.
void config_show(const Config *config, SettingId id, Out *out);

#endif
