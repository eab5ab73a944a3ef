// SPDX-License-Identifier: MIT
#include "tournament/formats/log_file.h"

#include "base/utf8.h"
#include "platform/array.h"
#include "tournament/formats/next.h"

#include <string.h>

enum { DEPTH_MAX = 8 };

// --- reading JSON --------------------------------------------------------------------------------

// A cursor over the text. `copy` takes the texts without their escapes: they never grow.
typedef struct Reader {
    Text text;
    size_t at;
    char *to;
} Reader;

static void skip_blanks(Reader *r)
{
    while (r->at < r->text.length && strchr(" \t\r\n", r->text.at[r->at]) && r->text.at[r->at])
        r->at++;
}

static bool take(Reader *r, char c)
{
    skip_blanks(r);
    if (r->at >= r->text.length || r->text.at[r->at] != c) return false;
    r->at++;
    return true;
}

static int hex_digit(char c)
{
    if (text_digit(c)) return c - '0';
    c = text_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_unit(Reader *r, u32 *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int digit = r->at < r->text.length ? hex_digit(r->text.at[r->at]) : -1;
        if (digit < 0) return false;
        *unit = *unit * 16 + (u32)digit;
    }
    return true;
}

// \uXXXX, or two of them for a character beyond U+FFFF.
static bool read_escaped(Reader *r)
{
    u32 c, low;
    if (!read_unit(r, &c)) return false;
    if (c >= 0xd800 && c < 0xdc00) {
        if (r->at + 2 > r->text.length || r->text.at[r->at] != '\\' || r->text.at[r->at + 1] != 'u')
            return false;
        r->at += 2;
        if (!read_unit(r, &low) || low < 0xdc00 || low > 0xdfff) return false;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    } else if (c >= 0xdc00 && c < 0xe000) {
        return false;
    }
    if (c < 0x80) {
        *r->to++ = (char)c;
        return c >= ' ';
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const u8 LEAD[] = { 0, 0xc0, 0xe0, 0xf0 };
    *r->to++ = (char)(LEAD[more] | c >> 6 * more);
    while (more-- > 0)
        *r->to++ = (char)(0x80 | (c >> 6 * more & 63));
    return true;
}

bool log_accepts(Text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((u8)text.at[i] < ' ') return false;
    return utf8_valid(text);
}

static bool read_text(Reader *r, Text *text)
{
    if (!take(r, '"')) return false;
    char *start = r->to;
    for (;;) {
        if (r->at >= r->text.length) return false;
        char c = r->text.at[r->at++];
        if (c == '"') break;
        if ((u8)c < ' ') return false;
        if (c != '\\') {
            *r->to++ = c;
            continue;
        }
        if (r->at >= r->text.length) return false;
        c = r->text.at[r->at++];
        if (c == 'u' && !read_escaped(r)) return false;
        if (c == 'u') continue;
        if (c != '"' && c != '\\' && c != '/') return false;
        *r->to++ = c;
    }
    *text = (Text){ start, (size_t)(r->to - start) };
    return log_accepts(*text);
}

static bool read_number(Reader *r, i64 *number)
{
    skip_blanks(r);
    size_t start = r->at;
    while (r->at < r->text.length && text_digit(r->text.at[r->at]))
        r->at++;
    return text_count(text_cut(r->text, start, r->at), 999999999999999999, number);
}

// Any value: its members aren't looked at.
static bool skip_value(Reader *r, int depth)
{
    Text text;
    char *to = r->to;
    skip_blanks(r);
    if (depth > DEPTH_MAX || r->at >= r->text.length) return false;
    char c = r->text.at[r->at];
    if (c == '"') {
        bool ok = read_text(r, &text);
        r->to = to;
        return ok;
    }
    if (c != '{' && c != '[') {
        size_t start = r->at;
        while (r->at < r->text.length && strchr("-+.eE0123456789truefalsn", r->text.at[r->at]) &&
               r->text.at[r->at])
            r->at++;
        return r->at > start;
    }
    r->at++;
    char end = c == '{' ? '}' : ']';
    if (take(r, end)) return true;
    do {
        if (c == '{' && (!read_text(r, &text) || !take(r, ':'))) return false;
        r->to = to;
        if (!skip_value(r, depth + 1)) return false;
    } while (take(r, ','));
    return take(r, end);
}

static Status bad_file(const Reader *r, Fault *why)
{
    int line = 1;
    for (size_t i = 0; i < r->at && i < r->text.length; i++)
        line += r->text.at[i] == '\n';
    return fault(why, MALFORMED, "line %d isn't part of a tournament", line);
}

static bool read_entry(Reader *r, LogEntry *entry)
{
    Text key;
    *entry = (LogEntry){ 0 };
    if (!take(r, '{')) return false;
    do {
        if (!read_text(r, &key) || !take(r, ':')) return false;
        bool ok = text_is(key, "at")     ? read_number(r, &entry->at_ms)
                  : text_is(key, "by")   ? read_text(r, &entry->by)
                  : text_is(key, "what") ? read_text(r, &entry->what)
                  : text_is(key, "why")  ? read_text(r, &entry->why)
                                         : false;
        if (!ok) return false;
    } while (take(r, ','));
    return entry->what.length && take(r, '}');
}

static bool read_log(Reader *r, TournamentLog *log)
{
    LogEntry entry;
    if (!take(r, '[')) return false;
    if (take(r, ']')) return true;
    do {
        if (!read_entry(r, &entry) || !log_add(log, entry)) return false;
    } while (take(r, ','));
    return take(r, ']');
}

static bool read_member(Reader *r, TournamentLog *log, Text key)
{
    Text format;
    i64 version;
    if (text_is(key, "format"))
        return read_text(r, &format) && text_is(format, "meydan-tournament");
    if (text_is(key, "version")) return read_number(r, &version) && version == 1;
    if (text_is(key, "name")) return read_text(r, &log->name);
    if (text_is(key, "log")) return read_log(r, log);
    if (!text_is(key, "standings")) return false;
    skip_blanks(r);
    size_t start = r->at;
    if (!skip_value(r, 0)) return false;
    // Kept as it is: behind the texts, which are shorter than what they were read from.
    size_t length = r->at - start;
    memcpy(r->to, r->text.at + start, length);
    log->standings = (Text){ r->to, length };
    r->to += length;
    return true;
}

Status log_read(Text json, TournamentLog *log, Fault *why)
{
    *log = (TournamentLog){ .copy = malloc(json.length + 1) };
    if (!log->copy) return fault(why, FULL, "out of memory");
    Reader r = { .text = json, .to = log->copy };
    Text key;
    bool ok = take(&r, '{');
    do {
        ok = ok && read_text(&r, &key) && take(&r, ':') && read_member(&r, log, key);
    } while (ok && take(&r, ','));
    ok = ok && take(&r, '}');
    skip_blanks(&r);
    if (ok && r.at == json.length && log->entries) return OK;
    Status status = bad_file(&r, why);
    log_free(log);
    return status;
}

void log_free(TournamentLog *log)
{
    free(log->entry);
    free(log->copy);
    *log = (TournamentLog){ 0 };
}

bool log_add(TournamentLog *log, LogEntry entry)
{
    LogEntry *more = array_grow(log->entry, &log->capacity, log->entries + 1, sizeof *more);
    if (!more) return false;
    log->entry = more;
    more[log->entries++] = entry;
    return true;
}

// --- writing -------------------------------------------------------------------------------------

void standing_write_value(i64 value, const char *column, Out *out)
{
    bool place = !strcmp(column, "DE") || !strcmp(column, "TPN");
    tiebreak_write_value(place ? -value : value, out);
}

void standing_write_points(Points points, Out *out)
{
    tiebreak_write_value(points * (i64)(TIEBREAK_UNIT / POINTS_ONE), out);
}

typedef struct Ranks {
    Standing *row;
    char column[TIEBREAKS_MAX][COLUMN_NAME];
    int columns;
} Ranks;

static bool ranks_open(const Tournament *t, Ranks *ranks)
{
    ranks->columns = tournament_columns(t, ranks->column);
    ranks->row = calloc(t->entries + 1, sizeof *ranks->row);
    return ranks->row && tournament_rank(t, ranks->row);
}

void standings_write_json(const Tournament *t, const char *key, Json *out)
{
    Ranks ranks;
    if (!ranks_open(t, &ranks)) out->lost = true;
    js_array(out, key);
    for (size_t i = 0; !out->lost && i < t->entries; i++) {
        const Standing *row = &ranks.row[i];
        char number[32];
        Out text = out_to(number, sizeof number);
        js_object(out, NULL);
        js_number(out, "rank", row->rank);
        js_number(out, "entry", row->player + 1);
        standing_write_points(row->points, &text);
        js_string(out, "points", number);
        js_array(out, "values");
        for (int j = 0; j < ranks.columns; j++) {
            text = out_to(number, sizeof number);
            standing_write_value(row->value[j], ranks.column[j], &text);
            js_string(out, NULL, number);
        }
        js_close(out, ']');
        js_close(out, '}');
    }
    js_close(out, ']');
    free(ranks.row);
}

// A cell that a spreadsheet would compute begins with a quote.
static void write_cell(Text text, Out *out)
{
    out_char(out, '"');
    if (text.length && strchr("=+-@\t", text.at[0])) out_char(out, '\'');
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"') out_char(out, '"');
        out_char(out, text.at[i]);
    }
    out_char(out, '"');
}

void standings_write_csv(const Tournament *t, Json *out)
{
    Ranks ranks;
    if (!ranks_open(t, &ranks)) out->lost = true;
    out_str(out, "rank,number,name,rating,points");
    for (int i = 0; i < ranks.columns; i++)
        out_format(out, ",%s", ranks.column[i]);
    out_str(out, "\r\n");
    for (size_t i = 0; !out->lost && i < t->entries; i++) {
        const Standing *row = &ranks.row[i];
        const Entry *entry = &t->entry[row->player];
        out_format(out, "%d,%d,", row->rank, row->player + 1);
        write_cell(text_of(entry->name), out);
        out_format(out, ",%d,", entry->rating);
        standing_write_points(row->points, out);
        for (int j = 0; j < ranks.columns; j++) {
            out_char(out, ',');
            standing_write_value(row->value[j], ranks.column[j], out);
        }
        out_str(out, "\r\n");
    }
    free(ranks.row);
}

void log_write(const TournamentLog *log, const Tournament *t, Json *out)
{
    js_object(out, NULL);
    js_string(out, "format", "meydan-tournament");
    js_number(out, "version", 1);
    js_text(out, "name", log->name);
    js_array(out, "log");
    for (size_t i = 0; i < log->entries; i++) {
        const LogEntry *entry = &log->entry[i];
        out_str(out, i ? ",\n" : "\n");
        Json line = { 0 };
        js_object(&line, NULL);
        js_number(&line, "at", entry->at_ms);
        js_text(&line, "by", entry->by);
        js_text(&line, "what", entry->what);
        if (entry->why.length) js_text(&line, "why", entry->why);
        js_close(&line, '}');
        if (line.lost) out->lost = true;
        if (!line.lost) out_text(out, js_view(&line));
        js_free(&line);
    }
    out_char(out, '\n');
    js_close(out, ']');
    standings_write_json(t, "standings", out);
    js_close(out, '}');
    out_char(out, '\n');
}

// --- checking ------------------------------------------------------------------------------------

static Status apply_entry(const TournamentLog *log, size_t i, Tournament *t, Fault *why)
{
    const LogEntry *entry = &log->entry[i];
    Fault reason;
    if (i > 0 && entry->at_ms < log->entry[i - 1].at_ms)
        return fault(why, ILLEGAL, "decision %d is earlier than the one before it", (int)i + 1);
    Status status = tournament_apply(t, entry->at_ms, entry->what, &reason);
    if (status == OK) return OK;
    return fault(why, status, "decision %d: %s", (int)i + 1, reason.message);
}

Status log_replay(const TournamentLog *log, Tournament *t, Fault *why)
{
    *t = (Tournament){ 0 };
    for (size_t i = 0; i < log->entries; i++) {
        Status status = apply_entry(log, i, t, why);
        if (status != OK) return status;
    }
    return OK;
}

// The first words that differ.
static Status compare_words(size_t i, Text stated, Text computed, Fault *why)
{
    for (;;) {
        Text one = text_of("nothing"), two = one;
        bool here = text_word(&stated, &one), there = text_word(&computed, &two);
        if (!here && !there) return OK;
        if (here != there || !text_equal(one, two))
            return fault(why, ILLEGAL, "decision %d has %q where the rules give %q", (int)i + 1,
                         one, two);
    }
}

static bool starts_with(Text text, const char *word)
{
    Text first;
    return text_word(&text, &first) && text_is(first, word);
}

static Status check_standings(const TournamentLog *log, const Tournament *t, Fault *why)
{
    Json ours = { 0 };
    standings_write_json(t, NULL, &ours);
    Status status = ours.lost ? fault(why, FULL, "out of memory") : OK;
    Text theirs = log->standings;
    size_t i = 0, j = 0, row = 0;
    while (status == OK && theirs.length) {
        while (j < theirs.length && text_blank(theirs.at[j]))
            j++;
        if (i == ours.length && j == theirs.length) break;
        char a = i < ours.length ? ours.at[i] : '\0', b = j < theirs.length ? theirs.at[j] : '\0';
        if (b == '\n' || b == '\r') {
            j++;
            continue;
        }
        row += a == '{';
        if (a != b)
            status = fault(why, ILLEGAL, "row %d of the standings differs: the rules give %q",
                           (int)row, text_cut((Text){ ours.at, ours.length }, i, ours.length));
        i++;
        j++;
    }
    js_free(&ours);
    return status;
}

Status log_check(const TournamentLog *log, Fault *why)
{
    Tournament t = { 0 };
    Json due = { 0 };
    Status status = OK;
    for (size_t i = 0; status == OK && i < log->entries; i++) {
        const LogEntry *entry = &log->entry[i];
        if (starts_with(entry->what, "pair")) {
            Fault reason;
            status = tournament_next(&t, entry->at_ms, &due, &reason);
            if (status != OK)
                status = fault(why, status, "decision %d: %s", (int)i + 1, reason.message);
            else if (due.lost)
                status = fault(why, FULL, "out of memory");
            else
                status = compare_words(i, entry->what, js_view(&due), why);
        }
        if (status == OK) status = apply_entry(log, i, &t, why);
    }
    if (status == OK) status = check_standings(log, &t, why);
    js_free(&due);
    tournament_free(&t);
    return status;
}

// --- TRF -----------------------------------------------------------------------------------------

Status tournament_write_trf(const Tournament *t, Text name, TrfDialect dialect, Json *out,
                            Fault *why)
{
    if (t->rules.format != FORMAT_SWISS && t->rules.format != FORMAT_ROUND_ROBIN)
        return fault(why, ILLEGAL, "TRF is for Swiss tournaments and round robins");
    if (t->phase < PHASE_PLAY) return fault(why, ILLEGAL, "the tournament hasn't started");
    Trf trf = { .player = calloc(t->entries + 1, sizeof *trf.player) };
    Standing *row = calloc(t->entries + 1, sizeof *row);
    if (!trf.player || !row || !tournament_crosstable(t, &trf.table)) {
        free(trf.player);
        free(row);
        return fault(why, FULL, "out of memory");
    }
    trf.columns = t->rounds;
    if (!tournament_rank(t, row)) out->lost = true;
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = &t->entry[row[i].player];
        TrfPlayer *player = &trf.player[entry->seed];
        player->number = entry->seed + 1;
        player->sex = ' ';
        player->rating = entry->rating;
        player->rank = row[i].rank;
        player->points = row[i].points;
        // The column has 33 characters.
        size_t length = 0, size;
        Text full = text_of(entry->name);
        for (int j = 0; j < 33 && length < full.length; j++) {
            size = utf8_size(text_from(full, length));
            length += size ? size : 1;
        }
        memcpy(player->name, entry->name, length);
    }
    TrfLine line = { text_of("012"), name };
    trf.line = &line;
    trf.lines = name.length > 0;
    trf_write(&trf, dialect, out);
    crosstable_free(&trf.table);
    free(trf.player);
    free(row);
    return out->lost ? fault(why, FULL, "out of memory") : OK;
}

// The log under construction: one growing text, and the end of each of its lines.
typedef struct Import {
    const Trf *trf;
    Json text;
    size_t *end;
    size_t lines, capacity;
    int table; // the last one
} Import;

static void end_line(Import *im)
{
    size_t *more = array_grow(im->end, &im->capacity, im->lines + 1, sizeof *more);
    if (!more) {
        im->text.lost = true;
        return;
    }
    im->end = more;
    more[im->lines++] = im->text.length;
}

static void import_byes(Import *im, int round, bool *paused)
{
    for (int i = 0; i < im->trf->table.players; i++) {
        const TableCell *cell = crosstable_cell(&im->trf->table, i, round);
        bool sits = cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE ||
                    cell->outcome == OUTCOME_FULL_BYE;
        bool half = cell->outcome == OUTCOME_HALF_BYE;
        if (!half && sits != paused[i]) continue;
        if (half && !paused[i]) {
            out_format(&im->text, "absent %d %d half", i + 1, round + 1);
        } else if (half) {
            continue;
        } else {
            out_format(&im->text, "%s %d", sits ? "return" : "pause", i + 1);
            paused[i] = !sits;
        }
        end_line(im);
    }
}

static void import_result(Import *im, const TableCell *cell, int table)
{
    static const char *const PLACES[OUTCOMES] = {
        [OUTCOME_WIN] = "1 2",
        [OUTCOME_DRAW] = "1 1",
        [OUTCOME_LOSS] = "2 1",
        [OUTCOME_SHORT_WIN] = "1 2 short",
        [OUTCOME_SHORT_DRAW] = "1 1 short",
        [OUTCOME_SHORT_LOSS] = "2 1 short",
        [OUTCOME_FORFEIT_WIN] = "1 -",
        [OUTCOME_FORFEIT_LOSS] = "- 1",
    };
    if (!PLACES[cell->outcome]) return;
    const char *places = PLACES[cell->outcome];
    const TableCell *theirs = crosstable_cell(
        &im->trf->table, cell->opponent, (int)(cell - im->trf->table.cell) % im->trf->table.rounds);
    if (cell->outcome == OUTCOME_FORFEIT_LOSS && theirs->outcome == OUTCOME_FORFEIT_LOSS)
        places = "- -";
    out_format(&im->text, "result %d 1 %s", table, places);
    end_line(im);
}

static void import_round(Import *im, int round)
{
    const Crosstable *cross = &im->trf->table;
    int first = im->table;
    bool any = false;
    out_format(&im->text, "hand %d", round + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < cross->players; i++) {
            const TableCell *cell = crosstable_cell(cross, i, round);
            bool bye = cell->outcome == OUTCOME_PAIRING_BYE || cell->outcome == OUTCOME_FULL_BYE;
            bool second = cell->side == SIDE_SECOND ||
                          (cell->side == SIDE_NONE && cell->opponent >= 0 && cell->opponent < i);
            if (pass == 1) {
                if (cell->opponent >= 0 && !second) import_result(im, cell, ++first);
                first += bye;
                continue;
            }
            if ((cell->opponent < 0 && !bye) || (!bye && second)) continue;
            out_format(&im->text, bye ? " %d" : " %d-%d", i + 1, cell->opponent + 1);
            any = true;
            im->table++;
        }
        if (pass == 1) continue;
        if (any)
            end_line(im);
        else
            im->text.length = im->lines ? im->end[im->lines - 1] : 0;
        out_format(&im->text, "pair %d", round + 1);
        end_line(im);
    }
}

Status log_from_trf(const Trf *trf, TournamentLog *log, Fault *why)
{
    Import im = { .trf = trf };
    *log = (TournamentLog){ 0 };
    const Crosstable *cross = &trf->table;
    bool *paused = calloc((size_t)cross->players + 1, 1);
    if (!paused) return fault(why, FULL, "out of memory");
    out_format(&im.text, "create swiss games=1 listed=1 rounds=%d", cross->rounds);
    end_line(&im);
    for (int i = 0; i < cross->players; i++) {
        const TrfPlayer *player = &trf->player[i];
        Text name = text_trim(text_of(player->name));
        if (name.length >= ENTRY_NAME) {
            name.length = ENTRY_NAME - 1;
            while (name.length && ((u8)name.at[name.length] & 0xc0) == 0x80)
                name.length--;
        }
        out_format(&im.text, "enter %d name %d ", i + 1, player->rating);
        if (name.length)
            out_text(&im.text, name);
        else
            out_format(&im.text, "%d", player->number);
        end_line(&im);
    }
    // The first digit of the seed decides who begins.
    out_format(&im.text, "start %c000000000000000", cross->initial == SIDE_SECOND ? '1' : '0');
    end_line(&im);
    for (int round = 0; round < trf->columns; round++) {
        import_byes(&im, round, paused);
        import_round(&im, round);
    }
    free(paused);
    Text name = text_of("");
    for (size_t i = 0; i < trf->lines; i++)
        if (text_is(trf->line[i].code, "012")) name = text_trim(trf->line[i].text);
    if (!log_accepts(name)) name = text_of("");
    log->copy = im.text.lost ? NULL : malloc(im.text.length + name.length + 1);
    bool ok = log->copy;
    if (ok) memcpy(log->copy, im.text.at, im.text.length);
    if (ok && name.length) memcpy(log->copy + im.text.length, name.at, name.length);
    if (ok) log->name = (Text){ log->copy + im.text.length, name.length };
    for (size_t i = 0, start = 0; ok && i < im.lines; start = im.end[i++])
        ok = log_add(log, (LogEntry){ .by = text_of("import"),
                                      .what = { log->copy + start, im.end[i] - start } });
    js_free(&im.text);
    free(im.end);
    if (ok) return OK;
    log_free(log);
    return fault(why, FULL, "out of memory");
}

// --- calendar ------------------------------------------------------------------------------------

// Days since 1970 to year, month and day (proleptic Gregorian).
static void write_time(i64 ms, Out *out)
{
    i64 seconds = ms / 1000, days = seconds / 86400, left = seconds % 86400;
    i64 z = days + 719468, era = z / 146097, day_of_era = z % 146097;
    i64 year = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    i64 day = day_of_era - (365 * year + year / 4 - year / 100), month = (5 * day + 2) / 153;
    i64 date[6] = { year + era * 400 + (month >= 10),
                    month < 10 ? month + 3 : month - 9,
                    day - (153 * month + 2) / 5 + 1,
                    left / 3600,
                    left / 60 % 60,
                    left % 60 };
    for (int i = 0; i < 6; i++) {
        if (i == 3) out_char(out, 'T');
        if (date[i] < 10) out_char(out, '0');
        out_int(out, date[i]);
    }
    out_char(out, 'Z');
}

// A property, with its text escaped, folded after 75 bytes between characters.
static void write_property(const char *name, Text text, bool escape, Out *out)
{
    size_t column = 0;
    for (const char *c = name; *c; c++, column++)
        out_char(out, *c);
    out_char(out, ':');
    column++;
    for (size_t i = 0, size; i < text.length; i += size) {
        size = utf8_size(text_from(text, i));
        size = size ? size : 1;
        bool quoted = escape && strchr("\\;,\n", text.at[i]);
        if (column + size + quoted > 75) {
            out_str(out, "\r\n ");
            column = 1;
        }
        if (quoted) out_char(out, '\\');
        if (text.at[i] == '\n')
            out_char(out, 'n');
        else
            out_text(out, text_cut(text, i, i + size));
        column += size + quoted;
    }
    out_str(out, "\r\n");
}

void calendar_write(const CalendarEntry *entry, Json *out)
{
    out_str(out, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Meydan//Tournaments//EN\r\n"
                 "BEGIN:VEVENT\r\n");
    write_property("UID", entry->id, true, out);
    out_str(out, "DTSTAMP:");
    write_time(entry->changed_ms, out);
    out_str(out, "\r\nDTSTART:");
    write_time(entry->from_ms, out);
    out_str(out, "\r\nDTEND:");
    write_time(entry->until_ms, out);
    out_str(out, "\r\n");
    write_property("SUMMARY", entry->name, true, out);
    if (entry->url.length) write_property("URL", entry->url, false, out);
    out_str(out, "END:VEVENT\r\nEND:VCALENDAR\r\n");
}
