// SPDX-License-Identifier: MIT
// Files of whole tournaments: written, read, checked; TRF, CSV, calendars.
#include "support/check.h"

#include "tournament/formats/log_file.h"
#include "tournament/formats/next.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 400 };

typedef struct Played {
    Tournament t;
    TournamentLog log;
    char *line[LINES];
} Played;

static void add(Played *p, Text what)
{
    Fault why;
    size_t i = p->log.entries;
    assert_true(i < LINES);
    assert_int_equal(tournament_apply(&p->t, (i64)i * 1000, what, &why), OK);
    p->line[i] = strndup(what.at, what.length);
    assert_true(log_add(&p->log, (LogEntry){ .at_ms = (i64)i * 1000,
                                             .by = text_of("Ay\xc5\x9f"
                                                           "e \"A\""),
                                             .what = text_of(p->line[i]),
                                             .why = text_of(i == 3 ? "late" : "") }));
}

static void play(Played *p, const char *create, int entries)
{
    *p = (Played){ .log = { .name = text_of("Cup; the, first") } };
    add(p, text_of(create));
    for (int i = 1; i <= entries; i++) {
        char text[64];
        Out out = out_to(text, sizeof text);
        out_format(&out, "enter %d name %d P%d", i, 1500 + i % 3, i);
        add(p, text_of(text));
    }
    add(p, text_of("start 0123456789abcdef"));
    Json due = { 0 };
    Fault why;
    while (tournament_next(&p->t, (i64)p->log.entries * 1000, &due, &why) == OK && due.length) {
        add(p, js_view(&due));
        for (size_t i = 0; i < p->t.tables; i++)
            for (int game; (game = table_next_game(&p->t, &p->t.table[i])) >= 0;) {
                char text[64];
                Out out = out_to(text, sizeof text);
                out_format(&out, "result %d %d", (int)i + 1, game + 1);
                for (int seat = 0; seat < p->t.table[i].seats; seat++)
                    out_format(&out, " %d", seat + 1);
                add(p, text_of(text));
            }
    }
    js_free(&due);
    assert_int_equal(p->t.phase, PHASE_OVER);
}

static void played_free(Played *p)
{
    for (size_t i = 0; i < p->log.entries; i++)
        free(p->line[i]);
    log_free(&p->log);
    tournament_free(&p->t);
}

static Status check_text(const char *text, Fault *why)
{
    TournamentLog log;
    Status status = log_read(text_of(text), &log, why);
    if (status != OK) return status;
    status = log_check(&log, why);
    log_free(&log);
    return status;
}

static void files(void **state)
{
    (void)state;
    static const char *const CREATE[] = { "create swiss games=1 rounds=3", "create round-robin",
                                          "create knockout games=1 twice=1",
                                          "create tables seats=4 rounds=3 cut=4" };
    for (size_t i = 0; i < sizeof CREATE / sizeof *CREATE; i++) {
        Played p;
        Json out = { 0 }, again = { 0 };
        TournamentLog log;
        Tournament t;
        Fault why;
        play(&p, CREATE[i], 8);
        log_write(&p.log, &p.t, &out);
        assert_false(out.lost);
        assert_int_equal(check_text(out.at, &why), OK);
        assert_int_equal(log_read(js_view(&out), &log, &why), OK);
        assert_int_equal(log_replay(&log, &t, &why), OK);
        log_write(&log, &t, &again);
        assert_string_equal(out.at, again.at);
        tournament_free(&t);
        log_free(&log);
        // Another result, another pairing or other points are found.
        char *at = strstr(out.at, "\"points\":\"");
        assert_non_null(at);
        at[10] = at[10] == '9' ? '8' : '9';
        assert_int_equal(check_text(out.at, &why), ILLEGAL);
        assert_non_null(strstr(why.message, "row 1 of the standings"));
        at = strstr(again.at, "pair 2 ");
        assert_non_null(at);
        char first = at[7];
        at[7] = at[9];
        at[9] = first;
        assert_int_equal(check_text(again.at, &why), ILLEGAL);
        assert_non_null(strstr(why.message, "where the rules give"));
        js_free(&out);
        js_free(&again);
        played_free(&p);
    }
}

static void bad_files(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",
        "{",
        "[]",
        "{}",
        "{\"format\":\"other\"}",
        "{\"format\":\"meydan-tournament\"}",
        "{\"log\":[{\"at\":1}]}",
        "{\"log\":[{\"what\":\"\\ud800\"}]}",
        "{\"log\":[{\"what\":\"create swiss\"}]} x",
        "{\"log\":[{\"what\":\"\xff\"}]}",
        "{\"standings\":[[[[[[[[[[[[1]]]]]]]]]]]]}",
    };
    Fault why;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(check_text(BAD[i], &why), MALFORMED);
    assert_int_equal(check_text("{\"log\":[{\"what\":\"create swiss\"},{\"what\":\"end\"}]}", &why),
                     OK);
    assert_int_equal(check_text("{\"log\":[{\"what\":\"start\"}]}", &why), ILLEGAL);
    assert_string_equal(why.message, "decision 1: the tournament isn't created");
}

static void trf(void **state)
{
    (void)state;
    Played p;
    Json out = { 0 }, again = { 0 }, file = { 0 };
    Trf read;
    TournamentLog log;
    Tournament t;
    Fault why;
    play(&p, "create swiss games=1 rounds=4", 7);
    p.log.name = text_of("Club night");
    assert_int_equal(tournament_write_trf(&p.t, p.log.name, TRF_26, &out, &why), OK);
    assert_int_equal(trf_read(js_view(&out), &read, &why), OK);
    assert_int_equal(read.table.players, 7);
    assert_int_equal(log_from_trf(&read, &log, &why), OK);
    assert_true(text_is(log.name, "Club night"));
    assert_int_equal(log_replay(&log, &t, &why), OK);
    assert_int_equal(tournament_write_trf(&t, p.log.name, TRF_26, &again, &why), OK);
    assert_string_equal(out.at, again.at);
    log_write(&log, &t, &file);
    assert_int_equal(check_text(file.at, &why), OK);
    trf_free(&read);
    log_free(&log);
    tournament_free(&t);
    played_free(&p);
    js_free(&out);
    js_free(&again);
    js_free(&file);
    play(&p, "create knockout games=1", 4);
    assert_int_equal(tournament_write_trf(&p.t, p.log.name, TRF_26, &out, &why), ILLEGAL);
    js_free(&out);
    played_free(&p);
}

static void tables(void **state)
{
    (void)state;
    Played p;
    Json out = { 0 };
    play(&p, "create round-robin games=1", 3);
    memcpy(p.t.entry[0].name, "=1\"", 4);
    standings_write_csv(&p.t, &out);
    assert_non_null(strstr(out.at, "rank,number,name,rating,points,DE,WIN,SB,KS\r\n"));
    assert_non_null(strstr(out.at, ",\"'=1\"\"\","));
    js_free(&out);
    played_free(&p);
}

static void calendar(void **state)
{
    (void)state;
    Json out = { 0 };
    calendar_write(&(CalendarEntry){ .id = text_of("7@meydan"),
                                     .name = text_of("Cup; one, two"),
                                     .url = text_of("https://example.org/#/t/7"),
                                     .from_ms = 1709208000000,
                                     .until_ms = 1709211600000 },
                   &out);
    assert_string_equal(out.at,
                        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Meydan//Tournaments//EN\r\n"
                        "BEGIN:VEVENT\r\nUID:7@meydan\r\nDTSTAMP:19700101T000000Z\r\n"
                        "DTSTART:20240229T120000Z\r\nDTEND:20240229T130000Z\r\n"
                        "SUMMARY:Cup\\; one\\, two\r\nURL:https://example.org/#/t/7\r\n"
                        "END:VEVENT\r\nEND:VCALENDAR\r\n");
    js_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),  cmocka_unit_test(bad_files), cmocka_unit_test(trf),
        cmocka_unit_test(tables), cmocka_unit_test(calendar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
