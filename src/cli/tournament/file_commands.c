// SPDX-License-Identifier: MIT
// Files of whole tournaments: checks them, and writes them in other formats.
#include "cli/tournament/tournament.h"

#include "cli/file.h"
#include "cli/language.h"
#include "cli/tournament/paper.h"
#include "tournament/formats/log_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The log of a file in our own format, or in TRF. Complains.
static bool read_log(const char *path, TournamentLog *log)
{
    size_t length, start = 0;
    char *text = file_read(path, &length);
    if (!text) {
        complain(EXIT_BAD, "cannot read %s: %s", quote(path).text, strerror(errno));
        return false;
    }
    while (start < length && strchr(" \t\r\n", text[start]))
        start++;
    Fault why;
    Status status;
    Trf trf;
    if (start < length && text[start] == '{') {
        status = log_read((Text){ text, length }, log, &why);
    } else {
        status = trf_read((Text){ text, length }, &trf, &why);
        if (status == OK) {
            status = log_from_trf(&trf, log, &why);
            trf_free(&trf);
        }
    }
    free(text);
    if (status != OK) complain(EXIT_BAD, "%s: %s", quote(path).text, why.message);
    return status == OK;
}

ExitStatus tournament_check(const char *path)
{
    TournamentLog log;
    Fault why;
    if (!read_log(path, &log)) return EXIT_BAD;
    Status status = log_check(&log, &why);
    ExitStatus exit = EXIT_DONE;
    if (status != OK) {
        exit = complain_status(status, &why);
    } else {
        int pairings = 0;
        for (size_t i = 0; i < log.entries; i++) {
            Text rest = log.entry[i].what, verb;
            pairings += text_word(&rest, &verb) && text_is(verb, "pair");
        }
        printf(log.standings.length
                   ? tr("%d decisions, %d pairings and the standings follow from the rules\n")
                   : tr("%d decisions, %d pairings and no standings follow from the rules\n"),
               (int)log.entries, pairings);
    }
    log_free(&log);
    return exit;
}

ExitStatus tournament_export(const char *path, const char *format)
{
    TournamentLog log;
    Tournament t;
    Json out = { 0 }, id = { 0 };
    Fault why;
    if (!read_log(path, &log)) return EXIT_BAD;
    Status status = log_replay(&log, &t, &why);
    if (status != OK) {
        status = MALFORMED;
    } else if (!strcmp(format, "json")) {
        log_write(&log, &t, &out);
    } else if (!strcmp(format, "paper")) {
        paper_write(&t, log.name, &out);
    } else if (!strcmp(format, "csv")) {
        standings_write_csv(&t, &out);
    } else if (!strcmp(format, "calendar")) {
        const LogEntry *first = &log.entry[0], *last = &log.entry[log.entries - 1];
        // Two club nights of the same name aren't one entry of a calendar.
        out_int(&id, first->at_ms);
        out_char(&id, ' ');
        out_text(&id, log.name);
        calendar_write(&(CalendarEntry){ .id = js_view(&id),
                                         .name = log.name.length ? log.name : text_of("Tournament"),
                                         .from_ms = t.start_ms ? t.start_ms : first->at_ms,
                                         .until_ms = last->at_ms,
                                         .changed_ms = last->at_ms },
                       &out);
    } else {
        TrfDialect dialect = !strcmp(format, "trf16") ? TRF_16 : TRF_26;
        status = tournament_write_trf(&t, log.name, dialect, &out, &why);
    }
    ExitStatus exit = EXIT_DONE;
    if (status != OK)
        exit = complain_status(status, &why);
    else if (out.lost)
        exit = complain(EXIT_BAD, "out of memory");
    else
        fwrite(out.at, 1, out.length, stdout);
    js_free(&out);
    js_free(&id);
    tournament_free(&t);
    log_free(&log);
    return exit;
}
