// SPDX-License-Identifier: MIT
// Fields have fixed columns, counted in characters. Players are sorted by their numbers first, so
// that every other line can refer to them.
#include "tournament/trf.h"

#include "base/utf8.h"
#include "platform/array.h"
#include "tournament/swiss.h"

#include <string.h>

enum { FIRST_ROUND = 92, ROUND_WIDTH = 10, NUMBER_MAX = 9999, POINTS_MAX = 99999 };

typedef struct Reader {
    Trf *trf;
    Fault *why;
    int *index;                 // [number]: the player, or -1
    bool bye_given, open_given; // the points of these results
} Reader;

static bool continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

// The characters in columns `from` to `to`, counted from 1, without blanks around them.
static Text columns(Text line, int from, int to)
{
    size_t start = line.length, end = line.length;
    int column = 0;
    for (size_t i = 0; i < line.length; i++) {
        if (continuation(line.at[i])) continue;
        column++;
        if (column == from) start = i;
        if (column == to + 1) {
            end = i;
            break;
        }
    }
    if (start > end) start = end;
    return text_trim(text_cut(line, start, end));
}

static int width_of(Text line)
{
    int width = 0;
    for (size_t i = 0; i < line.length; i++)
        width += !continuation(line.at[i]);
    return width;
}

static char column(Text line, int at)
{
    Text one = columns(line, at, at);
    return one.length ? one.at[0] : ' ';
}

// "11.5", "-1.0", "3".
static bool read_points(Text text, Points *points)
{
    bool minus = text.length && text.at[0] == '-';
    Text rest = text_from(text, minus), whole, tenth = { 0 };
    i64 number, fraction = 0;
    if (!text_split(&rest, '.', &whole) || !text_number(whole, POINTS_MAX, &number)) return false;
    if (text_split(&rest, '.', &tenth)) {
        // Two decimals occur; the second one is zero in every known system of points.
        if (tenth.length == 2 && tenth.at[1] == '0') tenth.length = 1;
        if (tenth.length != 1 || !text_number(tenth, 9, &fraction)) return false;
    }
    if (rest.length) return false;
    *points = (Points)(number * POINTS_ONE + fraction);
    if (minus) *points = -*points;
    // A number that doesn't fit into four columns can't be written again.
    i64 most = fraction ? (minus ? 9 : 99) : (minus ? 999 : 9999);
    return number <= most;
}

static bool copy_field(Text text, char *to, size_t size)
{
    if (text.length >= size) return false;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ') return false;
    memcpy(to, text.at, text.length);
    to[text.length] = '\0';
    return true;
}

static Status read_player(Reader *r, Text line, TrfPlayer *player)
{
    i64 number;
    *player = (TrfPlayer){ .sex = column(line, 10) };
    if (!text_number(columns(line, 5, 8), NUMBER_MAX, &number) || number < 1)
        return fault(r->why, MALFORMED, "a player without a starting rank: %q", line);
    player->number = (int)number;
    bool fine = copy_field(columns(line, 11, 13), player->title, sizeof player->title) &&
                copy_field(columns(line, 15, 47), player->name, sizeof player->name) &&
                copy_field(columns(line, 54, 56), player->federation, sizeof player->federation) &&
                copy_field(columns(line, 58, 68), player->id, sizeof player->id) &&
                copy_field(columns(line, 70, 79), player->birth, sizeof player->birth);
    if (!fine || (unsigned char)player->sex < ' ' || (unsigned char)player->sex > '~')
        return fault(r->why, MALFORMED, "player %d has an unreadable field", player->number);
    Text rating = columns(line, 49, 52), rank = columns(line, 86, 89),
         points = columns(line, 81, 84);
    if (rating.length && !text_number(rating, NUMBER_MAX, &number))
        return fault(r->why, MALFORMED, "player %d has the rating %q", player->number, rating);
    player->rating = rating.length ? (int)number : 0;
    if (rank.length && !text_number(rank, NUMBER_MAX, &number))
        return fault(r->why, MALFORMED, "player %d has the rank %q", player->number, rank);
    player->rank = rank.length ? (int)number : 0;
    if (points.length && !read_points(points, &player->points))
        return fault(r->why, MALFORMED, "player %d has %q points", player->number, points);
    return OK;
}

static int by_number(const void *a, const void *b)
{
    return ((const TrfPlayer *)a)->number - ((const TrfPlayer *)b)->number;
}

// The player with that number, or -1 with a fault.
static int find_player(const Reader *r, Text number)
{
    i64 n;
    if (text_number(number, NUMBER_MAX, &n) && n > 0 && r->index[n] >= 0) return r->index[n];
    fault(r->why, MALFORMED, "there is no player %q", number);
    return -1;
}

static bool read_outcome(char code, bool opponent, u8 *outcome)
{
    static const char CODES[] = " 1=0WDL+-ZHFU";
    code = code >= 'a' && code <= 'z' ? (char)(code - 'a' + 'A') : code;
    const char *found = code ? strchr(CODES, code) : NULL;
    if (!found) return false;
    *outcome = (u8)(found - CODES);
    if (opponent) {
        if (*outcome == OUTCOME_NONE) *outcome = OUTCOME_OPEN;
        return *outcome < OUTCOME_ZERO_BYE || *outcome == OUTCOME_OPEN;
    }
    if (*outcome == OUTCOME_FORFEIT_LOSS) *outcome = OUTCOME_ZERO_BYE;
    if (*outcome == OUTCOME_FORFEIT_WIN) *outcome = OUTCOME_FULL_BYE;
    return *outcome == OUTCOME_NONE || *outcome >= OUTCOME_ZERO_BYE;
}

static Status read_rounds(Reader *r, Text line, int player)
{
    const Trf *trf = r->trf;
    for (int round = 0; round < trf->columns; round++) {
        int at = FIRST_ROUND + ROUND_WIDTH * round, number = trf->player[player].number;
        Text opponent = columns(line, at, at + 3);
        char side = column(line, at + 5);
        TableCell *cell = crosstable_cell(&trf->table, player, round);
        if (opponent.length && !text_is(opponent, "0000")) {
            cell->opponent = find_player(r, opponent);
            if (cell->opponent < 0) return MALFORMED;
            if (cell->opponent == player)
                return fault(r->why, MALFORMED, "player %d meets itself", number);
        }
        if (side == 'w' || side == 'W')
            cell->side = SIDE_FIRST;
        else if (side == 'b' || side == 'B')
            cell->side = SIDE_SECOND;
        else if (side != '-' && side != ' ')
            return fault(r->why, MALFORMED, "player %d has the colour %c in round %d", number, side,
                         round + 1);
        if (cell->opponent < 0) cell->side = SIDE_NONE;
        if (!read_outcome(column(line, at + 7), cell->opponent >= 0, &cell->outcome))
            return fault(r->why, MALFORMED, "player %d has an unknown result in round %d", number,
                         round + 1);
    }
    return OK;
}

// Both players of a pair must name each other, with different sides.
static Status check_pairs(const Reader *r)
{
    const Trf *trf = r->trf;
    for (int player = 0; player < trf->table.players; player++)
        for (int round = 0; round < trf->columns; round++) {
            const TableCell *mine = crosstable_cell(&trf->table, player, round);
            if (mine->opponent < 0) continue;
            const TableCell *theirs = crosstable_cell(&trf->table, mine->opponent, round);
            if (theirs->opponent != player || (mine->side && mine->side == theirs->side) ||
                !mine->side != !theirs->side)
                return fault(r->why, MALFORMED, "players %d and %d disagree about round %d",
                             trf->player[player].number, trf->player[mine->opponent].number,
                             round + 1);
        }
    return OK;
}

static void set_points(Crosstable *table, char code, Points points)
{
    static const u8 WINS[] = { OUTCOME_WIN, OUTCOME_SHORT_WIN, OUTCOME_FORFEIT_WIN,
                               OUTCOME_FULL_BYE };
    static const u8 DRAWS[] = { OUTCOME_DRAW, OUTCOME_SHORT_DRAW, OUTCOME_HALF_BYE };
    Points *value = table->value;
    for (size_t i = 0; code == 'W' && i < sizeof WINS; i++)
        value[WINS[i]] = points;
    for (size_t i = 0; code == 'D' && i < sizeof DRAWS; i++)
        value[DRAWS[i]] = points;
    if (code == 'L') value[OUTCOME_LOSS] = value[OUTCOME_SHORT_LOSS] = points;
    if (code == 'A')
        value[OUTCOME_NONE] = value[OUTCOME_ZERO_BYE] = value[OUTCOME_FORFEIT_LOSS] = points;
    if (code == 'P') value[OUTCOME_PAIRING_BYE] = points;
    if (code == 'X') value[OUTCOME_OPEN] = points;
    if (code == 'Z') value[OUTCOME_NONE] = value[OUTCOME_ZERO_BYE] = points;
    if (code == 'F') value[OUTCOME_FORFEIT_LOSS] = points;
}

// "W 3.0    D 1.0"
static Status read_values(Reader *r, Text rest)
{
    Text word, number;
    while (text_word(&rest, &word)) {
        char code = word.at[0];
        number = text_from(word, 1);
        Points points;
        if (!number.length && !text_word(&rest, &number)) number = (Text){ 0 };
        if (!memchr("WDLAPX", code, 6) || !read_points(number, &points))
            return fault(r->why, MALFORMED, "unreadable points for a result: %q", word);
        set_points(&r->trf->table, code, points);
        r->bye_given |= code == 'P';
        r->open_given |= code == 'X';
    }
    return OK;
}

// Rounds `from` to `to` in columns of three characters, as numbers from 0.
static bool read_span(Text line, int at, int *from, int *to)
{
    i64 first, last;
    if (!text_number(columns(line, at, at + 2), ROUNDS_MAX, &first) || first < 1) return false;
    if (!text_number(columns(line, at + 4, at + 6), ROUNDS_MAX, &last) || last < first)
        return false;
    *from = (int)first - 1;
    *to = (int)last - 1;
    return true;
}

static Status read_bye(Reader *r, Text line)
{
    i64 round;
    u8 outcome;
    Crosstable *table = &r->trf->table;
    if (!text_number(columns(line, 7, 9), table->rounds, &round) || round < 1 ||
        !read_outcome(column(line, 5), false, &outcome) || outcome == OUTCOME_PAIRING_BYE)
        return fault(r->why, MALFORMED, "unreadable bye: %q", line);
    for (int at = 11; at <= width_of(line); at += 5) {
        Text number = columns(line, at, at + 3);
        if (!number.length) continue;
        int player = find_player(r, number);
        if (player < 0) return MALFORMED;
        TableCell *cell = crosstable_cell(table, player, (int)round - 1);
        if (cell->opponent < 0 && cell->outcome == OUTCOME_NONE) cell->outcome = outcome;
    }
    return OK;
}

static bool need_extra(Crosstable *table)
{
    size_t cells = (size_t)table->players * (size_t)table->rounds;
    if (!table->extra) table->extra = calloc(cells ? cells : 1, sizeof *table->extra);
    return table->extra != NULL;
}

static Status read_acceleration(Reader *r, Text line)
{
    Crosstable *table = &r->trf->table;
    Points points;
    int from, to;
    if (!read_points(columns(line, 10, 13), &points) || !read_span(line, 15, &from, &to))
        return fault(r->why, MALFORMED, "unreadable acceleration: %q", line);
    int first = find_player(r, columns(line, 23, 26)), last = find_player(r, columns(line, 28, 31));
    if (first < 0 || last < 0) return MALFORMED;
    if (!need_extra(table)) return fault(r->why, FULL, "out of memory");
    for (int player = first; player <= last; player++)
        for (int round = from; round <= to && round < table->rounds; round++)
            table->extra[(size_t)player * (size_t)table->rounds + (size_t)round] = points;
    return OK;
}

// XXA: the fictitious points of one player, round by round.
static Status read_accelerated(Reader *r, Text line)
{
    Crosstable *table = &r->trf->table;
    int player = find_player(r, columns(line, 5, 8));
    if (player < 0) return MALFORMED;
    if (!need_extra(table)) return fault(r->why, FULL, "out of memory");
    Text rest = text_from(line, line.length < 8 ? line.length : 8), word;
    for (int round = 0; round < table->rounds && text_word(&rest, &word); round++)
        if (!read_points(word,
                         &table->extra[(size_t)player * (size_t)table->rounds + (size_t)round]))
            return fault(r->why, MALFORMED, "unreadable acceleration: %q", line);
    return OK;
}

// No two of these players may meet.
static Status forbid_all(Reader *r, Text rest, int from, int to)
{
    enum { MOST = 200 };
    int player[MOST], count = 0;
    Text word;
    while (text_word(&rest, &word)) {
        if (count == MOST) return fault(r->why, MALFORMED, "too many players in forbidden pairs");
        player[count] = find_player(r, word);
        if (player[count++] < 0) return MALFORMED;
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            if (player[i] == player[j]) continue;
            if (!crosstable_forbid(&r->trf->table, (Forbidden){ player[j], player[i], from, to }))
                return fault(r->why, FULL, "out of memory");
        }
    return OK;
}

static Status read_forbidden(Reader *r, Text line)
{
    int from, to;
    if (!read_span(line, 5, &from, &to))
        return fault(r->why, MALFORMED, "unreadable forbidden pairs: %q", line);
    return forbid_all(r, text_from(line, line.length < 12 ? line.length : 12), from, to);
}

static Status read_initial(Reader *r, Text word)
{
    if (text_is_nocase(word, "w") || text_is_nocase(word, "white1"))
        r->trf->table.initial = SIDE_FIRST;
    else if (text_is_nocase(word, "b") || text_is_nocase(word, "black1"))
        r->trf->table.initial = SIDE_SECOND;
    else
        return fault(r->why, MALFORMED, "unknown initial colour %q", word);
    return OK;
}

static Status read_configuration(Reader *r, Text rest)
{
    Text word;
    while (text_word(&rest, &word)) {
        if (text_is_nocase(word, "rank"))
            return fault(r->why, MALFORMED,
                         "XXC rank isn't supported: the order must be that of "
                         "the starting ranks");
        Status status = read_initial(r, word);
        if (status != OK) return status;
    }
    return OK;
}

// XXZ: absent in the next round.
static Status read_absent(Reader *r, Text rest)
{
    const Trf *trf = r->trf;
    Text word;
    while (trf->columns < trf->table.rounds && text_word(&rest, &word)) {
        int player = find_player(r, word);
        if (player < 0) return MALFORMED;
        crosstable_cell(&trf->table, player, trf->columns)->outcome = OUTCOME_ZERO_BYE;
    }
    return OK;
}

static Status read_old_values(Reader *r, char code, Text text)
{
    Points points;
    if (!read_points(text, &points))
        return fault(r->why, MALFORMED, "unreadable points for a result: %q", text);
    set_points(&r->trf->table, code == 'U' ? 'P' : code, points);
    r->bye_given |= code == 'U';
    return OK;
}

static Status keep_line(Reader *r, Text code, Text text)
{
    Trf *trf = r->trf;
    TrfLine *more = array_grow(trf->line, &trf->line_capacity, trf->lines + 1, sizeof *more);
    if (!more) return fault(r->why, FULL, "out of memory");
    trf->line = more;
    more[trf->lines++] = (TrfLine){ code, text };
    return OK;
}

static Status read_line(Reader *r, Text line)
{
    Text code = text_cut(line, 0, line.length < 3 ? line.length : 3);
    Text rest = text_trim(text_from(line, code.length));
    if (!text_trim(line).length || text_is(code, "###")) return OK;
    for (size_t i = 0; i < 3; i++) {
        char c = i < code.length ? text_lower(code.at[i]) : ' ';
        if (!text_digit(c) && (c < 'a' || c > 'z'))
            return fault(r->why, MALFORMED, "a line without a code: %q", line);
    }
    if (text_is(code, "001")) {
        int player = find_player(r, columns(line, 5, 8));
        return player < 0 ? MALFORMED : read_rounds(r, line, player);
    }
    if (text_is(code, "142") || text_is(code, "XXR")) return OK; // read before
    if (text_is(code, "152")) return read_initial(r, rest);
    if (text_is(code, "162")) return read_values(r, rest);
    if (text_is(code, "240")) return read_bye(r, line);
    if (text_is(code, "250")) return read_acceleration(r, line);
    if (text_is(code, "260")) return read_forbidden(r, line);
    if (text_is(code, "XXC")) return read_configuration(r, rest);
    if (text_is(code, "XXZ")) return read_absent(r, rest);
    if (text_is(code, "XXA")) return read_accelerated(r, line);
    if (text_is(code, "XXP")) return forbid_all(r, rest, 0, ROUNDS_MAX - 1);
    if (text_is(text_cut(code, 0, 2), "BB")) {
        if (!memchr("WDLZFU", code.at[2], 6))
            return fault(r->why, MALFORMED, "unknown line %q", code);
        return read_old_values(r, code.at[2], rest);
    }
    if (text_is(code, "299") || text_is(code, "013") || text_is(code, "310") ||
        text_is(code, "XXS"))
        return fault(r->why, MALFORMED, "lines %q aren't supported", code);
    for (size_t i = 0; i < rest.length; i++)
        if ((unsigned char)rest.at[i] < ' ')
            return fault(r->why, MALFORMED, "an unprintable character in a line %q", code);
    // The dates of the rounds are in columns.
    size_t start = line.length > 3 && text_blank(line.at[3]) ? 4 : 3;
    Text kept = text_from(line, start);
    while (kept.length && text_blank(kept.at[kept.length - 1]))
        kept.length--;
    return keep_line(r, code, kept);
}

// Converts the text to UTF-8, from Latin-1 if it isn't UTF-8 already. Returns false if out of
// memory.
static bool copy_text(Text text, Trf *trf, Text *copy)
{
    bool valid = utf8_valid(text);
    trf->copy = malloc(text.length * 2 + 1);
    if (!trf->copy) return false;
    size_t length = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (valid || c < 0x80) {
            trf->copy[length++] = (char)c;
        } else {
            trf->copy[length++] = (char)(0xC0 | c >> 6);
            trf->copy[length++] = (char)(0x80 | (c & 0x3F));
        }
    }
    *copy = (Text){ trf->copy, length };
    return true;
}

static bool next_line(Text *rest, Text *line)
{
    if (!rest->length) return false;
    size_t end = 0;
    while (end < rest->length && rest->at[end] != '\r' && rest->at[end] != '\n')
        end++;
    *line = text_cut(*rest, 0, end);
    *rest = text_from(*rest, end < rest->length ? end + 1 : end);
    return true;
}

// Reads the players and the numbers of players and rounds, on which everything else depends.
static Status read_players(Reader *r, Text text)
{
    Trf *trf = r->trf;
    int players = 0, rounds = 0;
    size_t capacity = 0;
    for (Text line; next_line(&text, &line);) {
        Text code = text_cut(line, 0, line.length < 3 ? line.length : 3);
        if (text_is(code, "142") || text_is(code, "XXR")) {
            i64 number;
            Text value = text_trim(text_from(line, 3));
            if (!text_number(value, ROUNDS_MAX, &number))
                return fault(r->why, MALFORMED, "unreadable number of rounds %q", value);
            rounds = (int)number;
        }
        if (!text_is(code, "001")) continue;
        if (players == ENTRIES_MAX) return fault(r->why, MALFORMED, "too many players");
        TrfPlayer *more = array_grow(trf->player, &capacity, (size_t)players + 1, sizeof *more);
        if (!more) return fault(r->why, FULL, "out of memory");
        trf->player = more;
        Status status = read_player(r, line, &more[players++]);
        if (status != OK) return status;
        int last = (width_of(line) - FIRST_ROUND) / ROUND_WIDTH;
        while (last >= trf->columns &&
               columns(line, FIRST_ROUND + ROUND_WIDTH * last, FIRST_ROUND + ROUND_WIDTH * last + 9)
                       .length == 0)
            last--;
        if (width_of(line) >= FIRST_ROUND && last + 1 > trf->columns) trf->columns = last + 1;
    }
    if (!players) return fault(r->why, MALFORMED, "no players");
    if (trf->columns > ROUNDS_MAX) return fault(r->why, MALFORMED, "too many rounds");
    qsort(trf->player, (size_t)players, sizeof *trf->player, by_number);
    for (int i = 0; i < players; i++) {
        if (r->index[trf->player[i].number] >= 0)
            return fault(r->why, MALFORMED, "two players have the starting rank %d",
                         trf->player[i].number);
        r->index[trf->player[i].number] = i;
    }
    if (!crosstable_init(&trf->table, players, rounds > trf->columns ? rounds : trf->columns))
        return fault(r->why, FULL, "out of memory");
    return OK;
}

static void drop_empty_columns(Trf *trf)
{
    for (; trf->columns > 0; trf->columns--)
        for (int player = 0; player < trf->table.players; player++)
            if (crosstable_cell(&trf->table, player, trf->columns - 1)->outcome != OUTCOME_NONE)
                return;
}

Status trf_read(Text text, Trf *trf, Fault *why)
{
    *trf = (Trf){ 0 };
    Text copy;
    Reader r = { .trf = trf, .why = why, .index = malloc((NUMBER_MAX + 1) * sizeof *r.index) };
    Status status = fault(why, FULL, "out of memory");
    if (!r.index || !copy_text(text, trf, &copy)) goto done;
    for (int i = 0; i <= NUMBER_MAX; i++)
        r.index[i] = -1;
    status = read_players(&r, copy);
    for (Text line; status == OK && next_line(&copy, &line);)
        status = read_line(&r, line);
    if (status == OK) status = check_pairs(&r);
    if (status == OK) drop_empty_columns(trf);
    Points *value = trf->table.value;
    if (!r.bye_given) value[OUTCOME_PAIRING_BYE] = value[OUTCOME_WIN];
    if (!r.open_given) value[OUTCOME_OPEN] = value[OUTCOME_DRAW];
    if (status == OK && trf->table.initial == SIDE_NONE)
        trf->table.initial = swiss_initial_side(&trf->table);
done:
    free(r.index);
    if (status != OK) trf_free(trf);
    return status;
}

void trf_free(Trf *trf)
{
    crosstable_free(&trf->table);
    free(trf->player);
    free(trf->line);
    free(trf->copy);
    *trf = (Trf){ 0 };
}

Text trf_line(const Trf *trf, const char *code)
{
    for (size_t i = 0; i < trf->lines; i++)
        if (text_is(trf->line[i].code, code)) return text_trim(trf->line[i].text);
    return (Text){ "", 0 };
}
