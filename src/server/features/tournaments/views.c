// SPDX-License-Identifier: MIT
#include "server/features/tournaments/views.h"

#include "platform/array.h"
#include "server/features/tournaments/tournaments_internal.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"
#include "server/identity/persons.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const PHASE_WORDS[] = { "", "entries", "play", "over", NULL };
static const char *const ROLE_WORDS[] = {
    "none", "invited", "helper", "barred", "organiser", NULL
};
enum { SHOWN_ORGANISER = 4 };
static const char *const KIND_WORDS[] = { "person", "bot", "pair", "name", NULL };

// --- one tournament ------------------------------------------------------------------------------

static const Field HEAD_FIELDS[] = {
    FIELD(TournamentHead, id, .as = AS_GAME, .type = "string"),
    FIELD(TournamentHead, name),
    FIELD(TournamentHead, description),
    FIELD_SHAPE(TournamentHead, organiser, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(TournamentHead, format, .as = AS_WORD, .words = FORMAT_WORDS),
    FIELD(TournamentHead, variant),
    FIELD(TournamentHead, clock),
    FIELD(TournamentHead, rated),
    FIELD(TournamentHead, seats),
    FIELD(TournamentHead, games, .says = "of a match"),
    FIELD(TournamentHead, rounds, .says = "0: as many as the format needs"),
    FIELD(TournamentHead, minutes, .says = "of an arena"),
    FIELD(TournamentHead, phase, .as = AS_WORD, .words = PHASE_WORDS),
    FIELD(TournamentHead, entries),
    FIELD(TournamentHead, created, .as = AS_TIME),
    FIELD(TournamentHead, starts, .as = AS_TIME, .flags = FIELD_NULL),
    FIELD(TournamentHead, at, .as = AS_TIME, .says = "when it starts, began or ended"),
    FIELD(TournamentHead, number, .says = "of the last decision"),
    FIELD(TournamentHead, hidden, .key = "private"),
    FIELD(TournamentHead, pace, .as = AS_WORD, .words = PACE_WORDS),
    FIELD(TournamentHead, pause_s),
    FIELD(TournamentHead, round_minutes),
    FIELD(TournamentHead, password),
    FIELD(TournamentHead, accounts),
    FIELD(TournamentHead, bots),
    FIELD(TournamentHead, invited),
    FIELD(TournamentHead, rating_min),
    FIELD(TournamentHead, rating_max),
    FIELD(TournamentHead, rules, .says = "as in the log"),
};
const Shape TOURNAMENT_HEAD = SHAPE_NAMED("TournamentHead", TournamentHead, HEAD_FIELDS);

static void show_person(PersonShown *shown, Store *reading, i64 person)
{
    StoredPerson found;
    *shown = (PersonShown){ 0 };
    if (person && person_by_id(reading, person, &found) && found.kind != PERSON_GONE)
        person_shown(shown, found.id, found.kind, found.name);
}

bool head_view(TournamentHead *head, const TournamentRow *row, Store *reading)
{
    Settings settings;
    Tournament rules = { 0 };
    if (!settings_read(text_of(row->settings), &settings) ||
        tournament_apply(&rules, 0, text_of(settings.rules), NULL) != OK)
        return false;
    *head = (TournamentHead){ .id = row->id,
                              .format = rules.rules.format,
                              .rated = settings.rated,
                              .seats = rules.rules.seats,
                              .games = rules.rules.games,
                              .rounds = rules.rules.rounds,
                              .minutes = rules.rules.minutes,
                              .phase = row->phase,
                              .entries = row->entries,
                              .created = row->created_ms,
                              .starts = row->starts_ms,
                              .at = row->at_ms,
                              .number = row->number,
                              .hidden = row->hidden,
                              .pace = settings.pace,
                              .pause_s = settings.pause_s,
                              .round_minutes = settings.round_minutes,
                              .password = row->password[0] != '\0',
                              .accounts = settings.accounts,
                              .bots = settings.bots,
                              .invited = settings.invited,
                              .rating_min = settings.rating_min,
                              .rating_max = settings.rating_max };
    memcpy(head->name, row->name, sizeof head->name);
    memcpy(head->description, row->description, sizeof head->description);
    memcpy(head->rules, settings.rules, sizeof head->rules);
    Out out = out_to(head->variant, sizeof head->variant);
    out_str(&out, settings.variant->id);
    out = out_to(head->clock, sizeof head->clock);
    clock_write(&settings.clock, &out);
    show_person(&head->organiser, reading, row->maker);
    tournament_free(&rules);
    return true;
}

typedef struct YouView {
    int role, entry;
    bool left, paused;
    int table;
    i64 game;
    bool may_enter;
    const char *why_not;
} YouView;
static const Field YOU_FIELDS[] = {
    FIELD(YouView, role, .as = AS_WORD, .words = ROLE_WORDS),
    FIELD(YouView, entry, .flags = FIELD_NULL),
    FIELD(YouView, left),
    FIELD(YouView, paused),
    FIELD(YouView, table, .flags = FIELD_NULL, .says = "the latest one"),
    FIELD(YouView, game, .as = AS_GAME, .says = "in play there"),
    FIELD(YouView, may_enter),
    FIELD(YouView, why_not, .flags = FIELD_NULL, .type = "string | null"),
};
static const Shape YOU = SHAPE_NAMED("TournamentYou", YouView, YOU_FIELDS);

typedef struct TournamentView {
    TournamentHead head;
    bool adjourned;
    int round;
    i64 ends, next;
    const char *promise, *seed;
    YouView you;
    PersonShown helper[HELPERS_MAX];
    int helpers;
} TournamentView;
static const Field VIEW_FIELDS[] = {
    FIELD_SHAPE(TournamentView, head, &TOURNAMENT_HEAD, .flags = FIELD_INLINE),
    FIELD(TournamentView, adjourned),
    FIELD(TournamentView, round, .says = "the last one that was paired"),
    FIELD(TournamentView, ends, .as = AS_TIME, .flags = FIELD_NULL, .says = "of an arena"),
    FIELD(TournamentView, next, .as = AS_TIME, .flags = FIELD_NULL,
          .says = "the next round begins"),
    FIELD(TournamentView, promise, .flags = FIELD_NULL, .type = "string | null",
          .says = "the SHA-256 of the seed"),
    FIELD(TournamentView, seed, .flags = FIELD_NULL, .type = "string | null",
          .says = "of all lots, once it has started"),
    FIELD_SHAPE(TournamentView, you, &YOU),
    FIELD_ARRAY(TournamentView, helper, helpers, &PERSON_SHOWN, .key = "helpers"),
};
const Shape TOURNAMENT_VIEW = SHAPE_NAMED("Tournament", TournamentView, VIEW_FIELDS);

static int rating_of(Store *reading, const Settings *settings, const StoredPerson *person)
{
    RatingNow now;
    if (!ratings_now(reading, person->id, text_of(settings->variant->id),
                     text_of(settings_pool(settings, person->kind == PERSON_BOT)), &now))
        return 0;
    i64 shown = lround(now.now.rating);
    return (int)(shown < 0 ? 0 : shown > 9999 ? 9999 : shown);
}

ErrorCode entering(Held *held, Store *reading, const StoredPerson *person, const char *password,
                   i64 now_ms, int *rating, const char **why)
{
    const Settings *settings = &held->settings;
    const Tournament *t = &held->state;
    const EntrantRow *row = held_person(held, person->id);
    (void)now_ms;
    *rating = 0;
    *why = "sign in first";
    if (!person->id) return ERROR_NOT_SIGNED_IN;
    *why = "you have entered already";
    if (row && row->number > 0) return ERROR_TAKEN;
    *why = "the organiser has removed you";
    if (row && row->role == ROLE_BARRED) return ERROR_FORBIDDEN;
    bool invited = row && row->role == ROLE_INVITED;
    *why = "entries are closed";
    if (t->phase == PHASE_OVER) return ERROR_OVER;
    bool fixed = t->rules.format == FORMAT_ROUND_ROBIN || t->rules.format == FORMAT_KNOCKOUT;
    if (t->phase == PHASE_PLAY && fixed) return ERROR_OVER;
    // As on other sites: not after half of the rounds.
    if (t->phase == PHASE_PLAY && t->rules.rounds && t->rounds * 2 > t->rules.rounds && !invited)
        return ERROR_OVER;
    *why = "bots can't enter";
    if (person->kind == PERSON_BOT && !settings->bots) return ERROR_FORBIDDEN;
    *why = "only accounts may enter";
    if (settings->accounts && person->kind == PERSON_ANONYMOUS) return ERROR_NOT_RATED;
    *rating = rating_of(reading, settings, person);
    if (invited) return ERROR_NONE;
    *why = "only invited people may enter";
    if (settings->invited) return ERROR_NOT_ACCEPTED;
    *why = "your rating is too low";
    if (settings->rating_min && *rating < settings->rating_min) return ERROR_NOT_ACCEPTED;
    *why = "your rating is too high";
    if (settings->rating_max && *rating > settings->rating_max) return ERROR_NOT_ACCEPTED;
    *why = "that isn't the password";
    if (password && held->row.password[0]) {
        char hash[SECRET_HEX];
        password_of(held->id, password, hash);
        if (strcmp(hash, held->row.password) != 0) return ERROR_WRONG_PASSWORD;
    }
    *why = NULL;
    return ERROR_NONE;
}

static void find_table(const Held *held, int entry, YouView *you)
{
    const Tournament *t = &held->state;
    for (size_t i = t->tables; i-- > 0;) {
        const Table *table = &t->table[i];
        bool sits = false;
        for (int seat = 0; seat < table->seats; seat++)
            sits |= table->entry[seat] == entry;
        if (table->removed || !sits) continue;
        if (!you->table || !table->over) you->table = (int)i + 1;
        for (int game = 0; game < table->games; game++)
            if (!table_game(t, table, game)->known && table_game(t, table, game)->id)
                you->game = table_game(t, table, game)->id;
        // Several may be open in a round robin; earlier rounds are over.
        if (you->game || (!t->rules.together && table->round < t->rounds - 1)) break;
    }
}

void view_tournament(Json *json, Held *held, Store *reading, const StoredPerson *who, i64 now_ms)
{
    TournamentView *view = calloc(1, sizeof *view);
    const Tournament *t = &held->state;
    if (!view || !head_view(&view->head, &held->row, reading)) {
        json->lost = true;
        free(view);
        return;
    }
    view->head.phase = t->phase;
    view->head.entries = (int)t->entries;
    view->adjourned = t->adjourned;
    view->round = t->rounds;
    if (t->rules.format == FORMAT_ARENA && t->phase == PHASE_PLAY) view->ends = t->end_ms;
    if (t->phase == PHASE_PLAY && !t->unfinished && t->rounds) {
        if (held->settings.pace == PACE_TIMER)
            view->next = held->idle_ms + held->settings.pause_s * (i64)1000;
        if (held->settings.pace == PACE_DATE)
            view->next = held->paired_ms + held->settings.round_minutes * (i64)60000;
    }
    view->promise = t->promise[0] ? t->promise : NULL;
    view->seed = t->seed[0] ? t->seed : NULL;
    YouView *you = &view->you;
    int entry = held_entry(held, who->id), rating;
    const EntrantRow *row = who->id ? held_person(held, who->id) : NULL;
    you->role = who->id && who->id == held->row.maker ? SHOWN_ORGANISER : row ? row->role : 0;
    you->may_enter =
        entering(held, reading, who, NULL, now_ms, &rating, &you->why_not) == ERROR_NONE;
    if (entry >= 0) {
        you->entry = entry + 1;
        you->left = t->entry[entry].left;
        you->paused = t->entry[entry].paused;
        find_table(held, entry, you);
    }
    for (size_t i = 0; i < held->peoples && view->helpers < HELPERS_MAX; i++)
        if (held->people[i].role == ROLE_HELPER)
            person_shown(&view->helper[view->helpers++], held->people[i].person,
                         held->people[i].kind, held->people[i].name);
    js_shape(json, NULL, &TOURNAMENT_VIEW, view, NULL);
    free(view);
}

// --- entries -------------------------------------------------------------------------------------

typedef struct EntryView {
    int entry;
    PersonShown person;
    char name[NAME_SIZE];
    int kind, rating, seed;
    bool left, paused;
    int first_round;
} EntryView;
static const Field ENTRY_FIELDS[] = {
    FIELD(EntryView, entry),
    FIELD_SHAPE(EntryView, person, &PERSON_SHOWN, .flags = FIELD_NULL),
    FIELD(EntryView, name, .says = "`?`: a deleted person"),
    FIELD(EntryView, kind, .as = AS_WORD, .words = KIND_WORDS),
    FIELD(EntryView, rating),
    FIELD(EntryView, seed, .flags = FIELD_NULL, .says = "its place at the start"),
    FIELD(EntryView, left),
    FIELD(EntryView, paused),
    FIELD(EntryView, first_round, .says = "of a late entry"),
};
static const Shape ENTRY_VIEW = SHAPE_NAMED("TournamentEntry", EntryView, ENTRY_FIELDS);
typedef struct EntriesView {
    const EntryView *entry;
    int count;
} EntriesView;
const Shape TOURNAMENT_ENTRIES = SHAPE_NAMED(
    "TournamentEntries", EntriesView,
    ((const Field[]){ FIELD_LIST(EntriesView, entry, count, &ENTRY_VIEW, .key = "entries") }));

void view_entries(Json *json, Held *held)
{
    const Tournament *t = &held->state;
    EntryView *list = calloc(t->entries + 1, sizeof *list);
    if (!list) {
        json->lost = true;
        return;
    }
    for (size_t i = 0; i < t->entries; i++) {
        const Entry *entry = &t->entry[i];
        list[i] = (EntryView){ .entry = (int)i + 1,
                               .kind = entry->kind,
                               .rating = entry->rating,
                               .seed = entry->seed + 1,
                               .left = entry->left,
                               .paused = entry->paused,
                               .first_round = entry->first_round + 1 };
        memcpy(list[i].name, entry->name, sizeof list[i].name);
        const EntrantRow *row = entry->person[0] ? held_person(held, entry->person[0]) : NULL;
        if (row) person_shown(&list[i].person, row->person, row->kind, row->name);
    }
    js_shape(json, NULL, &TOURNAMENT_ENTRIES, &(EntriesView){ list, (int)t->entries }, NULL);
    free(list);
}

// --- tables --------------------------------------------------------------------------------------

typedef struct NumberView {
    int number;
} NumberView;
static const Field NUMBER_FIELDS[] = { FIELD(NumberView, number) };
static const Shape NUMBER_VIEW = SHAPE_BARE(NumberView, NUMBER_FIELDS);
typedef struct TimeView {
    i64 at;
} TimeView;
static const Field TIME_FIELDS[] = { FIELD(TimeView, at, .as = AS_TIME, .flags = FIELD_NULL) };
static const Shape TIME_VIEW = SHAPE_BARE(TimeView, TIME_FIELDS);

typedef struct TableGameView {
    NumberView place[TABLE_SEATS];
    int places;
    i64 game;
    bool brief;
    int margin, steps;
} TableGameView;
static const Field TABLE_GAME_FIELDS[] = {
    FIELD_ARRAY(TableGameView, place, places, &NUMBER_VIEW, .key = "places",
                .says = "in the order of the table's entries; 9: did not appear; empty: no result"),
    FIELD(TableGameView, game, .as = AS_GAME),
    FIELD(TableGameView, brief, .key = "short"),
    FIELD(TableGameView, margin),
    FIELD(TableGameView, steps),
};
static const Shape TABLE_GAME = SHAPE_NAMED("TournamentGame", TableGameView, TABLE_GAME_FIELDS);

typedef struct TableView {
    int table, round;
    NumberView entry[TABLE_SEATS];
    int entries;
    bool over, removed, by_hand;
    i64 since;
    TableGameView game[TABLE_GAMES];
    int games;
    TimeView proposal[TABLE_SEATS];
    int proposals;
} TableView;
static const Field TABLE_FIELDS[] = {
    FIELD(TableView, table),
    FIELD(TableView, round),
    FIELD_ARRAY(TableView, entry, entries, &NUMBER_VIEW, .key = "entries",
                .says = "in the seats of the first game; two change sides in every second game."
                        " One entry: a bye"),
    FIELD(TableView, over),
    FIELD(TableView, removed),
    FIELD(TableView, by_hand),
    FIELD(TableView, since, .as = AS_TIME),
    FIELD_ARRAY(TableView, game, games, &TABLE_GAME, .key = "games"),
    FIELD_ARRAY(TableView, proposal, proposals, &TIME_VIEW, .key = "proposals",
                .says = "the times that its entries propose; pace `appointment`"),
};
static const Shape TABLE_VIEW = SHAPE_NAMED("TournamentTable", TableView, TABLE_FIELDS);
typedef struct TablesView {
    int round;
    const TableView *table;
    int count;
    i64 next;
} TablesView;
const Shape TOURNAMENT_TABLES = SHAPE_NAMED(
    "TournamentTables", TablesView,
    ((const Field[]){
        FIELD(TablesView, round, .says = "the last one that was paired"),
        FIELD_LIST(TablesView, table, count, &TABLE_VIEW, .key = "tables"),
        FIELD(TablesView, next, .flags = FIELD_NULL, .says = "`after` of the next page") }));

static void view_table(TableView *view, const Tournament *t, int number)
{
    const Table *table = &t->table[number];
    *view = (TableView){ .table = number + 1,
                         .round = table->round + 1,
                         .entries = table->seats,
                         .over = table->over,
                         .removed = table->removed,
                         .by_hand = table->by_hand,
                         .since = table->since_ms,
                         .games = table->seats > 1 ? table->games : 0 };
    for (int seat = 0; seat < table->seats; seat++)
        view->entry[seat].number = table->entry[seat] + 1;
    for (int i = 0; i < view->games; i++) {
        const TableGame *game = table_game(t, table, i);
        TableGameView *shown = &view->game[i];
        *shown = (TableGameView){ .places = game->known ? table->seats : 0,
                                  .game = game->id,
                                  .brief = game->brief,
                                  .margin = game->margin,
                                  .steps = game->steps };
        for (int seat = 0; seat < shown->places; seat++)
            shown->place[seat].number = game->place[seat];
    }
}

typedef struct TimesShown {
    const Held *held;
    TableView *list;
    int count;
} TimesShown;

static bool show_time(void *context, const void *row)
{
    TimesShown *times = context;
    const Proposal *proposal = row;
    for (int i = 0; i < times->count; i++) {
        TableView *view = &times->list[i];
        if (view->table != proposal->place) continue;
        view->proposals = view->entries;
        for (int seat = 0; seat < view->entries; seat++)
            if (held_player(times->held, view->entry[seat].number - 1, 0) == proposal->person)
                view->proposal[seat].at = proposal->at_ms;
    }
    return true;
}

void view_tables(Json *json, const Held *held, Store *reading, const TablesWanted *wanted)
{
    const Tournament *t = &held->state;
    TablesView view = { .round = t->rounds };
    TableView *list = calloc((size_t)wanted->limit + 1, sizeof *list);
    if (!list) {
        json->lost = true;
        return;
    }
    for (int i = wanted->after; i < (int)t->tables; i++) {
        const Table *table = &t->table[i];
        if (wanted->round && table->round + 1 != wanted->round) continue;
        if (wanted->open && (table->over || table->removed)) continue;
        if (view.count == wanted->limit) {
            view.next = list[view.count - 1].table;
            break;
        }
        view_table(&list[view.count++], t, i);
    }
    if (held->settings.pace == PACE_APPOINTMENT) {
        TimesShown times = { held, list, view.count };
        store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_TIMES], &(TournamentArg){ held->id },
                     show_time, &times);
    }
    view.table = list;
    js_shape(json, NULL, &TOURNAMENT_TABLES, &view, NULL);
    free(list);
}

// --- standings -----------------------------------------------------------------------------------

enum { VALUE_SIZE = 32 };
typedef struct ValueView {
    char text[VALUE_SIZE];
} ValueView;
static const Field VALUE_FIELDS[] = { FIELD(ValueView, text) };
static const Shape VALUE_VIEW = SHAPE_BARE(ValueView, VALUE_FIELDS);

typedef struct StandingView {
    int rank, entry;
    char points[VALUE_SIZE];
    ValueView value[TIEBREAKS_MAX];
    int values;
} StandingView;
static const Field STANDING_FIELDS[] = {
    FIELD(StandingView, rank),
    FIELD(StandingView, entry),
    FIELD(StandingView, points),
    FIELD_ARRAY(StandingView, value, values, &VALUE_VIEW, .key = "values"),
};
static const Shape STANDING = SHAPE_NAMED("TournamentStanding", StandingView, STANDING_FIELDS);

typedef struct PartView {
    int round, opponent;
    char value[VALUE_SIZE];
    bool cut;
} PartView;
static const Field PART_FIELDS[] = {
    FIELD(PartView, round),
    FIELD(PartView, opponent, .flags = FIELD_NULL, .says = "an entry; null: an unplayed round"),
    FIELD(PartView, value),
    FIELD(PartView, cut, .says = "it doesn't count"),
};
static const Shape PART = SHAPE_NAMED("TieBreakPart", PartView, PART_FIELDS);
typedef struct ExplainedView {
    const char *column;
    char value[VALUE_SIZE];
    const PartView *part;
    int parts;
} ExplainedView;
static const Field EXPLAINED_FIELDS[] = {
    FIELD(ExplainedView, column, .type = "string"),
    FIELD(ExplainedView, value),
    FIELD_LIST(ExplainedView, part, parts, &PART, .key = "parts"),
};
static const Shape EXPLAINED = SHAPE_NAMED("TieBreakExplained", ExplainedView, EXPLAINED_FIELDS);

typedef struct StandingsView {
    ValueView column[TIEBREAKS_MAX];
    int columns;
    const StandingView *row;
    int rows, entries;
    ExplainedView explained[TIEBREAKS_MAX];
    int explanations;
} StandingsView;
static const Field STANDINGS_FIELDS[] = {
    FIELD_ARRAY(StandingsView, column, columns, &VALUE_VIEW, .key = "columns"),
    FIELD(StandingsView, entries, .says = "in all"),
    FIELD_LIST(StandingsView, row, rows, &STANDING, .key = "rows"),
    FIELD_ARRAY(StandingsView, explained, explanations, &EXPLAINED,
                .says = "with `explain`: how that entry's values were computed"),
};
const Shape TOURNAMENT_STANDINGS =
    SHAPE_NAMED("TournamentStandings", StandingsView, STANDINGS_FIELDS);

static void write_text(char text[VALUE_SIZE], i64 value, const char *column)
{
    Out out = out_to(text, VALUE_SIZE);
    standing_write_value(value, column, &out);
}

// The parts of a Swiss tournament's or a round robin's tie-breaks. Free the parts.
static bool explain(StandingsView *view, const Held *held, int entry, PartView **parts)
{
    const Tournament *t = &held->state;
    const TiebreakRules *rules = &t->rules.ties;
    Crosstable cross;
    if (t->phase < PHASE_PLAY ||
        (t->rules.format != FORMAT_SWISS && t->rules.format != FORMAT_ROUND_ROBIN))
        return true;
    PartView *list = calloc((size_t)rules->count * ROUNDS_MAX + 1, sizeof *list);
    *parts = list;
    if (!list || !tournament_crosstable(t, &cross)) return false;
    for (int i = 0; i < rules->count; i++) {
        ExplainedView *one = &view->explained[view->explanations];
        TiebreakPart part[ROUNDS_MAX];
        int count = 0;
        if (rules->tiebreak[i].kind == TIEBREAK_DIRECT_ENCOUNTER) continue;
        i64 value = tiebreak_value(&cross, rules, &rules->tiebreak[i], t->entry[entry].seed,
                                   t->rounds, part, &count);
        *one = (ExplainedView){ .column = view->column[i].text,
                                .part = list + (size_t)i * ROUNDS_MAX,
                                .parts = count };
        write_text(one->value, value, view->column[i].text);
        for (int k = 0; k < count; k++) {
            PartView *shown = &list[(size_t)i * ROUNDS_MAX + (size_t)k];
            Out out = out_to(shown->value, VALUE_SIZE);
            shown->round = part[k].round + 1;
            shown->opponent = part[k].opponent >= 0 ? t->order[part[k].opponent] + 1 : 0;
            shown->cut = part[k].cut;
            tiebreak_write_value(part[k].value, &out);
        }
        view->explanations++;
    }
    crosstable_free(&cross);
    return true;
}

void view_standings(Json *json, Held *held, const StandingsWanted *wanted)
{
    const Tournament *t = &held->state;
    StandingsView *view = calloc(1, sizeof *view);
    StandingView *list = calloc((size_t)wanted->limit + 1, sizeof *list);
    PartView *parts = NULL;
    char column[TIEBREAKS_MAX][COLUMN_NAME];
    bool begun = t->phase >= PHASE_PLAY;
    const Standing *standing = begun ? held_standing(held) : NULL;
    bool ok = view && list && (standing || !begun);
    if (ok) {
        view->entries = (int)t->entries;
        view->columns = tournament_columns(t, column);
        for (int i = 0; i < view->columns; i++)
            memcpy(view->column[i].text, column[i], COLUMN_NAME);
        for (int i = wanted->from; begun && i < (int)t->entries && view->rows < wanted->limit;
             i++) {
            StandingView *row = &list[view->rows++];
            Out out = out_to(row->points, VALUE_SIZE);
            row->rank = standing[i].rank;
            row->entry = standing[i].player + 1;
            standing_write_points(standing[i].points, &out);
            row->values = view->columns;
            for (int k = 0; k < view->columns; k++)
                write_text(row->value[k].text, standing[i].value[k], column[k]);
        }
        view->row = list;
        if (wanted->explain > 0 && wanted->explain <= (int)t->entries)
            ok = explain(view, held, wanted->explain - 1, &parts);
    }
    if (ok)
        js_shape(json, NULL, &TOURNAMENT_STANDINGS, view, NULL);
    else
        json->lost = true;
    free(parts);
    free(list);
    free(view);
}

// --- the log -------------------------------------------------------------------------------------

// "enter 3 person 17 1500 ." becomes "enter 3 person 0 1500 Ada".
void decision_shown(const Held *held, Text what, Out *out)
{
    Text rest = what, verb, number, kind, word;
    i64 entry;
    text_word(&rest, &verb);
    if (!(text_is(verb, "enter") || text_is(verb, "replace")) || !text_word(&rest, &number) ||
        !text_count(number, ENTRIES_MAX, &entry) || !text_word(&rest, &kind) ||
        !(text_is(kind, "person") || text_is(kind, "bot")) || entry < 1 ||
        entry > (i64)held->state.entries) {
        out_text(out, what);
        return;
    }
    text_word(&rest, &word); // the person
    text_word(&rest, &word); // the rating
    out_text(out, verb);
    out_char(out, ' ');
    out_text(out, number);
    out_char(out, ' ');
    out_text(out, kind);
    out_str(out, " 0 ");
    out_text(out, word);
    out_char(out, ' ');
    out_str(out, held->state.entry[entry - 1].name);
}

typedef struct LogView {
    const struct DecisionView *decision;
    int count;
    i64 next;
} LogView;
typedef struct DecisionView {
    i64 number, at;
    PersonShown by;
    const char *what, *why;
    i64 game;
} DecisionView;
static const Field DECISION_FIELDS[] = {
    FIELD(DecisionView, number),
    FIELD(DecisionView, at, .as = AS_TIME),
    FIELD_SHAPE(DecisionView, by, &PERSON_SHOWN, .flags = FIELD_NULL, .says = "null: the server"),
    FIELD(DecisionView, what, .type = "string"),
    FIELD(DecisionView, why, .type = "string"),
    FIELD(DecisionView, game, .as = AS_GAME, .says = "of `game`"),
};
static const Shape DECISION_VIEW = SHAPE_NAMED("TournamentDecision", DecisionView, DECISION_FIELDS);
const Shape TOURNAMENT_LOG = SHAPE_NAMED(
    "TournamentLog", LogView,
    ((const Field[]){
        FIELD_LIST(LogView, decision, count, &DECISION_VIEW, .key = "decisions"),
        FIELD(LogView, next, .flags = FIELD_NULL, .says = "`after` of the next page") }));

typedef struct LogTask {
    const Held *held;
    DecisionView list[LOG_PAGE];
    Json text[LOG_PAGE], why[LOG_PAGE];
    LogView view;
} LogTask;

static bool see_logged(void *context, const void *found)
{
    const NamedDecision *row = found;
    LogTask *task = context;
    if (task->view.count == LOG_PAGE) {
        task->view.next = task->list[LOG_PAGE - 1].number;
        return false;
    }
    int at = task->view.count++;
    DecisionView *shown = &task->list[at];
    *shown = (DecisionView){ .number = row->number, .at = row->at_ms };
    if (row->by.id && row->by.kind != PERSON_GONE) shown->by = row->by;
    decision_shown(task->held, row->what, &task->text[at]);
    out_char(&task->text[at], '\0');
    out_text(&task->why[at], row->why);
    out_char(&task->why[at], '\0');
    shown->what = task->text[at].at;
    shown->why = task->why[at].at;
    Text rest = row->what, word = { 0 };
    if (text_word(&rest, &word) && text_is(word, "game"))
        for (int i = 0; i < 3; i++)
            if (text_word(&rest, &word) && i == 2) text_count(word, INT64_MAX, &shown->game);
    return true;
}

void view_log(Json *json, Held *held, Store *reading, i64 after)
{
    LogTask *task = calloc(1, sizeof *task);
    if (!task) {
        json->lost = true;
        return;
    }
    task->held = held;
    store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_LOG_PAGE],
                 &(LogWanted){ held->id, after, LOG_PAGE + 1 }, see_logged, task);
    task->view.decision = task->list;
    js_shape(json, NULL, &TOURNAMENT_LOG, &task->view, NULL);
    for (int i = 0; i < LOG_PAGE; i++) {
        js_free(&task->text[i]);
        js_free(&task->why[i]);
    }
    free(task);
}

// --- the file ------------------------------------------------------------------------------------

typedef struct FileTask {
    Held *held;
    Store *reading;
    TournamentLog log;
    char **text;
    size_t texts, capacity;
    bool lost;
} FileTask;

static Text keep_text(FileTask *task, Text text)
{
    char **more = array_grow(task->text, &task->capacity, task->texts + 1, sizeof *more);
    char *copy = more ? malloc(text.length + 1) : NULL;
    if (more) task->text = more;
    if (!copy) {
        task->lost = true;
        return text_of("");
    }
    if (text.length) memcpy(copy, text.at, text.length);
    more[task->texts++] = copy;
    return (Text){ copy, text.length };
}

static bool see_filed(void *context, const void *found)
{
    FileTask *task = context;
    const DecisionRow *row = found;
    Json what = { 0 };
    decision_shown(task->held, row->what, &what);
    const EntrantRow *by = row->person ? held_person(task->held, row->person) : NULL;
    StoredPerson person = { .name = "" };
    if (row->person && !by) person_by_id(task->reading, row->person, &person);
    const char *name = by ? by->name : person.name;
    task->lost |=
        what.lost || !log_add(&task->log, (LogEntry){ .at_ms = row->at_ms,
                                                      .by = keep_text(task, text_of(name)),
                                                      .what = keep_text(task, js_view(&what)),
                                                      .why = keep_text(task, row->why) });
    js_free(&what);
    return !task->lost;
}

void view_file(Json *json, Held *held, Store *reading)
{
    FileTask task = { .held = held, .reading = reading, .log.name = text_of(held->row.name) };
    store_select(reading, &TOURNAMENT_OPS[TOURNAMENTS_LOG], &(LogWanted){ held->id, 0, INT32_MAX },
                 see_filed, &task);
    if (task.lost)
        json->lost = true;
    else
        log_write(&task.log, &held->state, json);
    for (size_t i = 0; i < task.texts; i++)
        free(task.text[i]);
    free(task.text);
    log_free(&task.log);
}
