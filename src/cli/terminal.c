// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // ppoll
#include "cli/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

static const int ENDING[] = { SIGINT, SIGTERM, SIGHUP };
enum { ENDINGS = sizeof ENDING / sizeof *ENDING };

static volatile sig_atomic_t signalled;
static sigset_t outside; // the signal mask outside of waits

static void note_signal(int number)
{
    (void)number;
    signalled = 1;
}

void terminal_open(Terminal *terminal)
{
    *terminal = (Terminal){ 0 };
    signalled = 0;
    sigset_t blocked;
    sigemptyset(&blocked);
    struct sigaction action = { .sa_handler = note_signal };
    for (int i = 0; i < ENDINGS; i++) {
        struct sigaction before;
        sigaction(ENDING[i], NULL, &before);
        // nohup and shells' background jobs ignore some signals; keep that.
        if (before.sa_handler == SIG_IGN) continue;
        sigaddset(&blocked, ENDING[i]);
        sigaction(ENDING[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &blocked, &outside);
    // If the reader goes away, fflush() must fail instead of the program being killed; main()
    // checks that too.
    signal(SIGPIPE, SIG_IGN);
}

void terminal_close(void)
{
    for (int i = 0; i < ENDINGS; i++) {
        struct sigaction now;
        sigaction(ENDING[i], NULL, &now);
        if (now.sa_handler != note_signal) continue;
        // A signal that arrived together with the end of the input is still pending, but the
        // program is ending already.
        signal(ENDING[i], SIG_IGN);
        signal(ENDING[i], SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &outside, NULL);
}

i64 terminal_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

size_t terminal_printable(Text text)
{
    // The smallest character of each length; a shorter value is an overlong encoding.
    static const u32 SMALLEST[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char first = (unsigned char)text.at[0];
    if (first < 0x80) return first >= ' ' && first != 127;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc0 || first >= 0xf8 || length > text.length) return 0;
    u32 character = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        if ((byte & 0xc0) != 0x80) return 0;
        character = character << 6 | (byte & 0x3f);
    }
    bool surrogate = character >= 0xd800 && character < 0xe000;
    bool control = character < 0xa0; // U+0080 - U+009F
    bool known = character >= SMALLEST[length] && character <= 0x10ffff;
    return known && !surrogate && !control ? length : 0;
}

void terminal_clean(Text text, Out *out)
{
    while (text.length) {
        size_t length = terminal_printable(text);
        if (out->length + length + 1 >= out->capacity) break;
        out_text(out, length ? text_cut(text, 0, length) : text_of("?"));
        text = text_from(text, length ? length : 1);
    }
}

void terminal_print(Text text)
{
    while (text.length) {
        size_t length = terminal_printable(text);
        if (length)
            fwrite(text.at, 1, length, stdout);
        else
            putchar('?');
        text = text_from(text, length ? length : 1);
    }
}

// Removes the next whole line from the buffer.
static bool take_line(Terminal *terminal, Text *line)
{
    char *start = terminal->buffer + terminal->taken;
    size_t length = terminal->used - terminal->taken;
    char *end = memchr(start, '\n', length);
    bool full = terminal->used - terminal->taken == LINE_LENGTH_MAX;
    if (!end && !full && !(terminal->ended && length)) return false;
    *line = (Text){ start, end ? (size_t)(end - start) : length };
    terminal->taken += line->length + (end ? 1 : 0);
    bool rest = terminal->skipping;
    terminal->skipping = !end && full;
    if (rest) return take_line(terminal, line);
    if (line->length && line->at[line->length - 1] == '\r') line->length--;
    return true;
}

// Returns INPUT_LINE if there is data to read, otherwise the reason why there won't be.
static Input wait_for_file(int file, i64 deadline)
{
    for (;;) {
        struct pollfd input = { .fd = file, .events = POLLIN };
        i64 left = deadline == INT64_MAX ? 0 : deadline - terminal_now();
        if (left < 0) left = 0;
        struct timespec time = { .tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000 };
        int ready = ppoll(&input, 1, deadline == INT64_MAX ? NULL : &time, &outside);
        if (signalled) return INPUT_SIGNAL;
        if (ready > 0) return INPUT_LINE;
        if (ready == 0) return INPUT_TIMEOUT;
        if (errno != EINTR) return INPUT_END;
    }
}

Input terminal_wait(int file, i64 deadline)
{
    if (fflush(stdout) != 0) return INPUT_END;
    return wait_for_file(file, deadline);
}

// Returns INPUT_LINE to look for a line again, otherwise the reason why there won't be one.
static Input wait_for_bytes(Terminal *terminal, i64 deadline)
{
    Input input = wait_for_file(STDIN_FILENO, deadline);
    if (input != INPUT_LINE) return input;
    memmove(terminal->buffer, terminal->buffer + terminal->taken, terminal->used - terminal->taken);
    terminal->used -= terminal->taken;
    terminal->taken = 0;
    ssize_t count =
        read(STDIN_FILENO, terminal->buffer + terminal->used, LINE_LENGTH_MAX - terminal->used);
    if (count > 0) terminal->used += (size_t)count;
    terminal->ended = count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
    return INPUT_LINE;
}

static Input read_line(Terminal *terminal, i64 deadline, Text *line)
{
    if (fflush(stdout) != 0) return INPUT_END;
    for (;;) {
        if (signalled) return INPUT_SIGNAL;
        if (take_line(terminal, line)) return INPUT_LINE;
        if (terminal->ended) return INPUT_END;
        Input input = wait_for_bytes(terminal, deadline);
        if (input != INPUT_LINE) return input;
    }
}

bool terminal_is_typed(void)
{
    return isatty(STDIN_FILENO);
}

Input terminal_read(Terminal *terminal, i64 deadline, Text *line)
{
    Input input = read_line(terminal, deadline, line);
    if (input == INPUT_LINE && terminal_is_typed()) return input;
    if (input == INPUT_LINE) terminal_print(*line);
    putchar('\n');
    return input;
}

bool terminal_has_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

bool terminal_has_unicode(void)
{
    static const char *const NAMES[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *locale = NULL;
    for (int i = 0; i < 3 && !(locale && *locale); i++)
        locale = getenv(NAMES[i]);
    // The locale's name usually tells, even if the locale was never generated.
    const char *charset = locale ? strchr(locale, '.') : NULL;
    if (!charset) {
        if (!setlocale(LC_CTYPE, "")) return false;
        return !strcmp(nl_langinfo(CODESET), "UTF-8");
    }
    return !strncasecmp(charset, ".utf-8", 6) || !strncasecmp(charset, ".utf8", 5);
}
