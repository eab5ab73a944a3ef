// SPDX-License-Identifier: MIT
// Uses: annulment
#include "server/features/moderation/measure.h"

#include "base/clock.h"
#include "platform/array.h"
#include "server/api/feature.h"
#include "server/features/annulment/annulment.h"
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/live/rooms.h"
#include "server/games/rating_ops.h"
#include "server/identity/identity_ops.h"
#include "server/identity/names.h"
#include "server/identity/persons.h"

#include <stdlib.h>
#include <string.h>

const char *const MEASURE_NAMES[MEASURES + 1] = {
    [MEASURE_DISMISS] = "dismiss",
    [MEASURE_WARN] = "warn",
    [MEASURE_SUSPEND] = "suspend",
    [MEASURE_BAN] = "ban",
    [MEASURE_RENAME] = "rename",
    [MEASURE_ANNUL] = "annul",
    [MEASURE_UNDO] = "undo",
    [MEASURE_ROLE] = "role",
    [MEASURE_PASSWORD] = "reset-password",
    [MEASURE_SIGN_OUT] = "sign-out",
    [MEASURE_FACTOR_OFF] = "factor-off",
    [MEASURE_DELETE] = "delete",
};

const char *measure_by_api(int kind)
{
    return kind < MEASURE_MACHINE ? MEASURE_NAMES[kind] : NULL;
}

bool measure_signs_out(Text kind)
{
    MeasureKind found;
    return measure_find(kind, &found) && found >= MEASURE_MACHINE;
}

bool measure_find(Text name, MeasureKind *kind)
{
    for (int i = 0; i < MEASURES; i++)
        if (text_is(name, MEASURE_NAMES[i])) {
            *kind = (MeasureKind)i;
            return true;
        }
    return false;
}

bool person_find(Store *reading, Text who, StoredPerson *person)
{
    char key[PERSON_NAME_MAX];
    i64 id;
    if (who.length && who.at[0] == '#')
        return text_count(text_from(who, 1), (i64)1 << 53, &id) &&
               person_by_id(reading, id, person) && person->kind != PERSON_GONE;
    return name_key(who, key, NULL) == OK && person_by_key(reading, text_of(key), person);
}

// --- making a plan -------------------------------------------------------------------------------

typedef struct Making {
    Plan *plan;
    Store *store;
    const Measure *measure;
    ErrorCode code;
    Fault *why;
    Out detail; // further text of the entry
} Making;

enum { DETAIL_SIZE = ANNUL_MAX * (GAME_ID_LENGTH + 1) + 256 };

static bool refuse(Making *making, ErrorCode code, const char *text)
{
    making->code = code;
    fault(making->why, ILLEGAL, "%s", text);
    return false;
}

static void add(Plan *plan, StoreWrite write)
{
    StoreWrite *grown =
        array_grow(plan->writes, &plan->capacity, (size_t)plan->count + 1, sizeof write);
    if (grown) {
        plan->writes = grown;
        plan->writes[plan->count++] = write;
    }
    plan->lost = plan->lost || !grown;
}

static void add_sanction(Making *making, SanctionKind kind, i64 until_ms)
{
    const Measure *measure = making->measure;
    Plan *plan = making->plan;
    plan->sanction = (NewSanction){ .person = plan->subject.id,
                                    .kind = kind,
                                    .reason = text_of(measure->reason),
                                    .at_ms = measure->now_ms,
                                    .until_ms = until_ms };
    add(plan, store_op(&MODERATION_OP[MODERATION_ADD_SANCTION], &plan->sanction));
}

// --- the person ----------------------------------------------------------------------------------

// Finds the report to close, and the person concerned.
static bool find_subject(Making *making)
{
    const Measure *measure = making->measure;
    StoredPerson *subject = &making->plan->subject;
    ReportState report = { 0 };
    if (measure->report) {
        store_find(making->store, &MODERATION_OP[MODERATION_REPORT],
                   &(ReportWanted){ measure->report }, &report);
        if (!report.number) return refuse(making, ERROR_NOT_FOUND, "there is no such report");
        if (report.closed_ms) return refuse(making, ERROR_OVER, "that report has been decided");
        if (report.taken_by && measure->actor && report.taken_by != measure->actor)
            return refuse(making, ERROR_TAKEN, "somebody else has taken that report");
        person_by_id(making->store, report.person, subject);
    }
    if (measure->person[0] && !person_find(making->store, text_of(measure->person), subject))
        return refuse(making, ERROR_NOT_FOUND, "nobody has that name");
    return true;
}

static bool may(Making *making)
{
    const Measure *measure = making->measure;
    bool operator_only = measure->kind == MEASURE_BAN || measure->kind == MEASURE_ROLE;
    i64 subject = making->plan->subject.id;
    if (measure->kind >= MEASURE_MACHINE && !measure->features)
        return refuse(making, ERROR_FORBIDDEN, "only on the server's machine");
    if (measure->actor_role < ROLE_MODERATOR)
        return refuse(making, ERROR_FORBIDDEN, "only for moderators");
    if (measure->actor_role == ROLE_OPERATOR && !measure->actor) return true;
    if (operator_only && measure->actor_role != ROLE_OPERATOR)
        return refuse(making, ERROR_FORBIDDEN, "only for operators");
    if (!subject || measure->kind == MEASURE_DISMISS) return true;
    if (subject == measure->actor)
        return refuse(making, ERROR_FORBIDDEN, "nobody judges themselves");
    if (role_read(making->store, subject) != ROLE_PLAYER && measure->actor_role != ROLE_OPERATOR)
        return refuse(making, ERROR_FORBIDDEN, "only an operator can do that to a moderator");
    return true;
}

// --- measures ------------------------------------------------------------------------------------

static bool plan_suspension(Making *making)
{
    const Measure *measure = making->measure;
    i64 length = measure->until_ms - measure->now_ms;
    if (length <= 0) return refuse(making, ERROR_MALFORMED, "a suspension ends in the future");
    if (measure->actor_role != ROLE_OPERATOR && length > SUSPEND_DAYS_MAX * (i64)CLOCK_DAY)
        return refuse(making, ERROR_FORBIDDEN, "a moderator suspends for at most 90 days");
    out_str(&making->detail, "until ");
    out_int(&making->detail, measure->until_ms);
    add_sanction(making, SANCTION_SUSPENSION, measure->until_ms);
    return true;
}

static bool give_name(Making *making, Text name)
{
    Plan *plan = making->plan;
    StoredPerson other;
    Renaming *renaming = &plan->renaming;
    renaming->person = plan->subject.id;
    if (name_key(name, renaming->key, making->why) != OK) {
        making->code = ERROR_BAD_NAME;
        return false;
    }
    if (person_by_key(making->store, text_of(renaming->key), &other) &&
        other.id != plan->subject.id)
        return refuse(making, ERROR_NAME_TAKEN, "that name is taken");
    Out out = out_to(renaming->name, sizeof renaming->name);
    out_text(&out, name);
    plan->conflict = "that name is taken, or its account was deleted less than 90 days ago";
    plan->kept = (KeptName){ name_hash(renaming->key), making->measure->now_ms };
    add(plan, store_op(&IDENTITY_OPS[IDENTITY_IF_NAME_FREE], &plan->kept));
    out_format(&making->detail, "from %s to %s", plan->subject.name, renaming->name);
    add(plan, store_op(&MODERATION_OP[MODERATION_RENAME], renaming));
    return true;
}

static bool plan_renaming(Making *making)
{
    if (!making->plan->subject.name[0])
        return refuse(making, ERROR_NOT_FOUND, "this person has no name");
    if (name_reserved(text_of(making->measure->name)))
        return refuse(making, ERROR_NAME_RESERVED, "that name is reserved");
    if (!give_name(making, text_of(making->measure->name))) return false;
    add_sanction(making, SANCTION_RENAMING, 0);
    return true;
}

static bool plan_role(Making *making)
{
    Plan *plan = making->plan;
    const Measure *measure = making->measure;
    i64 person = plan->subject.id;
    Role role = role_read(making->store, person);
    if (role == measure->role)
        return refuse(making, ERROR_STALE, "that is the person's role already");
    out_format(&making->detail, "from %s to %s", role_name(role), role_name(measure->role));
    plan->player = (PersonArg){ person };
    plan->role = (RoleChange){ person, measure->role };
    add(plan, measure->role == ROLE_PLAYER
                  ? store_op(&MODERATION_OP[MODERATION_DROP_ROLE], &plan->player)
                  : store_op(&MODERATION_OP[MODERATION_SET_ROLE], &plan->role));
    return true;
}

// --- accounts ------------------------------------------------------------------------------------

static bool plan_account(Making *making)
{
    Plan *plan = making->plan;
    const Measure *measure = making->measure;
    const StoredPerson *subject = &plan->subject;
    if (!subject->name[0]) return refuse(making, ERROR_NOT_FOUND, "this person has no account");
    plan->player = (PersonArg){ subject->id };
    if (measure->kind == MEASURE_DELETE) {
        StoreWrite writes[PERSON_WRITES_MAX];
        char key[PERSON_NAME_MAX];
        if (name_key(text_of(subject->name), key, making->why) != OK) return false;
        plan->end = (PersonEnd){ subject->id, measure->now_ms };
        plan->kept = (KeptName){ name_hash(key), measure->now_ms + NAME_KEPT_MS };
        add(plan, store_op(&PERSON_OPS[PERSONS_END], &plan->end));
        add(plan, store_op(&IDENTITY_OPS[IDENTITY_KEEP_NAME], &plan->kept));
        int count = features_forget(measure->features, &plan->player, writes);
        for (int i = 0; i < count; i++)
            add(plan, writes[i]);
        return true;
    }
    if (measure->kind == MEASURE_PASSWORD) {
        plan->now = (PersonNow){ .id = subject->id, .kind = subject->kind };
        memcpy(plan->now.name, subject->name, sizeof plan->now.name);
        memcpy(plan->now.password_hash, measure->password_hash, sizeof plan->now.password_hash);
        if (name_key(text_of(subject->name), plan->now.key, making->why) != OK) return false;
        add(plan, store_op(&PERSON_OPS[PERSONS_CHANGE], &plan->now));
    }
    if (measure->kind == MEASURE_FACTOR_OFF) {
        add(plan, store_op(&IDENTITY_OPS[IDENTITY_END_RECOVERIES], &plan->player));
        add(plan, store_op(&IDENTITY_OPS[IDENTITY_END_FACTOR], &plan->player));
    }
    add(plan, store_op(&PERSON_OPS[PERSONS_END_SESSIONS], &plan->player));
    add(plan, store_op(&PERSON_OPS[PERSONS_END_TOKENS], &plan->player));
    return true;
}

// --- annulling -----------------------------------------------------------------------------------

typedef struct Games {
    i64 id[ANNUL_MAX];
    int count;
    bool more;
    i64 other; // only games with this opponent, or 0 for all
    bool sits;
} Games;

static bool take_game(void *context, const StoredGame *game)
{
    Games *games = context;
    if (game->annulled) return true;
    games->more = games->count == ANNUL_MAX;
    if (!games->more) games->id[games->count++] = game->id;
    return !games->more;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    Games *games = context;
    games->sits = games->sits || seat->person == games->other;
    return true;
}

static bool see_nothing(void *context, const StoredGame *game)
{
    (void)context;
    (void)game;
    return true;
}

static bool see_change(void *context, const StoredChange *change)
{
    (void)change;
    *(bool *)context = true;
    return false;
}

static bool changed_ratings(Store *store, i64 game)
{
    bool changed = false;
    ratings_changes(store, &(ChangeFilter){ .game = game }, see_change, &changed);
    return changed;
}

// Keeps only games of these two with each other that changed ratings.
static void sift(Store *store, Games *games)
{
    int kept = 0;
    Fault why;
    for (int i = 0; i < games->count; i++) {
        const GameReader reader = { .context = games, .game = see_nothing, .seat = see_seat };
        games->sits = !games->other;
        if (games->other) games_load(store, games->id[i], &reader, &why);
        if (games->sits && changed_ratings(store, games->id[i])) games->id[kept++] = games->id[i];
    }
    games->count = kept;
}

static bool find_games(Making *making, Games *games)
{
    const Measure *measure = making->measure;
    StoredPerson other = { 0 };
    if (measure->other[0] && !person_find(making->store, text_of(measure->other), &other))
        return refuse(making, ERROR_NOT_FOUND, "nobody has the name of the other");
    games->other = other.id;
    GameFilter filter = { .player = making->plan->subject.id,
                          .rated = RATED_ONLY,
                          .since_ms = measure->since_ms,
                          .until_ms = measure->until_ms,
                          .limit = 500 };
    do {
        if (!games_list(making->store, &filter, take_game, games, &filter.before))
            return refuse(making, ERROR_FAILED, "the archive cannot be read");
    } while (filter.before && !games->more);
    if (games->more)
        return refuse(making, ERROR_TOO_MANY,
                      "more than 1000 games: annul them by shorter periods");
    sift(making->store, games);
    return true;
}

static bool plan_games(Making *making, const i64 *games, int count, bool restores)
{
    Plan *plan = making->plan;
    int writes;
    if (!count) return refuse(making, ERROR_NOT_FOUND, "there are no such rated games");
    plan->annulment = annulment_of(making->store, games, count, restores, making->why);
    making->code = ERROR_STALE;
    if (!plan->annulment) return false;
    const StoreWrite *write = annulment_writes(plan->annulment, &writes);
    for (int i = 0; i < writes; i++)
        add(plan, write[i]);
    out_str(&making->detail, "games");
    for (int i = 0; i < count; i++) {
        char id[GAME_ID_LENGTH + 1];
        game_id_write(games[i], id);
        out_format(&making->detail, " %s", id);
    }
    plan->games = count;
    return true;
}

static bool plan_annulment(Making *making)
{
    const Measure *measure = making->measure;
    if (measure->game) return plan_games(making, &measure->game, 1, false);
    if (!making->plan->subject.id)
        return refuse(making, ERROR_MALFORMED, "whose games, or which one?");
    Games *games = calloc(1, sizeof *games);
    bool fine = games ? find_games(making, games) : refuse(making, ERROR_FAILED, "out of memory");
    fine = fine && plan_games(making, games->id, games->count, false);
    free(games);
    return fine;
}

// --- undoing -------------------------------------------------------------------------------------

typedef struct Undone {
    i64 entry, number, subject;
    MeasureKind kind;
    bool known;
    char *detail;
} Undone;

static bool see_entry(void *context, const void *row)
{
    const AuditEntry *entry = row;
    Undone *undone = context;
    if (entry->number != undone->entry) return false;
    undone->number = entry->number;
    undone->subject = entry->subject;
    undone->known = measure_find(entry->kind, &undone->kind);
    undone->detail = strndup(entry->detail.at, entry->detail.length);
    return false;
}

// "games 1 2 3", or "entry 7 games 1 2 3"
int measure_games(Text kind, Text detail, i64 games[ANNUL_MAX])
{
    Text word;
    int count = 0;
    if (!text_is(kind, MEASURE_NAMES[MEASURE_ANNUL]) && !text_is(kind, MEASURE_NAMES[MEASURE_UNDO]))
        return 0;
    while (text_split(&detail, ' ', &word) && !text_is(word, "games")) {
    }
    while (count < ANNUL_MAX && text_split(&detail, ' ', &word))
        count += game_id_read(word, &games[count]);
    return count;
}

static bool plan_games_back(Making *making, Text detail)
{
    Games *games = calloc(1, sizeof *games);
    if (!games) return refuse(making, ERROR_FAILED, "out of memory");
    games->count = measure_games(text_of(MEASURE_NAMES[MEASURE_ANNUL]), detail, games->id);
    bool fine = plan_games(making, games->id, games->count, true);
    free(games);
    return fine;
}

// "from A to B"
static bool plan_name_back(Making *making, Text detail)
{
    Text from, name;
    text_split(&detail, ' ', &from);
    text_split(&detail, ' ', &name);
    return give_name(making, name);
}

static bool plan_undoing(Making *making, const Undone *undone)
{
    Plan *plan = making->plan;
    if (!undone->number || !undone->known || !undone->detail)
        return refuse(making, ERROR_NOT_FOUND, "there is no such measure");
    if (undone->subject) person_by_id(making->store, undone->subject, &plan->subject);
    if (undone->kind == MEASURE_ANNUL) return plan_games_back(making, text_of(undone->detail));
    bool sanction = undone->kind >= MEASURE_WARN && undone->kind <= MEASURE_RENAME;
    if (!sanction)
        return refuse(making, ERROR_FORBIDDEN, "such a measure is undone by its opposite");
    if (undone->kind == MEASURE_BAN && making->measure->actor_role != ROLE_OPERATOR)
        return refuse(making, ERROR_FORBIDDEN, "only for operators");
    plan->lifted = (SanctionKey){ .entry = undone->number, .person = undone->subject };
    add(plan, store_op(&MODERATION_OP[MODERATION_LIFT_SANCTION], &plan->lifted));
    return undone->kind != MEASURE_RENAME || plan_name_back(making, text_of(undone->detail));
}

static bool plan_undo(Making *making)
{
    const Measure *measure = making->measure;
    Undone undone = { .entry = measure->entry };
    const EntriesWanted wanted = { .from = measure->entry - 1, .limit = 1 };
    if (!measure->entry) return refuse(making, ERROR_MALFORMED, "which entry?");
    store_select(making->store, &MODERATION_OP[MODERATION_ENTRIES_UP], &wanted, see_entry, &undone);
    out_str(&making->detail, "entry ");
    out_int(&making->detail, measure->entry);
    out_char(&making->detail, ' ');
    bool fine = plan_undoing(making, &undone) && may(making);
    free(undone.detail);
    return fine;
}

// --- all measures --------------------------------------------------------------------------------

static bool plan_effects(Making *making)
{
    MeasureKind kind = making->measure->kind;
    bool about = kind != MEASURE_ANNUL && kind != MEASURE_UNDO && kind != MEASURE_DISMISS;
    if (about && !making->plan->subject.id)
        return refuse(making, ERROR_MALFORMED, "whom is it about?");
    bool explains = kind == MEASURE_WARN || kind == MEASURE_SUSPEND || kind == MEASURE_BAN ||
                    kind == MEASURE_RENAME;
    if (explains && !making->measure->reason[0])
        return refuse(making, ERROR_MALFORMED, "a reason is needed: the person is told");
    switch (kind) {
    case MEASURE_DISMISS:
        return making->measure->report || refuse(making, ERROR_MALFORMED, "which report?");
    case MEASURE_WARN: add_sanction(making, SANCTION_WARNING, 0); return true;
    case MEASURE_SUSPEND: return plan_suspension(making);
    case MEASURE_BAN: add_sanction(making, SANCTION_BAN, 0); return true;
    case MEASURE_RENAME: return plan_renaming(making);
    case MEASURE_ANNUL: return plan_annulment(making);
    case MEASURE_UNDO: return plan_undo(making);
    case MEASURE_ROLE: return plan_role(making);
    case MEASURE_PASSWORD:
    case MEASURE_SIGN_OUT:
    case MEASURE_FACTOR_OFF:
    case MEASURE_DELETE: return plan_account(making);
    case MEASURES: break;
    }
    return false;
}

bool plan_make(Plan *plan, Store *reading, const Measure *measure, ErrorCode *code, Fault *why)
{
    *plan = (Plan){ .detail = malloc(DETAIL_SIZE) };
    Making making = { .plan = plan,
                      .store = reading,
                      .measure = measure,
                      .code = ERROR_FAILED,
                      .why = why,
                      .detail = out_to(plan->detail, plan->detail ? DETAIL_SIZE : 0) };
    fault(why, MALFORMED, "out of memory");
    add(plan, store_op(&MODERATION_OP[MODERATION_ADD_ENTRY], &plan->entry));
    bool fine = plan->detail && find_subject(&making) && may(&making) && plan_effects(&making);
    plan->closed = (ReportClosed){ .number = measure->report, .closed_ms = measure->now_ms };
    if (fine && measure->report)
        add(plan, store_op(&MODERATION_OP[MODERATION_CLOSE_REPORT], &plan->closed));
    *code = making.code;
    if (!fine || plan->lost) return false;
    plan->entry = (NewEntry){ .at_ms = measure->now_ms,
                              .actor = measure->actor,
                              .subject = plan->subject.id,
                              .game = measure->game,
                              .kind = text_of(MEASURE_NAMES[measure->kind]),
                              .reason = text_of(measure->reason),
                              .detail = { plan->detail, making.detail.length } };
    return true;
}

void plan_free(Plan *plan)
{
    if (plan->annulment) annulment_free(plan->annulment);
    free(plan->writes);
    free(plan->detail);
    *plan = (Plan){ 0 };
}
