// SPDX-License-Identifier: MIT
#include "tournament/tiebreak.h"

#include <string.h>

static const struct {
    const char *code, *name;
    bool cuts; // may be cut
} KINDS[TIEBREAK_KINDS] = {
    [TIEBREAK_BUCHHOLZ] = { "BH", "Buchholz", true },
    [TIEBREAK_FORE_BUCHHOLZ] = { "FB", "Fore Buchholz", true },
    [TIEBREAK_MEAN_BUCHHOLZ] = { "AOB", "average of opponents' Buchholz", false },
    [TIEBREAK_SONNEBORN_BERGER] = { "SB", "Sonneborn-Berger", true },
    [TIEBREAK_DIRECT_ENCOUNTER] = { "DE", "direct encounter", false },
    [TIEBREAK_KOYA] = { "KS", "Koya", false },
    [TIEBREAK_WINS] = { "WIN", "wins", false },
    [TIEBREAK_WINS_PLAYED] = { "WON", "games won", false },
    [TIEBREAK_SECOND_PLAYED] = { "BPG", "games as second player", false },
    [TIEBREAK_SECOND_WON] = { "BWG", "games won as second player", false },
    [TIEBREAK_PROGRESSIVE] = { "PS", "progressive score", true },
    [TIEBREAK_ROUNDS] = { "REP", "rounds elected to play", false },
    [TIEBREAK_STANDARD] = { "STD", "standard points", false },
    [TIEBREAK_NUMBER] = { "TPN", "pairing number", false },
    [TIEBREAK_MARGIN] = { "MD", "marble difference", true },
    [TIEBREAK_STEPS] = { "STG", "steps to the goal", true },
};

const char *tiebreak_name(TiebreakKind kind)
{
    return KINDS[kind].name;
}

// --- codes ---------------------------------------------------------------------------------------

// "C1", "M2", "B1" (without the best), "L+1", "P".
static bool read_modifier(Text text, Tiebreak *tiebreak)
{
    if (text_is_nocase(text, "p")) {
        tiebreak->forfeits = true;
        return true;
    }
    if (text.length < 2) return false;
    char letter = text_lower(text.at[0]);
    bool minus = text.at[1] == '-', sign = minus || text.at[1] == '+';
    i64 number;
    if (!text_number(text_from(text, sign ? 2 : 1), 9, &number)) return false;
    if (letter == 'l' && sign) {
        tiebreak->limit = (i8)(minus ? -number : number);
        return tiebreak->kind == TIEBREAK_KOYA;
    }
    if (sign || !KINDS[tiebreak->kind].cuts) return false;
    if (letter == 'c' || letter == 'm') tiebreak->low = (u8)number;
    if (letter == 'm' || letter == 'b') tiebreak->high = (u8)number;
    return letter == 'c' || letter == 'm' || letter == 'b';
}

static bool read_one(Text word, Tiebreak *tiebreak)
{
    *tiebreak = (Tiebreak){ 0 };
    size_t end = 0;
    while (end < word.length && word.at[end] != '/' && word.at[end] != '-')
        end++;
    Text code = text_cut(word, 0, end), rest = text_from(word, end);
    int kind = 0;
    while (kind < TIEBREAK_KINDS && !text_is_nocase(code, KINDS[kind].code))
        kind++;
    if (kind == TIEBREAK_KINDS) return false;
    tiebreak->kind = (u8)kind;
    while (rest.length) {
        rest = text_from(rest, 1);
        for (end = 0; end < rest.length && rest.at[end] != '/'; end++)
            if (rest.at[end] == '-' && end != 1) break;
        if (!read_modifier(text_cut(rest, 0, end), tiebreak)) return false;
        rest = text_from(rest, end);
    }
    return true;
}

Status tiebreak_read(Text text, TiebreakRules *rules, Fault *why)
{
    TiebreakRules read = { .fixed_pairings = rules->fixed_pairings };
    Text piece, word;
    while (text_split(&text, ',', &piece))
        while (text_word(&piece, &word)) {
            if (text_is_nocase(word, "PTS")) continue;
            if (read.count == TIEBREAKS_MAX)
                return fault(why, MALFORMED, "more than %d tie-breaks", TIEBREAKS_MAX);
            if (!read_one(word, &read.tiebreak[read.count++]))
                return fault(why, MALFORMED, "unknown tie-break %q", word);
        }
    *rules = read;
    return OK;
}

void tiebreak_write(const Tiebreak *t, Out *out)
{
    out_str(out, KINDS[t->kind].code);
    if (t->low && t->low == t->high)
        out_format(out, "/M%d", t->low);
    else if (t->low)
        out_format(out, "/C%d", t->low);
    if (t->high && t->low != t->high) out_format(out, "/B%d", t->high);
    if (t->limit) out_format(out, "/L%s%d", t->limit > 0 ? "+" : "", t->limit);
    if (t->forfeits) out_str(out, "/P");
}

void tiebreak_write_value(i64 value, Out *out)
{
    i64 hundredths = value < 0 ? -value : value;
    hundredths = (hundredths + TIEBREAK_UNIT / 200) / (TIEBREAK_UNIT / 100);
    if (value < 0 && hundredths) out_char(out, '-');
    out_int(out, hundredths / 100);
    if (hundredths % 100 == 0) return;
    out_char(out, '.');
    out_int(out, hundredths / 10 % 10);
    if (hundredths % 10) out_int(out, hundredths % 10);
}

// --- rounds --------------------------------------------------------------------------------------

typedef struct Sheet {
    const Crosstable *table;
    const TiebreakRules *rules;
    const Tiebreak *tiebreak;
    int rounds;
    bool fore; // count the games of the last round as draws
} Sheet;

static PairOutcome outcome_at(const Sheet *s, int player, int round)
{
    const TableCell *cell = crosstable_cell(s->table, player, round);
    bool last = s->fore && round == s->rounds - 1;
    return last && outcome_played(cell->outcome) ? OUTCOME_DRAW : (PairOutcome)cell->outcome;
}

static Points points_at(const Sheet *s, int player, int round)
{
    return s->table->value[outcome_at(s, player, round)];
}

static bool forfeit(PairOutcome outcome)
{
    return outcome == OUTCOME_FORFEIT_WIN || outcome == OUTCOME_FORFEIT_LOSS;
}

// A game against the scheduled opponent for this tie-break.
static bool game_at(const Sheet *s, int player, int round)
{
    PairOutcome outcome = outcome_at(s, player, round);
    bool counts = s->rules->fixed_pairings || (s->tiebreak && s->tiebreak->forfeits);
    return outcome_played(outcome) || (counts && forfeit(outcome));
}

static bool requested_bye(PairOutcome outcome)
{
    return outcome == OUTCOME_NONE || outcome == OUTCOME_ZERO_BYE || outcome == OUTCOME_HALF_BYE;
}

// 16.1.2: unplayed by the player's own choice.
static bool voluntary(PairOutcome outcome)
{
    return requested_bye(outcome) || outcome == OUTCOME_FORFEIT_LOSS;
}

static Points score(const Sheet *s, int player)
{
    Points sum = 0;
    for (int round = 0; round < s->rounds; round++)
        sum += points_at(s, player, round);
    return sum;
}

// 16.3: requested byes that are followed by no other rounds than voluntary ones count as draws.
static Points adjusted(const Sheet *s, int player)
{
    Points sum = 0;
    bool tail = !s->rules->fixed_pairings;
    for (int round = s->rounds - 1; round >= 0; round--) {
        PairOutcome outcome = outcome_at(s, player, round);
        tail = tail && voluntary(outcome);
        sum += tail && requested_bye(outcome) ? s->table->value[OUTCOME_DRAW]
                                              : points_at(s, player, round);
    }
    return sum;
}

Points adjusted_score(const Crosstable *table, const TiebreakRules *rules, int player, int rounds)
{
    Sheet s = { .table = table, .rules = rules, .rounds = rounds };
    return adjusted(&s, player);
}

// 16.4: the score of the dummy against which an unplayed round counts.
static Points dummy(const Sheet *s, int player, int round)
{
    Points own = score(s, player), most;
    const TableCell *cell = crosstable_cell(s->table, player, round);
    if (forfeit(cell->outcome) && cell->opponent >= 0)
        most = adjusted(s, cell->opponent);
    else
        most = s->table->value[OUTCOME_DRAW] * s->rounds;
    return own < most ? own : most;
}

static i64 scaled(i64 tenths)
{
    return tenths * (TIEBREAK_UNIT / POINTS_ONE);
}

static TiebreakPart opponent_part(const Sheet *s, int player, int round)
{
    bool game = game_at(s, player, round);
    const TableCell *cell = crosstable_cell(s->table, player, round);
    Points theirs = game ? adjusted(s, cell->opponent) : dummy(s, player, round);
    return (TiebreakPart){ .round = round,
                           .opponent = game ? cell->opponent : -1,
                           .value = scaled(theirs),
                           .weight = theirs,
                           .voluntary = !game && voluntary(outcome_at(s, player, round)) };
}

// --- cuts ----------------------------------------------------------------------------------------

static bool less_significant(const TiebreakPart *a, const TiebreakPart *b)
{
    return a->weight != b->weight ? a->weight < b->weight : a->value < b->value;
}

// 14.1, and 16.5: the lowest voluntary part goes first, unless it's below the least significant
// one.
static void cut_lowest(TiebreakPart *part, int parts)
{
    TiebreakPart *least = NULL, *own = NULL;
    for (int i = 0; i < parts; i++) {
        if (part[i].cut) continue;
        if (!least || less_significant(&part[i], least)) least = &part[i];
        if (part[i].voluntary && (!own || part[i].value < own->value)) own = &part[i];
    }
    if (own && own->value >= least->value) least = own;
    if (least) least->cut = true;
}

static void cut_highest(TiebreakPart *part, int parts)
{
    TiebreakPart *most = NULL;
    for (int i = 0; i < parts; i++)
        if (!part[i].cut && (!most || less_significant(most, &part[i]))) most = &part[i];
    if (most) most->cut = true;
}

// --- values --------------------------------------------------------------------------------------

static i64 buchholz(const Crosstable *table, const TiebreakRules *rules, int player, int rounds)
{
    static const Tiebreak PLAIN = { .kind = TIEBREAK_BUCHHOLZ };
    return tiebreak_value(table, rules, &PLAIN, player, rounds, NULL, NULL);
}

static Points standard_points(const Sheet *s, int player, int round)
{
    const TableCell *cell = crosstable_cell(s->table, player, round);
    Points mine = points_at(s, player, round), theirs = s->table->value[OUTCOME_DRAW];
    if (cell->opponent >= 0) theirs = points_at(s, cell->opponent, round);
    return mine > theirs ? POINTS_ONE : mine == theirs ? POINTS_ONE / 2 : 0;
}

// Sets the part of one round. Returns false if the round doesn't count.
static bool set_part(const Sheet *s, int player, int round, TiebreakPart *part)
{
    const TableCell *cell = crosstable_cell(s->table, player, round);
    PairOutcome outcome = outcome_at(s, player, round);
    Points points = points_at(s, player, round);
    bool game = game_at(s, player, round), won = false;
    *part = (TiebreakPart){ .round = round, .opponent = cell->opponent };
    won = outcome == OUTCOME_WIN || outcome == OUTCOME_SHORT_WIN ||
          (game && outcome == OUTCOME_FORFEIT_WIN);
    switch ((TiebreakKind)s->tiebreak->kind) {
    case TIEBREAK_BUCHHOLZ:
    case TIEBREAK_FORE_BUCHHOLZ: *part = opponent_part(s, player, round); return true;
    case TIEBREAK_SONNEBORN_BERGER:
        *part = opponent_part(s, player, round);
        part->value = part->value * points / POINTS_ONE;
        return true;
    case TIEBREAK_MEAN_BUCHHOLZ:
        if (!outcome_played(outcome)) return false;
        part->value = buchholz(s->table, s->rules, cell->opponent, s->rounds);
        return true;
    case TIEBREAK_KOYA: {
        if (!game) return false;
        Points half = s->table->value[OUTCOME_WIN] * s->rounds;
        Points limit = half + s->tiebreak->limit * POINTS_ONE;
        if (2 * score(s, cell->opponent) < limit) return false;
        part->value = scaled(points);
        return true;
    }
    case TIEBREAK_WINS: part->value = TIEBREAK_UNIT; return points == s->table->value[OUTCOME_WIN];
    case TIEBREAK_WINS_PLAYED: part->value = TIEBREAK_UNIT; return won;
    case TIEBREAK_SECOND_PLAYED:
        part->value = TIEBREAK_UNIT;
        return cell->side == SIDE_SECOND && game && outcome != OUTCOME_FORFEIT_LOSS;
    case TIEBREAK_SECOND_WON: part->value = TIEBREAK_UNIT; return cell->side == SIDE_SECOND && won;
    case TIEBREAK_PROGRESSIVE: {
        Sheet so_far = *s;
        so_far.rounds = round + 1;
        part->value = scaled(score(&so_far, player));
        part->weight = round; // the first round is the least significant one
        return true;
    }
    case TIEBREAK_ROUNDS: part->value = TIEBREAK_UNIT; return !voluntary(outcome);
    case TIEBREAK_STANDARD:
        part->value = scaled(standard_points(s, player, round));
        return part->value > 0;
    case TIEBREAK_MARGIN:
        part->value = cell->margin * (i64)TIEBREAK_UNIT;
        part->weight = cell->margin;
        return outcome_played(outcome);
    case TIEBREAK_STEPS:
        part->value = cell->steps * (i64)TIEBREAK_UNIT;
        part->weight = cell->steps;
        return outcome_played(outcome);
    case TIEBREAK_DIRECT_ENCOUNTER:
    case TIEBREAK_NUMBER:
    case TIEBREAK_KINDS: break;
    }
    return false;
}

i64 tiebreak_value(const Crosstable *table, const TiebreakRules *rules, const Tiebreak *tiebreak,
                   int player, int rounds, TiebreakPart *part, int *parts)
{
    TiebreakPart own[ROUNDS_MAX];
    Sheet s = { .table = table,
                .rules = rules,
                .tiebreak = tiebreak,
                .rounds = rounds,
                .fore = tiebreak->kind == TIEBREAK_FORE_BUCHHOLZ };
    if (!part) part = own;
    int count = 0;
    for (int round = 0; round < rounds; round++)
        count += set_part(&s, player, round, &part[count]);
    for (int i = 0; i < tiebreak->low; i++)
        cut_lowest(part, count);
    for (int i = 0; i < tiebreak->high; i++)
        cut_highest(part, count);
    i64 sum = 0;
    for (int i = 0; i < count; i++)
        if (!part[i].cut) sum += part[i].value;
    if (tiebreak->kind == TIEBREAK_MEAN_BUCHHOLZ && count) sum /= count;
    if (tiebreak->kind == TIEBREAK_NUMBER) sum = -(player + 1) * (i64)TIEBREAK_UNIT;
    if (parts) *parts = count;
    return sum;
}
