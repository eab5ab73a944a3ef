// SPDX-License-Identifier: MIT
// A tournament as the sum of its decisions. Each decision is one line of text; the state is what
// results from the lines in order, so that a prefix of the log is the tournament at that time.
//
//     create swiss seats=2 games=2 rounds=5 ties=BH/C1,BH,SB,DE,WIN
//     promise HASH                  the SHA-256 of the seed, before entries close
//     enter 1 person 17 1500 Ada    number, kind, id or ids of persons, rating, name
//     replace 1 name 1400 Bo        another player takes over entry 1
//     leave 1, return 1, pause 1    withdraws; comes back; sits out until `return`
//     absent 1 3 half               a requested bye in round 3: half or zero
//     forbid 1 2, allow 1 2         these two don't meet; they may again
//     start SEED                    entries close; the seed decides all lots
//     pair 1 2-1 4-3 5              the pairings of round 1, the first seat first; 5 has the bye
//     hand 1 2-1                    tables that the organiser sets up
//     unpair 3                      removes table 3, numbered through all rounds from 1
//                                   (neither in a knockout nor in a round robin)
//     game 3 1 A1B2                 table 3, game 1: which game of the site it is
//     result 3 1 1 2                the places, in the order of the table; "-" didn't appear
//     result 3 1 1 2 margin 4       the winner is 4 marbles ahead; `steps 3`; `short`: no real game
//     correct 3 1 2 1               replaces a result; `void 3 1` removes it
//     adjourn, resume               nothing is paired meanwhile
//     note TEXT                     concerns no score
//     end
//
// Entries have numbers from 1 in the order in which they entered. Games of a match swap the seats.
#ifndef MEYDAN_TOURNAMENT_FORMATS_DECISIONS_H
#define MEYDAN_TOURNAMENT_FORMATS_DECISIONS_H

#include "tournament/formats/sha256.h"
#include "tournament/tiebreak.h"

enum {
    TABLE_SEATS = 4,
    TABLE_GAMES = 6, // of a match with tie-break games
    ENTRY_NAME = 64, // bytes
    TABLES_LIMIT = 1000000,
    ABSENCES_MAX = 4, // requested byes of one entry
    WORD_MAX = 48,
};

typedef enum Format {
    FORMAT_ROUND_ROBIN,
    FORMAT_SWISS,
    FORMAT_ARENA,
    FORMAT_KNOCKOUT,
    FORMAT_TABLES, // of three or four
    FORMATS,
} Format;

typedef struct TournamentRules {
    u8 format;     // a Format
    u8 seats;      // of a table: 2, or in FORMAT_TABLES 3 or 4
    u8 games;      // of a match between two: 1, or 2 with sides swapped
    u8 cycles;     // of a round robin
    int rounds;    // planned: of a Swiss tournament, or before the finals of FORMAT_TABLES
    bool together; // round robin: all rounds are paired at the start
    bool twice;    // knockout: out after two defeats
    bool mixed;    // tables of four, or of three where four don't fit
    bool partners; // seats 1 and 3 play together, against 2 and 4
    int cut;       // FORMAT_TABLES: seats^2 players in semi-finals, or seats in a final; 0: none
    int minutes;   // of an arena
    bool streaks;  // arena: double points after two wins running
    bool accelerated;
    bool
        listed; // the entries are in their starting order, which otherwise follows ratings and lots
    Points place[TABLE_SEATS]; // points by place
    TiebreakRules ties;
} TournamentRules;

typedef enum EntryKind {
    ENTRY_PERSON,
    ENTRY_BOT,
    ENTRY_PAIR, // two persons who play as one
    ENTRY_NAME_ONLY,
    ENTRY_KINDS,
} EntryKind;

typedef struct Entry {
    char name[ENTRY_NAME];
    i64 person[2]; // 0: none
    int rating;
    int seed; // its place in the starting order, from 0; -1 before the start
    u8 kind;  // an EntryKind
    bool left, paused;
    i32 first_round; // in which it can be paired
    struct {
        i32 round;
        bool half;
    } absent[ABSENCES_MAX];
    u8 absences;
    // Arena.
    i64 free_ms; // since when it waits
    int last;    // the last opponent's entry, or -1
    i32 open;    // tables in play
    Points points;
    u16 streak, wins, played, firsts, seconds;
    u8 last_first;
} Entry;

enum { PLACE_UNKNOWN = 0, PLACE_ABSENT = 9 };

typedef struct TableGame {
    u8 place[TABLE_SEATS]; // places of the entries, from 1; tied entries share the best
    bool known;            // there is a result
    bool brief;            // it ended before it was a game
    u8 margin, steps;      // of the winner of two
    i64 id;                // of the game on the site, or 0
} TableGame;

typedef struct Table {
    int round; // from 0
    u8 seats;  // 1: a bye
    u8 games;  // to be played, as far as is known
    bool removed, by_hand, over;
    i32 entry[TABLE_SEATS]; // from 0
    i64 since_ms;
} Table;

typedef enum Phase {
    PHASE_NEW, // not created
    PHASE_ENTRIES,
    PHASE_PLAY,
    PHASE_OVER,
} Phase;

typedef struct Tournament {
    TournamentRules rules;
    u8 phase; // a Phase
    bool adjourned;
    int rounds; // paired so far
    char promise[SHA256_HEX], seed[SHA256_HEX];
    Entry *entry;
    size_t entries, entry_capacity;
    Table *table;
    size_t tables, table_capacity;
    TableGame *game; // see table_game()
    size_t game_capacity;
    int table_games;   // that a table can have
    size_t unfinished; // tables
    int starters;      // entries that took part in the draw: the first ones of `order`
    int *order;        // entries by seed
    size_t order_capacity;
    Forbidden *forbidden; // entries
    size_t forbiddens, forbidden_capacity;
    i64 start_ms, end_ms;
} Tournament;

void tournament_free(Tournament *tournament);
// Returns false if out of memory.
bool tournament_copy(Tournament *copy, const Tournament *tournament);
// Applies a decision of that time. If it isn't OK, nothing has changed. FULL: out of memory.
Status tournament_apply(Tournament *tournament, i64 at_ms, Text decision, Fault *why);

const char *format_name(Format format); // "round-robin"
const char *entry_kind_name(EntryKind kind);
void rules_write(const TournamentRules *rules, Out *out); // as after "create "

// Whether the entry may be paired in that round.
bool entry_present(const Entry *entry, int round);
// The table of that entry in that round, NULL if there is none.
const Table *tournament_table(const Tournament *tournament, int entry, int round);
// A game of one of its tables.
TableGame *table_game(const Tournament *tournament, const Table *table, int game);
// The next game of a table without a result; -1: none.
int table_next_game(const Tournament *tournament, const Table *table);
// The entry in that seat of that game: sides are swapped in every second one.
int table_entry_at(const Table *table, int game, int seat);
// Of two entries: wins count 2, draws 1.
void table_score(const Tournament *tournament, const Table *table, int score[2]);
// The outcome for an entry of a table of two or a bye.
PairOutcome table_outcome(const Tournament *tournament, const Table *table, int entry,
                          bool bye_won);
// The results of a tournament of pairs, rows by seed. Returns false if out of memory.
bool tournament_crosstable(const Tournament *tournament, Crosstable *crosstable);
// Lots: the lower, the better.
void tournament_lot(const Tournament *tournament, const char *what, int number,
                    char lot[SHA256_HEX]);

#endif
