// SPDX-License-Identifier: MIT
#include "tournament/formats/next.h"

#include "tournament/formats/arena.h"
#include "tournament/formats/berger.h"
#include "tournament/formats/knockout.h"
#include "tournament/formats/table_seats.h"
#include "tournament/swiss.h"

#include <stdlib.h>
#include <string.h>

bool tournament_idle(const Tournament *t)
{
    // Tables that the organiser has set up for the round to come don't hold it up.
    size_t ahead = 0;
    bool arena = t->rules.format == FORMAT_ARENA;
    for (size_t i = t->tables; !arena && i-- > 0 && ahead < t->unfinished;)
        ahead += t->table[i].round >= t->rounds && !t->table[i].over && !t->table[i].removed;
    return t->unfinished == ahead;
}

// --- tables of three and four --------------------------------------------------------------------

typedef struct Tally {
    int entry;
    Points points, opponents;     // before the finals; those of the opponents
    int places[TABLE_SEATS];      // how often first, second ...
    int byes, stage, stage_place; // stage 1: semi-final, 2: final
} Tally;

static int finals(const TournamentRules *rules)
{
    return rules->cut == 0 ? 0 : rules->cut > rules->seats ? 2 : 1;
}

// The points for a place that `sharing` entries have: the mean of those that they occupy, rounded
// down to a tenth.
static Points shared_points(const Tournament *t, int place, int sharing)
{
    Points sum = 0;
    for (int i = 0; i < sharing; i++)
        sum += t->rules.place[place - 1 + i];
    return sum / sharing;
}

static Points place_points(const Tournament *t, const Table *table, int seat)
{
    if (table->seats == 1) return shared_points(t, 1, t->rules.seats);
    const TableGame *game = table_game(t, table, 0);
    if (!game->known || game->place[seat] == PLACE_ABSENT) return 0;
    int sharing = 0;
    for (int i = 0; i < table->seats; i++)
        sharing += game->place[i] == game->place[seat];
    return shared_points(t, game->place[seat], sharing);
}

static bool tally_tables(const Tournament *t, Tally *tally)
{
    memset(tally, 0, (t->entries + 1) * sizeof *tally);
    for (size_t i = 0; i < t->entries; i++)
        tally[i].entry = (int)i;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < t->tables; i++) {
            const Table *table = &t->table[i];
            if (table->removed) continue;
            int stage = table->round - t->rules.rounds + 1;
            if (stage > 0) stage += 2 - finals(&t->rules);
            for (int seat = 0; seat < table->seats; seat++) {
                Tally *one = &tally[table->entry[seat]];
                const TableGame *game = table_game(t, table, 0);
                int place = game->known ? game->place[seat] : PLACE_UNKNOWN;
                if (stage > 0 && pass == 0) {
                    one->stage = stage;
                    one->stage_place = place ? place : PLACE_ABSENT;
                } else if (stage <= 0 && pass == 0) {
                    one->points += place_points(t, table, seat);
                    one->byes += table->seats == 1;
                    if (table->seats > 1 && place && place <= TABLE_SEATS) one->places[place - 1]++;
                } else if (stage <= 0) {
                    for (int other = 0; other < table->seats; other++)
                        if (other != seat) one->opponents += tally[table->entry[other]].points;
                }
            }
        }
    return true;
}

static int compare_tally(const Tally *a, const Tally *b, bool with_finals)
{
    if (with_finals && a->stage != b->stage) return b->stage - a->stage;
    if (with_finals && a->stage_place != b->stage_place) return a->stage_place - b->stage_place;
    if (a->points != b->points) return a->points > b->points ? -1 : 1;
    for (int i = 0; i < 2; i++)
        if (a->places[i] != b->places[i]) return b->places[i] - a->places[i];
    return a->opponents == b->opponents ? 0 : a->opponents > b->opponents ? -1 : 1;
}

typedef struct Row {
    Tally tally;
    int seed;
    bool with_finals;
} Row;

static int by_tally(const void *a, const void *b)
{
    const Row *one = a, *two = b;
    int order = compare_tally(&one->tally, &two->tally, one->with_finals);
    return order ? order : one->seed - two->seed;
}

// All entries, the best first. NULL if out of memory.
static Row *sort_tables(const Tournament *t, bool with_finals)
{
    Tally *tally = malloc((t->entries + 1) * sizeof *tally);
    Row *row = malloc((t->entries + 1) * sizeof *row);
    if (tally && row) {
        tally_tables(t, tally);
        for (size_t i = 0; i < t->entries; i++)
            row[i] = (Row){ tally[i], t->entry[i].seed, with_finals };
        qsort(row, t->entries, sizeof *row, by_tally);
        free(tally);
        return row;
    }
    free(tally);
    free(row);
    return NULL;
}

static void write_table(const int *entry, int seats, Json *decision)
{
    for (int seat = 0; seat < seats; seat++) {
        out_char(decision, seat ? '-' : ' ');
        out_int(decision, entry[seat] + 1);
    }
}

// Semi-finals 1-8-9-16, 2-7-10-15 ..., or a final of the best or of their winners. The best chooses
// the first seat.
static Status pair_finals(const Tournament *t, Json *decision, Fault *why)
{
    bool semi = finals(&t->rules) == 2 && t->rounds == t->rules.rounds;
    int seats = t->rules.seats, seat[TABLE_SEATS];
    Row *row = sort_tables(t, !semi);
    if (!row) return fault(why, FULL, "out of memory");
    int chosen[TABLE_SEATS * TABLE_SEATS], count = 0;
    bool last_of_two = !semi && finals(&t->rules) == 2;
    for (size_t i = 0; i < t->entries && !last_of_two && count < t->rules.cut; i++)
        if (!t->entry[row[i].tally.entry].left) chosen[count++] = row[i].tally.entry;
    if (last_of_two) {
        // The best of each semi-final.
        for (size_t i = 0; i < t->tables && count < seats; i++) {
            const Table *table = &t->table[i];
            if (table->removed || table->round != t->rules.rounds) continue;
            for (size_t j = 0; j < t->entries; j++) {
                int entry = row[j].tally.entry;
                bool sits = false;
                for (int k = 0; k < table->seats; k++)
                    sits |= table->entry[k] == entry;
                if (!sits || t->entry[entry].left) continue;
                chosen[count++] = entry;
                break;
            }
        }
    }
    free(row);
    if (count < (semi ? t->rules.cut : seats))
        return fault(why, ILLEGAL, "too few entries are left for the final");
    if (!semi) {
        write_table(chosen, seats, decision);
        return OK;
    }
    for (int table = 0; table < seats; table++) {
        for (int i = 0; i < seats; i++)
            seat[i] = chosen[i * seats + (i % 2 ? seats - 1 - table : table)];
        write_table(seat, seats, decision);
    }
    return OK;
}

// Players without a place get a bye: those with the fewest byes so far, then the lowest.
static void choose_byes(const Row *row, bool *plays, int entries, int byes)
{
    for (; byes > 0; byes--) {
        int chosen = -1;
        for (int i = entries - 1; i >= 0; i--)
            if (plays[i] && (chosen < 0 || row[i].tally.byes < row[chosen].tally.byes)) chosen = i;
        plays[chosen] = false;
    }
}

static void count_tables(const TournamentRules *rules, int players, Seating *s)
{
    s->seats[0] = rules->seats;
    s->seats[1] = 3;
    s->tables[0] = players / rules->seats;
    s->tables[1] = 0;
    // As few byes as possible, then as many tables of four.
    int most = rules->seats * s->tables[0];
    for (int four = s->tables[0]; rules->mixed && four >= 0; four--) {
        int three = (players - 4 * four) / 3, sit = 4 * four + 3 * three;
        if (sit <= most) continue;
        most = sit;
        s->tables[0] = four;
        s->tables[1] = three;
    }
}

typedef struct Preparation {
    SeatingPlayer *player;
    bool *plays;
    int *index, *seat; // of an entry among the players, -1: none
    u8 *met, *partnered;
} Preparation;

static void count_meetings(const Tournament *t, Preparation *p, int players)
{
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        for (int a = 0; !table->removed && table->seats > 1 && a < table->seats; a++) {
            int one = p->index[table->entry[a]];
            if (one >= 0) p->player[one].had[a]++;
            for (int b = 0; b < table->seats; b++) {
                int two = p->index[table->entry[b]];
                if (a == b || one < 0 || two < 0) continue;
                bool partners = t->rules.partners && (a + b) % 2 == 0;
                u8 *times = (partners ? p->partnered : p->met) + (size_t)one * (size_t)players +
                            (size_t)two;
                *times = (u8)(*times + (*times < 255));
            }
        }
    }
}

static Status write_seating(const Tournament *t, Preparation *p, const Row *row, Json *decision,
                            Fault *why)
{
    int entries = (int)t->entries, players = 0, taking_part = 0;
    for (int i = 0; i < entries; i++) {
        int entry = row[i].tally.entry;
        p->plays[i] =
            entry_present(&t->entry[entry], t->rounds) && !tournament_table(t, entry, t->rounds);
        taking_part += p->plays[i];
        p->index[entry] = -1;
    }
    Seating s = { .player = p->player };
    count_tables(&t->rules, taking_part, &s);
    int fit = s.seats[0] * s.tables[0] + s.seats[1] * s.tables[1];
    if (fit == 0 && taking_part) return fault(why, ILLEGAL, "too few entries are left for a table");
    bool *present = p->plays;
    for (int i = 0; i < entries; i++)
        if (present[i]) p->index[row[i].tally.entry] = -2;
    choose_byes(row, p->plays, entries, taking_part - fit);
    for (int i = 0; i < entries; i++) {
        if (!p->plays[i]) continue;
        int entry = row[i].tally.entry;
        p->index[entry] = players;
        p->player[players++] = (SeatingPlayer){ .number = entry, .score = row[i].tally.points };
    }
    p->met = calloc((size_t)players * (size_t)players + 1, 1);
    p->partnered = calloc((size_t)players * (size_t)players + 1, 1);
    if (!p->met || !p->partnered) return fault(why, FULL, "out of memory");
    count_meetings(t, p, players);
    s.players = players;
    s.met = p->met;
    s.partnered = t->rules.partners ? p->partnered : NULL;
    if (players && !seating_find(&s, p->seat)) return fault(why, FULL, "out of memory");
    const int *seat = p->seat;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < s.tables[kind]; i++, seat += s.seats[kind]) {
            int entry[TABLE_SEATS];
            for (int j = 0; j < s.seats[kind]; j++)
                entry[j] = p->player[seat[j]].number;
            write_table(entry, s.seats[kind], decision);
        }
    for (int i = 0; i < entries; i++)
        if (p->index[row[i].tally.entry] == -2) write_table(&row[i].tally.entry, 1, decision);
    return OK;
}

static Status pair_tables(const Tournament *t, Json *decision, Fault *why)
{
    if (t->rounds >= t->rules.rounds) return pair_finals(t, decision, why);
    size_t n = t->entries + 1;
    Row *row = sort_tables(t, false);
    Preparation p = { .player = calloc(n, sizeof *p.player),
                      .plays = calloc(n, 1),
                      .index = calloc(n, sizeof *p.index),
                      .seat = calloc(n, sizeof *p.seat) };
    Status status = row && p.player && p.plays && p.index && p.seat
                        ? write_seating(t, &p, row, decision, why)
                        : fault(why, FULL, "out of memory");
    free(row);
    free(p.player);
    free(p.plays);
    free(p.index);
    free(p.seat);
    free(p.met);
    free(p.partnered);
    return status;
}

// --- the other formats ---------------------------------------------------------------------------

static void write_pairs(const Pairing *pairing, int count, Json *decision)
{
    for (int i = 0; i < count; i++)
        write_table((int[]){ pairing[i].first, pairing[i].second }, pairing[i].second < 0 ? 1 : 2,
                    decision);
}

// The present ones who don't sit yet, by seed.
static void list_present(const Tournament *t, bool *present)
{
    for (size_t i = 0; i < t->entries; i++)
        present[t->entry[i].seed] = entry_present(&t->entry[i], t->rounds);
    for (size_t i = t->tables; i-- > 0;)
        for (int seat = 0; t->table[i].round == t->rounds && seat < t->table[i].seats; seat++)
            if (!t->table[i].removed) present[t->entry[t->table[i].entry[seat]].seed] = false;
}

static Status pair_swiss(const Tournament *t, bool *present, Pairing *pairing, Json *decision,
                         Fault *why)
{
    Crosstable cross;
    int count = 0;
    if (!tournament_crosstable(t, &cross)) return fault(why, FULL, "out of memory");
    SwissRound round = { .round = t->rounds, .present = present };
    Status status = swiss_pair(&cross, &round, pairing, &count, why);
    for (int i = 0; i < count; i++) {
        pairing[i].first = t->order[pairing[i].first];
        if (pairing[i].second >= 0) pairing[i].second = t->order[pairing[i].second];
    }
    if (status == OK) write_pairs(pairing, count, decision);
    crosstable_free(&cross);
    return status;
}

// A player who has left loses the remaining games without playing.
static void pair_robin(const Tournament *t, Pairing *pairing, Json *decision)
{
    int count = berger_pair(t->starters, t->rules.cycles, t->rounds, pairing);
    for (int i = 0; i < count; i++) {
        pairing[i].first = t->order[pairing[i].first];
        if (pairing[i].second >= 0) pairing[i].second = t->order[pairing[i].second];
    }
    write_pairs(pairing, count, decision);
}

// One round of any format but the arena.
static Status pair_round(const Tournament *t, Json *decision, Fault *why)
{
    if (t->rules.format == FORMAT_TABLES) return pair_tables(t, decision, why);
    size_t n = t->entries + 2;
    bool *present = calloc(n, 1);
    Pairing *pairing = calloc(n, sizeof *pairing);
    Status status = OK;
    if (!present || !pairing) {
        status = fault(why, FULL, "out of memory");
    } else if (t->rules.format == FORMAT_KNOCKOUT) {
        KnockoutRound next = { .pair = pairing };
        if (knockout_next(t, &next))
            write_pairs(pairing, next.pairs, decision);
        else
            status = fault(why, FULL, "out of memory");
    } else if (t->rules.format == FORMAT_ROUND_ROBIN) {
        pair_robin(t, pairing, decision);
    } else {
        list_present(t, present);
        status = pair_swiss(t, present, pairing, decision, why);
    }
    free(present);
    free(pairing);
    return status;
}

bool tournament_done(const Tournament *t, i64 now_ms)
{
    if (t->phase != PHASE_PLAY || t->unfinished) return false;
    if (t->rules.format == FORMAT_ARENA) return now_ms >= t->end_ms;
    if (t->rules.format != FORMAT_KNOCKOUT) return t->rounds >= t->rules.rounds + finals(&t->rules);
    KnockoutRound next = { .pair = malloc((t->entries + 2) * sizeof *next.pair) };
    bool done = next.pair && knockout_next(t, &next) && next.over;
    free(next.pair);
    return done;
}

static Status pair_arena(const Tournament *t, i64 now_ms, Json *decision, Fault *why)
{
    int count;
    Pairing *pairing = malloc((t->entries + 2) * sizeof *pairing);
    bool ok = pairing && arena_pair(t, now_ms, pairing, &count);
    if (ok && count) {
        out_str(decision, "pair 1");
        write_pairs(pairing, count, decision);
    }
    free(pairing);
    return ok ? OK : fault(why, FULL, "out of memory");
}

// A player who has left forfeits a game that hasn't begun. At a table of three or four the others
// share the first place, because their game needs every seat.
static bool forfeit(const Tournament *t, Json *decision)
{
    if (!t->unfinished) return false;
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        int game = table_next_game(t, table), gone = 0;
        if (game < 0 || table_game(t, table, game)->id) continue;
        for (int seat = 0; seat < table->seats; seat++)
            gone += t->entry[table->entry[seat]].left;
        if (!gone) continue;
        out_format(decision, "result %d %d", (int)i + 1, game + 1);
        for (int seat = 0; seat < table->seats; seat++)
            out_str(decision, t->entry[table->entry[seat]].left ? " -" : " 1");
        return true;
    }
    return false;
}

Status tournament_next(const Tournament *t, i64 now_ms, Json *decision, Fault *why)
{
    js_clear(decision);
    if (t->phase != PHASE_PLAY || t->adjourned) return OK;
    if (forfeit(t, decision)) return OK;
    bool arena = t->rules.format == FORMAT_ARENA;
    if (arena && now_ms < t->end_ms) return pair_arena(t, now_ms, decision, why);
    bool early = t->rules.together && t->rounds < t->rules.rounds;
    if (!tournament_idle(t) && !early) return OK;
    if (!early && tournament_done(t, now_ms)) {
        out_str(decision, "end");
        return OK;
    }
    out_format(decision, "pair %d", t->rounds + 1);
    Status status = pair_round(t, decision, why);
    if (status != OK) js_clear(decision);
    return status;
}

// --- standings -----------------------------------------------------------------------------------

static const char *const TABLE_COLUMNS[] = { "firsts", "seconds", "opponents" };
static const char *const ARENA_COLUMNS[] = { "wins", "games" };

int tournament_columns(const Tournament *t, char name[TIEBREAKS_MAX][COLUMN_NAME])
{
    bool tables = t->rules.format == FORMAT_TABLES, arena = t->rules.format == FORMAT_ARENA;
    int count = tables                               ? 3
                : arena                              ? 2
                : t->rules.format == FORMAT_KNOCKOUT ? 0
                                                     : t->rules.ties.count;
    for (int i = 0; i < count; i++) {
        Out out = out_to(name[i], COLUMN_NAME);
        if (tables || arena)
            out_str(&out, tables ? TABLE_COLUMNS[i] : ARENA_COLUMNS[i]);
        else
            tiebreak_write(&t->rules.ties.tiebreak[i], &out);
    }
    return count;
}

static bool rank_tables(const Tournament *t, Standing *standing)
{
    Row *row = sort_tables(t, true);
    if (!row) return false;
    for (size_t i = 0; i < t->entries; i++) {
        const Tally *tally = &row[i].tally;
        bool tied = i > 0 && compare_tally(&row[i - 1].tally, tally, true) == 0;
        standing[i] = (Standing){ .player = tally->entry,
                                  .rank = tied ? standing[i - 1].rank : (int)i + 1,
                                  .points = tally->points };
        standing[i].value[0] = tally->places[0] * (i64)TIEBREAK_UNIT;
        standing[i].value[1] = tally->places[1] * (i64)TIEBREAK_UNIT;
        standing[i].value[2] = tally->opponents * (i64)(TIEBREAK_UNIT / POINTS_ONE);
    }
    free(row);
    return true;
}

typedef struct Ranked {
    const Entry *entry;
    int number;
    i64 key;       // of a knockout: the higher, the later it was out
    Points points; // of a knockout: one for each match or bye won
} Ranked;

static int by_arena(const void *a, const void *b)
{
    return arena_compare(((const Ranked *)a)->entry, ((const Ranked *)b)->entry);
}

static int by_key(const void *a, const void *b)
{
    const Ranked *one = a, *two = b;
    if (one->key != two->key) return one->key > two->key ? -1 : 1;
    return one->entry->seed - two->entry->seed;
}

// The last round of an entry, and whether it won there. The final's winner is ahead of all.
static void find_keys(const Tournament *t, Ranked *ranked)
{
    for (size_t i = 0; i < t->tables; i++) {
        const Table *table = &t->table[i];
        for (int seat = 0; !table->removed && seat < table->seats; seat++) {
            int entry = table->entry[seat];
            bool won = table->over && knockout_winner(t, table) == entry;
            ranked[entry].key = 2 * (table->round + 1) + won;
            ranked[entry].points += won ? POINTS_ONE : 0;
        }
    }
}

static bool rank_others(const Tournament *t, Standing *standing)
{
    bool arena = t->rules.format == FORMAT_ARENA;
    Ranked *ranked = malloc((t->entries + 1) * sizeof *ranked);
    if (!ranked) return false;
    for (size_t i = 0; i < t->entries; i++)
        ranked[i] = (Ranked){ &t->entry[i], (int)i, 0, t->entry[i].points };
    if (!arena) find_keys(t, ranked);
    qsort(ranked, t->entries, sizeof *ranked, arena ? by_arena : by_key);
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = ranked[i].entry, *before = i ? ranked[i - 1].entry : NULL;
        bool tied =
            before && (arena ? before->points == entry->points && before->wins == entry->wins &&
                                   before->played == entry->played
                             : ranked[i - 1].key == ranked[i].key);
        standing[i] = (Standing){ .player = ranked[i].number,
                                  .rank = tied ? standing[i - 1].rank : (int)i + 1,
                                  .points = ranked[i].points };
        standing[i].value[0] = entry->wins * (i64)TIEBREAK_UNIT;
        standing[i].value[1] = entry->played * (i64)TIEBREAK_UNIT;
    }
    free(ranked);
    return true;
}

bool tournament_rank(const Tournament *t, Standing *standing)
{
    if (t->phase < PHASE_PLAY) {
        for (size_t i = 0; i < t->entries; i++)
            standing[i] = (Standing){ .player = (int)i, .rank = 1 };
        return true;
    }
    if (t->rules.format == FORMAT_TABLES) return rank_tables(t, standing);
    if (t->rules.format == FORMAT_ARENA || t->rules.format == FORMAT_KNOCKOUT)
        return rank_others(t, standing);
    Crosstable cross;
    if (!tournament_crosstable(t, &cross)) return false;
    bool ok = standings_compute(&cross, &t->rules.ties, t->rounds, standing);
    for (size_t i = 0; ok && i < t->entries; i++)
        standing[i].player = t->order[standing[i].player];
    crosstable_free(&cross);
    return ok;
}
