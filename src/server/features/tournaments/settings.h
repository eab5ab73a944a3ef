// SPDX-License-Identifier: MIT
// The settings of a tournament besides its rules: its game, its pace, and its entry conditions.
#ifndef MEYDAN_SERVER_FEATURES_TOURNAMENTS_SETTINGS_H
#define MEYDAN_SERVER_FEATURES_TOURNAMENTS_SETTINGS_H

#include "base/clock.h"
#include "server/features/tournaments/tournament_ops.h"
#include "server/games/state/setup.h"

// When a round begins. The numbers are in the store.
typedef enum Pace {
    PACE_HAND,        // when the organiser says so
    PACE_TIMER,       // some seconds after the round before
    PACE_DATE,        // so many minutes after the round before began
    PACE_APPOINTMENT, // at once, but each table when its players have agreed; with a deadline
    PACES,
} Pace;
extern const char *const PACE_WORDS[PACES + 1], *const FORMAT_WORDS[FORMATS + 1];

enum { RULES_SIZE = 300 };
typedef struct Settings {
    const Variant *variant;
    ClockSpec clock;
    int rated, pace, pause_s, round_minutes;
    int accounts, bots, invited; // only accounts; bots too; only invited ones
    int rating_min, rating_max;  // 0: any
    char rules[RULES_SIZE];      // the decision "create ..."
} Settings;

bool settings_read(Text text, Settings *settings);
void settings_write(const Settings *settings, Out *out);
// The rating pool of the tournament's speed, for people or for bots.
const char *settings_pool(const Settings *settings, bool bot);

enum { TIES_SIZE = 100, POINTS_SIZE = 40, ENTRY_PASSWORD_SIZE = 65 };

// The body of POST /tournaments.
typedef struct TournamentGiven {
    char name[4 * NAME_LETTERS + 1], description[4 * DESCRIPTION_LETTERS + 1];
    int format;
    char variant[32], clock[CLOCK_TEXT_MAX];
    int games, rounds, cycles, minutes, cut;
    bool together, twice, partners, calm, accelerated;
    char ties[TIES_SIZE], points[POINTS_SIZE];
    i64 starts;
    int pace, pause_s, round_minutes;
    bool rated, hidden, accounts, bots, invited;
    char password[ENTRY_PASSWORD_SIZE];
    int rating_min, rating_max;
} TournamentGiven;
extern const Shape TOURNAMENT_GIVEN;

Status given_take(const TournamentGiven *given, Settings *settings, Fault *why);
// As stored in TournamentRow.password.
void password_of(i64 tournament, const char *password, char hash[SECRET_HEX]);

#endif
