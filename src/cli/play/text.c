// SPDX-License-Identifier: MIT
// The texts of a game at the terminal. Sentences don't inflect names and colours ("winner: black"),
// so that they are correct in every language.
#include "cli/play/play.h"

#include "base/bits.h"
#include "cli/language.h"
#include "cli/play/fold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 78 };

// --- commands ------------------------------------------------------------------------------------

// A command's names, "undo|back", in English and in the current language. Translations may have any
// number of names; the first one is shown.
typedef struct Names {
    const char *english, *local;
} Names;

static Names names_in(const char *context, const char *english)
{
    return (Names){ english, tr_in(context, english) };
}

static Names word_names(Word word)
{
    switch (word) {
    case WORD_HELP: return names_in("command", "help|?");
    case WORD_BOARD: return names_in("command", "board");
    case WORD_MOVES: return names_in("command", "moves");
    case WORD_CLOCK: return names_in("command", "clock|time");
    case WORD_UNDO: return names_in("command", "undo|back");
    case WORD_HINT: return names_in("command", "hint");
    case WORD_PASS: return names_in("command", "pass");
    case WORD_DRAW: return names_in("command", "draw");
    case WORD_ACCEPT: return names_in("command", "yes|accept|y");
    case WORD_DECLINE: return names_in("command", "no|decline|n");
    case WORD_RESIGN: return names_in("command", "resign");
    case WORD_SAVE: return names_in("command", "save");
    case WORD_QUIT: return names_in("command", "quit|exit");
    case WORDS: break;
    }
    return (Names){ "", "" };
}

Word word_find(Text text)
{
    Word word = 0;
    for (; word < WORDS; word++) {
        Names names = word_names(word);
        if (fold_matches(text, names.local) || fold_matches(text, names.english)) break;
    }
    return word;
}

const char *word_name(Word word, char name[WORD_NAME_MAX])
{
    Text list = text_of(word_names(word).local), first = list;
    text_split(&list, '|', &first);
    Out out = out_to(name, WORD_NAME_MAX);
    out_text(&out, first);
    return name;
}

// --- players and clocks --------------------------------------------------------------------------

const char *who_name(const TerminalGame *play, int player, char who[WHO_MAX])
{
    const Game *game = play_game(play);
    Out out = out_to(who, WHO_MAX);
    // If all pieces have the same name, players are named by number.
    if (!strcmp(game->pieces[0], game->pieces[1])) {
        char number[32];
        snprintf(number, sizeof number, tr("player %d"), player + 1);
        out_str(&out, number);
    } else {
        out_str(&out, tr_in("player", game->pieces[player]));
    }
    if (play->seat[player].name[0]) out_format(&out, " (%s)", play->seat[player].name);
    return who;
}

// A set of players, "black (Ada) + amber (Bo)".
static const char *side_name(const TerminalGame *play, u8 players, char side[SIDE_MAX])
{
    char who[WHO_MAX];
    Out out = out_to(side, SIDE_MAX);
    for (int player = 0; player < PLAYERS_MAX; player++) {
        if (!bits_has(players, player)) continue;
        if (out.length) out_str(&out, " + ");
        out_str(&out, who_name(play, player, who));
    }
    return side;
}

// h:mm:ss or m:ss, with tenths when little time is left.
static void write_time(i64 ms, char *text, size_t capacity)
{
    i64 seconds = ms / 1000;
    if (seconds >= 24 * 3600) {
        int days = (int)(seconds / (24 * 3600));
        int count = snprintf(text, capacity, tr_n("%d day", "%d days", days), days);
        seconds %= 24 * 3600;
        if (count < 0 || (size_t)count + 1 >= capacity) return;
        text[count] = ' ';
        text += count + 1;
        capacity -= (size_t)count + 1;
    }
    int h = (int)(seconds / 3600), m = (int)(seconds / 60 % 60), s = (int)(seconds % 60);
    if (ms >= 3600 * 1000)
        snprintf(text, capacity, "%d:%02d:%02d", h, m, s);
    else if (ms >= 10 * 1000)
        snprintf(text, capacity, "%d:%02d", m, s);
    else
        snprintf(text, capacity, "%d:%02d.%d", m, s, (int)(ms % 1000 / 100));
}

bool clock_words(const TerminalGame *play, int player, char words[CLOCK_WORDS_MAX])
{
    const ClockSpec *spec = &play->match.spec;
    if (clock_spec_none(spec)) return false;
    ClockFace face = match_clock(&play->match, player, play_now(play));
    char time[CLOCK_WORDS_MAX / 2];
    write_time(face.main ? face.main : face.period, time, sizeof time);
    // Days per move are also a period, but aren't called that.
    bool periods = spec->periods > 1 || (spec->periods && spec->main);
    if (periods && !face.main)
        snprintf(words, CLOCK_WORDS_MAX, tr_n("%s (%d period)", "%s (%d periods)", face.periods),
                 time, face.periods);
    else
        snprintf(words, CLOCK_WORDS_MAX, "%s", time);
    return true;
}

void print_players(const TerminalGame *play)
{
    char who[WHO_MAX];
    for (int player = 0; player < match_variant(&play->match)->players; player++)
        printf("  %s\n", who_name(play, player, who));
}

void print_clocks(const TerminalGame *play)
{
    char who[WHO_MAX], words[CLOCK_WORDS_MAX];
    for (int player = 0; player < match_variant(&play->match)->players; player++) {
        if (!clock_words(play, player, words)) {
            puts(tr("There is no clock in this game."));
            return;
        }
        bool out = !bits_has(match_in(&play->match), player);
        printf("  %s: %s\n", who_name(play, player, who), out ? "-" : words);
    }
}

// --- the board -----------------------------------------------------------------------------------

void print_board(const TerminalGame *play)
{
    char drawing[DRAWING_TEXT_MAX];
    Out out = out_to(drawing, sizeof drawing);
    const Match *match = &play->match;
    DrawStyle style = play->style;
    style.last = match->count ? match->plies[match->count - 1].move : MOVE_NONE;
    play_game(play)->draw(&match->position, style, &out);
    fputs(drawing, stdout);
}

static bool must_pass(const TerminalGame *play)
{
    Move moves[MOVES_MAX];
    return play_game(play)->moves(&play->match.position, moves) == 1 && moves[0] == MOVE_PASS;
}

void print_must_pass(const TerminalGame *play)
{
    char pass[WORD_NAME_MAX];
    if (!must_pass(play)) return;
    printf("%s: %s\n", word_name(WORD_PASS, pass), tr(refusal_text(REFUSED_MUST_PASS)));
}

void print_last_move(const TerminalGame *play)
{
    const Match *match = &play->match;
    if (!match->count) return;
    char who[WHO_MAX], move[MOVE_TEXT_MAX];
    const Ply *ply = &match->plies[match->count - 1];
    Out out = out_to(move, sizeof move);
    play_game(play)->write_move(&match->position, ply->move, &out);
    printf(tr("Last move: %s, %s\n"), move, who_name(play, ply->player, who));
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void print_moves(const TerminalGame *play)
{
    const Position *position = &play->match.position;
    Move moves[MOVES_MAX];
    char texts[MOVES_MAX][MOVE_TEXT_MAX];
    int count = play_game(play)->moves(position, moves), column = 0;
    for (int i = 0; i < count; i++) {
        Out out = out_to(texts[i], sizeof texts[i]);
        play_game(play)->write_move(position, moves[i], &out);
    }
    qsort(texts, (size_t)count, sizeof *texts, by_bytes);
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(texts[i]);
        if (column && column + 1 + length > LINE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf(column ? " %s" : "%s", texts[i]);
    }
    putchar('\n');
}

// --- help and refusals ---------------------------------------------------------------------------

static void print_notation(const TerminalGame *play)
{
    for (int i = 0; i < 2; i++)
        puts(tr(play_game(play)->notation[i]));
}

static void print_command(Word word, const char *argument, const char *meaning)
{
    char name[WORD_NAME_MAX];
    printf("%s%s: %s\n", word_name(word, name), argument, meaning);
}

void print_help(const TerminalGame *play)
{
    print_notation(play);
    print_command(WORD_MOVES, "", tr("list the legal moves"));
    print_command(WORD_BOARD, "", tr("draw the board again"));
    print_command(WORD_CLOCK, "", tr("the time everyone has left"));
    print_command(WORD_UNDO, "", tr("take the last move back"));
    print_command(WORD_HINT, "", tr("think for a second, and show a good move"));
    print_command(WORD_PASS, "", tr("only if there is no legal move"));
    print_command(WORD_DRAW, "", tr("offer a draw; all the others are asked"));
    print_command(WORD_RESIGN, "", tr("resign"));
    print_command(WORD_SAVE, tr(" FILE"),
                  tr("save a copy; the game is also saved after every move"));
    print_command(WORD_QUIT, "", tr("stop here and continue another time"));
}

static bool is_ascii(Text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] >= 128) return false;
    return true;
}

// Names the player whose last path the wall would close.
static void print_shut_in(const TerminalGame *play, Text wall)
{
    const Position *position = &play->match.position;
    char who[WHO_MAX];
    int player = 0;
    Move move;
    if (play_game(play)->read_move(position, wall, &move, NULL) != OK) return;
    play_game(play)->refusal(position, move, &player);
    printf("  %s\n", who_name(play, player, who));
}

void print_refusal(const TerminalGame *play, Text text, Status status, const Fault *why)
{
    if (status == ILLEGAL) {
        Refusal refusal = must_pass(play) ? REFUSED_MUST_PASS : (Refusal)why->code;
        printf(tr("Not allowed: %s\n"), tr(refusal_text(refusal)));
        if (why->code == REFUSED_SHUT_IN) print_shut_in(play, text);
        return;
    }
    fputs(tr("This is not a move: "), stdout);
    terminal_print(text_cut(text, 0, 40));
    putchar('\n');
    if (!is_ascii(text))
        puts(tr("Cells are named with the Latin letters a to i and the digits 1 to 9."));
    print_notation(play);
    char help[WORD_NAME_MAX];
    printf(tr("Type %s to see all commands.\n"), word_name(WORD_HELP, help));
}

// --- the end -------------------------------------------------------------------------------------

void print_departure(const TerminalGame *play, const Departure *departure)
{
    char who[WHO_MAX];
    who_name(play, departure->player, who);
    if (departure->reason == REASON_TIME)
        printf(tr("Time is up, out of the game: %s\n"), who);
    else if (departure->reason == REASON_RESIGNATION)
        printf(tr("Resigned, out of the game: %s\n"), who);
    else
        printf(tr("Left the game: %s\n"), who);
}

static const char *reason_words(const Match *match)
{
    switch (match->outcome.reason) {
    case REASON_TIME: return tr("time is up");
    case REASON_RESIGNATION: return tr("resignation");
    case REASON_AGREEMENT: return tr("a draw was agreed");
    case REASON_REPETITION: return tr("the same position for the third time");
    case REASON_ABANDONED: return tr("abandoned");
    case REASON_NORMAL:
    case REASONS: break;
    }
    return tr(match_variant(match)->game->won);
}

// Prints every side once, with its points.
static void print_points(const TerminalGame *play)
{
    static const char *const HALVES[] = { "0", "1/2", "1" };
    const Variant *variant = match_variant(&play->match);
    char side[SIDE_MAX];
    u8 done = 0;
    for (int player = 0; player < variant->players; player++) {
        if (bits_has(done, player)) continue;
        u8 mates = variant_teammates(variant, player);
        done |= mates;
        printf("  %s: %s\n", side_name(play, mates, side),
               HALVES[outcome_halves(&play->match.outcome, player)]);
    }
}

void print_result(const TerminalGame *play)
{
    const Outcome *outcome = &play->match.outcome;
    char side[SIDE_MAX];
    printf(tr("Game over: %s\n"), reason_words(&play->match));
    if (outcome->winners)
        printf(tr_n("Winner: %s\n", "Winners: %s\n", bits_count(outcome->winners)),
               side_name(play, outcome->winners, side));
    else if (outcome->drawn)
        printf(tr("Draw: %s\n"), side_name(play, outcome->drawn, side));
    else
        puts(tr("There is no result."));
    print_points(play);
    int plies = (int)play->match.count;
    printf(tr_n("%d move was played.\n", "%d moves were played.\n", plies), plies);
}
