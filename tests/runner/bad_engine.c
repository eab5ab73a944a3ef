// SPDX-License-Identifier: MIT
// A small UGI engine for tests that misbehaves on request.
//
//     engine [HABIT [NUMBER]]
//
//     none          plays as the greedy yardstick
//     dies          exits with status 3 before any output
//     crash N       aborts at the Nth request for a move in a game; the same N below
//     exit N        ends with status 0
//     hang N        never answers again
//     late N        answers only after `stop`
//     illegal N     plays a well-formed but illegal move
//     garbage N     answers with text that isn't a move
//     flood N       writes nonsense endlessly
//     slow MS       takes that long for every move
//     score CP      reports this score for the player to move in every position
#include "engine/yardstick.h"
#include "variants/variants.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Variant *variant;
static Position position;
static Rng rng;

static void set_position(Text rest)
{
    Text word, text = rest;
    size_t length = 0;
    text_word(&rest, &word);
    if (text_is(word, "startpos")) {
        variant_start(variant, &position);
        text_word(&rest, &word);
    } else {
        text = rest;
        while (text_word(&rest, &word) && !text_is(word, "moves"))
            length = (size_t)(word.at + word.length - text.at);
        text = text_trim(text_cut(text, 0, length));
        if (variant->game->read(variant, text, &position, NULL) != OK) abort();
    }
    while (text_word(&rest, &word)) {
        Move move;
        if (move_read(&position, word, &move, NULL) != OK) abort();
        variant->game->play(&position, move);
    }
}

static void wait_for_stop(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin) && strcmp(line, "stop\n") != 0)
        continue;
}

static void go(const char *habit, int number, int asked)
{
    bool now = asked == number;
    if (!strcmp(habit, "score")) printf("info depth 1 score cp %d pv\n", number);
    if (!strcmp(habit, "slow")) poll(NULL, 0, number);
    if (now && !strcmp(habit, "crash")) abort();
    if (now && !strcmp(habit, "exit")) exit(0);
    if (now && !strcmp(habit, "hang"))
        for (;;)
            pause();
    if (now && !strcmp(habit, "late")) wait_for_stop();
    if (now && !strcmp(habit, "flood"))
        for (;;)
            puts("la la la la la");
    char text[MOVE_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    Move move = yardstick_move(YARDSTICK_GREEDY, &position, &rng);
    variant->game->write_move(&position, move, &out);
    if (now && !strcmp(habit, "illegal")) strcpy(text, variant->game->cells == 81 ? "e5" : "e5e6");
    if (now && !strcmp(habit, "garbage")) strcpy(text, "xyzzy");
    printf("bestmove %s\n", text);
}

int main(int argc, char **argv)
{
    const char *habit = argc > 1 ? argv[1] : "none";
    int number = argc > 2 ? atoi(argv[2]) : 0, asked = 0;
    char line[65536];
    variant = variant_at(0);
    if (!strcmp(habit, "dies")) return 3;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        Text rest = text_trim(text_of(line)), word;
        text_word(&rest, &word);
        static const char VARIANT[] = " name UGI_Variant value ";
        size_t length = sizeof VARIANT - 1;
        if (text_is(word, "ugi"))
            puts("id name Fake\noption name UGI_Variant type string\n"
                 "option name Move Overhead type spin default 10 min 0 max 100\nugiok");
        else if (text_is(word, "setoption") && text_is(text_cut(rest, 0, length), VARIANT))
            variant = variant_find(text_from(rest, length));
        else if (text_is(word, "isready"))
            puts("readyok");
        else if (text_is(word, "uginewgame"))
            asked = 0;
        else if (text_is(word, "position"))
            set_position(rest);
        else if (text_is(word, "go"))
            go(habit, number, ++asked);
        else if (text_is(word, "quit"))
            break;
    }
    return 0;
}
