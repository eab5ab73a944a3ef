// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // pipe2
#include "protocol/ugi_client.h"

#include "protocol/now.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 16, // longer lines are truncated
    NAME_LENGTH_MAX = 64,
    OPTIONS_MAX = 64,
    SLICE_MS = 20,   // reaction time to an interrupt
    WRITE_MS = 2000, // gives up on an engine that doesn't read its input for so long
    QUIT_MS = 500,
    NONSENSE_MAX = 1000, // meaningless lines tolerated before an answer
};

struct UgiClient {
    pid_t pid; // 0 after waitpid()
    int wait_status;
    int to, from;
    const atomic_bool *interrupt;
    bool failed;       // its last answer was missing or invalid
    bool cut;          // the rest of a truncated line is still to be read
    size_t start, end; // the unread part of the buffer
    char buffer[BUFFER];
    char name[NAME_LENGTH_MAX];
    int options;
    char option[OPTIONS_MAX][NAME_LENGTH_MAX];
};

extern char **environ;

static bool interrupted(const UgiClient *client)
{
    return client->interrupt && atomic_load(client->interrupt);
}

static i64 earlier(i64 a, i64 b)
{
    return a < b ? a : b;
}

static void copy_text(char *to, size_t capacity, Text text)
{
    Out out = out_to(to, capacity);
    for (size_t i = 0; i < text.length; i++)
        out_char(&out, (unsigned char)text.at[i] >= ' ' ? text.at[i] : '?');
}

// --- the process ---------------------------------------------------------------------------------

static void close_pipe(int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

// Uses a process group of its own, so that Ctrl-C affects only Meydan, and resets the signals to
// their defaults.
static int spawn(const ClientSetup *setup, int in, int out, pid_t *pid)
{
    const char *log = setup->stderr_path ? setup->stderr_path : "/dev/null";
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, pipe_only;
    sigemptyset(&none);
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND,
                                     0666);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &pipe_only);
    posix_spawnattr_setsigmask(&attributes, &none);
    int error = posix_spawnp(pid, setup->argv[0], &files, &attributes, setup->argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static UgiClient *start(const ClientSetup *setup, Fault *why)
{
    UgiClient *client = calloc(1, sizeof *client);
    int in[2] = { -1, -1 }, out[2] = { -1, -1 };
    int error = ENOMEM;
    if (!client) goto fail;
    client->interrupt = setup->interrupt;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
        error = errno;
        goto fail;
    }
    error = spawn(setup, in[0], out[1], &client->pid);
    if (error) goto fail;
    close(in[0]);
    close(out[1]);
    client->to = in[1];
    client->from = out[0];
    fcntl(client->to, F_SETFL, O_NONBLOCK);
    fcntl(client->from, F_SETFL, O_NONBLOCK);
    return client;
fail:
    if (in[0] >= 0) close_pipe(in);
    if (out[0] >= 0) close_pipe(out);
    free(client);
    fault(why, MALFORMED, "cannot start %q: %s", text_of(setup->argv[0]), strerror(error));
    return NULL;
}

// Waits up to `ms` for the process to exit.
static bool gone_within(UgiClient *client, i64 ms)
{
    for (i64 deadline = now_ms() + ms; client->pid;) {
        if (waitpid(client->pid, &client->wait_status, WNOHANG) == client->pid) {
            client->pid = 0;
            break;
        }
        if (now_ms() >= deadline) return false;
        poll(NULL, 0, 5);
    }
    return true;
}

static void end_process(UgiClient *client)
{
    if (!client->pid) return;
    kill(-client->pid, SIGKILL); // including its own child processes
    kill(client->pid, SIGKILL);
    while (waitpid(client->pid, &client->wait_status, 0) < 0 && errno == EINTR)
        continue;
    client->pid = 0;
}

void client_close(UgiClient *client)
{
    if (!client) return;
    if (client->failed) end_process(client);
    if (client->pid) client_say(client, "quit");
    close(client->to);
    if (!gone_within(client, interrupted(client) ? QUIT_MS / 5 : QUIT_MS)) end_process(client);
    close(client->from);
    free(client);
}

void client_fate(UgiClient *client, Out *out)
{
    if (!gone_within(client, QUIT_MS / 5))
        out_str(out, "closed its output");
    else if (WIFSIGNALED(client->wait_status))
        out_format(out, "signal %d", WTERMSIG(client->wait_status));
    else
        out_format(out, "exit status %d", WEXITSTATUS(client->wait_status));
}

// --- lines ---------------------------------------------------------------------------------------

static void send_all(UgiClient *client, const char *at, size_t length)
{
    i64 deadline = now_ms() + WRITE_MS;
    while (length) {
        ssize_t sent = write(client->to, at, length);
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
            continue;
        }
        if (sent < 0 && errno != EAGAIN && errno != EINTR) return; // it has exited
        if (now_ms() >= deadline || interrupted(client)) return;
        poll(&(struct pollfd){ client->to, POLLOUT, 0 }, 1, SLICE_MS);
    }
}

void client_say(UgiClient *client, const char *line)
{
    send_all(client, line, strlen(line));
    send_all(client, "\n", 1);
}

// Removes a whole line from the buffer.
static bool take_line(UgiClient *client, Text *line)
{
    char *from = client->buffer + client->start;
    size_t length = client->end - client->start;
    char *stop = memchr(from, '\n', length);
    bool full = !stop && length == sizeof client->buffer;
    if (!stop && !full) return false;
    size_t taken = full ? length : (size_t)(stop - from);
    *line = client->cut ? (Text){ from, 0 } : text_trim((Text){ from, taken });
    client->cut = full;
    client->start += taken + !full;
    return true;
}

// Reads the next line, which is valid until the next call.
static Talk next_line(UgiClient *client, i64 deadline, Text *line)
{
    for (;;) {
        if (interrupted(client)) return TALK_INTERRUPTED;
        if (take_line(client, line)) return TALK_OK;
        memmove(client->buffer, client->buffer + client->start, client->end - client->start);
        client->end -= client->start;
        client->start = 0;
        i64 left = deadline - now_ms();
        if (left <= 0) return TALK_HUNG;
        struct pollfd wait = { client->from, POLLIN, 0 };
        if (poll(&wait, 1, (int)earlier(left, SLICE_MS)) <= 0) continue;
        ssize_t got =
            read(client->from, client->buffer + client->end, sizeof client->buffer - client->end);
        if (got > 0)
            client->end += (size_t)got;
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            return TALK_CRASHED;
    }
}

// --- the conversation ----------------------------------------------------------------------------

// Reads until a line begins with that word. Passes other lines to `hear`, if it isn't NULL, which
// returns whether they are meaningful.
typedef bool Hear(void *context, Text line);

static Talk listen_for(UgiClient *client, const char *word, i64 within_ms, Hear *hear,
                       void *context, Text *line)
{
    i64 deadline = now_ms() + within_ms;
    for (int nonsense = 0; nonsense <= NONSENSE_MAX;) {
        Talk talk = next_line(client, deadline, line);
        if (talk != TALK_OK) return talk;
        Text rest = *line, first;
        if (!text_word(&rest, &first)) continue;
        if (text_is(first, word)) {
            *line = rest;
            return TALK_OK;
        }
        if (hear ? !hear(context, *line) : !text_is(first, "info")) nonsense++;
        // During a flood next_line() never waits and so never checks the deadline.
        if (now_ms() >= deadline) return TALK_HUNG;
    }
    return TALK_GARBAGE;
}

static Talk wait_for(UgiClient *client, const char *word, i64 within_ms, Hear *hear, void *context,
                     Text *line)
{
    Talk talk = listen_for(client, word, within_ms, hear, context, line);
    client->failed = talk != TALK_OK && talk != TALK_INTERRUPTED;
    return talk;
}

// "id name Some Engine", "option name Hash type spin ..."
static bool hear_about(void *context, Text line)
{
    UgiClient *client = context;
    Text rest = line, word, key;
    text_word(&rest, &word);
    if (!text_word(&rest, &key)) return false;
    if (text_is(word, "id") && text_is(key, "name"))
        copy_text(client->name, sizeof client->name, text_trim(rest));
    if (text_is(word, "option") && text_is(key, "name") && client->options < OPTIONS_MAX) {
        // The name may contain blanks. It ends at " type ".
        size_t end = 0;
        Text name = text_trim(rest);
        while (end < name.length && !text_is(text_cut(name, end, end + 6), " type "))
            end++;
        copy_text(client->option[client->options++], NAME_LENGTH_MAX, text_cut(name, 0, end));
    }
    return true;
}

UgiClient *client_open(const ClientSetup *setup, Fault *why)
{
    UgiClient *client = start(setup, why);
    if (!client) return NULL;
    Text line, program = text_of(setup->argv[0]);
    client_say(client, "ugi");
    Talk talk = wait_for(client, "ugiok", setup->startup_ms, hear_about, client, &line);
    if (talk == TALK_OK) return client;
    if (talk == TALK_CRASHED) {
        char fate[32];
        Out out = out_to(fate, sizeof fate);
        client_fate(client, &out);
        fault(why, MALFORMED, "%q ended before it said 'ugiok': %s", program, fate);
    } else {
        fault(why, MALFORMED, "%q does not answer 'ugi' with 'ugiok'", program);
    }
    client_close(client);
    return NULL;
}

const char *client_name(const UgiClient *client)
{
    return client->name;
}

bool client_has_option(const UgiClient *client, const char *name)
{
    for (int i = 0; i < client->options; i++)
        if (text_is_nocase(text_of(client->option[i]), name)) return true;
    return false;
}

Talk client_ready(UgiClient *client, i64 within_ms)
{
    Text line;
    client_say(client, "isready");
    return wait_for(client, "readyok", within_ms, NULL, NULL, &line);
}

static bool read_signed(Text text, i32 *number)
{
    bool minus = text.length && text.at[0] == '-';
    i64 size;
    if (!text_number(text_from(text, minus), 1000000, &size)) return false;
    *number = (i32)(minus ? -size : size);
    return true;
}

// "info depth 9 score cp 31 nodes 1200 pv e2 e8"
static bool hear_info(void *context, Text line)
{
    ClientAnswer *answer = context;
    Text rest = line, word, kind, number;
    text_word(&rest, &word);
    if (!text_is(word, "info")) return false;
    while (text_word(&rest, &word)) {
        if (text_is(word, "pv") || text_is(word, "string")) break;
        if (text_is(word, "multipv") && text_word(&rest, &number) && !text_is(number, "1")) break;
        if (!text_is(word, "score")) continue;
        i32 score;
        if (!text_word(&rest, &kind) || !text_word(&rest, &number)) break;
        if (!text_is(kind, "cp") && !text_is(kind, "mate")) break;
        if (!read_signed(number, &score)) break;
        answer->scored = true;
        answer->mate = text_is(kind, "mate");
        answer->score = score;
    }
    return true;
}

static Talk wait_for_move(UgiClient *client, i64 within_ms, ClientAnswer *answer)
{
    Text line, move;
    Talk talk = wait_for(client, "bestmove", within_ms, hear_info, answer, &line);
    if (talk != TALK_OK) return talk;
    if (!text_word(&line, &move) || move.length >= sizeof answer->move) return TALK_GARBAGE;
    copy_text(answer->move, sizeof answer->move, move);
    return TALK_OK;
}

Talk client_go(UgiClient *client, const char *go, i64 within_ms, ClientAnswer *answer)
{
    *answer = (ClientAnswer){ 0 };
    client_say(client, go);
    return wait_for_move(client, within_ms, answer);
}

Talk client_stop(UgiClient *client, i64 within_ms)
{
    ClientAnswer late = { 0 };
    client_say(client, "stop");
    return wait_for_move(client, within_ms, &late);
}
