// SPDX-License-Identifier: MIT
// Runs a game: shows the board, prompts the player, and executes the input.
#include "cli/play/play.h"

#include "cli/language.h"
#include "platform/plies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The step after a line of input.
typedef enum Next {
    NEXT_ASK,   // prompt again: nothing has changed
    NEXT_SHOW,  // show the new position
    NEXT_LEAVE, // leave the game
} Next;

bool play_grow(TerminalGame *play)
{
    return plies_grow(&play->match);
}

// The next player who must answer a draw offer; NOBODY if there is none.
static int asked_about_draw(const Match *match)
{
    return opponent_asked_draw(match, match_in(match));
}

// --- moves ---------------------------------------------------------------------------------------

// Accepts unambiguous variations of the notation: "A1 - B2", "e3 h" and "he3".
static void tidy_move(const TerminalGame *play, Text line, Out *out)
{
    if (word_find(text_trim(line)) == WORD_PASS) line = text_of("pass");
    for (size_t i = 0; i < line.length; i++) {
        char c = line.at[i];
        if (!text_blank(c) && c != '-' && c != ',' && c != '>') out_char(out, text_lower(c));
    }
    bool turned = out->length == 3 && text_digit(out->at[2]) && !text_digit(out->at[1]);
    char mark = out->at[0];
    if (!turned || !strchr(play_game(play)->marks, mark)) return;
    out->at[0] = out->at[1];
    out->at[1] = out->at[2];
    out->at[2] = mark;
}

// R12
static void swap_players(TerminalGame *play)
{
    TerminalSeat first = play->seat[0];
    play->seat[0] = play->seat[1];
    play->seat[1] = first;
    puts(tr("The players have swapped sides."));
    print_players(play);
}

static Next make_move(TerminalGame *play, Move move)
{
    Match *match = &play->match;
    if (match->count == match->capacity && !play_grow(play)) {
        puts(tr("There is not enough memory for another move."));
        return NEXT_ASK;
    }
    // It can fail only if a flag has just fallen, which is announced next.
    if (match_play(match, match_turn(match), move, play_now(play), NULL) != OK) return NEXT_SHOW;
    if (move == MOVE_SWAP) swap_players(play);
    keep_save(play);
    if (match->position.head.swap == SWAP_CHOICE && !match->outcome.over)
        puts(
            tr("Now the other player may choose a side: a move keeps it, 'swap' takes the other."));
    return NEXT_SHOW;
}

static Next read_move(TerminalGame *play, Text line)
{
    char tidy[LINE_LENGTH_MAX + 1];
    Out out = out_to(tidy, sizeof tidy);
    tidy_move(play, line, &out);
    Text text = { tidy, out.length };

    Move read;
    Fault why;
    Status status = move_read(&play->match.position, text, &read, &why);
    if (status == OK) return make_move(play, read);
    print_refusal(play, text, status, &why);
    return NEXT_ASK;
}

// Undoes up to and including a person's last move, with the computers' answers.
static Next undo(TerminalGame *play)
{
    const Match *match = &play->match;
    const Departure *left = match->departures ? &match->departure[match->departures - 1] : NULL;
    u32 count = match->count; // number of plies before that move
    while (count && play->seat[match->plies[count - 1].player].level)
        count--;
    if (!count) {
        puts(tr("There is no move to take back."));
        return NEXT_ASK;
    }
    if (left && count <= left->ply) {
        char who[WHO_MAX];
        printf(tr("That cannot be taken back, a player has left since: %s\n"),
               who_name(play, left->player, who));
        return NEXT_ASK;
    }
    if (match_undo(&play->match, count - 1, play_now(play), NULL) == OK) keep_save(play);
    return NEXT_SHOW;
}

// --- draws and giving up -------------------------------------------------------------------------

static Next offer_draw(TerminalGame *play)
{
    Match *match = &play->match;
    int player = match_turn(match);
    char who[WHO_MAX];
    if (match_offer_draw(match, player, play_now(play), NULL) == OK)
        printf(tr("A draw is offered by: %s\n"), who_name(play, player, who));
    return NEXT_ASK;
}

static Next answer_draw(TerminalGame *play, int player, bool yes)
{
    Match *match = &play->match;
    if (player == NOBODY) {
        puts(tr("No draw has been offered."));
    } else if (yes) {
        match_offer_draw(match, player, play_now(play), NULL);
    } else if (match_decline_draw(match, player, play_now(play), NULL) == OK) {
        char who[WHO_MAX];
        printf(tr("No draw, the game goes on. Declined by: %s\n"), who_name(play, player, who));
    }
    return NEXT_ASK;
}

static Next resign(TerminalGame *play)
{
    Match *match = &play->match;
    match_leave(match, match_turn(match), REASON_RESIGNATION, play_now(play), NULL);
    return NEXT_SHOW;
}

// --- the computer --------------------------------------------------------------------------------

// Handles an Input other than a line.
static Next without_answer(Input input)
{
    putchar('\n');
    return input == INPUT_TIMEOUT ? NEXT_SHOW : NEXT_LEAVE;
}

static const char *move_text(const TerminalGame *play, Move move, char text[MOVE_TEXT_MAX])
{
    Out out = out_to(text, MOVE_TEXT_MAX);
    play_game(play)->write_move(&play->match.position, move, &out);
    return text;
}

static Next hint(TerminalGame *play)
{
    Move move;
    char text[MOVE_TEXT_MAX];
    Input input = computer_hint(play, &move);
    if (input != INPUT_LINE) return without_answer(input);
    printf(tr("Hint: %s\n"), move_text(play, move, text));
    return NEXT_ASK;
}

// The computer answers its prompt with a line, as a person would.
static Next computer_turn(TerminalGame *play)
{
    Move move;
    char text[MOVE_TEXT_MAX];
    Input input = computer_move(play, &move);
    if (input != INPUT_LINE) return without_answer(input);
    puts(move_text(play, move, text));
    Next next = make_move(play, move);
    return next == NEXT_ASK ? NEXT_LEAVE : next; // a computer can't be prompted again
}

static Next computer_answer(TerminalGame *play, int player)
{
    bool agrees;
    char word[WORD_NAME_MAX];
    Input input = computer_agrees(play, player, &agrees);
    if (input != INPUT_LINE) return without_answer(input);
    puts(word_name(agrees ? WORD_ACCEPT : WORD_DECLINE, word));
    return answer_draw(play, player, agrees);
}

// --- lines ---------------------------------------------------------------------------------------

static Next obey(TerminalGame *play, Word word, Text rest)
{
    Match *match = &play->match;
    int asked = asked_about_draw(match);
    char accept[WORD_NAME_MAX], decline[WORD_NAME_MAX];
    switch (word) {
    case WORD_HELP: print_help(play); return NEXT_ASK;
    case WORD_BOARD: return NEXT_SHOW;
    case WORD_MOVES: print_moves(play); return NEXT_ASK;
    case WORD_CLOCK: print_clocks(play); return NEXT_ASK;
    case WORD_SAVE: keep_save_copy(play, rest); return NEXT_ASK;
    case WORD_ACCEPT: return answer_draw(play, asked, true);
    case WORD_DECLINE: return answer_draw(play, asked, false);
    case WORD_QUIT: return NEXT_LEAVE;
    case WORD_UNDO:
    case WORD_HINT:
    case WORD_DRAW:
    case WORD_RESIGN:
    case WORD_PASS:
    case WORDS: break;
    }
    if (asked != NOBODY) {
        printf(tr("First answer the draw offer: %s or %s.\n"), word_name(WORD_ACCEPT, accept),
               word_name(WORD_DECLINE, decline));
        return NEXT_ASK;
    }
    if (word == WORD_UNDO) return undo(play);
    if (word == WORD_HINT) return hint(play);
    if (word == WORD_DRAW) return offer_draw(play);
    if (word != WORD_RESIGN) return read_move(play, rest);
    play->resigning = play->ask_first;
    return play->ask_first ? NEXT_ASK : resign(play);
}

static Next answer_line(TerminalGame *play, Text line)
{
    Text rest = line, first;
    if (!text_word(&rest, &first)) return NEXT_ASK;
    rest = text_trim(rest);
    Word word = word_find(first);
    // Only `save` takes an argument. Other lines of several words are moves or typos.
    if (word == WORD_PASS || (rest.length && word != WORD_SAVE)) word = WORDS;
    if (play->resigning) {
        play->resigning = false;
        if (word == WORD_ACCEPT) return resign(play);
        if (word == WORD_DECLINE) return NEXT_ASK;
    }
    return obey(play, word, word == WORDS ? line : rest);
}

static void print_prompt(const TerminalGame *play)
{
    const Match *match = &play->match;
    int asked = asked_about_draw(match);
    int player = asked == NOBODY ? match_turn(match) : asked;
    char who[WHO_MAX], words[CLOCK_WORDS_MAX], yes[WORD_NAME_MAX], no[WORD_NAME_MAX];
    word_name(WORD_ACCEPT, yes);
    word_name(WORD_DECLINE, no);
    fputs(who_name(play, player, who), stdout);
    if (clock_words(play, player, words)) printf(" [%s]", words);
    if (asked != NOBODY)
        printf(tr(": do you agree to a draw? %s or %s"), yes, no);
    else if (play->resigning)
        printf(tr(": really resign? %s or %s"), yes, no);
    fputs("> ", stdout);
}

// Announces departures since the last call.
static void announce_departures(TerminalGame *play)
{
    const Match *match = &play->match;
    if (play->departures == match->departures) return;
    for (; play->departures < match->departures; play->departures++)
        print_departure(play, &match->departure[play->departures]);
    play->resigning = false;
    keep_save(play);
}

static Next ask(TerminalGame *play)
{
    int asked = asked_about_draw(&play->match);
    print_prompt(play);
    if (asked != NOBODY && play->seat[asked].level) return computer_answer(play, asked);
    if (asked == NOBODY && play->seat[match_turn(&play->match)].level) return computer_turn(play);
    i64 deadline = match_deadline(&play->match);
    if (deadline != CLOCK_NEVER) deadline += play->origin;
    Text line;
    switch (terminal_read(&play->terminal, deadline, &line)) {
    case INPUT_LINE: return answer_line(play, line);
    case INPUT_TIMEOUT: return NEXT_SHOW;
    case INPUT_END:
    case INPUT_SIGNAL: break;
    }
    return NEXT_LEAVE;
}

ExitStatus play_run(TerminalGame *play)
{
    const Match *match = &play->match;
    play->departures = match->departures;
    Next next = NEXT_SHOW;
    while (next != NEXT_LEAVE) {
        match_tick(&play->match, play_now(play));
        announce_departures(play);
        if (match->outcome.over || next == NEXT_SHOW) {
            print_board(play);
            print_last_move(play);
        }
        if (match->outcome.over) {
            print_result(play);
            keep_save(play);
            keep_print_where(play);
            return EXIT_DONE;
        }
        if (next == NEXT_SHOW) print_must_pass(play);
        next = ask(play);
    }
    keep_leave(play);
    keep_print_where(play);
    return EXIT_DONE;
}
