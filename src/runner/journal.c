// SPDX-License-Identifier: MIT
#include "runner/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ARGS_MAX = 256, LINE_LENGTH_MAX = 256, FILE_MAX = 1 << 28 };

static const char FIRST_LINE[] = "meydan match state 1";

struct Journal {
    int file;
    char *text; // the file's contents when opened, with arguments split into strings
    Text games; // the part after "begin"
    int args;
    char *arg[ARGS_MAX + 1];
};

static Status write_all(int file, const char *at, size_t length, Fault *why)
{
    while (length) {
        ssize_t wrote = write(file, at, length);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return fault(why, MALFORMED, "cannot write the state: %s", strerror(errno));
        at += wrote;
        length -= (size_t)wrote;
    }
    if (fdatasync(file) && errno != EINVAL)
        return fault(why, MALFORMED, "cannot write the state: %s", strerror(errno));
    return OK;
}

void journal_close(Journal *journal)
{
    if (!journal) return;
    if (journal->file >= 0) close(journal->file);
    free(journal->text);
    free(journal);
}

int journal_args(const Journal *journal, char ***argv)
{
    *argv = (char **)journal->arg;
    return journal->args;
}

// --- writing -------------------------------------------------------------------------------------

Journal *journal_create(const char *path, int argc, char *const *argv, Fault *why)
{
    Journal *journal = calloc(1, sizeof *journal);
    size_t capacity = sizeof FIRST_LINE + 16;
    for (int i = 0; i < argc; i++)
        capacity += strlen(argv[i]) + 8;
    if (journal) journal->text = malloc(capacity);
    if (!journal || !journal->text || argc > ARGS_MAX) {
        fault(why, MALFORMED, "too many arguments for a state file");
        free(journal);
        return NULL;
    }
    Out out = out_to(journal->text, capacity);
    out_format(&out, "%s\n", FIRST_LINE);
    for (int i = 0; i < argc; i++) {
        if (strchr(argv[i], '\n')) {
            fault(why, MALFORMED, "argument %q has a line break in it", text_of(argv[i]));
            goto fail;
        }
        out_format(&out, "arg %s\n", argv[i]);
    }
    out_str(&out, "begin\n");
    journal->file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (journal->file < 0) {
        if (errno == EEXIST)
            fault(why, MALFORMED, "state file %q exists: go on with --resume, or remove it",
                  text_of(path));
        else
            fault(why, MALFORMED, "state file %q: %s", text_of(path), strerror(errno));
        goto fail;
    }
    if (write_all(journal->file, out.at, out.length, why) == OK) return journal;
    close(journal->file);
fail:
    journal->file = -1;
    journal_close(journal);
    return NULL;
}

Status journal_add(Journal *journal, const Variant *variant, u32 game, const GameResult *result,
                   i64 record_end, Fault *why)
{
    char line[LINE_LENGTH_MAX];
    Out out = out_to(line, sizeof line);
    out_str(&out, "game ");
    out_int(&out, (i64)game + 1);
    out_char(&out, ' ');
    outcome_write(&result->outcome, variant, &out);
    out_format(&out, " %s %s ", reason_name(result->outcome.reason), verdict_name(result->verdict));
    for (int seat = 0; seat < variant->players; seat++)
        out_format(&out, seat ? ",%s" : "%s", trouble_name((Trouble)result->trouble[seat]));
    out_format(&out, " %d ", (int)result->plies);
    out_int(&out, record_end < 0 ? 0 : record_end);
    out_char(&out, '\n');
    return write_all(journal->file, out.at, out.length, why);
}

// --- reading -------------------------------------------------------------------------------------

static Status read_state(Journal *journal, const char *path, size_t *length, Fault *why)
{
    struct stat info;
    journal->file = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (journal->file < 0 || fstat(journal->file, &info))
        return fault(why, MALFORMED, "state file %q: %s", text_of(path), strerror(errno));
    if (!S_ISREG(info.st_mode) || info.st_size > FILE_MAX)
        return fault(why, MALFORMED, "state file %q is no state of a match", text_of(path));
    journal->text = malloc((size_t)info.st_size + 1);
    if (!journal->text) return fault(why, MALFORMED, "out of memory");
    *length = 0;
    for (ssize_t got; (size_t)info.st_size > *length; *length += (size_t)got) {
        got = read(journal->file, journal->text + *length, (size_t)info.st_size - *length);
        if (got < 0)
            return fault(why, MALFORMED, "state file %q: %s", text_of(path), strerror(errno));
        if (got == 0) break;
    }
    // Ignore a line left incomplete by a crash.
    while (*length && journal->text[*length - 1] != '\n')
        --*length;
    return OK;
}

static Status read_header(Journal *journal, Text text, Fault *why)
{
    Text line;
    bool first = true;
    for (; text_split(&text, '\n', &line); first = false) {
        if (text_is(line, "begin") && !first) {
            journal->games = text;
            return OK;
        }
        bool fine = first ? text_is(line, FIRST_LINE) : text_is(text_cut(line, 0, 4), "arg ");
        if (!fine || journal->args == ARGS_MAX) break;
        if (first) continue;
        journal->arg[journal->args] = (char *)line.at + 4;
        journal->arg[journal->args++][line.length - 4] = '\0'; // overwrites the line's end
    }
    return fault(why, MALFORMED, "it is no state of a match");
}

Journal *journal_open(const char *path, Fault *why)
{
    Journal *journal = calloc(1, sizeof *journal);
    size_t length = 0;
    if (!journal) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    Status status = read_state(journal, path, &length, why);
    if (status == OK) {
        Fault cause;
        status = read_header(journal, (Text){ journal->text, length }, &cause);
        if (status != OK) fault(why, status, "state file %q: %s", text_of(path), cause.message);
    }
    // Truncate only after the file has proved to be ours.
    if (status == OK && ftruncate(journal->file, (off_t)length))
        status = fault(why, MALFORMED, "state file %q: %s", text_of(path), strerror(errno));
    if (status == OK) return journal;
    journal_close(journal);
    return NULL;
}

static bool read_verdict(Text word, Verdict *verdict)
{
    for (int i = 0; i < VERDICTS; i++)
        if (text_is(word, verdict_name((Verdict)i))) {
            *verdict = (Verdict)i;
            return true;
        }
    return false;
}

static bool read_troubles(Text word, int seats, u8 trouble[PLAYERS_MAX])
{
    Text name;
    int seat = 0;
    for (; text_split(&word, ',', &name); seat++) {
        int i = 0;
        while (i < TROUBLES && !text_is(name, trouble_name((Trouble)i)))
            i++;
        if (i == TROUBLES || seat == seats) return false;
        trouble[seat] = (u8)i;
    }
    return seat == seats;
}

static bool read_game(const Variant *variant, Text line, i64 *number, GameResult *result, i64 *end)
{
    enum { WORDS = 8 };
    Text word[WORDS], more;
    i64 plies;
    for (int i = 0; i < WORDS; i++)
        if (!text_word(&line, &word[i])) return false;
    *result = (GameResult){ .done = true };
    bool fine = !text_word(&line, &more) && text_is(word[0], "game") &&
                text_number(word[1], INT32_MAX, number) && *number > 0 &&
                outcome_read(variant, word[2], &result->outcome, NULL) == OK &&
                result->outcome.over && reason_read(word[3], &result->outcome.reason, NULL) == OK &&
                read_verdict(word[4], &result->verdict) &&
                read_troubles(word[5], variant->players, result->trouble) &&
                text_number(word[6], 1000000, &plies) && text_number(word[7], INT64_MAX, end);
    if (fine) result->plies = (u32)plies;
    return fine;
}

Status journal_load(const Journal *journal, const Variant *variant, GameResult *results, u32 games,
                    i64 *record_end, Fault *why)
{
    Text rest = journal->games, line;
    *record_end = -1;
    while (text_split(&rest, '\n', &line)) {
        GameResult result;
        i64 number, end;
        if (!line.length) continue;
        if (!read_game(variant, line, &number, &result, &end))
            return fault(why, MALFORMED, "bad line %q in the state file", line);
        if (number > games)
            return fault(why, MALFORMED, "game %d of the state file is more than the %d to play",
                         (int)number, (int)games);
        if (results[number - 1].done)
            return fault(why, MALFORMED, "game %d stands twice in the state file", (int)number);
        results[number - 1] = result;
        *record_end = end;
    }
    return OK;
}
