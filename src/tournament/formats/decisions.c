// SPDX-License-Identifier: MIT
#include "tournament/formats/decisions.h"

#include "base/utf8.h"
#include "platform/array.h"
#include "tournament/formats/berger.h"

#include <string.h>

static const char *const FORMAT_NAMES[FORMATS] = {
    [FORMAT_ROUND_ROBIN] = "round-robin", [FORMAT_SWISS] = "swiss",   [FORMAT_ARENA] = "arena",
    [FORMAT_KNOCKOUT] = "knockout",       [FORMAT_TABLES] = "tables",
};
static const char *const KIND_NAMES[ENTRY_KINDS] = {
    [ENTRY_PERSON] = "person",
    [ENTRY_BOT] = "bot",
    [ENTRY_PAIR] = "pair",
    [ENTRY_NAME_ONLY] = "name",
};

const char *format_name(Format format)
{
    return FORMAT_NAMES[format];
}

const char *entry_kind_name(EntryKind kind)
{
    return KIND_NAMES[kind];
}

void tournament_free(Tournament *t)
{
    free(t->entry);
    free(t->table);
    free(t->game);
    free(t->order);
    free(t->forbidden);
    *t = (Tournament){ 0 };
}

static void *copy_array(const void *array, size_t count, size_t size, bool *ok)
{
    void *copy = malloc((count + 1) * size);
    if (copy && count) memcpy(copy, array, count * size);
    *ok = *ok && copy;
    return copy;
}

bool tournament_copy(Tournament *copy, const Tournament *t)
{
    bool ok = true;
    *copy = *t;
    copy->entry = copy_array(t->entry, t->entries, sizeof *t->entry, &ok);
    copy->table = copy_array(t->table, t->tables, sizeof *t->table, &ok);
    copy->game = copy_array(t->game, t->tables * (size_t)t->table_games, sizeof *t->game, &ok);
    copy->order =
        copy_array(t->order, t->phase < PHASE_PLAY ? 0 : t->entries, sizeof *t->order, &ok);
    copy->forbidden = copy_array(t->forbidden, t->forbiddens, sizeof *t->forbidden, &ok);
    copy->entry_capacity = t->entries + 1;
    copy->table_capacity = t->tables + 1;
    copy->game_capacity = t->tables * (size_t)t->table_games + 1;
    copy->order_capacity = (t->phase < PHASE_PLAY ? 0 : t->entries) + 1;
    copy->forbidden_capacity = t->forbiddens + 1;
    if (!ok) tournament_free(copy);
    return ok;
}

// --- reading tables ------------------------------------------------------------------------------

bool entry_present(const Entry *entry, int round)
{
    if (entry->left || entry->paused || round < entry->first_round) return false;
    for (int i = 0; i < entry->absences; i++)
        if (entry->absent[i].round == round) return false;
    return true;
}

const Table *tournament_table(const Tournament *t, int entry, int round)
{
    for (size_t i = t->tables; i-- > 0;) {
        const Table *table = &t->table[i];
        if (table->removed || table->round != round) continue;
        for (int seat = 0; seat < table->seats; seat++)
            if (table->entry[seat] == entry) return table;
    }
    return NULL;
}

TableGame *table_game(const Tournament *t, const Table *table, int game)
{
    return &t->game[(table - t->table) * t->table_games + game];
}

int table_next_game(const Tournament *t, const Table *table)
{
    if (table->seats == 1 || table->over || table->removed) return -1;
    for (int game = 0; game < table->games; game++)
        if (!table_game(t, table, game)->known) return game;
    return -1;
}

int table_entry_at(const Table *table, int game, int seat)
{
    return table->entry[table->seats == 2 && game % 2 ? 1 - seat : seat];
}

void table_score(const Tournament *t, const Table *table, int score[2])
{
    score[0] = score[1] = 0;
    for (int i = 0; i < table->games; i++) {
        const TableGame *game = table_game(t, table, i);
        if (!game->known) continue;
        bool gone[2] = { game->place[0] == PLACE_ABSENT, game->place[1] == PLACE_ABSENT };
        if (gone[0] && gone[1]) continue;
        for (int seat = 0; seat < 2; seat++)
            score[seat] += (game->place[seat] < game->place[1 - seat]) * 2 +
                           (game->place[0] == game->place[1]);
    }
}

PairOutcome table_outcome(const Tournament *t, const Table *table, int entry, bool bye_won)
{
    if (table->seats == 1) return bye_won ? OUTCOME_PAIRING_BYE : OUTCOME_ZERO_BYE;
    if (!table->over) return OUTCOME_OPEN;
    bool played = false;
    for (int i = 0; i < table->games; i++) {
        const TableGame *game = table_game(t, table, i);
        played |= game->known && game->place[0] != PLACE_ABSENT && game->place[1] != PLACE_ABSENT;
    }
    int score[2], me = table->entry[0] == entry ? 0 : 1;
    table_score(t, table, score);
    if (!played) return score[me] > score[1 - me] ? OUTCOME_FORFEIT_WIN : OUTCOME_FORFEIT_LOSS;
    if (score[me] == score[1 - me]) return OUTCOME_DRAW;
    return score[me] > score[1 - me] ? OUTCOME_WIN : OUTCOME_LOSS;
}

bool tournament_crosstable(const Tournament *t, Crosstable *cross)
{
    int rounds = t->rules.rounds > t->rounds ? t->rules.rounds : t->rounds;
    if (!crosstable_init(cross, (int)t->entries, rounds)) return false;
    cross->initial = t->seed[0] && strchr("02468ace", t->seed[0]) ? SIDE_FIRST : SIDE_SECOND;
    if (t->rules.accelerated && !crosstable_accelerate(cross)) {
        crosstable_free(cross);
        return false;
    }
    // A player at no table of a round had asked for a bye.
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = &t->entry[i];
        for (int round = 0; round < t->rounds; round++)
            crosstable_cell(cross, entry->seed, round)->outcome = OUTCOME_ZERO_BYE;
        for (int j = 0; j < entry->absences; j++)
            if (entry->absent[j].half && entry->absent[j].round < t->rounds)
                crosstable_cell(cross, entry->seed, entry->absent[j].round)->outcome =
                    OUTCOME_HALF_BYE;
    }
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        if (table->removed || table->round >= rounds) continue;
        for (int seat = 0; seat < table->seats && seat < 2; seat++) {
            TableCell *cell =
                crosstable_cell(cross, t->entry[table->entry[seat]].seed, table->round);
            bool swiss = t->rules.format == FORMAT_SWISS;
            cell->outcome = (u8)table_outcome(t, table, table->entry[seat], swiss);
            if (table->seats == 1) continue;
            cell->opponent = t->entry[table->entry[1 - seat]].seed;
            cell->side = outcome_played((PairOutcome)cell->outcome)
                             ? (u8)(seat ? SIDE_SECOND : SIDE_FIRST)
                             : (u8)SIDE_NONE;
            for (int game = 0; game < table->games; game++) {
                const TableGame *one = table_game(t, table, game);
                bool won = one->place[seat] < one->place[1 - seat];
                if (!one->known || one->place[0] == one->place[1]) continue;
                cell->margin += won ? one->margin : -one->margin;
                cell->steps += won ? one->steps : -one->steps;
            }
        }
    }
    for (size_t i = 0; i < t->forbiddens; i++) {
        Forbidden pair = t->forbidden[i];
        pair.a = t->entry[pair.a].seed;
        pair.b = t->entry[pair.b].seed;
        if (!crosstable_forbid(cross, pair)) {
            crosstable_free(cross);
            return false;
        }
    }
    return true;
}

void tournament_lot(const Tournament *t, const char *what, int number, char lot[SHA256_HEX])
{
    char text[200];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%s %s %d", t->seed, what, number);
    sha256_hex((Text){ out.at, out.length }, lot);
}

// --- settings ------------------------------------------------------------------------------------

static bool read_int(Text text, i64 least, i64 most, i64 *number)
{
    return text_number(text, most, number) && *number >= least;
}

// Points as a decimal number: "3", "1.5".
static bool read_points(Text text, Points *points)
{
    Text whole;
    i64 number, tenth = 0;
    text_split(&text, '.', &whole);
    if (!text_number(whole, 1000, &number)) return false;
    if (text.length && (text.length > 1 || !text_number(text, 9, &tenth))) return false;
    *points = (Points)(number * POINTS_ONE + tenth);
    return true;
}

static void write_points(Points points, Out *out)
{
    out_int(out, points / POINTS_ONE);
    if (points % POINTS_ONE) {
        out_char(out, '.');
        out_int(out, points % POINTS_ONE);
    }
}

void rules_write(const TournamentRules *r, Out *out)
{
    out_format(out, "%s seats=%d", FORMAT_NAMES[r->format], r->seats);
    if (r->seats == 2) out_format(out, " games=%d", r->games);
    if (r->format == FORMAT_SWISS || r->format == FORMAT_TABLES)
        out_format(out, " rounds=%d", r->rounds);
    if (r->format == FORMAT_ROUND_ROBIN) out_format(out, " cycles=%d", r->cycles);
    if (r->together) out_str(out, " together=1");
    if (r->twice) out_str(out, " twice=1");
    if (r->mixed) out_str(out, " mixed=1");
    if (r->partners) out_str(out, " partners=1");
    if (r->cut) out_format(out, " cut=%d", r->cut);
    if (r->format == FORMAT_ARENA)
        out_format(out, " minutes=%d streaks=%d", r->minutes, r->streaks);
    if (r->accelerated) out_str(out, " accelerated=1");
    if (r->listed) out_str(out, " listed=1");
    if (r->format == FORMAT_TABLES) {
        out_str(out, " points=");
        for (int i = 0; i < r->seats; i++) {
            if (i) out_char(out, ',');
            write_points(r->place[i], out);
        }
    }
    if (r->ties.count) {
        out_str(out, " ties=");
        for (int i = 0; i < r->ties.count; i++) {
            if (i) out_char(out, ',');
            tiebreak_write(&r->ties.tiebreak[i], out);
        }
    }
}

static Status read_setting(TournamentRules *r, Text key, Text value, Fault *why)
{
    static const struct {
        const char *key;
        i64 least, most;
        size_t offset, size;
    } SETTINGS[] = {
#define SETTING(name, least, most)                                                                 \
    { #name, least, most, offsetof(TournamentRules, name), sizeof((TournamentRules *)0)->name }
        SETTING(seats, 2, 4),    SETTING(games, 1, 2),
        SETTING(cycles, 1, 2),   SETTING(rounds, 1, ROUNDS_MAX - 4),
        SETTING(together, 0, 1), SETTING(twice, 0, 1),
        SETTING(mixed, 0, 1),    SETTING(partners, 0, 1),
        SETTING(cut, 0, 16),     SETTING(minutes, 1, 1440),
        SETTING(streaks, 0, 1),  SETTING(accelerated, 0, 1),
        SETTING(listed, 0, 1),
#undef SETTING
    };
    i64 number;
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
        if (!text_is(key, SETTINGS[i].key)) continue;
        if (!read_int(value, SETTINGS[i].least, SETTINGS[i].most, &number))
            return fault(why, MALFORMED, "bad value %q of %s", value, SETTINGS[i].key);
        if (SETTINGS[i].size == 1)
            *((u8 *)r + SETTINGS[i].offset) = (u8)number;
        else
            *(int *)(void *)((u8 *)r + SETTINGS[i].offset) = (int)number;
        return OK;
    }
    if (text_is(key, "ties")) return tiebreak_read(value, &r->ties, why);
    if (!text_is(key, "points")) return fault(why, MALFORMED, "unknown setting %q", key);
    Text one;
    int count = 0;
    while (text_split(&value, ',', &one)) {
        if (count == TABLE_SEATS || !read_points(one, &r->place[count]))
            return fault(why, MALFORMED, "bad points %q", one);
        if (count && r->place[count] > r->place[count - 1])
            return fault(why, MALFORMED, "a worse place has more points");
        count++;
    }
    return OK;
}

static Status create(Tournament *t, Text rest, Fault *why)
{
    Text word;
    TournamentRules r = { .format = FORMATS, .streaks = true };
    if (t->phase != PHASE_NEW) return fault(why, ILLEGAL, "the tournament exists already");
    text_word(&rest, &word);
    for (int i = 0; i < FORMATS; i++)
        if (text_is(word, FORMAT_NAMES[i])) r.format = (u8)i;
    if (r.format == FORMATS) return fault(why, MALFORMED, "unknown format %q", word);
    while (text_word(&rest, &word)) {
        Text key;
        text_split(&word, '=', &key);
        Status status = read_setting(&r, key, word, why);
        if (status != OK) return status;
    }
    bool many = r.format == FORMAT_TABLES;
    if (!r.seats) r.seats = many ? 4 : 2;
    if (many != (r.seats > 2)) return fault(why, ILLEGAL, "this format has other tables");
    if (!r.games) r.games = r.format == FORMAT_ARENA || many ? 1 : 2;
    if (many && r.games != 1) return fault(why, ILLEGAL, "such a table plays one game");
    if (!r.cycles) r.cycles = 1;
    if (!r.rounds) r.rounds = r.format == FORMAT_SWISS ? 5 : many ? 4 : 0;
    if (r.format != FORMAT_SWISS && !many) r.rounds = 0;
    if (r.format == FORMAT_ARENA && !r.minutes) r.minutes = 60;
    if (r.cut && r.cut != r.seats && r.cut != r.seats * r.seats)
        return fault(why, ILLEGAL, "the final needs %d players, semi-finals %d", (int)r.seats,
                     r.seats * r.seats);
    if (r.partners && r.seats != 4) return fault(why, ILLEGAL, "partners need tables of four");
    if (r.mixed && r.seats != 4) return fault(why, ILLEGAL, "mixed tables are of four or three");
    static const Points USUAL[2][TABLE_SEATS] = { { 30, 10, 0, 0 }, { 50, 30, 10, 0 } };
    if (many && !r.place[0]) memcpy(r.place, USUAL[r.seats - 3], sizeof r.place);
    if (!r.ties.count && r.format == FORMAT_SWISS)
        tiebreak_read(text_of("BH/C1,BH,SB,DE,WIN"), &r.ties, NULL);
    if (!r.ties.count && r.format == FORMAT_ROUND_ROBIN)
        tiebreak_read(text_of("DE,WIN,SB,KS"), &r.ties, NULL);
    r.ties.fixed_pairings = r.format == FORMAT_ROUND_ROBIN;
    t->rules = r;
    t->table_games = r.format == FORMAT_KNOCKOUT ? TABLE_GAMES : r.games;
    t->phase = PHASE_ENTRIES;
    return OK;
}

// --- entries -------------------------------------------------------------------------------------

static int entries_limit(const Tournament *t)
{
    switch ((Format)t->rules.format) {
    case FORMAT_ROUND_ROBIN: return BERGER_PLAYERS_MAX;
    case FORMAT_SWISS: return 1000;
    case FORMAT_ARENA:
    case FORMAT_KNOCKOUT:
    case FORMATS: break;
    case FORMAT_TABLES: return 1000;
    }
    return ENTRIES_MAX;
}

// Later entries go behind all others.
static bool add_to_order(Tournament *t, int entry, int place)
{
    int *more = array_grow_tight(t->order, &t->order_capacity, (size_t)place + 1, sizeof *more);
    if (!more) return false;
    t->order = more;
    t->order[place] = entry;
    t->entry[entry].seed = place;
    return true;
}

// Reads the kind, the persons, the rating and the name of an entry. `replaced`: the entry that they
// take over, or -1.
static Status read_player(const Tournament *t, Text rest, int replaced, Entry *entry, Fault *why)
{
    Text word, kind;
    i64 number;
    if (!text_word(&rest, &kind)) kind = text_of("");
    entry->kind = ENTRY_KINDS;
    for (int i = 0; i < ENTRY_KINDS; i++)
        if (text_is(kind, KIND_NAMES[i])) entry->kind = (u8)i;
    if (entry->kind == ENTRY_KINDS) return fault(why, MALFORMED, "unknown kind %q", kind);
    int persons = entry->kind == ENTRY_NAME_ONLY ? 0 : entry->kind == ENTRY_PAIR ? 2 : 1;
    for (int i = 0; i < persons; i++)
        if (!text_word(&rest, &word) || !text_count(word, 999999999999999999, &entry->person[i]))
            return fault(why, MALFORMED, "bad person");
    if (!text_word(&rest, &word) || !text_number(word, 9999, &number))
        return fault(why, MALFORMED, "bad rating");
    entry->rating = (int)number;
    rest = text_trim(rest);
    if (!rest.length || rest.length >= ENTRY_NAME)
        return fault(why, MALFORMED, "bad name %q", rest);
    memcpy(entry->name, rest.at, rest.length);
    for (int i = 0; i < persons; i++) {
        for (size_t j = 0; entry->person[i] && j < t->entries; j++)
            if ((int)j != replaced && (t->entry[j].person[0] == entry->person[i] ||
                                       t->entry[j].person[1] == entry->person[i]))
                return fault(why, ILLEGAL, "this person has entered already");
        if (i && entry->person[0] == entry->person[1] && entry->person[0])
            return fault(why, ILLEGAL, "a pair has two persons");
    }
    return OK;
}

static Status enter(Tournament *t, i64 at_ms, Text rest, Fault *why)
{
    Text word;
    Entry entry = { .seed = -1, .last = -1, .free_ms = at_ms };
    i64 number;
    if (t->phase == PHASE_OVER) return fault(why, ILLEGAL, "the tournament is over");
    bool late = t->phase == PHASE_PLAY;
    if (late && (t->rules.format == FORMAT_ROUND_ROBIN || t->rules.format == FORMAT_KNOCKOUT))
        return fault(why, ILLEGAL, "entries are closed");
    if (late && t->rules.rounds && t->rounds >= t->rules.rounds)
        return fault(why, ILLEGAL, "entries are closed");
    if (t->entries >= (size_t)entries_limit(t))
        return fault(why, ILLEGAL, "there are too many entries");
    if (!text_word(&rest, &word) || !text_count(word, ENTRIES_MAX, &number) ||
        number != (i64)t->entries + 1)
        return fault(why, MALFORMED, "the next entry has number %d", (int)t->entries + 1);
    Status status = read_player(t, rest, -1, &entry, why);
    if (status != OK) return status;
    entry.first_round = (i32)(late ? t->rounds : 0);
    Entry *more = array_grow_tight(t->entry, &t->entry_capacity, t->entries + 1, sizeof *more);
    if (!more) return fault(why, FULL, "out of memory");
    t->entry = more;
    more[t->entries] = entry;
    if (late && !add_to_order(t, (int)t->entries, (int)t->entries))
        return fault(why, FULL, "out of memory");
    t->entries++;
    return OK;
}

static Status read_entry(const Tournament *t, Text *rest, int *entry, Fault *why)
{
    Text word;
    i64 number;
    if (!text_word(rest, &word) || !text_count(word, ENTRIES_MAX, &number) || number < 1 ||
        number > (i64)t->entries)
        return fault(why, MALFORMED, "unknown entry");
    *entry = (int)number - 1;
    return OK;
}

// Whether the pairings follow from the seeds, and in a knockout from the results.
static bool follows_schedule(const Tournament *t)
{
    return t->rules.format == FORMAT_ROUND_ROBIN || t->rules.format == FORMAT_KNOCKOUT;
}

// Another player takes over an entry with its points.
static Status replace(Tournament *t, i64 at_ms, Text rest, Fault *why)
{
    int i = 0;
    Entry player = { 0 };
    Status status = read_entry(t, &rest, &i, why);
    if (status == OK) status = read_player(t, rest, i, &player, why);
    if (status != OK) return status;
    if (t->phase == PHASE_OVER) return fault(why, ILLEGAL, "the tournament is over");
    Entry *entry = &t->entry[i];
    memcpy(entry->name, player.name, sizeof entry->name);
    memcpy(entry->person, player.person, sizeof entry->person);
    entry->rating = player.rating;
    entry->kind = player.kind;
    entry->left = entry->paused = false;
    entry->free_ms = at_ms;
    return OK;
}

static Status change_entry(Tournament *t, i64 at_ms, Text verb, Text rest, Fault *why)
{
    int i = 0;
    Status status = read_entry(t, &rest, &i, why);
    if (status != OK) return status;
    Entry *entry = &t->entry[i];
    bool gone = entry->left || entry->paused;
    if (t->phase == PHASE_OVER) return fault(why, ILLEGAL, "the tournament is over");
    if (text_is(verb, "return")) {
        if (!gone) return fault(why, ILLEGAL, "this entry takes part");
        entry->left = entry->paused = false;
        entry->free_ms = at_ms;
        return OK;
    }
    if (entry->left) return fault(why, ILLEGAL, "this entry has left");
    if (text_is(verb, "pause") && follows_schedule(t))
        return fault(why, ILLEGAL, "this format has no pauses: the entry can leave and return");
    if (text_is(verb, "pause") && entry->paused) return fault(why, ILLEGAL, "this entry pauses");
    if (text_is(verb, "pause"))
        entry->paused = true;
    else
        entry->left = true;
    return OK;
}

static Status absent(Tournament *t, Text rest, Fault *why)
{
    int i = 0;
    i64 round;
    Text word;
    Status status = read_entry(t, &rest, &i, why);
    if (status != OK) return status;
    Entry *entry = &t->entry[i];
    if (t->rules.format != FORMAT_SWISS && t->rules.format != FORMAT_TABLES)
        return fault(why, ILLEGAL, "this format has no requested byes");
    if (!text_word(&rest, &word) || !text_count(word, ROUNDS_MAX, &round) || round <= t->rounds ||
        round > t->rules.rounds)
        return fault(why, MALFORMED, "that round is no longer to come");
    if (!text_word(&rest, &word) || (!text_is(word, "half") && !text_is(word, "zero")))
        return fault(why, MALFORMED, "a bye is half or zero");
    for (int j = 0; j < entry->absences; j++)
        if (entry->absent[j].round == round - 1)
            return fault(why, ILLEGAL, "this entry is absent in that round already");
    if (entry->absences == ABSENCES_MAX) return fault(why, ILLEGAL, "too many requested byes");
    entry->absent[entry->absences].round = (i32)(round - 1);
    entry->absent[entry->absences++].half = text_is(word, "half");
    return OK;
}

static Status forbid(Tournament *t, Text verb, Text rest, Fault *why)
{
    int a = 0, b = 0;
    Status status = read_entry(t, &rest, &a, why);
    if (status == OK) status = read_entry(t, &rest, &b, why);
    if (status != OK) return status;
    if (a == b) return fault(why, MALFORMED, "two entries are needed");
    size_t i = 0;
    while (i < t->forbiddens &&
           !(t->forbidden[i].to == ROUNDS_MAX && t->forbidden[i].a + t->forbidden[i].b == a + b &&
             (t->forbidden[i].a == a || t->forbidden[i].a == b)))
        i++;
    if (text_is(verb, "allow")) {
        if (i == t->forbiddens) return fault(why, ILLEGAL, "these two may meet");
        t->forbidden[i].to = t->rounds - 1;
        return OK;
    }
    if (i < t->forbiddens) return fault(why, ILLEGAL, "this pair is forbidden already");
    Forbidden *more = array_grow(t->forbidden, &t->forbidden_capacity, i + 1, sizeof *more);
    if (!more) return fault(why, FULL, "out of memory");
    t->forbidden = more;
    more[t->forbiddens++] = (Forbidden){ a, b, t->rounds, ROUNDS_MAX };
    return OK;
}

typedef struct Seeding {
    int entry, rating;
    bool left;
    char lot[SHA256_HEX];
} Seeding;

static int by_rating(const void *a, const void *b)
{
    const Seeding *one = a, *two = b;
    if (one->left != two->left) return one->left - two->left;
    if (one->rating != two->rating) return one->rating > two->rating ? -1 : 1;
    int lot = strcmp(one->lot, two->lot);
    return lot ? lot : one->entry - two->entry;
}

static Status start(Tournament *t, i64 at_ms, Text rest, Fault *why)
{
    Text seed;
    if (t->phase != PHASE_ENTRIES) return fault(why, ILLEGAL, "entries aren't open");
    if (!text_word(&rest, &seed) || seed.length >= SHA256_HEX || seed.length < 16)
        return fault(why, MALFORMED, "bad seed");
    for (size_t i = 0; i < seed.length; i++)
        if (!strchr("0123456789abcdef", seed.at[i])) return fault(why, MALFORMED, "bad seed");
    char hash[SHA256_HEX];
    sha256_hex(seed, hash);
    if (t->promise[0] && strcmp(hash, t->promise) != 0)
        return fault(why, ILLEGAL, "the seed isn't the one that was promised");
    size_t taking_part = 0;
    for (size_t i = 0; i < t->entries; i++)
        taking_part += !t->entry[i].left;
    size_t least = t->rules.format == FORMAT_TABLES && !t->rules.mixed ? t->rules.seats
                   : t->rules.format == FORMAT_TABLES                  ? 3
                                                                       : 2;
    if (taking_part < least && t->rules.format != FORMAT_ARENA)
        return fault(why, ILLEGAL, "there are too few entries");
    if ((size_t)t->rules.cut > taking_part) return fault(why, ILLEGAL, "there are too few entries");
    Seeding *list = calloc(t->entries + 1, sizeof *list);
    int *order = array_grow_tight(t->order, &t->order_capacity, t->entries + 1, sizeof *order);
    if (order) t->order = order;
    if (!list || !order) {
        free(list);
        return fault(why, FULL, "out of memory");
    }
    memcpy(t->seed, seed.at, seed.length);
    t->seed[seed.length] = '\0';
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = &t->entry[i];
        list[i] = (Seeding){ .entry = (int)i,
                             .rating = t->rules.listed ? 0 : entry->rating,
                             .left = entry->left };
        if (!t->rules.listed) tournament_lot(t, "entry", (int)i + 1, list[i].lot);
        t->entry[i].free_ms = at_ms;
    }
    qsort(list, t->entries, sizeof *list, by_rating);
    for (size_t i = 0; i < t->entries; i++)
        add_to_order(t, list[i].entry, (int)i);
    free(list);
    t->phase = PHASE_PLAY;
    t->starters = (int)taking_part;
    t->start_ms = at_ms;
    t->end_ms = at_ms + t->rules.minutes * (i64)60000;
    if (t->rules.format == FORMAT_ROUND_ROBIN)
        t->rules.rounds = berger_rounds(t->starters, t->rules.cycles);
    return OK;
}

// --- tables --------------------------------------------------------------------------------------

// Reads "5-3-7" into a table.
static Status read_table(const Tournament *t, Text word, Table *table, Fault *why)
{
    Text one;
    i64 number;
    *table = (Table){ .games = t->rules.games };
    while (text_split(&word, '-', &one)) {
        if (table->seats == TABLE_SEATS || !text_count(one, ENTRIES_MAX, &number) || number < 1 ||
            number > (i64)t->entries)
            return fault(why, MALFORMED, "bad table");
        for (int i = 0; i < table->seats; i++)
            if (table->entry[i] == number - 1) return fault(why, ILLEGAL, "an entry sits twice");
        table->entry[table->seats++] = (i32)number - 1;
    }
    bool fits = table->seats == 1 || table->seats == t->rules.seats ||
                (t->rules.mixed && table->seats == 3);
    if (!fits) return fault(why, ILLEGAL, "a table has %d seats", (int)t->rules.seats);
    if (table->seats == 1) table->over = true;
    return OK;
}

static void seat_entries(Tournament *t, const Table *table)
{
    for (int seat = 0; seat < table->seats; seat++) {
        Entry *entry = &t->entry[table->entry[seat]];
        entry->open += table->seats > 1;
        if (t->rules.format != FORMAT_ARENA || table->seats != 2) continue;
        entry->last = table->entry[1 - seat];
        entry->last_first = !seat;
        entry->firsts = (u16)(entry->firsts + !seat);
        entry->seconds = (u16)(entry->seconds + seat);
    }
}

// Space for so many tables and their games. NULL without memory.
static Table *grow_tables(Tournament *t, size_t wanted)
{
    Table *table = array_grow_tight(t->table, &t->table_capacity, wanted, sizeof *table);
    if (table) t->table = table;
    TableGame *game =
        array_grow_tight(t->game, &t->game_capacity, wanted * (size_t)t->table_games, sizeof *game);
    if (game) t->game = game;
    return table && game ? table : NULL;
}

static Status add_tables(Tournament *t, i64 at_ms, bool by_hand, Text rest, Fault *why)
{
    Text word;
    i64 round;
    bool arena = t->rules.format == FORMAT_ARENA;
    if (t->phase != PHASE_PLAY) return fault(why, ILLEGAL, "the tournament isn't in play");
    if (by_hand && follows_schedule(t))
        return fault(why, ILLEGAL, "who meets is fixed in this format");
    if (!text_word(&rest, &word) || !text_count(word, ROUNDS_MAX, &round) || round < 1)
        return fault(why, MALFORMED, "bad round");
    int next = arena ? 1 : t->rounds + 1;
    bool fits = round == next || (by_hand && round == t->rounds && round > 0);
    if (!fits) return fault(why, ILLEGAL, "round %d is next", next);
    int cut = t->rules.cut, finals = cut > t->rules.seats ? 2 : cut > 0;
    if (t->rules.rounds && round > t->rules.rounds + finals)
        return fault(why, ILLEGAL, "there is no round %d", (int)round);
    u8 *sits = calloc(t->entries + 1, 1);
    if (!sits) return fault(why, FULL, "out of memory");
    for (size_t i = t->tables; i-- > 0;) {
        const Table *table = &t->table[i];
        bool counts = arena ? !table->over : table->round == round - 1;
        for (int seat = 0; counts && !table->removed && seat < table->seats; seat++)
            sits[table->entry[seat]] = 1;
    }
    size_t first = t->tables, count = 0;
    Status status = OK;
    while (status == OK && text_word(&rest, &word)) {
        Table table;
        status = read_table(t, word, &table, why);
        table.round = (int)round - 1;
        table.by_hand = by_hand;
        table.since_ms = at_ms;
        for (int seat = 0; status == OK && seat < table.seats; seat++)
            if (sits[table.entry[seat]]++)
                status = fault(why, ILLEGAL, "entry %d sits at a table already",
                               (int)table.entry[seat] + 1);
        if (status != OK) break;
        Table *more = first + count < TABLES_LIMIT ? grow_tables(t, first + count + 1) : NULL;
        if (!more) {
            status = fault(why, FULL, "there are too many tables");
            break;
        }
        more[first + count] = table;
        for (int game = 0; game < t->table_games; game++)
            *table_game(t, &more[first + count], game) = (TableGame){ 0 };
        count++;
    }
    free(sits);
    if (status == OK && !count && by_hand) status = fault(why, MALFORMED, "there is no table");
    if (status != OK) return status;
    for (size_t i = first; i < first + count; i++) {
        seat_entries(t, &t->table[i]);
        t->unfinished += !t->table[i].over;
    }
    t->tables += count;
    if (!by_hand && !arena) t->rounds = (int)round;
    return OK;
}

static Status read_table_number(Tournament *t, Text *rest, Table **table, Fault *why)
{
    Text word;
    i64 number;
    if (!text_word(rest, &word) || !text_count(word, TABLES_LIMIT, &number) || number < 1 ||
        number > (i64)t->tables || t->table[number - 1].removed)
        return fault(why, MALFORMED, "unknown table");
    *table = &t->table[number - 1];
    return OK;
}

static Status read_game(Tournament *t, Text *rest, Table **table, int *game, Fault *why)
{
    Text word;
    i64 number;
    Status status = read_table_number(t, rest, table, why);
    if (status != OK) return status;
    if (!text_word(rest, &word) || !text_count(word, TABLE_GAMES, &number) || number < 1 ||
        number > (*table)->games || (*table)->seats == 1)
        return fault(why, MALFORMED, "unknown game of the table");
    *game = (int)number - 1;
    return OK;
}

// --- results -------------------------------------------------------------------------------------

// Updates the arena points, streak and counts of an entry after one more game.
static void arena_count(Tournament *t, const Table *table, const TableGame *game, int seat)
{
    Entry *entry = &t->entry[table->entry[seat]];
    int mine = game->place[seat], theirs = game->place[1 - seat];
    bool walkover = mine == PLACE_ABSENT || theirs == PLACE_ABSENT;
    bool on_fire = t->rules.streaks && entry->streak >= 2;
    entry->played += !walkover;
    if (mine < theirs) {
        entry->points += (on_fire && !walkover ? 4 : 2) * POINTS_ONE;
        entry->wins++;
        // A win that wasn't played doesn't lengthen a streak.
        if (!walkover) entry->streak++;
    } else if (mine == theirs && !walkover) {
        if (!game->brief) entry->points += (on_fire ? 2 : 1) * POINTS_ONE;
        entry->streak = 0;
    } else {
        entry->streak = 0;
    }
}

static void count_arena_again(Tournament *t)
{
    for (size_t i = 0; i < t->entries; i++)
        t->entry[i].points = 0, t->entry[i].streak = 0, t->entry[i].wins = 0,
        t->entry[i].played = 0;
    for (size_t i = 0; i < t->tables; i++)
        for (int game = 0; game < t->table[i].games; game++) {
            const TableGame *one = table_game(t, &t->table[i], game);
            for (int seat = 0; seat < 2 && one->known; seat++)
                if (!t->table[i].removed) arena_count(t, &t->table[i], one, seat);
        }
}

// Whether the table has all its games. In a knockout a tied match goes on: with two games, sides
// swapped, and at the end by the lot of the seeds.
static bool complete_table(const Tournament *t, Table *table)
{
    for (int game = 0; game < table->games; game++)
        if (!table_game(t, table, game)->known) return false;
    if (t->rules.format != FORMAT_KNOCKOUT || table->seats != 2) return true;
    int score[2];
    table_score(t, table, score);
    const TableGame *last = table_game(t, table, table->games - 1);
    bool nobody = last->place[0] == PLACE_ABSENT && last->place[1] == PLACE_ABSENT;
    if (score[0] != score[1] || nobody || table->games + t->rules.games > TABLE_GAMES) return true;
    table->games = (u8)(table->games + t->rules.games);
    return false;
}

static void settle(Tournament *t, i64 at_ms, Table *table)
{
    bool was = table->over;
    table->over = complete_table(t, table);
    int change = (int)was - (int)table->over;
    if (!change) return;
    t->unfinished = (size_t)((i64)t->unfinished + change);
    for (int seat = 0; seat < table->seats; seat++) {
        t->entry[table->entry[seat]].open += change;
        if (table->over) t->entry[table->entry[seat]].free_ms = at_ms;
    }
}

// A later round of a knockout depends on it.
static bool used_later(const Tournament *t, const Table *table)
{
    if (t->rules.format != FORMAT_KNOCKOUT && !t->rules.cut) return false;
    for (size_t i = (size_t)(table - t->table) + 1; i < t->tables; i++)
        if (!t->table[i].removed && t->table[i].round > table->round &&
            (t->rules.format == FORMAT_KNOCKOUT || t->table[i].round >= t->rules.rounds))
            return true;
    return false;
}

static Status read_places(const Table *table, Text *rest, TableGame *game, Fault *why)
{
    Text word;
    int count = 0;
    for (; count < table->seats && text_word(rest, &word); count++) {
        i64 place = PLACE_ABSENT;
        if (!text_is(word, "-") && (!text_count(word, table->seats, &place) || place < 1))
            return fault(why, MALFORMED, "bad place %q", word);
        game->place[count] = (u8)place;
    }
    if (count < table->seats) return fault(why, MALFORMED, "a place is missing");
    // Standard ranking: 1 1 3, not 1 1 2.
    for (int i = 0; i < count; i++) {
        int better = 0;
        for (int j = 0; j < count; j++)
            better += game->place[j] < game->place[i];
        if (game->place[i] != PLACE_ABSENT && game->place[i] != better + 1)
            return fault(why, MALFORMED, "these places don't fit together");
    }
    while (text_word(rest, &word)) {
        i64 number = 0;
        bool margin = text_is(word, "margin"), steps = text_is(word, "steps");
        if (text_is(word, "short")) {
            game->brief = true;
            continue;
        }
        if ((!margin && !steps) || !text_word(rest, &word) || !text_number(word, 255, &number))
            return fault(why, MALFORMED, "unknown detail %q", word);
        if (margin)
            game->margin = (u8)number;
        else
            game->steps = (u8)number;
    }
    return OK;
}

static Status result(Tournament *t, i64 at_ms, Text verb, Text rest, Fault *why)
{
    Table *table = NULL;
    int number = 0;
    Status status = read_game(t, &rest, &table, &number, why);
    if (status != OK) return status;
    TableGame *game = table_game(t, table, number), changed = { .id = game->id };
    bool first = text_is(verb, "result"), empty = text_is(verb, "void");
    if (first && game->known) return fault(why, ILLEGAL, "this game has a result");
    if (!first && !game->known) return fault(why, ILLEGAL, "this game has no result");
    if (first && number > 0 && !game[-1].known && t->rules.format == FORMAT_KNOCKOUT)
        return fault(why, ILLEGAL, "the game before it has no result");
    if (t->phase == PHASE_NEW || (t->phase == PHASE_OVER && empty))
        return fault(why, ILLEGAL, "the tournament is over");
    if (!first && used_later(t, table))
        return fault(why, ILLEGAL, "a later round depends on this result");
    if (!empty) {
        status = read_places(table, &rest, &changed, why);
        if (status != OK) return status;
        changed.known = true;
    } else {
        changed.id = 0;
    }
    if (!first && t->rules.format == FORMAT_KNOCKOUT) {
        // Tie-break games that follow from the old result are no longer part of the match.
        int games = number - number % t->rules.games + t->rules.games;
        for (int i = games; i < table->games; i++)
            *table_game(t, table, i) = (TableGame){ 0 };
        table->games = (u8)games;
    }
    *game = changed;
    settle(t, at_ms, table);
    if (t->rules.format == FORMAT_ARENA && first)
        for (int seat = 0; seat < table->seats; seat++)
            arena_count(t, table, game, seat);
    else if (t->rules.format == FORMAT_ARENA)
        count_arena_again(t);
    return OK;
}

static Status unpair(Tournament *t, Text rest, Fault *why)
{
    Table *table = NULL;
    Status status = read_table_number(t, &rest, &table, why);
    if (status != OK) return status;
    if (t->phase != PHASE_PLAY) return fault(why, ILLEGAL, "the tournament isn't in play");
    if (follows_schedule(t))
        return fault(why, ILLEGAL, "who meets is fixed in this format: void or correct the result");
    if (used_later(t, table)) return fault(why, ILLEGAL, "a later round depends on this table");
    for (int seat = 0; seat < table->seats; seat++)
        t->entry[table->entry[seat]].open -= !table->over;
    t->unfinished -= !table->over;
    table->removed = true;
    if (t->rules.format == FORMAT_ARENA) count_arena_again(t);
    return OK;
}

static Status name_game(Tournament *t, Text rest, Fault *why)
{
    Table *table = NULL;
    int number = 0;
    Text word;
    i64 id;
    Status status = read_game(t, &rest, &table, &number, why);
    if (status != OK) return status;
    if (!text_word(&rest, &word) || !text_count(word, 999999999999999999, &id) || id < 1)
        return fault(why, MALFORMED, "bad game");
    TableGame *game = table_game(t, table, number);
    if (game->known) return fault(why, ILLEGAL, "this game has a result");
    game->id = id;
    return OK;
}

// --- the whole -----------------------------------------------------------------------------------

static Status promise(Tournament *t, Text rest, Fault *why)
{
    Text hash;
    if (t->phase != PHASE_ENTRIES || t->promise[0])
        return fault(why, ILLEGAL, "a seed is promised once, before the start");
    if (!text_word(&rest, &hash) || hash.length != SHA256_HEX - 1)
        return fault(why, MALFORMED, "bad hash");
    memcpy(t->promise, hash.at, hash.length);
    return OK;
}

static Status adjourn(Tournament *t, bool stop, Fault *why)
{
    if (t->phase != PHASE_PLAY) return fault(why, ILLEGAL, "the tournament isn't in play");
    if (t->adjourned == stop)
        return fault(why, ILLEGAL, stop ? "it is adjourned" : "it isn't adjourned");
    t->adjourned = stop;
    return OK;
}

Status tournament_apply(Tournament *t, i64 at_ms, Text decision, Fault *why)
{
    Text rest = decision, verb;
    for (size_t i = 0; i < decision.length; i++)
        if ((u8)decision.at[i] < ' ') return fault(why, MALFORMED, "a decision is one line");
    if (!utf8_valid(decision)) return fault(why, MALFORMED, "a decision is text in UTF-8");
    if (!text_word(&rest, &verb)) return fault(why, MALFORMED, "empty decision");
    if (text_is(verb, "create")) return create(t, rest, why);
    if (t->phase == PHASE_NEW) return fault(why, ILLEGAL, "the tournament isn't created");
    if (text_is(verb, "note")) return OK;
    if (text_is(verb, "promise")) return promise(t, rest, why);
    if (text_is(verb, "enter")) return enter(t, at_ms, rest, why);
    if (text_is(verb, "leave") || text_is(verb, "return") || text_is(verb, "pause"))
        return change_entry(t, at_ms, verb, rest, why);
    if (text_is(verb, "replace")) return replace(t, at_ms, rest, why);
    if (text_is(verb, "absent")) return absent(t, rest, why);
    if (text_is(verb, "forbid") || text_is(verb, "allow")) return forbid(t, verb, rest, why);
    if (text_is(verb, "start")) return start(t, at_ms, rest, why);
    if (text_is(verb, "pair")) return add_tables(t, at_ms, false, rest, why);
    if (text_is(verb, "hand")) return add_tables(t, at_ms, true, rest, why);
    if (text_is(verb, "unpair")) return unpair(t, rest, why);
    if (text_is(verb, "game")) return name_game(t, rest, why);
    if (text_is(verb, "result") || text_is(verb, "correct") || text_is(verb, "void"))
        return result(t, at_ms, verb, rest, why);
    if (text_is(verb, "adjourn")) return adjourn(t, true, why);
    if (text_is(verb, "resume")) return adjourn(t, false, why);
    if (!text_is(verb, "end")) return fault(why, MALFORMED, "unknown decision %q", verb);
    if (t->phase == PHASE_OVER) return fault(why, ILLEGAL, "the tournament is over");
    t->phase = PHASE_OVER;
    return OK;
}
