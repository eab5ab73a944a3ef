// SPDX-License-Identifier: MIT
// Messages of the API, outward: what somebody has played.
//
// All of it is bounded, however many games there are: results are counted by the writes, the rest
// is read from its end.
#include "server/api/messages.h"
#include "server/games/game_lists.h"

#include <math.h>

enum {
    DAYS_SHOWN = 26 * 7,
    ENDS_MAX = 20000, // games looked at for them
    WINS_SHOWN = 5,
};
static const i64 DAY_MS = 24 * 60 * 60 * 1000;

static void write_counts(Json *json, const PersonCounts *counts)
{
    js_number(json, "games", counts->games);
    js_number(json, "wins", counts->wins);
    js_number(json, "draws", counts->draws);
    js_number(json, "losses", counts->losses);
}

typedef struct Days {
    i64 first; // in days since 1970
    int games[DAYS_SHOWN];
} Days;

static bool count_day(void *context, const void *row)
{
    Days *days = context;
    const GameEnded *ended = row;
    i64 day = ended->at_ms / DAY_MS - days->first;
    if (day >= 0 && day < DAYS_SHOWN) days->games[day]++;
    return true;
}

static void write_days(Json *json, Store *store, const ActivityAsked *asked)
{
    Days days = { .first = asked->now_ms / DAY_MS - DAYS_SHOWN + 1 };
    const EndsWanted wanted = { asked->person, days.first * DAY_MS - 1, ENDS_MAX };
    store_select(store, &FIGURE_OPS[FIGURES_ENDS], &wanted, count_day, &days);
    js_array(json, "days");
    for (int i = 0; i < DAYS_SHOWN; i++) {
        if (!days.games[i]) continue;
        js_object(json, NULL);
        js_number(json, "at", (days.first + i) * DAY_MS);
        js_number(json, "games", days.games[i]);
        js_close(json, '}');
    }
    js_close(json, ']');
}

static bool write_result(void *context, const void *row)
{
    const StoredResult *result = row;
    Json *json = context;
    js_object(json, NULL);
    js_text(json, "variant", result->variant);
    js_text(json, "speed", result->speed);
    js_number(json, "seat", result->seat);
    write_counts(json, &result->counts);
    js_close(json, '}');
    return true;
}

typedef struct Wins {
    Json *json;
    Store *store;
} Wins;

static bool write_win(void *context, const void *row)
{
    const StoredWin *win = row;
    const Wins *wins = context;
    Json *json = wins->json;
    js_object(json, NULL);
    message_write_game_id(json, "game", win->game);
    message_write_known(json, "person", wins->store, win->other);
    js_text(json, "variant", win->variant);
    js_text(json, "speed", win->speed);
    js_number(json, "rating", lround(win->rating));
    js_number(json, "at", win->at_ms);
    js_close(json, '}');
    return true;
}

void message_write_activity(Json *json, Store *store, const ActivityAsked *asked)
{
    PersonCounts between = { 0 };
    js_object(json, NULL);
    write_days(json, store, asked);
    js_array(json, "results");
    store_select(store, &FIGURE_OPS[FIGURES_RESULTS], &(PersonArg){ asked->person }, write_result,
                 json);
    js_close(json, ']');
    js_array(json, "best");
    const WinsWanted wanted = { asked->person, WINS_SHOWN };
    store_select(store, &FIGURE_OPS[FIGURES_BEST_WINS], &wanted, write_win, &(Wins){ json, store });
    js_close(json, ']');
    bool met = asked->you && asked->you != asked->person &&
               games_counts_between(store, asked->you, asked->person, &between) && between.games;
    if (met) {
        js_object(json, "you");
        write_counts(json, &between);
        js_close(json, '}');
    } else {
        js_null(json, "you");
    }
    js_close(json, '}');
}

void message_write_openings(Json *json, int games, const OpeningShown *openings, int count)
{
    js_object(json, NULL);
    js_number(json, "games", games);
    js_array(json, "openings");
    for (int i = 0; i < count; i++) {
        js_object(json, NULL);
        js_string(json, "opening", openings[i].id);
        js_string(json, "name", openings[i].name);
        js_number(json, "seat", openings[i].seat);
        write_counts(json, &openings[i].counts);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_close(json, '}');
}
