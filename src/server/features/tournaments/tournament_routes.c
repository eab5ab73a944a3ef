// SPDX-License-Identifier: MIT
// Requests about tournaments. Those that read run as views of the tournament, the others as jobs
// that decide (held.h).
//
// Uses: chat
#include "server/features/chat/chat_text.h"
#include "server/features/tournaments/tournaments_internal.h"
#include "server/features/tournaments/views.h"
#include "server/games/state/room.h"
#include "server/identity/persons.h"
#include "server/kernel/secret.h"

#include <stdlib.h>
#include <string.h>

#define TOURNAMENT_IDS ((i64)218340105584896) // 62^8

// The handler's memory: what is asked, and what the job needs of the request.
typedef struct TournamentAsk {
    Ask ask;
    Tournaments *all;
    const StoredPerson *who;
    const void *given; // the query or the body
    i64 *told;         // persons to whom a message goes, allocated
    size_t tolds;
    i64 *game; // of the file of records, allocated
    int games;
    char name[GAME_ID_LENGTH + 8];
    const char *type;
} TournamentAsk;

static void refuse_json(Call *call)
{
    if (call->code == ERROR_NONE && call->json.lost)
        route_fail(call, ERROR_FAILED, "out of memory");
}

static void answer_ask(Ask *ask)
{
    Call *call = ask->call;
    TournamentAsk *task = (TournamentAsk *)ask;
    free(task->told);
    task->told = NULL;
    if (ask->code != ERROR_NONE && call->code == ERROR_NONE)
        route_fail(call, ask->code, ask->why.message);
    refuse_json(call);
    route_release(call, NULL);
}

typedef void Job(Ask *ask, Held *held, Store *reading);

static TournamentAsk *prepare(Call *call, Job *job, bool decides)
{
    i64 id;
    if (!game_id_read(call->part[1], &id)) {
        route_refuse(call, ERROR_NOT_FOUND, "there is no such tournament");
        return NULL;
    }
    TournamentAsk *task = route_ask(call, sizeof *task);
    if (!task) return NULL;
    *task =
        (TournamentAsk){ .ask = { .tournament = id,
                                  .decides = decides,
                                  .job = job,
                                  .done = answer_ask,
                                  .by = call->who.person.id,
                                  .now_ms = app_now(call->app),
                                  .call = call },
                         .all = app_state(call->app, &TOURNAMENTS),
                         .who = &call->who.person,
                         .given = call->route->method == METHOD_GET ? call->query : call->body };
    return task;
}

static void ask(Call *call, Job *job, bool decides)
{
    TournamentAsk *task = prepare(call, job, decides);
    if (!task) return;
    route_hold(call);
    held_ask(task->all, &task->ask);
}

// Jobs run again after a conflict: they begin by clearing the answer.
static bool sees(Ask *asked, Held *held)
{
    js_clear(&asked->call->json);
    asked->call->code = ERROR_NONE;
    if (held_may_see(held, asked->by)) return true;
    ask_refuse(asked, ERROR_NOT_FOUND, "there is no such tournament");
    return false;
}

static bool organises(Ask *asked, Held *held)
{
    if (!sees(asked, held)) return false;
    if (held_organises(held, asked->by)) return true;
    ask_refuse(asked, ERROR_NOT_YOURS, "only the organiser and the helpers may do this");
    return false;
}

static bool is_clean(Ask *asked, const char *text)
{
    const char *why = *text ? chat_text_refuse(text_of(text)) : NULL;
    if (why) ask_refuse(asked, ERROR_MALFORMED, why);
    return !why;
}

// --- lists ---------------------------------------------------------------------------------------

typedef enum ListKind { LIST_NOW, LIST_SOON, LIST_PAST, LIST_MINE } ListKind;
static const char *const LIST_WORDS[] = { "now", "soon", "past", "mine", NULL };
typedef struct ListQuery {
    int list, from, limit;
} ListQuery;
static const Field LIST_FIELDS[] = {
    FIELD(ListQuery, list, .as = AS_WORD, .words = LIST_WORDS, .flags = FIELD_OPTIONAL,
          .says = "`mine`: those that the caller organises or plays"),
    FIELD(ListQuery, from, .max = 1000, .flags = FIELD_OPTIONAL,
          .says = "`next` of the page before"),
    FIELD(ListQuery, limit, .min = 1, .max = LIST_PAGE_MAX, .flags = FIELD_OPTIONAL),
};
static const Shape LIST_QUERY = SHAPE_NAMED("TournamentsWanted", ListQuery, LIST_FIELDS,
                                            .defaults = &(const ListQuery){ LIST_NOW, 0, 20 });
typedef struct ListView {
    TournamentHead head[LIST_PAGE_MAX];
    int count;
    i64 next;
} ListView;
static const Shape LIST_VIEW = SHAPE_NAMED(
    "Tournaments", ListView,
    ((const Field[]){
        FIELD_ARRAY(ListView, head, count, &TOURNAMENT_HEAD, .key = "tournaments"),
        FIELD(ListView, next, .flags = FIELD_NULL, .says = "`from` of the next page") }));

typedef struct ListTask {
    ListView view;
    TournamentRow row[LIST_PAGE_MAX];
    int rows, limit;
    bool more;
} ListTask;

static bool see_tournament(void *context, const void *found)
{
    ListTask *task = context;
    task->more = task->rows == task->limit;
    if (!task->more) task->row[task->rows++] = *(const TournamentRow *)found;
    return !task->more;
}

static void read_list(Call *call, Store *reading)
{
    static const int OP[] = { TOURNAMENTS_NOW, TOURNAMENTS_SOON, TOURNAMENTS_PAST,
                              TOURNAMENTS_MINE };
    const ListQuery *query = call->query;
    ListTask *task = call->asked;
    task->limit = query->limit;
    store_select(reading, &TOURNAMENT_OPS[OP[query->list]],
                 &(ListWanted){ call->who.person.id, query->from, query->limit + 1 },
                 see_tournament, task);
    for (int i = 0; i < task->rows; i++)
        if (head_view(&task->view.head[task->view.count], &task->row[i], reading))
            task->view.count++;
    if (task->more) task->view.next = query->from + query->limit;
    js_shape(&call->json, NULL, &LIST_VIEW, &task->view, NULL);
    refuse_json(call);
}

static void get_list(Call *call)
{
    const ListQuery *query = call->query;
    if (query->list == LIST_MINE && !call->who.person.id)
        return route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
    if (route_ask(call, sizeof(ListTask))) route_read(call, READ_LONG, read_list, NULL);
}

// --- reading one ---------------------------------------------------------------------------------

static void job_view(Ask *asked, Held *held, Store *reading)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    if (sees(asked, held))
        view_tournament(&asked->call->json, held, reading, task->who, asked->now_ms);
}
static void get_tournament(Call *call)
{
    ask(call, job_view, false);
}

static void job_entries(Ask *asked, Held *held, Store *reading)
{
    (void)reading;
    if (sees(asked, held)) view_entries(&asked->call->json, held);
}
static void get_entries(Call *call)
{
    ask(call, job_entries, false);
}

static const Field TABLES_FIELDS[] = {
    FIELD(TablesWanted, round, .max = ROUNDS_MAX, .flags = FIELD_OPTIONAL, .says = "0: all"),
    FIELD(TablesWanted, after, .max = TABLES_LIMIT, .flags = FIELD_OPTIONAL),
    FIELD(TablesWanted, limit, .min = 1, .max = TABLES_PAGE_MAX, .flags = FIELD_OPTIONAL),
    FIELD(TablesWanted, open, .max = 1, .flags = FIELD_OPTIONAL, .says = "1: only those in play"),
};
static const Shape TABLES_WANTED =
    SHAPE_NAMED("TournamentTablesWanted", TablesWanted, TABLES_FIELDS,
                .defaults = &(const TablesWanted){ .limit = TABLES_PAGE_MAX });
static void job_tables(Ask *asked, Held *held, Store *reading)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    if (sees(asked, held)) view_tables(&asked->call->json, held, reading, task->given);
}
static void get_tables(Call *call)
{
    ask(call, job_tables, false);
}

static const Field STANDINGS_FIELDS[] = {
    FIELD(StandingsWanted, from, .max = ENTRIES_MAX, .flags = FIELD_OPTIONAL),
    FIELD(StandingsWanted, limit, .min = 1, .max = STANDINGS_PAGE_MAX, .flags = FIELD_OPTIONAL),
    FIELD(StandingsWanted, explain, .max = ENTRIES_MAX, .flags = FIELD_OPTIONAL,
          .says = "an entry whose values are explained"),
};
static const Shape STANDINGS_WANTED =
    SHAPE_NAMED("TournamentStandingsWanted", StandingsWanted, STANDINGS_FIELDS,
                .defaults = &(const StandingsWanted){ .limit = 100 });
static void job_standings(Ask *asked, Held *held, Store *reading)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    (void)reading;
    if (sees(asked, held)) view_standings(&asked->call->json, held, task->given);
}
static void get_standings(Call *call)
{
    ask(call, job_standings, false);
}

typedef struct LogQuery {
    i64 after;
} LogQuery;
static const Field LOG_FIELDS[] = { FIELD(LogQuery, after, .flags = FIELD_OPTIONAL) };
static const Shape LOG_QUERY = SHAPE_NAMED("TournamentLogWanted", LogQuery, LOG_FIELDS);
static void job_log(Ask *asked, Held *held, Store *reading)
{
    const LogQuery *query = ((const TournamentAsk *)asked)->given;
    if (sees(asked, held)) view_log(&asked->call->json, held, reading, query->after);
}
static void get_log(Call *call)
{
    ask(call, job_log, false);
}

// --- files ---------------------------------------------------------------------------------------

typedef enum FileKind {
    FILE_JSON,
    FILE_CSV,
    FILE_TRF26,
    FILE_TRF16,
    FILE_CALENDAR,
    FILE_GAMES
} FileKind;
static const char *const FILE_WORDS[] = {
    "json", "csv", "trf26", "trf16", "calendar", "games", NULL
};
static const char *const FILE_TYPES[] = {
    "application/json",          "text/csv; charset=utf-8", "text/plain; charset=utf-8",
    "text/plain; charset=utf-8", "text/calendar",           "text/plain; charset=utf-8",
};
static const char *const FILE_ENDS[] = { ".json", ".csv", ".trf", ".trf", ".ics", ".txt" };
enum { FILE_GAMES_MAX = 500 };
typedef struct FileQuery {
    int to, from;
} FileQuery;
static const Field FILE_FIELDS[] = {
    FIELD(FileQuery, to, .as = AS_WORD, .words = FILE_WORDS),
    FIELD(FileQuery, from, .max = TABLES_LIMIT, .flags = FIELD_OPTIONAL,
          .says = "of `games`, 500 at a time: how many to leave out"),
};
static const Shape FILE_QUERY = SHAPE_NAMED("TournamentFileWanted", FileQuery, FILE_FIELDS);

static void list_games(TournamentAsk *task, const Tournament *t, int from)
{
    int seen = 0;
    free(task->game);
    task->games = 0;
    task->game = malloc(FILE_GAMES_MAX * sizeof *task->game);
    for (size_t i = 0; task->game && i < t->tables; i++)
        for (int game = 0; game < t->table[i].games; game++) {
            const TableGame *one = table_game(t, &t->table[i], game);
            if (!one->id || !one->known || seen++ < from || task->games == FILE_GAMES_MAX) continue;
            task->game[task->games++] = one->id;
        }
}

static void write_calendar(Json *json, const Held *held)
{
    char id[GAME_ID_LENGTH + 1], url[40];
    const Tournament *t = &held->state;
    game_id_write(held->id, id);
    Out out = out_to(url, sizeof url);
    out_format(&out, "/tournament/%s", id);
    i64 from = held->row.starts_ms ? held->row.starts_ms : held->row.at_ms;
    i64 minutes = t->rules.minutes ? t->rules.minutes : 120;
    calendar_write(&(CalendarEntry){ .id = text_of(id),
                                     .name = text_of(held->row.name),
                                     .url = text_of(url),
                                     .from_ms = from,
                                     .until_ms = from + minutes * 60000,
                                     .changed_ms = held->row.created_ms },
                   json);
}

static void job_file(Ask *asked, Held *held, Store *reading)
{
    TournamentAsk *task = (TournamentAsk *)asked;
    const FileQuery *query = task->given;
    Json *json = &asked->call->json;
    Status status = OK;
    if (!sees(asked, held)) return;
    const Tournament *t = &held->state;
    if (t->phase < PHASE_PLAY && query->to != FILE_JSON && query->to != FILE_CALENDAR)
        return ask_refuse(asked, ERROR_NOT_STARTED, "it hasn't started");
    switch ((FileKind)query->to) {
    case FILE_JSON: view_file(json, held, reading); break;
    case FILE_CSV: standings_write_csv(t, json); break;
    case FILE_TRF26:
    case FILE_TRF16:
        status = tournament_write_trf(t, text_of(held->row.name),
                                      query->to == FILE_TRF26 ? TRF_26 : TRF_16, json, &asked->why);
        break;
    case FILE_CALENDAR: write_calendar(json, held); break;
    case FILE_GAMES: list_games(task, t, query->from); break;
    }
    if (status != OK) asked->code = ERROR_FORBIDDEN;
}

static void send_file(Call *call)
{
    const TournamentAsk *task = call->asked;
    refuse_json(call);
    if (call->code != ERROR_NONE) return route_answer_read(call);
    reply_file(call->web, &call->json, task->type, task->name);
}

static void read_records(Call *call, Store *reading)
{
    const TournamentAsk *task = call->asked;
    for (int i = 0; i < task->games; i++) {
        Fault why;
        size_t length;
        Room *room = rooms_load_over(reading, task->game[i], &why);
        char *record = room ? room_record(room, 0, &length) : NULL;
        if (room) call->plies += room->match.count;
        if (record && call->json.length) out_char(&call->json, '\n');
        if (record) out_text(&call->json, (Text){ record, length });
        free(record);
        rooms_free_room(room);
    }
}

static void answer_records(Call *call)
{
    TournamentAsk *task = call->asked;
    free(task->game);
    task->game = NULL;
    if (call->plies)
        limits_charge_load(call->app->limits, call->request->address, app_now(call->app),
                           call->plies);
    send_file(call);
}

static void answer_file(Call *call)
{
    const TournamentAsk *task = call->asked;
    if (call->code == ERROR_NONE && task->game)
        route_read(call, READ_LONG, read_records, answer_records);
    else
        send_file(call);
}

static void file_done(Ask *asked)
{
    Call *call = asked->call;
    if (asked->code != ERROR_NONE) route_fail(call, asked->code, asked->why.message);
    route_release(call, answer_file);
}

static void get_file(Call *call)
{
    const FileQuery *query = call->query;
    if (!route_allowed(call, LIMIT_LOAD)) return;
    TournamentAsk *task = prepare(call, job_file, false);
    if (!task) return;
    task->ask.done = file_done;
    task->type = FILE_TYPES[query->to];
    Out out = out_to(task->name, sizeof task->name);
    out_text(&out, text_cut(call->part[1], 0, GAME_ID_LENGTH));
    out_str(&out, FILE_ENDS[query->to]);
    route_hold(call);
    held_ask(task->all, &task->ask);
}

// --- a game's tournament -------------------------------------------------------------------------

typedef struct GamePlace {
    i64 tournament;
    int table, number;
} GamePlace;
static const Field PLACE_FIELDS[] = {
    FIELD(GamePlace, tournament, .as = AS_GAME, .type = "string"),
    FIELD(GamePlace, table),
    FIELD(GamePlace, number, .says = "which game of the match"),
};
static const Shape GAME_PLACE = SHAPE_NAMED("GameTournament", GamePlace, PLACE_FIELDS);

static void read_place(Call *call, Store *reading)
{
    TournamentGame found;
    const GameArg *game = call->asked;
    if (!store_find(reading, &TOURNAMENT_OPS[TOURNAMENTS_OF_GAME], game, &found))
        return route_fail(call, ERROR_NOT_FOUND, "the game belongs to no tournament");
    const GamePlace place = { found.tournament, found.place / 16, found.place % 16 + 1 };
    js_shape(&call->json, NULL, &GAME_PLACE, &place, NULL);
}

static void get_place(Call *call)
{
    GameArg *game = route_ask(call, sizeof *game);
    if (game && route_game(call, call->part[1], &game->game))
        route_read(call, READ_SHORT, read_place, NULL);
}

// --- creating ------------------------------------------------------------------------------------

typedef struct CreatedView {
    i64 id;
} CreatedView;
static const Field CREATED_FIELDS[] = { FIELD(CreatedView, id, .as = AS_GAME, .type = "string") };
static const Shape CREATED = SHAPE_NAMED("TournamentMade", CreatedView, CREATED_FIELDS);

static void created(Call *call, const void *args)
{
    const TournamentRow *row = args;
    js_shape(&call->json, NULL, &CREATED, &(CreatedView){ row->id }, NULL);
    tournament_drive(app_state(call->app, &TOURNAMENTS), row->id);
}

static void draw_seed(char seed[SECRET_HEX])
{
    SecretHash hash;
    char secret[SECRET_SIZE];
    secret_make(secret, &hash);
    sha256_hex(text_of(secret), seed);
}

static void post_tournament(Call *call)
{
    const TournamentGiven *given = call->body;
    i64 now = app_now(call->app), maker = call->who.person.id;
    Settings settings;
    Fault why;
    TournamentRow row = { .id = secret_number(TOURNAMENT_IDS),
                          .maker = maker,
                          .hidden = given->hidden,
                          .phase = PHASE_ENTRIES,
                          .number = 2,
                          .created_ms = now,
                          .starts_ms = given->starts,
                          .at_ms = given->starts ? given->starts : now };
    const char *unclean = chat_text_refuse(text_of(given->name));
    if (!unclean && given->description[0]) unclean = chat_text_refuse(text_of(given->description));
    if (unclean) return route_refuse(call, ERROR_MALFORMED, unclean);
    if (given->starts && (given->starts < now - 60000 || given->starts > now + 366 * (i64)86400000))
        return route_refuse(call, ERROR_MALFORMED, "\"starts\" is not within a year from now");
    if (given_take(given, &settings, &why) != OK)
        return route_refuse(call, ERROR_MALFORMED, why.message);
    if (!route_may_make(call))
        return route_refuse(call, ERROR_TOO_FAST, "too many games and tournaments; wait a little");
    memcpy(row.name, given->name, sizeof row.name);
    memcpy(row.description, given->description, sizeof row.description);
    Out text = out_to(row.settings, sizeof row.settings);
    settings_write(&settings, &text);
    draw_seed(row.seed);
    password_of(row.id, given->password, row.password);
    char promise[SECRET_HEX + 16] = "promise ";
    sha256_hex(text_of(row.seed), promise + strlen(promise));
    const PersonArg person = { maker };
    const NewDecision made = { row.id, 1, now, maker, text_of(settings.rules), text_of("") };
    const NewDecision promised = { row.id, 2, now, 0, text_of(promise), text_of("") };
    const StoreWrite writes[] = { store_op(&TOURNAMENT_OPS[TOURNAMENTS_ADD], &row),
                                  store_op(&TOURNAMENT_OPS[TOURNAMENTS_LOCK], &person),
                                  store_op(&TOURNAMENT_OPS[TOURNAMENTS_DECIDE], &made),
                                  store_op(&TOURNAMENT_OPS[TOURNAMENTS_DECIDE], &promised) };
    route_write(call, &(RouteWrite){ .writes = writes,
                                     .count = 4,
                                     .conflict = ERROR_TOO_MANY,
                                     .text = "you organise 10 tournaments; end some first",
                                     .then = created });
}

// --- players -------------------------------------------------------------------------------------

typedef struct EnterBody {
    char password[ENTRY_PASSWORD_SIZE];
} EnterBody;
static const Field ENTER_FIELDS[] = { FIELD(EnterBody, password, .flags = FIELD_OPTIONAL) };
static const Shape ENTER_BODY = SHAPE_NAMED("TournamentEnter", EnterBody, ENTER_FIELDS);

static void decide_entry(Held *held, Ask *asked, const StoredPerson *person, int rating)
{
    char what[100];
    Out out = out_to(what, sizeof what);
    EntrantRow row = { .person = person->id,
                       .number = (int)held->state.entries + 1,
                       .kind = person->kind };
    memcpy(row.name, person->name, sizeof row.name);
    out_format(&out, "enter %d %s ", row.number, person->kind == PERSON_BOT ? "bot" : "person");
    out_int(&out, person->id);
    out_format(&out, " %d .", rating);
    if (!held_decide(held, asked, asked->by, (Text){ out.at, out.length }, text_of(""))) return;
    if (!held_seat(held, &row, false)) ask_refuse(asked, ERROR_FAILED, "out of memory");
}

static void job_enter(Ask *asked, Held *held, Store *reading)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    const EnterBody *body = task->given;
    const char *why;
    int rating;
    asked->call->code = ERROR_NONE;
    // A password opens a private tournament.
    if (!held_may_see(held, asked->by) && !held->row.password[0])
        return ask_refuse(asked, ERROR_NOT_FOUND, "there is no such tournament");
    ErrorCode code =
        entering(held, reading, task->who, body->password, asked->now_ms, &rating, &why);
    if (code != ERROR_NONE) return ask_refuse(asked, code, why);
    decide_entry(held, asked, task->who, rating);
}
static void post_enter(Call *call)
{
    ask(call, job_enter, true);
}

static void change_own(Ask *asked, Held *held, const char *verb)
{
    int entry = held_entry(held, asked->by);
    char what[40];
    Out out = out_to(what, sizeof what);
    if (!sees(asked, held)) return;
    if (entry < 0) return ask_refuse(asked, ERROR_NOT_YOURS, "you haven't entered");
    if (held_person(held, asked->by)->role == ROLE_BARRED)
        return ask_refuse(asked, ERROR_FORBIDDEN, "the organiser has removed you");
    out_format(&out, "%s %d", verb, entry + 1);
    held_decide(held, asked, asked->by, (Text){ out.at, out.length }, text_of(""));
}
static void job_leave(Ask *asked, Held *held, Store *reading)
{
    (void)reading;
    change_own(asked, held, "leave");
}
static void job_pause(Ask *asked, Held *held, Store *reading)
{
    (void)reading;
    change_own(asked, held, "pause");
}
static void job_return(Ask *asked, Held *held, Store *reading)
{
    (void)reading;
    change_own(asked, held, "return");
}
static void post_leave(Call *call)
{
    ask(call, job_leave, true);
}
static void post_pause(Call *call)
{
    ask(call, job_pause, true);
}
static void post_return(Call *call)
{
    ask(call, job_return, true);
}

typedef struct ProposeBody {
    int table;
    i64 at;
} ProposeBody;
static const Field PROPOSE_FIELDS[] = {
    FIELD(ProposeBody, table),
    FIELD(ProposeBody, at, .as = AS_TIME, .says = "agreed if the other one is within a minute"),
};
static const Shape PROPOSE_BODY = SHAPE_NAMED("TournamentProposal", ProposeBody, PROPOSE_FIELDS);

static void job_propose(Ask *asked, Held *held, Store *reading)
{
    const ProposeBody *body = ((const TournamentAsk *)asked)->given;
    const Tournament *t = &held->state;
    int entry = held_entry(held, asked->by);
    (void)reading;
    if (!sees(asked, held)) return;
    if (held->settings.pace != PACE_APPOINTMENT)
        return ask_refuse(asked, ERROR_FORBIDDEN, "this tournament has no appointments");
    const Table *table =
        body->table > 0 && body->table <= (int)t->tables ? &t->table[body->table - 1] : NULL;
    bool sits = false;
    for (int seat = 0; table && seat < table->seats; seat++)
        sits |= table->entry[seat] == entry;
    if (entry < 0 || !sits) return ask_refuse(asked, ERROR_NOT_YOURS, "that isn't your table");
    if (table->over || table->removed || table_game(t, table, 0)->id)
        return ask_refuse(asked, ERROR_OVER, "this table has begun");
    const Proposal proposal = { held->id, body->table, asked->by, body->at };
    held_write(held, &TOURNAMENT_OPS[TOURNAMENTS_PROPOSE], &proposal, sizeof proposal);
}
static void proposed(Ask *asked)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    Tournaments *all = task->all;
    i64 tournament = asked->tournament;
    bool done = asked->code == ERROR_NONE;
    answer_ask(asked);
    if (done) tournament_drive(all, tournament);
}
static void post_propose(Call *call)
{
    TournamentAsk *task = prepare(call, job_propose, true);
    if (!task) return;
    task->ask.done = proposed;
    route_hold(call);
    held_ask(task->all, &task->ask);
}

// --- the organiser -------------------------------------------------------------------------------

enum { WHAT_SIZE = 4000, WHY_SIZE = 4 * TEXT_LETTERS_MAX + 1 };
typedef struct DecideBody {
    char what[WHAT_SIZE], why[WHY_SIZE];
} DecideBody;
static const Field DECIDE_FIELDS[] = {
    FIELD(DecideBody, what,
          .says = "`start`, `next` (pairs the round that is due), or as in the log: `adjourn`,"
                  " `resume`, `end`, `leave 3`, `pause 3`, `return 3`, `absent 3 2 half`,"
                  " `forbid 1 2`, `allow 1 2`, `hand 2 1-4`, `unpair 3`, `result 3 1 1 2`,"
                  " `correct 3 1 2 1`, `void 3 1`, `note TEXT`"),
    FIELD(DecideBody, why, .flags = FIELD_OPTIONAL),
};
static const Shape DECIDE_BODY = SHAPE_NAMED("TournamentDecide", DecideBody, DECIDE_FIELDS);

// A person whom the organiser removed can't enter again without the organiser.
static void bar(Held *held, Text rest, bool bars)
{
    Text word;
    i64 number;
    if (!text_word(&rest, &word) || !text_count(word, ENTRIES_MAX, &number)) return;
    i64 person = held_player(held, (int)number - 1, 0);
    const EntrantRow *found = person ? held_person(held, person) : NULL;
    if (!found || (found->role != ROLE_BARRED && !bars)) return;
    EntrantRow row = *found;
    row.role = bars ? ROLE_BARRED : ROLE_NONE;
    held_seat(held, &row, true);
}

static void job_decide(Ask *asked, Held *held, Store *reading)
{
    static const char *const VERBS[] = { "adjourn", "resume", "end",     "leave", "pause",
                                         "return",  "absent", "forbid",  "allow", "hand",
                                         "unpair",  "result", "correct", "void",  "note" };
    const DecideBody *body = ((const TournamentAsk *)asked)->given;
    Text what = text_trim(text_of(body->what)), rest = what, verb = { 0 }, why = text_of(body->why);
    (void)reading;
    if (!organises(asked, held) || !is_clean(asked, body->why)) return;
    text_word(&rest, &verb);
    if (text_is(what, "start")) {
        drive_start(held, asked, asked->by, why);
        return;
    }
    if (text_is(what, "next")) {
        drive_next(held, asked, asked->by, why);
        return;
    }
    bool known = false;
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++)
        known |= text_is(verb, VERBS[i]);
    if (!known) return ask_refuse(asked, ERROR_MALFORMED, "unknown decision");
    if (text_is(verb, "note")) {
        char note[WHY_SIZE];
        Out out = out_to(note, sizeof note - 1);
        out_text(&out, text_trim(rest));
        note[out.length] = '\0';
        if (!is_clean(asked, note)) return;
    }
    if (!held_decide(held, asked, asked->by, what, why)) return;
    if (text_is(verb, "leave") || text_is(verb, "return")) bar(held, rest, text_is(verb, "leave"));
}
static void post_decide(Call *call)
{
    ask(call, job_decide, true);
}

typedef struct AddBody {
    char name[NAME_SIZE];
    int rating, entry;
} AddBody;
static const Field ADD_FIELDS[] = {
    FIELD(AddBody, name, .says = "a player without an account, who plays at the table"),
    FIELD(AddBody, rating, .max = 9999, .flags = FIELD_OPTIONAL),
    FIELD(AddBody, entry, .max = ENTRIES_MAX, .flags = FIELD_OPTIONAL,
          .says = "the entry whose place they take; 0: a new one"),
};
static const Shape ADD_BODY = SHAPE_NAMED("TournamentAdd", AddBody, ADD_FIELDS);

static void job_add(Ask *asked, Held *held, Store *reading)
{
    const AddBody *body = ((const TournamentAsk *)asked)->given;
    char what[NAME_SIZE + 60];
    Out out = out_to(what, sizeof what);
    (void)reading;
    if (!organises(asked, held) || !is_clean(asked, body->name)) return;
    if (body->entry > (int)held->state.entries)
        return ask_refuse(asked, ERROR_MALFORMED, "unknown entry");
    out_format(&out, "%s %d name %d %s", body->entry ? "replace" : "enter",
               body->entry ? body->entry : (int)held->state.entries + 1, body->rating, body->name);
    if (!held_decide(held, asked, asked->by, (Text){ out.at, out.length }, text_of("")) ||
        !body->entry)
        return;
    const EntryKey key = { held->id, body->entry };
    for (size_t i = 0; i < held->peoples; i++)
        if (held->people[i].number == body->entry) held->people[i].number = 0;
    held_write(held, &TOURNAMENT_OPS[TOURNAMENTS_FREE_ENTRY], &key, sizeof key);
}
static void post_add(Call *call)
{
    ask(call, job_add, true);
}

static const char *const GIVEN_ROLES[] = { "none", "invited", "helper", NULL };
typedef struct InviteBody {
    char person[PERSON_NAME_MAX];
    int role;
} InviteBody;
static const Field INVITE_FIELDS[] = {
    FIELD(InviteBody, person),
    FIELD(InviteBody, role, .as = AS_WORD, .words = GIVEN_ROLES,
          .says = "an invited one may enter whatever the conditions, also late"),
};
static const Shape INVITE_BODY = SHAPE_NAMED("TournamentInvite", InviteBody, INVITE_FIELDS);

static void job_invite(Ask *asked, Held *held, Store *reading)
{
    const InviteBody *body = ((const TournamentAsk *)asked)->given;
    StoredPerson person;
    char what[PERSON_NAME_MAX + 60];
    if (!organises(asked, held)) return;
    if (body->role == ROLE_HELPER && asked->by != held->row.maker)
        return ask_refuse(asked, ERROR_NOT_YOURS, "only the organiser appoints helpers");
    if (!route_read_person(asked->call, reading, text_of(body->person), &person)) return;
    if (body->role != ROLE_HELPER && held_organises(held, person.id) &&
        asked->by != held->row.maker)
        return ask_refuse(asked, ERROR_NOT_YOURS, "only the organiser dismisses helpers");
    const EntrantRow *there = held_person(held, person.id);
    EntrantRow row = { .person = person.id, .role = body->role, .kind = person.kind };
    if (there) row.number = there->number;
    memcpy(row.name, person.name, sizeof row.name);
    Out out = out_to(what, sizeof what);
    out_format(&out, "note %s: %s", GIVEN_ROLES[body->role], person.name);
    if (held_decide(held, asked, asked->by, (Text){ out.at, out.length }, text_of("")))
        held_seat(held, &row, true);
}
static void post_invite(Call *call)
{
    ask(call, job_invite, true);
}

typedef struct ChangeBody {
    char name[4 * NAME_LETTERS + 1], description[4 * DESCRIPTION_LETTERS + 1];
    i64 starts;
    bool renames, describes, moves;
} ChangeBody;
static const Field CHANGE_FIELDS[] = {
    FIELD(ChangeBody, name, .max = NAME_LETTERS, .flags = FIELD_OPTIONAL,
          .given = offsetof(ChangeBody, renames)),
    FIELD(ChangeBody, description, .max = DESCRIPTION_LETTERS, .flags = FIELD_OPTIONAL,
          .given = offsetof(ChangeBody, describes)),
    FIELD(ChangeBody, starts, .as = AS_TIME, .flags = FIELD_OPTIONAL,
          .given = offsetof(ChangeBody, moves), .says = "before the start; 0: by the organiser"),
    FIELD(ChangeBody, renames, .as = AS_HIDDEN),
    FIELD(ChangeBody, describes, .as = AS_HIDDEN),
    FIELD(ChangeBody, moves, .as = AS_HIDDEN),
};
static const Shape CHANGE_BODY = SHAPE_NAMED("TournamentChanges", ChangeBody, CHANGE_FIELDS);

// The arguments are too large for held_write, so this write follows the note's write.
static void changed(Call *call)
{
    const TournamentAsk *task = call->asked;
    if (call->code != ERROR_NONE) return route_answer_read(call);
    const TournamentChange *change = (const TournamentChange *)(const void *)task->told;
    route_write(call,
                &(RouteWrite){ .write = { store_op(&TOURNAMENT_OPS[TOURNAMENTS_CHANGE], change) },
                               .count = 1,
                               .conflict = ERROR_NOT_FOUND,
                               .text = "there is no such tournament" });
    free(task->told);
    ((TournamentAsk *)call->asked)->told = NULL;
}
static void change_done(Ask *asked)
{
    Call *call = asked->call;
    TournamentAsk *task = (TournamentAsk *)asked;
    if (asked->code != ERROR_NONE) {
        route_fail(call, asked->code, asked->why.message);
        free(task->told);
        task->told = NULL;
    } else {
        tournament_drive(task->all, asked->tournament);
    }
    route_release(call, changed);
}
static void job_change(Ask *asked, Held *held, Store *reading)
{
    TournamentAsk *task = (TournamentAsk *)asked;
    const ChangeBody *body = task->given;
    TournamentChange *change = calloc(1, sizeof *change);
    (void)reading;
    free(task->told);
    task->told = (i64 *)(void *)change;
    if (!change) return ask_refuse(asked, ERROR_FAILED, "out of memory");
    if (!organises(asked, held)) return;
    if ((body->renames && (!body->name[0] || !is_clean(asked, body->name))) ||
        (body->describes && !is_clean(asked, body->description)))
        return;
    if (body->moves && held->state.phase != PHASE_ENTRIES)
        return ask_refuse(asked, ERROR_OVER, "it has started");
    *change = (TournamentChange){ .tournament = held->id,
                                  .starts_ms = body->moves ? body->starts : held->row.starts_ms };
    memcpy(change->name, body->renames ? body->name : held->row.name, sizeof change->name);
    memcpy(change->description, body->describes ? body->description : held->row.description,
           sizeof change->description);
    held_decide(held, asked, asked->by, text_of("note changed"), text_of(""));
}
static void post_change(Call *call)
{
    TournamentAsk *task = prepare(call, job_change, true);
    if (!task) return;
    task->ask.done = change_done;
    route_hold(call);
    held_ask(task->all, &task->ask);
}

// --- messages to the players ---------------------------------------------------------------------

typedef struct MessageBody {
    char text[WHY_SIZE];
} MessageBody;
static const Field MESSAGE_FIELDS[] = { FIELD(MessageBody, text, .max = TEXT_LETTERS_MAX) };
static const Shape MESSAGE_BODY = SHAPE_NAMED("TournamentMessage", MessageBody, MESSAGE_FIELDS);

typedef struct PlayersMessage {
    const char *t;
    i64 tournament;
    const char *text;
} PlayersMessage;
static const Shape PLAYERS_MESSAGE =
    SHAPE(PlayersMessage, FIELD(PlayersMessage, t),
          FIELD(PlayersMessage, tournament, .as = AS_GAME, .type = "string"),
          FIELD(PlayersMessage, text));

static void job_message(Ask *asked, Held *held, Store *reading)
{
    TournamentAsk *task = (TournamentAsk *)asked;
    const MessageBody *body = task->given;
    char what[WHY_SIZE + 8];
    Out out = out_to(what, sizeof what);
    (void)reading;
    if (!organises(asked, held) || !is_clean(asked, body->text)) return;
    out_format(&out, "note %s", body->text);
    if (!held_decide(held, asked, asked->by, (Text){ out.at, out.length }, text_of(""))) return;
    free(task->told);
    task->tolds = 0;
    task->told = calloc(held->peoples + 1, sizeof *task->told);
    for (size_t i = 0; task->told && i < held->peoples; i++)
        if (held->people[i].number > 0) task->told[task->tolds++] = held->people[i].person;
}
static void message_done(Ask *asked)
{
    const TournamentAsk *task = (const TournamentAsk *)asked;
    const App *app = task->all->app;
    const MessageBody *body = task->given;
    Json json = { 0 };
    if (asked->code == ERROR_NONE)
        js_shape(&json, NULL, &PLAYERS_MESSAGE,
                 &(PlayersMessage){ .t = "tournament_message", asked->tournament, body->text },
                 NULL);
    for (size_t i = 0; json.length && !json.lost && i < task->tolds; i++)
        app_tell_person(app, task->told[i], js_view(&json));
    js_free(&json);
    answer_ask(asked);
}
static void post_message(Call *call)
{
    i64 person = call->who.person.id;
    if (!limits_take(call->app->limits, LIMIT_SAY, (Text){ (char *)&person, sizeof person },
                     app_now(call->app), NULL))
        return route_refuse(call, ERROR_TOO_FAST, "too much at once; wait a little");
    TournamentAsk *task = prepare(call, job_message, true);
    if (!task) return;
    task->ask.done = message_done;
    route_hold(call);
    held_ask(task->all, &task->ask);
}

// --- the rows ------------------------------------------------------------------------------------

#define READS(shape)   .scope = SCOPE_READ, .role = FOR_ANYBODY, .reply = (shape), .rate = RATE_USUAL
#define DECIDES(shape) .scope = SCOPE_PLAY, TAKES_BODY(shape), .reply = &DONE, .rate = RATE_USUAL
#define DECIDING                                                                                   \
    (ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_YOURS) | ERR(ERROR_OVER) | ERR(ERROR_TAKEN) |            \
     ERR(ERROR_NOT_ACCEPTED) | ERR(ERROR_WRONG_PASSWORD) | ERR(ERROR_NOT_RATED))

const Route TOURNAMENT_ROUTES[] = {
    { .method = METHOD_GET,
      .path = "tournaments",
      READS(&LIST_VIEW),
      .answer = get_list,
      TAKES_QUERY(&LIST_QUERY),
      .errors = ERR_NO_OWN,
      .says = "tournaments that are on, start soon or are over; or the caller's" },
    { .method = METHOD_POST,
      .path = "tournaments",
      .answer = post_tournament,
      .scope = SCOPE_PLAY,
      .role = FOR_ACCOUNTS,
      .plays = true,
      .rate = RATE_USUAL,
      TAKES_BODY(&TOURNAMENT_GIVEN),
      .reply = &CREATED,
      .errors = ERR(ERROR_TOO_MANY),
      .says = "makes a tournament ([rules](tournaments.md)); at most ten at a time" },
    { .method = METHOD_GET,
      .path = "tournaments/*",
      READS(&TOURNAMENT_VIEW),
      .answer = get_tournament,
      TAKES_NOTHING,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "a tournament and the caller's part in it" },
    { .method = METHOD_GET,
      .path = "tournaments/*/entries",
      READS(&TOURNAMENT_ENTRIES),
      .answer = get_entries,
      TAKES_NOTHING,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "its entries, in the order in which they entered" },
    { .method = METHOD_GET,
      .path = "tournaments/*/tables",
      READS(&TOURNAMENT_TABLES),
      .answer = get_tables,
      TAKES_QUERY(&TABLES_WANTED),
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "its tables with their results" },
    { .method = METHOD_GET,
      .path = "tournaments/*/standings",
      READS(&TOURNAMENT_STANDINGS),
      .answer = get_standings,
      TAKES_QUERY(&STANDINGS_WANTED),
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "its standings, with an explanation of one entry's tie-breaks" },
    { .method = METHOD_GET,
      .path = "tournaments/*/log",
      READS(&TOURNAMENT_LOG),
      .answer = get_log,
      TAKES_QUERY(&LOG_QUERY),
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "its decisions, the oldest first" },
    { .method = METHOD_GET,
      .path = "tournaments/*/file",
      READS(&RAW),
      .answer = get_file,
      TAKES_QUERY(&FILE_QUERY),
      .errors = ERR(ERROR_NOT_FOUND) | ERR(ERROR_NOT_STARTED),
      .says = "the tournament as a file: its log, standings, FIDE's formats, the records of its"
              " games" },
    { .method = METHOD_GET,
      .path = "games/*/tournament",
      READS(&GAME_PLACE),
      .answer = get_place,
      TAKES_NOTHING,
      .errors = ERR(ERROR_NOT_FOUND),
      .says = "the tournament and the table of a game" },
    { .method = METHOD_POST,
      .path = "tournaments/*/enter",
      DECIDES(&ENTER_BODY),
      .answer = post_enter,
      .role = FOR_PERSONS,
      .plays = true,
      .errors = DECIDING,
      .says = "enters the caller" },
    { .method = METHOD_POST,
      .path = "tournaments/*/leave",
      DECIDES(&NOTHING),
      .answer = post_leave,
      .role = FOR_PERSONS,
      .errors = DECIDING,
      .says = "the caller leaves; further games are lost" },
    { .method = METHOD_POST,
      .path = "tournaments/*/pause",
      DECIDES(&NOTHING),
      .answer = post_pause,
      .role = FOR_PERSONS,
      .errors = DECIDING,
      .says = "the caller isn't paired until they return" },
    { .method = METHOD_POST,
      .path = "tournaments/*/return",
      DECIDES(&NOTHING),
      .answer = post_return,
      .role = FOR_PERSONS,
      .plays = true,
      .errors = DECIDING,
      .says = "the caller plays again" },
    { .method = METHOD_POST,
      .path = "tournaments/*/propose",
      DECIDES(&PROPOSE_BODY),
      .answer = post_propose,
      .role = FOR_PERSONS,
      .plays = true,
      .errors = DECIDING,
      .says = "proposes a time for the caller's table" },
    { .method = METHOD_POST,
      .path = "tournaments/*/decide",
      DECIDES(&DECIDE_BODY),
      .answer = post_decide,
      .role = FOR_ACCOUNTS,
      .errors = DECIDING,
      .says = "a decision of the organiser or a helper, which the log shows" },
    { .method = METHOD_POST,
      .path = "tournaments/*/add",
      DECIDES(&ADD_BODY),
      .answer = post_add,
      .role = FOR_ACCOUNTS,
      .errors = DECIDING,
      .says = "adds a player who has no account, or gives an entry to one" },
    { .method = METHOD_POST,
      .path = "tournaments/*/invite",
      DECIDES(&INVITE_BODY),
      .answer = post_invite,
      .role = FOR_ACCOUNTS,
      .errors = DECIDING,
      .says = "invites a person, or appoints a helper" },
    { .method = METHOD_POST,
      .path = "tournaments/*/change",
      DECIDES(&CHANGE_BODY),
      .answer = post_change,
      .role = FOR_ACCOUNTS,
      .errors = DECIDING,
      .says = "changes the name, the description or the start" },
    { .method = METHOD_POST,
      .path = "tournaments/*/message",
      DECIDES(&MESSAGE_BODY),
      .answer = post_message,
      .role = FOR_ACCOUNTS,
      .plays = true,
      .errors = DECIDING,
      .says = "a message to all players, which the log keeps" },
};
_Static_assert(sizeof TOURNAMENT_ROUTES / sizeof *TOURNAMENT_ROUTES == TOURNAMENT_ROUTE_COUNT,
               "the number in tournaments_internal.h");
