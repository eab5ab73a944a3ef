// SPDX-License-Identifier: MIT
#include "server/features/tournaments/settings.h"

#include "server/games/clocks/speed.h"
#include "variants/variants.h"

const char *const PACE_WORDS[PACES + 1] = {
    [PACE_HAND] = "hand",
    [PACE_TIMER] = "timer",
    [PACE_DATE] = "date",
    [PACE_APPOINTMENT] = "appointment",
};
const char *const FORMAT_WORDS[FORMATS + 1] = {
    [FORMAT_ROUND_ROBIN] = "round-robin", [FORMAT_SWISS] = "swiss",   [FORMAT_ARENA] = "arena",
    [FORMAT_KNOCKOUT] = "knockout",       [FORMAT_TABLES] = "tables",
};

enum { PAUSE_MAX_S = 86400, ROUND_MAX_MINUTES = 60 * 24 * 30, DEFAULT_PAUSE_S = 30 };

static const Field GIVEN_FIELDS[] = {
    FIELD(TournamentGiven, name, .max = NAME_LETTERS),
    FIELD(TournamentGiven, description, .max = DESCRIPTION_LETTERS, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, format, .as = AS_WORD, .words = FORMAT_WORDS),
    FIELD(TournamentGiven, variant),
    FIELD(TournamentGiven, clock),
    FIELD(TournamentGiven, games, .max = 2, .flags = FIELD_OPTIONAL,
          .says = "of a match, with the sides swapped; 0: as usual in the format"),
    FIELD(TournamentGiven, rounds, .max = ROUNDS_MAX - 4, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, cycles, .max = 2, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, minutes, .max = 1440, .flags = FIELD_OPTIONAL, .says = "of an arena"),
    FIELD(TournamentGiven, cut, .max = 16, .flags = FIELD_OPTIONAL,
          .says = "players in the finals of `tables`"),
    FIELD(TournamentGiven, together, .flags = FIELD_OPTIONAL,
          .says = "a round robin pairs all rounds at the start"),
    FIELD(TournamentGiven, twice, .flags = FIELD_OPTIONAL,
          .says = "a knockout is lost by two defeats"),
    FIELD(TournamentGiven, partners, .flags = FIELD_OPTIONAL,
          .says = "partners change from round to round"),
    FIELD(TournamentGiven, calm, .flags = FIELD_OPTIONAL, .says = "an arena without streaks"),
    FIELD(TournamentGiven, accelerated, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, ties, .flags = FIELD_OPTIONAL,
          .says = "tie-breaks in their order: `BH/C1,BH,SB`"),
    FIELD(TournamentGiven, points, .flags = FIELD_OPTIONAL, .says = "by place: `5,3,1,0`"),
    FIELD(TournamentGiven, starts, .as = AS_TIME, .flags = FIELD_OPTIONAL,
          .says = "0: the organiser starts it"),
    FIELD(TournamentGiven, pace, .as = AS_WORD, .words = PACE_WORDS, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, pause_s, .max = PAUSE_MAX_S, .flags = FIELD_OPTIONAL,
          .says = "pace `timer`: between two rounds"),
    FIELD(TournamentGiven, round_minutes, .max = ROUND_MAX_MINUTES, .flags = FIELD_OPTIONAL,
          .says =
              "pace `date`: from one round to the next; `appointment`: until a table's deadline"),
    FIELD(TournamentGiven, rated, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, hidden, .key = "private", .flags = FIELD_OPTIONAL,
          .says = "only those who take part, help or are invited can read it"),
    FIELD(TournamentGiven, accounts, .flags = FIELD_OPTIONAL, .says = "only accounts may enter"),
    FIELD(TournamentGiven, bots, .flags = FIELD_OPTIONAL, .says = "bots may enter"),
    FIELD(TournamentGiven, invited, .flags = FIELD_OPTIONAL, .says = "only invited ones may enter"),
    FIELD(TournamentGiven, password, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, rating_min, .max = 9999, .flags = FIELD_OPTIONAL),
    FIELD(TournamentGiven, rating_max, .max = 9999, .flags = FIELD_OPTIONAL),
};
const Shape TOURNAMENT_GIVEN = SHAPE_NAMED(
    "TournamentGiven", TournamentGiven, GIVEN_FIELDS,
    .defaults = &(const TournamentGiven){ .pace = PACE_TIMER, .pause_s = DEFAULT_PAUSE_S });

// --- as text -------------------------------------------------------------------------------------

// Numbers behind the variant and the clock.
static const size_t NUMBERS[] = {
    offsetof(Settings, rated),      offsetof(Settings, pace),
    offsetof(Settings, pause_s),    offsetof(Settings, round_minutes),
    offsetof(Settings, accounts),   offsetof(Settings, bots),
    offsetof(Settings, invited),    offsetof(Settings, rating_min),
    offsetof(Settings, rating_max),
};
enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

void settings_write(const Settings *settings, Out *out)
{
    out_str(out, settings->variant->id);
    out_char(out, ' ');
    clock_write(&settings->clock, out);
    for (int i = 0; i < NUMBER_COUNT; i++)
        out_format(out, " %d", *(const int *)(const void *)((const char *)settings + NUMBERS[i]));
    out_char(out, ' ');
    out_str(out, settings->rules);
}

bool settings_read(Text text, Settings *settings)
{
    Text word;
    i64 number;
    *settings = (Settings){ 0 };
    if (!text_word(&text, &word)) return false;
    settings->variant = variant_find(word);
    if (!settings->variant || !text_word(&text, &word) ||
        clock_read(word, &settings->clock, NULL) != OK)
        return false;
    for (int i = 0; i < NUMBER_COUNT; i++) {
        if (!text_word(&text, &word) || !text_count(word, INT32_MAX, &number)) return false;
        *(int *)(void *)((char *)settings + NUMBERS[i]) = (int)number;
    }
    Out rules = out_to(settings->rules, sizeof settings->rules);
    out_text(&rules, text_trim(text));
    return !rules.lost;
}

const char *settings_pool(const Settings *settings, bool bot)
{
    return speed_pool(speed_of(&settings->clock), bot);
}

// --- as given ------------------------------------------------------------------------------------

static void write_number(Out *out, const char *key, int number)
{
    if (number) out_format(out, " %s=%d", key, number);
}

static Status check_game(const TournamentGiven *given, const Settings *settings, Fault *why)
{
    const Variant *variant = settings->variant;
    bool teams = variant->players == 4 && variant->team[0] == variant->team[2];
    if (given->format != FORMAT_TABLES && variant->players != 2)
        return fault(why, ILLEGAL, "this format needs a game for two");
    if (given->format == FORMAT_TABLES && variant->players == 2)
        return fault(why, ILLEGAL, "tables need a game for three or four");
    if (given->partners != teams)
        return fault(why, ILLEGAL,
                     teams ? "a game in pairs needs partners" : "this game has no partners");
    if (settings->rated && clock_spec_none(&settings->clock))
        return fault(why, ILLEGAL, "rated games need a clock");
    bool slow = !speed_is_live(speed_of(&settings->clock));
    if (slow && given->format == FORMAT_ARENA)
        return fault(why, ILLEGAL, "an arena needs a clock of minutes");
    if (given->pace == PACE_APPOINTMENT && given->format != FORMAT_ROUND_ROBIN &&
        given->format != FORMAT_KNOCKOUT)
        return fault(why, ILLEGAL, "appointments are for round robins and knockouts");
    if (given->pace == PACE_APPOINTMENT && !given->round_minutes)
        return fault(why, ILLEGAL, "appointments need a deadline");
    if (given->pace == PACE_DATE && !given->round_minutes)
        return fault(why, ILLEGAL, "rounds by date need the minutes between them");
    if (given->rating_max && given->rating_max < given->rating_min)
        return fault(why, ILLEGAL, "the highest rating is below the lowest");
    return OK;
}

Status given_take(const TournamentGiven *given, Settings *settings, Fault *why)
{
    *settings = (Settings){ .rated = given->rated,
                            .pace = given->pace,
                            .pause_s = given->pause_s,
                            .round_minutes = given->round_minutes,
                            .accounts = given->accounts || given->rated,
                            .bots = given->bots,
                            .invited = given->invited,
                            .rating_min = given->rating_min,
                            .rating_max = given->rating_max };
    settings->variant = variant_find(text_of(given->variant));
    if (!settings->variant)
        return fault(why, MALFORMED, "there is no variant %q", text_of(given->variant));
    Status status = clock_read(text_of(given->clock), &settings->clock, why);
    if (status == OK) status = check_game(given, settings, why);
    if (status != OK) return status;
    bool tables = given->format == FORMAT_TABLES;
    Out rules = out_to(settings->rules, sizeof settings->rules), *create = &rules;
    out_format(create, "create %s", FORMAT_WORDS[given->format]);
    if (tables) write_number(create, "seats", settings->variant->players);
    write_number(create, "games", given->games);
    write_number(create, "rounds", given->rounds);
    write_number(create, "cycles", given->cycles);
    write_number(create, "minutes", given->minutes);
    write_number(create, "cut", given->cut);
    write_number(create, "together", given->together);
    write_number(create, "twice", given->twice);
    write_number(create, "partners", given->partners);
    write_number(create, "accelerated", given->accelerated);
    if (given->calm) out_str(create, " streaks=0");
    if (given->ties[0]) out_format(create, " ties=%s", given->ties);
    if (given->points[0]) out_format(create, " points=%s", given->points);
    if (rules.lost) return fault(why, MALFORMED, "the rules are too long");
    Tournament trial = { 0 };
    status = tournament_apply(&trial, 0, text_of(settings->rules), why);
    tournament_free(&trial);
    return status;
}

void password_of(i64 tournament, const char *password, char hash[SECRET_HEX])
{
    char text[ENTRY_PASSWORD_SIZE + 32];
    Out out = out_to(text, sizeof text);
    hash[0] = '\0';
    if (!*password) return;
    out_int(&out, tournament);
    out_char(&out, ' ');
    out_str(&out, password);
    sha256_hex((Text){ out.at, out.length }, hash);
}
