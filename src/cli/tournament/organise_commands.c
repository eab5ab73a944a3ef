// SPDX-License-Identifier: MIT
// Runs a tournament at the table: decisions are added to a file, one command at a time.
#include "cli/tournament/tournament.h"

#include "cli/file.h"
#include "cli/language.h"
#include "platform/array.h"
#include "tournament/formats/log_file.h"
#include "tournament/formats/next.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

// A file that is being changed. The texts of new entries live as long as it does.
typedef struct Open {
    const char *path;
    TournamentLog log;
    Tournament t;
    Text by, why;
    char **line; // new decisions
    size_t lines, capacity;
    i64 now;
} Open;

static void close_file(Open *file)
{
    for (size_t i = 0; i < file->lines; i++)
        free(file->line[i]);
    free(file->line);
    log_free(&file->log);
    tournament_free(&file->t);
}

// An empty tournament if `creates` and there is no such file. Complains.
static bool open_file(Open *file, bool creates)
{
    size_t length;
    Fault why;
    char *text = file_read(file->path, &length);
    if (!text && creates && errno == ENOENT) return true;
    if (!text) {
        complain(EXIT_BAD, "cannot read %s: %s", quote(file->path).text, strerror(errno));
        return false;
    }
    Status status = log_read((Text){ text, length }, &file->log, &why);
    if (status == OK) status = log_replay(&file->log, &file->t, &why);
    free(text);
    if (status != OK) complain(EXIT_BAD, "%s: %s", quote(file->path).text, why.message);
    return status == OK;
}

static Status decide(Open *file, Text what, Fault *why)
{
    const TournamentLog *log = &file->log;
    i64 last = log->entries ? log->entry[log->entries - 1].at_ms : 0;
    i64 at = file->now > last ? file->now : last;
    if (!log_accepts(file->by) || !log_accepts(file->why) || !log_accepts(file->log.name))
        return fault(why, MALFORMED, "a name or a reason is one line of UTF-8");
    char **more = array_grow(file->line, &file->capacity, file->lines + 1, sizeof *more);
    if (more) file->line = more;
    char *line = more ? malloc(what.length + 1) : NULL;
    if (!line) return fault(why, FULL, "out of memory");
    memcpy(line, what.at, what.length);
    more[file->lines++] = line;
    Status status = tournament_apply(&file->t, at, what, why);
    if (status == OK && !log_add(&file->log, (LogEntry){ .at_ms = at,
                                                         .by = file->by,
                                                         .what = { line, what.length },
                                                         .why = file->why }))
        status = fault(why, FULL, "out of memory");
    return status;
}

static bool save(const Open *file)
{
    Json out = { 0 };
    log_write(&file->log, &file->t, &out);
    bool saved = !out.lost && file_write(file->path, js_view(&out), false);
    if (!saved)
        complain(EXIT_BAD, "cannot write %s: %s", quote(file->path).text,
                 out.lost ? "out of memory" : strerror(errno));
    js_free(&out);
    return saved;
}

// "table 3: 5 Ada - 2 Bob", from the first new table on.
static void print_tables(const Tournament *t, size_t from)
{
    for (size_t i = from; i < t->tables; i++) {
        const Table *table = &t->table[i];
        printf(tr("table %d:"), (int)i + 1);
        for (int seat = 0; seat < table->seats; seat++)
            printf("%s %d %s", seat ? " -" : "", (int)table->entry[seat] + 1,
                   t->entry[table->entry[seat]].name);
        puts(table->seats == 1 ? tr(", bye") : "");
    }
}

// Lots must not be predictable: 128 bits from the system.
static bool draw_seed(char seed[40])
{
    u8 bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(seed + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static i64 now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (i64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

ExitStatus tournament_decide(const char *path, const char *decision, const char *name,
                             const char *by, const char *reason)
{
    Open file = { .path = path,
                  .by = text_of(by ? by : "organiser"),
                  .why = text_of(reason ? reason : ""),
                  .now = now_ms() };
    Text rest = text_of(decision), verb = text_of("");
    Fault why;
    char seed[40], start[48];
    text_word(&rest, &verb);
    if (!open_file(&file, text_is(verb, "create"))) {
        close_file(&file);
        return EXIT_BAD;
    }
    if (name) file.log.name = text_of(name);
    // Without a seed it is drawn here.
    if (text_is(verb, "start") && !text_trim(rest).length) {
        if (!draw_seed(seed)) {
            close_file(&file);
            return complain(EXIT_BAD, "the system has no random numbers");
        }
        snprintf(start, sizeof start, "start %s", seed);
        decision = start;
    }
    ExitStatus exit = EXIT_DONE;
    Status status = decide(&file, text_trim(text_of(decision)), &why);
    if (status != OK)
        exit = complain_status(status, &why);
    else if (!save(&file))
        exit = EXIT_BAD;
    close_file(&file);
    return exit;
}

ExitStatus tournament_add(const char *path, const char *name, int rating, const char *by)
{
    Open file = { .path = path, .by = text_of(by ? by : "organiser"), .now = now_ms() };
    if (!open_file(&file, false)) {
        close_file(&file);
        return EXIT_BAD;
    }
    // Paper shows only names, so a name identifies one entry.
    for (size_t i = 0; i < file.t.entries; i++)
        if (text_is(text_trim(text_of(name)), file.t.entry[i].name)) {
            close_file(&file);
            return complain(EXIT_NO, "%s is entry %zu already", quote(name).text, i + 1);
        }
    Json line = { 0 };
    Fault why;
    int number = (int)file.t.entries + 1;
    out_format(&line, "enter %d name %d %s", number, rating, name);
    ExitStatus exit = EXIT_DONE;
    Status status =
        line.lost ? fault(&why, FULL, "out of memory") : decide(&file, js_view(&line), &why);
    if (status != OK)
        exit = complain_status(status, &why);
    else if (!save(&file))
        exit = EXIT_BAD;
    else
        printf("%d\n", number);
    js_free(&line);
    close_file(&file);
    return exit;
}

ExitStatus tournament_advance(const char *path)
{
    Open file = { .path = path, .by = text_of("rules"), .now = now_ms() };
    if (!open_file(&file, false)) {
        close_file(&file);
        return EXIT_BAD;
    }
    Json due = { 0 };
    Fault why;
    ExitStatus exit = EXIT_DONE;
    bool more = true;
    // Forfeits of entries that have left come one by one, before the pairings.
    while (exit == EXIT_DONE && more) {
        size_t tables = file.t.tables;
        i64 last = file.log.entries ? file.log.entry[file.log.entries - 1].at_ms : 0;
        Status status = tournament_next(&file.t, file.now > last ? file.now : last, &due, &why);
        more = status == OK && due.length && text_is(text_cut(js_view(&due), 0, 6), "result");
        if (status == OK && due.length) status = decide(&file, js_view(&due), &why);
        if (status != OK) {
            exit = complain_status(status, &why);
        } else if (!due.length) {
            puts(file.t.phase == PHASE_OVER ? tr("the tournament is over") : tr("nothing is due"));
        } else if (!save(&file)) {
            exit = EXIT_BAD;
        } else if (file.t.tables > tables) {
            print_tables(&file.t, tables);
        } else {
            printf("%s\n", due.at);
        }
    }
    js_free(&due);
    close_file(&file);
    return exit;
}

// --- standings of a file -------------------------------------------------------------------------

static void write_value(const Standing *row, int column, const char *name, Out *out)
{
    bool place = !strcmp(name, "DE") || !strcmp(name, "TPN");
    tiebreak_write_value(place ? -row->value[column] : row->value[column], out);
}

// The number of characters of a translated text.
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += ((u8)*text & 0xc0) != 0x80;
    return width;
}

// The first columns of the standings, with their headings.
enum { RANK, NUMBER, POINTS, FIRST_COLUMNS };

static void begin_standings(int width[FIRST_COLUMNS], Json *out)
{
    const char *head[FIRST_COLUMNS] = { tr("rank"), tr("no."), tr("points") };
    for (int i = 0; i < FIRST_COLUMNS; i++) {
        out_format(out, i ? "  %s" : "%s", head[i]);
        width[i] = width_of(head[i]) + 2;
    }
}

static void print_standings(const Tournament *t, const Standing *row, Json *out)
{
    char column[TIEBREAKS_MAX][COLUMN_NAME];
    int columns = tournament_columns(t, column), width[TIEBREAKS_MAX], first[FIRST_COLUMNS];
    begin_standings(first, out);
    for (int j = 0; j < columns; j++) {
        width[j] = (int)strlen(column[j]);
        for (size_t i = 0; i < t->entries; i++) {
            char value[32];
            Out text = out_to(value, sizeof value);
            write_value(&row[i], j, column[j], &text);
            if ((int)text.length > width[j]) width[j] = (int)text.length;
        }
        out_str(out, "  ");
        out_str(out, column[j]);
        out_pad(out, ' ', width[j] - (int)strlen(column[j]));
    }
    out_format(out, "  %s\n", tr("name"));
    for (size_t i = 0; i < t->entries; i++) {
        size_t start = out->length;
        out_int(out, row[i].rank);
        int end = first[RANK];
        out_pad(out, ' ', end - (int)(out->length - start));
        out_int(out, row[i].player + 1);
        end += first[NUMBER];
        out_pad(out, ' ', end - (int)(out->length - start));
        tiebreak_write_value(row[i].points * (i64)(TIEBREAK_UNIT / POINTS_ONE), out);
        end += first[POINTS];
        for (int j = 0; j < columns; j++) {
            out_pad(out, ' ', end - (int)(out->length - start));
            write_value(&row[i], j, column[j], out);
            end += width[j] + 2;
        }
        out_pad(out, ' ', end - (int)(out->length - start));
        out_format(out, "%s%s\n", t->entry[row[i].player].name,
                   t->entry[row[i].player].left ? tr(", left") : "");
    }
}

ExitStatus tournament_show(const char *path)
{
    Open file = { .path = path };
    if (!open_file(&file, false)) {
        close_file(&file);
        return EXIT_BAD;
    }
    Standing *row = calloc(file.t.entries + 1, sizeof *row);
    Json out = { 0 };
    bool ok = row && tournament_rank(&file.t, row);
    if (ok) print_standings(&file.t, row, &out);
    ok = ok && !out.lost;
    ExitStatus exit = ok ? EXIT_DONE : complain(EXIT_BAD, "out of memory");
    if (ok) fwrite(out.at, 1, out.length, stdout);
    js_free(&out);
    free(row);
    close_file(&file);
    return exit;
}
