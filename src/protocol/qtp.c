// SPDX-License-Identifier: MIT
#include "protocol/qtp.h"

#include "game/match.h"
#include "opponent/opponent.h"
#include "protocol/thinker.h"
#include "quoridor/paths.h"
#include "quoridor/position.h"
#include "variants/variants.h"

#include <stdlib.h>

enum {
    GAME_PLIES = 4096,
    ANSWER_MAX = DRAWING_TEXT_MAX + GAME_PLIES * 8,
    MOVETIME_MS = 1000,
    OVERHEAD_MS = 50, // of the controller, kept in reserve
    BLACK = 0,
    WHITE = 1,
    SIDES_MAX = 2,
};

struct Qtp {
    QtpHost host;
    const Variant *variant;
    Thinker *thinker;
    Match match;
    Ply plies[GAME_PLIES];
    Opponent opponent;
    u64 games;
    bool clock;                 // time_left was sent
    TimeLeft left[SIDES_MAX];   // by colour
    i64 increment_ms;           // time_settings with a Canadian or Fischer part
    char id[16];                // number of the command that is answered
    char text[ANSWER_MAX];      // the answer
    char line[ANSWER_MAX + 32]; // with its marks
};

// --- names ---------------------------------------------------------------------------------------

static const char *const COLOUR[SIDES_MAX] = { "black", "white" };

// The colour named by a word, or -1.
static int colour_of(Text word)
{
    for (int colour = 0; colour < SIDES_MAX; colour++) {
        if (text_is_nocase(word, COLOUR[colour])) return colour;
        if (word.length == 1 && text_lower(*word.at) == *COLOUR[colour]) return colour;
    }
    return -1;
}

// Turns a move's text upside down, in place: squares r to 10 - r, walls r to 9 - r. The same for
// both directions. False for a text that isn't a move.
static bool turn_move(char *move)
{
    bool wall = move[0] && move[1] && (move[2] == 'h' || move[2] == 'v');
    char last = wall ? '8' : '9';
    if (move[0] < 'a' || move[0] > 'i' || move[1] < '1' || move[1] > last) return false;
    if (move[wall ? 3 : 2]) return false;
    move[1] = (char)('1' + last - move[1]);
    return true;
}

// Reads a move in QTP's notation for the side to move.
static bool read_move(const Qtp *qtp, Text word, Move *move, bool wall, bool pawn)
{
    char text[MOVE_TEXT_MAX] = "";
    if (word.length >= sizeof text) return false;
    for (size_t i = 0; i < word.length; i++)
        text[i] = text_lower(word.at[i]);
    if (!turn_move(text)) return false;
    bool is_wall = text[2] != 0;
    if ((is_wall && pawn) || (!is_wall && wall)) return false;
    const Game *game = qtp->variant->game;
    const Position *position = &qtp->match.position;
    return game->read_move(position, text_of(text), move, NULL) == OK &&
           game->refusal(position, *move, NULL) == ALLOWED;
}

static void write_move(const Position *position, Move move, Out *out)
{
    char text[MOVE_TEXT_MAX];
    Out own = out_to(text, sizeof text);
    position->head.variant->game->write_move(position, move, &own);
    turn_move(text);
    out_str(out, text);
}

static const QrPosition *board(const Qtp *qtp)
{
    return (const QrPosition *)&qtp->match.position;
}

static int distance(const Qtp *qtp, int colour)
{
    u8 steps[SQUARES];
    const QrPosition *position = board(qtp);
    qr_distances(position, (Side)qr_variant(position)->goal[colour], steps);
    return steps[position->pawn[colour]];
}

// --- the game ------------------------------------------------------------------------------------

static void clear_board(Qtp *qtp)
{
    Position start;
    variant_start(qtp->variant, &start);
    match_start(&qtp->match, &start, (ClockSpec){ 0 }, 0);
    match_lend(&qtp->match, qtp->plies, GAME_PLIES);
    qtp->opponent = opponent_of(qtp->host.level, ++qtp->games);
    qtp->clock = false;
    engine_new_game(thinker_engine(qtp->thinker));
}

// Only a pawn on its goal ends a game in QTP; the rules of repetition are the controller's.
static bool is_over(const Qtp *qtp)
{
    return qtp->variant->game->winners(&qtp->match.position) != 0;
}

static bool play(Qtp *qtp, Move move)
{
    Match *match = &qtp->match;
    if (match->outcome.over && !is_over(qtp)) {
        // Drawn by repetition: the game goes on from here as if it began.
        Position now = match->position;
        match_start(match, &now, (ClockSpec){ 0 }, 0);
        match_lend(match, qtp->plies, GAME_PLIES);
    }
    return match_play(match, match_turn(match), move, 0, NULL) == OK;
}

// --- answers -------------------------------------------------------------------------------------

static void answer(Qtp *qtp, char mark, Text text)
{
    Out out = out_to(qtp->line, sizeof qtp->line);
    out_format(&out, "%c%s", mark, qtp->id);
    if (text.length) out_char(&out, ' ');
    out_text(&out, text);
    out_str(&out, "\n\n");
    qtp->host.write(qtp->host.context, (Text){ qtp->line, out.length });
}

static void refuse(Qtp *qtp, const char *why)
{
    answer(qtp, '?', text_of(why));
}

// --- commands ------------------------------------------------------------------------------------

typedef struct QtpCommand {
    const char *name;
    // Writes the answer, or returns the reason of a refusal.
    const char *(*run)(Qtp *qtp, Text rest, Out *out);
} QtpCommand;
static const QtpCommand *find_command(Text name);

static const char *nothing(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)rest, (void)out;
    return NULL;
}

static const char *protocol_version(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)rest;
    out_char(out, '2');
    return NULL;
}

static const char *name(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)rest;
    out_str(out, "Meydan");
    return NULL;
}

static const char *version(Qtp *qtp, Text rest, Out *out)
{
    (void)rest;
    out_str(out, qtp->host.version);
    return NULL;
}

static const char *known_command(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp;
    out_str(out, find_command(text_trim(rest)) ? "true" : "false");
    return NULL;
}

static const char *boardsize(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    if (!text_is(text_trim(rest), "9")) return "unacceptable size";
    clear_board(qtp);
    return NULL;
}

static const char *do_clear(Qtp *qtp, Text rest, Out *out)
{
    (void)rest, (void)out;
    clear_board(qtp);
    return NULL;
}

// A point for the first move only matters to scores, which we don't count.
static const char *komi(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)out;
    Text text = text_trim(rest);
    return text_is(text, "-0.5") || text_is(text, "0") || text_is(text, "0.5")
               ? NULL
               : "unacceptable komi: only wins count here";
}

static const char *get_komi(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)rest;
    out_str(out, "-0.5");
    return NULL;
}

// `colour` is -1 if it may be omitted and is.
static const char *play_word(Qtp *qtp, int colour, Text word, bool wall, bool pawn)
{
    static const char *const NOT_TURN[] = { "illegal move: not black's turn",
                                            "illegal move: not white's turn" };
    Move move;
    if (is_over(qtp)) return "game is over";
    if (colour >= 0 && colour != match_turn(&qtp->match)) return NOT_TURN[colour];
    if (!read_move(qtp, word, &move, wall, pawn)) return "illegal move";
    return play(qtp, move) ? NULL : "illegal move: the game is too long";
}

static const char *play_as(Qtp *qtp, Text rest, bool coloured, bool wall, bool pawn)
{
    Text word, more;
    int colour = -1;
    if (!text_word(&rest, &word)) return "syntax error: expected a move";
    if (coloured || colour_of(word) >= 0) {
        colour = colour_of(word);
        if (colour < 0) return "syntax error: expected black or white";
        if (!text_word(&rest, &word)) return "syntax error: expected a move";
    }
    if (text_word(&rest, &more)) return "syntax error: too many words";
    return play_word(qtp, colour, word, wall, pawn);
}

static const char *do_play(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    return play_as(qtp, rest, true, false, false);
}

static const char *do_move(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    return play_as(qtp, rest, false, false, true);
}

static const char *do_wall(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    return play_as(qtp, rest, false, true, false);
}

static SearchLimits limits_of(const Qtp *qtp)
{
    const QtpHost *host = &qtp->host;
    SearchLimits limits = { .nodes = host->nodes };
    OpponentTime time = { .overhead_ms = OVERHEAD_MS };
    if (qtp->clock) {
        time.clock = true;
        time.left = qtp->left[match_turn(&qtp->match)];
    } else {
        time.move_ms = host->movetime_ms ? host->movetime_ms : MOVETIME_MS;
    }
    if (host->nodes && !qtp->clock)
        opponent_style(&qtp->opponent, &limits);
    else
        opponent_limits(&qtp->opponent, &time, &limits);
    return limits;
}

static const char *genmove(Qtp *qtp, Text rest, Out *out)
{
    static const char *const NOT_TURN[] = { "not black's turn", "not white's turn" };
    Move history[HISTORY_MAX];
    Text word;
    if (!text_word(&rest, &word) || colour_of(word) < 0)
        return "syntax error: expected black or white";
    if (is_over(qtp)) return "game is over";
    if (colour_of(word) != match_turn(&qtp->match)) return NOT_TURN[colour_of(word)];
    Engine *engine = thinker_engine(qtp->thinker);
    const SearchLimits limits = limits_of(qtp);
    const OpponentGame game = opponent_game(&qtp->match, history);
    opponent_begin(engine, &game);
    thinker_go(qtp->thinker, &limits);
    thinker_wait(qtp->thinker);
    Move move = engine_best(engine);
    write_move(&qtp->match.position, move, out);
    return play(qtp, move) ? NULL : "the game is too long";
}

static const char *undo(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    i64 times = 1;
    Text text = text_trim(rest);
    if (text.length && (!text_count(text, GAME_PLIES, &times) || !times))
        return "syntax error: expected a number";
    if (times > qtp->match.count) return "cannot undo";
    return match_undo(&qtp->match, qtp->match.count - (u32)times, 0, NULL) == OK ? NULL
                                                                                 : "cannot undo";
}

static const char *legal_moves(Qtp *qtp, Text rest, Out *out)
{
    Position position = qtp->match.position;
    Move moves[MOVES_MAX];
    Text word;
    if (text_word(&rest, &word)) {
        if (colour_of(word) < 0) return "syntax error: expected black or white";
        position.head.turn = (u8)colour_of(word);
    }
    int count = is_over(qtp) ? 0 : position.head.variant->game->moves(&position, moves);
    for (int i = 0; i < count; i++) {
        if (i) out_char(out, ' ');
        write_move(&position, moves[i], out);
    }
    return NULL;
}

static const char *winner(Qtp *qtp, Text rest, Out *out)
{
    (void)rest;
    u8 winners = qtp->variant->game->winners(&qtp->match.position);
    out_str(out, winners & 1 << BLACK ? "B" : winners ? "W" : "none");
    return NULL;
}

static int walls_of(const Qtp *qtp, int colour)
{
    return board(qtp)->walls[colour];
}

// "B: 7 W: 9", or the number of one colour.
static const char *two_numbers(Qtp *qtp, Text rest, Out *out, int (*of)(const Qtp *, int))
{
    Text word;
    if (!text_word(&rest, &word)) {
        out_format(out, "B: %d W: %d", of(qtp, BLACK), of(qtp, WHITE));
        return NULL;
    }
    if (colour_of(word) < 0) return "syntax error: expected black or white";
    out_int(out, of(qtp, colour_of(word)));
    return NULL;
}

static const char *dist(Qtp *qtp, Text rest, Out *out)
{
    return two_numbers(qtp, rest, out, distance);
}

static const char *walls(Qtp *qtp, Text rest, Out *out)
{
    return two_numbers(qtp, rest, out, walls_of);
}

// Our drawing has black at the bottom; its lines in reverse order with QTP's ranks.
static void draw_square(const QrPosition *position, int file, int rank, Out *out)
{
    Square square = (Square)((9 - rank) * 9 + file);
    bool black = square == position->pawn[BLACK], white = square == position->pawn[WHITE];
    out_format(out, " %c ", black ? 'B' : white ? 'W' : '.');
    if (file < 8) out_char(out, qr_open(position, square, EAST) ? ' ' : '|');
}

static const char *showboard(Qtp *qtp, Text rest, Out *out)
{
    (void)rest;
    const QrPosition *position = board(qtp);
    out_str(out, "\n    a   b   c   d   e   f   g   h   i\n");
    for (int rank = 9; rank >= 1; rank--) {
        out_format(out, "%d  ", rank);
        for (int file = 0; file < 9; file++)
            draw_square(position, file, rank, out);
        out_format(out, " %d\n", rank);
        if (rank == 1) break;
        out_str(out, "   ");
        for (int file = 0; file < 9; file++) {
            bool open = qr_open(position, (Square)((9 - rank) * 9 + file), NORTH);
            out_str(out, open ? "   +" : "---+"); // an empty line would end the answer
        }
        out_char(out, '\n');
    }
    out_str(out, "    a   b   c   d   e   f   g   h   i\n");
    out_format(out, "walls B: %d W: %d, distances B: %d W: %d, ", walls_of(qtp, BLACK),
               walls_of(qtp, WHITE), distance(qtp, BLACK), distance(qtp, WHITE));
    out_format(out, is_over(qtp) ? "the game is over" : "%s to move",
               COLOUR[match_turn(&qtp->match)]);
    return NULL;
}

static const char *printsgf(Qtp *qtp, Text rest, Out *out)
{
    (void)rest;
    const Match *match = &qtp->match;
    Position position = match->start;
    out_str(out, "(;FF[4]GM[1]SZ[17]PB[]PW[]KM[-0.5]WB[10]WW[10]RU[Quoridor]");
    u8 winners = qtp->variant->game->winners(&match->position);
    if (winners) out_format(out, "RE[%c+]", winners & 1 << BLACK ? 'B' : 'W');
    for (u32 i = 0; i < match->count; i++) {
        out_format(out, ";%c[", position.head.turn == BLACK ? 'B' : 'W');
        write_move(&position, match->plies[i].move, out);
        out_char(out, ']');
        qtp->variant->game->play(&position, match->plies[i].move);
    }
    out_char(out, ')');
    return NULL;
}

// MAIN PERIOD STONES, in seconds; a period for one stone is an increment of that length.
static const char *time_settings(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    Text word[3];
    i64 number[3];
    for (int i = 0; i < 3; i++)
        if (!text_word(&rest, &word[i]) || !text_number(word[i], 1000000, &number[i]))
            return "syntax error: expected three numbers";
    qtp->clock = number[0] > 0 || number[1] > 0;
    qtp->increment_ms = number[2] ? number[1] * 1000 / number[2] : 0;
    for (int colour = 0; colour < SIDES_MAX; colour++)
        qtp->left[colour] =
            (TimeLeft){ number[0] * 1000 + qtp->increment_ms, qtp->increment_ms, 0 };
    return NULL;
}

static const char *time_left(Qtp *qtp, Text rest, Out *out)
{
    (void)out;
    Text word;
    i64 seconds;
    int colour = text_word(&rest, &word) ? colour_of(word) : -1;
    if (colour < 0 || !text_word(&rest, &word) || !text_number(word, 1000000, &seconds))
        return "syntax error: expected a colour and seconds";
    qtp->clock = true;
    qtp->left[colour] = (TimeLeft){ seconds * 1000, qtp->increment_ms, 0 };
    return NULL;
}

static const char *list_commands(Qtp *qtp, Text rest, Out *out);

static const QtpCommand COMMANDS[] = {
    { "protocol_version", protocol_version },
    { "name", name },
    { "version", version },
    { "known_command", known_command },
    { "list_commands", list_commands },
    { "quit", nothing },
    { "boardsize", boardsize },
    { "clear_board", do_clear },
    { "komi", komi },
    { "get_komi", get_komi },
    { "play", do_play },
    { "move", do_move },
    { "wall", do_wall },
    { "genmove", genmove },
    { "undo", undo },
    { "legal_moves", legal_moves },
    { "winner", winner },
    { "dist", dist },
    { "walls", walls },
    { "showboard", showboard },
    { "printsgf", printsgf },
    { "time_settings", time_settings },
    { "time_left", time_left },
};
enum { COMMANDS_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static const char *list_commands(Qtp *qtp, Text rest, Out *out)
{
    (void)qtp, (void)rest;
    for (int i = 0; i < COMMANDS_COUNT; i++)
        out_format(out, "%s%s", i ? "\n" : "", COMMANDS[i].name);
    return NULL;
}

static const QtpCommand *find_command(Text wanted)
{
    for (int i = 0; i < COMMANDS_COUNT; i++)
        if (text_is(wanted, COMMANDS[i].name)) return &COMMANDS[i];
    return NULL;
}

// --- lines ---------------------------------------------------------------------------------------

// Control characters are dropped, tabs are blanks, and # begins a comment (GTP 2, section 2.2).
static size_t clean(Text line, char *into, size_t capacity)
{
    size_t length = 0;
    for (size_t i = 0; i < line.length && length < capacity; i++) {
        char c = line.at[i];
        if (c == '#') break;
        if (c == '\t') c = ' ';
        if (c >= ' ' && c <= '~') into[length++] = c;
    }
    return length;
}

bool qtp_line(Qtp *qtp, Text line)
{
    enum { COMMAND_MAX = 512 };
    char bytes[COMMAND_MAX];
    Text rest = { bytes, clean(line, bytes, sizeof bytes) }, word;
    i64 number;
    qtp->id[0] = 0;
    if (!text_word(&rest, &word)) return true;
    if (text_number(word, 1000000000, &number)) {
        Out id = out_to(qtp->id, sizeof qtp->id);
        out_int(&id, number);
        if (!text_word(&rest, &word)) return true;
    }
    const QtpCommand *command = find_command(word);
    if (!command) {
        refuse(qtp, "unknown command");
        return true;
    }
    Out out = out_to(qtp->text, sizeof qtp->text);
    const char *why = command->run(qtp, rest, &out);
    if (why)
        refuse(qtp, why);
    else
        answer(qtp, '=', (Text){ qtp->text, out.length });
    return command->run != nothing;
}

Qtp *qtp_new(QtpHost host)
{
    Qtp *qtp = calloc(1, sizeof *qtp);
    if (!qtp) return NULL;
    qtp->host = host;
    qtp->variant = variant_find(text_of("quoridor"));
    qtp->thinker = thinker_new(host.hash_mb, host.threads, (ThinkerHost){ 0 });
    if (!qtp->thinker) {
        free(qtp);
        return NULL;
    }
    clear_board(qtp);
    return qtp;
}

void qtp_free(Qtp *qtp)
{
    if (!qtp) return;
    thinker_free(qtp->thinker);
    free(qtp);
}
