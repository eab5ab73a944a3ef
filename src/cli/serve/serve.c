// SPDX-License-Identifier: MIT
// The server's command line: settings, and the addresses to open.
#include "cli/cli.h"
#include "cli/file.h"

#include "server/app/server.h"
#include "server/features/notifications/devices.h"
#include "server/kernel/config.h"
#include "sql/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

extern char **environ;

static void say(const char *line)
{
    fprintf(stderr, "meydan: %s\n", line);
}

// A line that begins with its time, or JSON.
static void say_bare(const char *line)
{
    fprintf(stderr, "%s\n", line);
}

static void print_line(const char *line)
{
    puts(line);
    fflush(stdout);
}

static void print_address(const char *scheme, const char *host, bool ipv6, int port)
{
    printf("  %s://%s%s%s:%d\n", scheme, ipv6 ? "[" : "", host, ipv6 ? "]" : "", port);
}

// Prints the addresses of this machine that others can reach.
static void print_interfaces(const char *scheme, bool with_ipv6, int port)
{
    uv_interface_address_t *interfaces;
    int count;
    if (uv_interface_addresses(&interfaces, &count)) return;
    for (int i = 0; i < count; i++) {
        Address address = address_of((const struct sockaddr *)&interfaces[i].address);
        bool link_local = address.ipv6 && !strncmp(address.text, "fe80", 4);
        if (address.loopback || link_local || (address.ipv6 && !with_ipv6)) continue;
        print_address(scheme, address.text, address.ipv6, port);
    }
    uv_free_interface_addresses(interfaces, count);
}

static void print_addresses(const Listener *listener, const char *scheme)
{
    bool localhost = false;
    printf("Meydan is running; open\n");
    for (int i = 0; i < listener->count; i++) {
        const Address *address = &listener->address[i];
        if (address->loopback || address->any) {
            if (!localhost) print_address(scheme, "localhost", false, listener->port);
            localhost = true;
            if (address->any) print_interfaces(scheme, address->ipv6, listener->port);
        } else {
            print_address(scheme, address->text, address->ipv6, listener->port);
        }
    }
    print_line("Press Ctrl-C to stop.");
}

// --- settings ------------------------------------------------------------------------------------

// The settings given on the command line.
typedef struct Given {
    char name[SETTINGS][CONFIG_NAME], no_name[SETTINGS][CONFIG_NAME]; // "--store", "--no-store"
    const char *value[SETTINGS];
    bool yes[SETTINGS], no[SETTINGS];
    const char *file;
    bool show;
} Given;

// Returns false after printing an error.
static bool read_command_line(int argc, char **argv, Given *given)
{
    Option options[2 * SETTINGS + 3], *at = options;
    for (int i = 0; i < SETTINGS; i++) {
        const ConfigSetting *setting = setting_at((SettingId)i);
        bool flag = setting->kind == SETTING_FLAG;
        snprintf(given->name[i], CONFIG_NAME, "--%s", setting->name);
        snprintf(given->no_name[i], CONFIG_NAME, "--no-%s", setting->name);
        *at++ = (Option){ given->name[i], flag ? NULL : &given->value[i],
                          flag ? &given->yes[i] : NULL };
        if (flag || i == SETTING_STORE) *at++ = (Option){ given->no_name[i], NULL, &given->no[i] };
    }
    *at++ = (Option){ "--config", &given->file, NULL };
    *at++ = (Option){ "--show-config", NULL, &given->show };
    *at = (Option){ 0 };
    int left = args_options(argc, argv, options);
    if (left > 0) args_unexpected(argv[0]);
    return !left;
}

static bool read_file(Config *config, const char *file, Fault *why)
{
    size_t length;
    char *text = file_read(file, &length);
    if (!text) {
        fault(why, MALFORMED, "cannot read %q: %s", text_of(file), strerror(errno));
        return false;
    }
    bool fine = config_read(config, file, (Text){ text, length }, why);
    free(text);
    return fine;
}

static bool set_given(Config *config, const Given *given, Fault *why)
{
    for (int i = 0; i < SETTINGS; i++) {
        SettingId id = (SettingId)i;
        bool flag = setting_at(id)->kind == SETTING_FLAG;
        if (given->no[i] && (given->yes[i] || given->value[i])) {
            fault(why, MALFORMED, "%s and %s exclude each other", given->name[i],
                  given->no_name[i]);
            return false;
        }
        if (given->value[i] && !*given->value[i]) {
            fault(why, MALFORMED, "%s has no value", given->name[i]);
            return false;
        }
        const char *value = given->yes[i] ? "yes" : given->value[i];
        if (given->no[i]) value = flag ? "no" : "";
        if (value && !config_set(config, id, given->no[i] ? given->no_name[i] : given->name[i],
                                 text_of(value), why))
            return false;
    }
    return true;
}

// Returns false after printing an error.
static bool read_settings(Config *config, const Given *given)
{
    Fault why;
    const char *file = given->file ? given->file : getenv("MEYDAN_CONFIG");
    config_init(config);
    if ((file && *file && !read_file(config, file, &why)) ||
        !config_environment(config, environ, &why) || !set_given(config, given, &why)) {
        complain(EXIT_BAD, "%s", why.message);
        return false;
    }
    return true;
}

static void show_settings(const Config *config)
{
    for (int i = 0; i < SETTINGS; i++) {
        char line[3 * CONFIG_VALUE];
        Out out = out_to(line, sizeof line);
        config_show(config, (SettingId)i, &out);
        puts(line);
    }
}

// The default store, in the user's data folder. Returns false if that is unknown.
static bool default_file(char path[CONFIG_VALUE])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
    if (data && *data == '/')
        length = snprintf(path, CONFIG_VALUE, "%s/meydan/meydan.db", data);
    else if (home && *home == '/')
        length = snprintf(path, CONFIG_VALUE, "%s/.local/share/meydan/meydan.db", home);
    return length > 0 && length < CONFIG_VALUE;
}

static bool default_store(Config *config)
{
    char path[CONFIG_VALUE];
    return default_file(path) && config_set(config, SETTING_STORE, "default", text_of(path), NULL);
}

// Creates the folders above a file. Errors show up when the file is opened.
static void make_folders(const char *file)
{
    char path[CONFIG_VALUE];
    for (const char *c = file + 1; *c; c++) {
        if (*c != '/') continue;
        snprintf(path, sizeof path, "%.*s", (int)(c - file), file);
        mkdir(path, 0700);
    }
}

// The explorer's name: beside the store, or beside the default store if the store isn't a file.
static void name_explorer(const Config *config, char *name, size_t capacity)
{
    const char *store = config->value[SETTING_STORE];
    char file[CONFIG_VALUE] = "meydan.db";
    if (!store_is_file(store)) {
        if (default_file(file)) make_folders(file);
        store = file;
    }
    snprintf(name, capacity, "%s.explorer", store);
}

// Whether the folder is there, made if necessary, and may be written. If not, errno says why.
static bool make_folder(const char *folder)
{
    return (!mkdir(folder, 0700) || errno == EEXIST) && !access(folder, W_OK | X_OK);
}

// If the default store is unusable and no store was requested, only the page is served.
static Server *start(ServerSetup *setup, bool store_by_default)
{
    Fault why = { .code = 0 };
    Server *server = server_new(setup, &why);
    if (!server && store_by_default && why.code == SERVER_NO_STORE) {
        char line[sizeof why.message + 16];
        snprintf(line, sizeof line, "warning: %s", why.message);
        say(line);
        say("warning: there is no online play; --store FILE uses another store");
        setup->store = NULL;
        server = server_new(setup, &why);
    }
    if (!server) complain(EXIT_BAD, "%s", why.message);
    return server;
}

static ExitStatus run(int argc, char **argv)
{
    Given given = { 0 };
    Config config;
    if (!read_command_line(argc, argv, &given) || !read_settings(&config, &given)) return EXIT_BAD;
    bool store_by_default =
        !strcmp(config.source[SETTING_STORE], "default") && default_store(&config);
    if (given.show) {
        show_settings(&config);
        return EXIT_DONE;
    }
    ServerSetup setup = {
        .host = config.value[SETTING_HOST],
        .folder = config_text(&config, SETTING_FOLDER),
        .connections_max = config_number(&config, SETTING_CONNECTIONS),
        .connections_each = config_number(&config, SETTING_PER_ADDRESS),
        .timeout_s = config_number(&config, SETTING_TIMEOUT),
        .tls_certificate = config_text(&config, SETTING_TLS_CERT),
        .tls_key = config_text(&config, SETTING_TLS_KEY),
        .trust_proxy = config_flag(&config, SETTING_TRUST_PROXY),
        .say = strcmp(config.value[SETTING_LOG_FORMAT], "plain") ? say_bare : say,
        .log_level = log_level_of(config.value[SETTING_LOG_LEVEL]),
        .log_format = log_format_of(config.value[SETTING_LOG_FORMAT]),
        .log = config_flag(&config, SETTING_ACCESS_LOG) ? print_line : NULL,
        .event = config_flag(&config, SETTING_EVENT_LOG) ? print_line : NULL,
        .store = config_text(&config, SETTING_STORE),
        .bus = config_text(&config, SETTING_BUS),
        .version = MEYDAN_VERSION,
        .origin = config_text(&config, SETTING_ORIGIN),
        .trust_clock = config_flag(&config, SETTING_TRUST_CLOCK),
        .rate_shared = config_flag(&config, SETTING_RATE_SHARED),
        .vacation_days = (int)config_number(&config, SETTING_VACATION_DAYS),
        .work_above = config_number(&config, SETTING_PROOF_OF_WORK),
        .names = config_text(&config, SETTING_NAMES),
        .proxies = config_text(&config, SETTING_PROXIES),
        .metrics_to_all = config_flag(&config, SETTING_METRICS_TO_ALL),
        .limits = config_number(&config, SETTING_LIMITS),
        .gather_ms = config_number(&config, SETTING_GATHER),
        .notice_ms = (int)config_number(&config, SETTING_LEAVE_NOTICE),
        .computer_threads = config_number(&config, SETTING_COMPUTERS),
        .push_contact = config_text(&config, SETTING_PUSH_CONTACT),
        .push_anywhere = config_flag(&config, SETTING_PUSH_ANYWHERE),
        .reviews = strcmp(config.value[SETTING_REVIEWS], "off") != 0,
        .reviews_all = !strcmp(config.value[SETTING_REVIEWS], "all"),
        .review_nodes = config_number(&config, SETTING_REVIEW_NODES),
    };
    if (setup.push_contact && !push_contact_fits(setup.push_contact)) {
        complain(EXIT_BAD, "push-contact \"%s\" is neither mailto:NAME@HOST nor https://...",
                 setup.push_contact);
        return EXIT_BAD;
    }
    char explorer[2 * CONFIG_VALUE];
    name_explorer(&config, explorer, sizeof explorer);
    bool elsewhere = config.value[SETTING_EXPLORER][0];
    setup.explorer = elsewhere ? config.value[SETTING_EXPLORER] : explorer;
    if (!strcmp(setup.explorer, "off")) setup.explorer = NULL;
    if (elsewhere && setup.explorer && !make_folder(setup.explorer))
        return complain(EXIT_BAD, "explorer \"%s\": %s", setup.explorer, strerror(errno));
    config_ports(&config, &setup.port, &setup.port_last);
    if (store_by_default) make_folders(setup.store);
    Server *server = start(&setup, store_by_default);
    if (!server) return EXIT_BAD;
    print_addresses(server_listener(server), setup.tls_certificate ? "https" : "http");
    server_run(server);
    server_free(server);
    return EXIT_DONE;
}

const Command COMMAND_SERVE = {
    .name = "serve",
    .synopsis = "[--port PORT] [--host ADDRESS] [--folder FOLDER] [...]",
    .summary = "serve the page and online play",
    .help =
        "\n"
        "  --port PORT        port to listen on (8080); FIRST-LAST uses the first free one, 0 any\n"
        "  --host ADDRESS     localhost (the default) accepts only this machine; 0.0.0.0 or :: "
        "accept\n"
        "                     every machine that can reach this one\n"
        "  --tls-cert FILE    use TLS with this certificate (PEM, with its chain)\n"
        "  --tls-key FILE     the certificate's key; SIGHUP reloads both\n"
        "  --trust-proxy      trust X-Forwarded-For and -Proto of a proxy on this machine\n"
        "  --proxies LIST     addresses of trusted proxies on other machines\n"
        "  --origin ORIGIN    the page's origin, if it differs from the requested address\n"
        "  --names NAMES      accepted host names, separated by commas (this machine's; any "
        "behind\n"
        "                     a proxy or with TLS); addresses and localhost are always accepted\n"
        "  --folder FOLDER    serve the page from this folder instead of the built-in one; SIGHUP\n"
        "                     reloads it\n"
        "  --store FILE       the store of games and people (or postgresql://...), instead of\n"
        "                     ${XDG_DATA_HOME:-$HOME/.local/share}/meydan/meydan.db\n"
        "  --no-store         only the page, no online play\n"
        "  --bus redis://...  the Redis through which nodes that share a store communicate\n"
        "  --gather MS        moves that arrive within MS are written together (8)\n"
        "  --leave-notice MS  how long a stopping node reports that it is not ready, for the\n"
        "                     balancer to notice, before its players move to other nodes (1000)\n"
        "  --limits N         multiplies all rate limits by N (1); 0: no limits\n"
        "  --computers N      threads for computers' moves (1); 0: no computers\n"
        "  --explorer FOLDER  folder of the opening explorer (beside the store: FILE.explorer);\n"
        "                     off: none\n"
        "  --reviews WHICH    games that the server reviews: off, asked (on request, the\n"
        "                     default), all\n"
        "  --review-nodes N   nodes per search of a review (100000)\n"
        "  --push-contact A   send notifications to browsers; push services get this contact\n"
        "                     address, mailto:NAME@HOST or https://...\n"
        "  --push-anywhere    ... also over http and into private networks, for tests\n"
        "  --event-log        one line per event on standard output\n"
        "  --proof-of-work N  require proof of work for logins while N passwords wait (8)\n"
        "  --vacation-days N  vacation per person and year (0 to 60, default 30)\n"
        "  --rate-shared      also rate games between accounts of one address or device\n"
        "  --trust-clock      start even if the clock is absurdly far ahead of the store\n"
        "  --metrics-to-all   allow /metrics from every machine, not only from this one\n"
        "  --log-level LEVEL  messages on standard error: error, warning, info (the default), "
        "debug\n"
        "  --log-format HOW   plain (the default, for journald), time (with the time), json\n"
        "  --access-log       one line per request on standard output\n"
        "  --connections N    maximum number of connections (10000)\n"
        "  --per-address N    maximum from one address, except loopback (256; 0: no limit)\n"
        "  --timeout SECONDS  for receiving a request, sending a response, and idle connections "
        "(20)\n"
        "  --config FILE      read settings from FILE: lines like `port = 8080`, `access-log = "
        "yes`\n"
        "  --show-config      print all settings and their sources, and exit\n"
        "Settings may also be in the environment (MEYDAN_PORT, MEYDAN_ACCESS_LOG), which overrides "
        "the\n"
        "file; options override both. --no-access-log means access-log = no.\n"
        "SIGINT and SIGTERM end the server after pending responses are sent; a second signal ends "
        "it\n"
        "at once. See docs/serve.md.\n",
    .run = run,
};
