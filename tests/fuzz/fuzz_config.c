// SPDX-License-Identifier: MIT
// Settings files: any file gives valid settings, and printing them gives a file with the same
// settings. The last line is also read as a query and as cookies.
#include "fuzz.h"

#include "platform/net/http.h"
#include "server/kernel/config.h"

#include <stdlib.h>
#include <string.h>

static void check(const Config *config)
{
    static char text[SETTINGS * 3 * CONFIG_VALUE];
    Out out = out_to(text, sizeof text);
    int first, last;
    config_ports(config, &first, &last);
    must(first >= 0 && first <= last && last <= 65535);
    for (int i = 0; i < SETTINGS; i++) {
        const ConfigSetting *setting = setting_at((SettingId)i);
        if (setting->kind == SETTING_NUMBER) {
            int number = config_number(config, (SettingId)i);
            must(number >= setting->least && number <= setting->most);
        }
        config_show(config, (SettingId)i, &out);
        out_char(&out, '\n');
    }
    must(!out.lost);
    Config again;
    config_init(&again);
    must(config_read(&again, "shown", (Text){ text, out.length }, NULL));
    for (int i = 0; i < SETTINGS; i++)
        must(!strcmp(config->value[i], again.value[i]));
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    char *bytes = malloc(size ? size : 1), room[64];
    memcpy(bytes, data, size);
    Text text = { bytes, size }, line = text, rest = text;
    Config config;
    Fault why = { 0 };
    config_init(&config);
    if (!config_read(&config, "file", text, &why)) must(!strncmp(why.message, "file line ", 10));
    check(&config);
    while (text_split(&rest, '\n', &line)) {
    }
    if (http_query(line, "a", room, sizeof room)) must(strlen(room) < sizeof room);
    must(http_cookie(line, "a").length <= line.length);
    free(bytes);
    return 0;
}
