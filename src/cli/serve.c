// SPDX-License-Identifier: MIT
// The server from the command line: options, and the addresses to open.
#include "cli/cli.h"

#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <uv.h>

enum {
    PORT_DEFAULT = 8080,
    PORT_MOST = 65535,
    CONNECTIONS_DEFAULT = 10000,
    CONNECTIONS_MOST = 1000000,
    EACH_DEFAULT = 256,
    TIMEOUT_DEFAULT = 20,
    TIMEOUT_MOST = 3600,
    LIMITS_SCALE_MOST = 1000,
    COMPUTERS_MOST = 64,
};

typedef struct ServeArgs {
    const char *port, *host, *folder, *connections, *each, *timeout, *store, *limits, *computers;
    bool access_log, event_log;
} ServeArgs;

static void say(const char *line)
{
    fprintf(stderr, "meydan: %s\n", line);
}

static void print_line(const char *line)
{
    puts(line);
    fflush(stdout);
}

// PORT or FIRST-LAST.
static bool read_ports(const char *text, ServerSetup *setup)
{
    i64 first = PORT_DEFAULT, last = PORT_DEFAULT;
    if (text) {
        Text rest = text_of(text), piece;
        text_split(&rest, '-', &piece);
        bool fine = text_number(piece, PORT_MOST, &first);
        last = first;
        if (rest.at) fine = fine && text_number(rest, PORT_MOST, &last);
        if (!fine || last < first || (!first && last)) {
            complain(EXIT_BAD, "--port %s is neither a port from 0 to %d nor FIRST-LAST",
                     quote(text).text, PORT_MOST);
            return false;
        }
    }
    setup->port = (int)first;
    setup->port_last = (int)last;
    return true;
}

static bool read_number(const char *text, const char *option, i64 least, i64 most, int *number)
{
    i64 value;
    if (!text) return true;
    if (text_number(text_of(text), most, &value) && value >= least) {
        *number = (int)value;
        return true;
    }
    complain(EXIT_BAD, "%s %s is not a number from %lld to %lld", option, quote(text).text,
             (long long)least, (long long)most);
    return false;
}

static void print_address(const char *host, bool ipv6, int port, const char *remark)
{
    printf("  http://%s%s%s:%d%s\n", ipv6 ? "[" : "", host, ipv6 ? "]" : "", port, remark);
}

// Every address of this machine that others can reach.
static void print_interfaces(bool with_ipv6, int port)
{
    uv_interface_address_t *interfaces;
    int count;
    if (uv_interface_addresses(&interfaces, &count)) return;
    for (int i = 0; i < count; i++) {
        Address address = address_of((const struct sockaddr *)&interfaces[i].address);
        bool link_local = address.ipv6 && !strncmp(address.text, "fe80", 4);
        if (address.loopback || link_local || (address.ipv6 && !with_ipv6)) continue;
        print_address(address.text, address.ipv6, port, "");
    }
    uv_free_interface_addresses(interfaces, count);
}

static void print_addresses(const Listener *listener)
{
    bool localhost = false;
    printf("Meydan is served; open\n");
    for (int i = 0; i < listener->count; i++) {
        const Address *address = &listener->address[i];
        if (address->loopback || address->any) {
            if (!localhost) print_address("localhost", false, listener->port, "");
            localhost = true;
            if (address->any) print_interfaces(address->ipv6, listener->port);
        } else {
            print_address(address->text, address->ipv6, listener->port, "");
        }
    }
    print_line("Ctrl-C ends it.");
}

static ExitStatus run(int argc, char **argv)
{
    ServeArgs args = { 0 };
    const Option options[] = {
        { "--port", &args.port, NULL },           { "--host", &args.host, NULL },
        { "--folder", &args.folder, NULL },       { "--connections", &args.connections, NULL },
        { "--per-address", &args.each, NULL },    { "--timeout", &args.timeout, NULL },
        { "--store", &args.store, NULL },         { "--limits", &args.limits, NULL },
        { "--computers", &args.computers, NULL }, { "--access-log", NULL, &args.access_log },
        { "--event-log", NULL, &args.event_log }, { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left > 0) return args_unexpected(argv[0]);
    ServerSetup setup = {
        .host = args.host ? args.host : "localhost",
        .folder = args.folder,
        .connections_most = CONNECTIONS_DEFAULT,
        .connections_each = EACH_DEFAULT,
        .timeout_s = TIMEOUT_DEFAULT,
        .say = say,
        .log = args.access_log ? print_line : NULL,
        .event = args.event_log ? print_line : NULL,
        .store = args.store,
        .version = MEYDAN_VERSION,
        .limits = 1,
        .gather_ms = 2,
        .computer_threads = 1,
    };
    if (!read_ports(args.port, &setup) ||
        !read_number(args.connections, "--connections", 1, CONNECTIONS_MOST,
                     &setup.connections_most) ||
        !read_number(args.each, "--per-address", 0, CONNECTIONS_MOST, &setup.connections_each) ||
        !read_number(args.limits, "--limits", 0, LIMITS_SCALE_MOST, &setup.limits) ||
        !read_number(args.computers, "--computers", 0, COMPUTERS_MOST, &setup.computer_threads) ||
        !read_number(args.timeout, "--timeout", 1, TIMEOUT_MOST, &setup.timeout_s))
        return EXIT_BAD;
    Fault why;
    Server *server = server_new(&setup, &why);
    if (!server) return complain(EXIT_BAD, "%s", why.message);
    print_addresses(server_listener(server));
    server_run(server);
    server_free(server);
    return EXIT_DONE;
}

const Command COMMAND_SERVE = {
    .name = "serve",
    .synopsis = "[--port PORT] [--host ADDRESS] [--folder FOLDER] [...]",
    .summary = "serve the page, to be opened in a browser",
    .help =
        "\n"
        "  --port PORT        where to listen (8080); FIRST-LAST takes the first free one, 0 any\n"
        "  --host ADDRESS     localhost (the default) is for this machine alone; 0.0.0.0 or :: "
        "for\n"
        "                     every machine that can reach this one\n"
        "  --folder FOLDER    a page from there instead of the one inside the program; SIGHUP\n"
        "                     reads it again\n"
        "  --store FILE       play online, and keep everything in there\n"
        "  --limits N         N times as generous to those who ask often (1); 0: no limits\n"
        "  --computers N      threads on which computers think (1); 0: they do not move\n"
        "  --event-log        a line for each thing that happens on standard output\n"
        "  --access-log       a line for each request on standard output\n"
        "  --connections N    at most so many at once (10000)\n"
        "  --per-address N    at most so many from one address but loopback (256; 0: no limit)\n"
        "  --timeout SECONDS  for a request to arrive, an answer to be taken, an idle "
        "connection\n"
        "                     to be used again (20)\n"
        "SIGINT and SIGTERM end it once everything that is being sent has been sent; a second "
        "one\n"
        "at once. docs/serve.md has a systemd unit and an example for nginx.\n",
    .run = run,
};
