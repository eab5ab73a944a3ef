// SPDX-License-Identifier: MIT
// `meydan explorer`: imports records into the explorer, and queries it.
#include "cli/explorer/explorer_book.h"

#include "cli/cli.h"
#include "cli/file.h"
#include "explorer/explorer_json.h"
#include "record/replay.h"
#include "variants/variants.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 5000, YEAR = 2020 };

typedef struct Kept {
    Position start;
    Move moves[EXPLORER_PLIES];
    char reference[EXPLORER_REF_MAX + 1];
} Kept;

typedef struct Builder {
    Explorer *explorer;
    ExplorerGame *games;
    Kept *kept;
    int count;
    i64 added, skipped;
} Builder;

// --- building ------------------------------------------------------------------------------------

static bool flush(Builder *builder)
{
    Fault why;
    if (!explorer_add(builder->explorer, builder->games, builder->count, NULL, &why)) {
        complain(EXIT_BAD, "%s", why.message);
        return false;
    }
    builder->added += builder->count;
    builder->count = 0;
    return true;
}

// Months since January of YEAR for "2026.11.16"; 0 for an invalid date.
static u16 month_of(Text date)
{
    Text year, month;
    i64 y, m;
    if (!text_split(&date, '.', &year) || !text_split(&date, '.', &month)) return 0;
    if (!text_number(year, 9999, &y) || !text_number(month, 12, &m)) return 0;
    return (u16)(y < YEAR || m < 1 ? 0 : (y - YEAR) * 12 + m - 1);
}

// Reads the tags Rating1 ... Rating4.
static void read_ratings(const Record *record, u16 rating[PLAYERS_MAX])
{
    Tokens tags = record->tags;
    Text name, value;
    i64 number;
    while (record_next_tag(&tags, &name, &value)) {
        bool one = name.length == 7 && text_is(text_cut(name, 0, 6), "Rating");
        int player = one ? name.at[6] - '1' : -1;
        if (player >= 0 && player < PLAYERS_MAX && text_number(value, 9999, &number))
            rating[player] = (u16)number;
    }
}

static void write_reference(const Record *record, const Replay *replay, const char *file, int index,
                            char text[EXPLORER_REF_MAX + 1])
{
    Out out = out_to(text, EXPLORER_REF_MAX + 1);
    outcome_write(&replay->outcome, replay->position.head.variant, &out);
    out_char(&out, ' ');
    for (int player = 0; player < replay->position.head.variant->players; player++) {
        if (player) out_str(&out, " - ");
        Text name = record_player(record, player);
        out_text(&out, name.length ? name : text_of("?"));
    }
    out_format(&out, " (%s %d)", file, index);
}

// Returns false if writing to the explorer fails.
static bool add_record(Builder *builder, const Record *record, const char *file, int index)
{
    Replay replay;
    ClockSpec clock = { 0 };
    Key *keys = malloc(record_replay_size(record) * sizeof *keys);
    bool good = keys && record_replay(record, keys, &replay, NULL) == OK && replay.outcome.over &&
                (replay.outcome.winners || replay.outcome.drawn);
    free(keys);
    Kept *kept = &builder->kept[builder->count];
    if (!good || record->leaves || record_setup(record, &kept->start, NULL) != OK) {
        builder->skipped++;
        return true;
    }
    ExplorerGame *game = &builder->games[builder->count];
    *game = (ExplorerGame){ .start = &kept->start, .moves = kept->moves };
    record_clock(record, &clock, NULL);
    game->winners = replay.outcome.winners;
    game->speed = (u8)speed_of(&clock);
    game->month = month_of(record->tag[TAG_DATE]);
    game->reference = kept->reference;
    read_ratings(record, game->rating);
    write_reference(record, &replay, file, index, kept->reference);
    Position position = kept->start;
    Tokens moves = record->moves;
    RecordStep step;
    while (game->count < EXPLORER_PLIES && record_next_step(&moves, &step) &&
           record_read_move(record, &position, step.text, &kept->moves[game->count], NULL) == OK)
        position.head.variant->game->play(&position, kept->moves[game->count++]);
    return ++builder->count < BATCH || flush(builder);
}

static ExitStatus add_file(Builder *builder, const char *path)
{
    size_t length;
    char *text = file_read(path, &length);
    if (!text) return complain(EXIT_BAD, "cannot read '%.200s': %s", path, strerror(errno));
    RecordReader reader = record_reader((Text){ text, length });
    Record record;
    RecordStatus read;
    const char *slash = strrchr(path, '/');
    bool good = true;
    for (int index = 1; good && (read = record_next(&reader, &record, NULL)) != RECORD_END; index++)
        if (read == RECORD_READ)
            good = add_record(builder, &record, slash ? slash + 1 : path, index);
        else
            builder->skipped++;
    good = good && flush(builder); // the buffered games point into this text
    free(text);
    return good ? EXIT_DONE : EXIT_BAD;
}

static ExitStatus build(const char *path, char **files, int count)
{
    Fault why;
    Builder builder = { .explorer = explorer_open(path, true, &why) };
    if (!builder.explorer) return complain(EXIT_BAD, "%s", why.message);
    builder.games = calloc(BATCH, sizeof *builder.games);
    builder.kept = calloc(BATCH, sizeof *builder.kept);
    ExitStatus status = builder.games && builder.kept ? EXIT_DONE : EXIT_BAD;
    for (int i = 0; i < count && status == EXIT_DONE; i++)
        status = add_file(&builder, files[i]);
    ExplorerSize size = explorer_size(builder.explorer);
    if (status == EXIT_DONE)
        printf("games added %lld, skipped %lld, positions %llu, bytes %llu\n",
               (long long)builder.added, (long long)builder.skipped,
               (unsigned long long)size.positions, (unsigned long long)size.bytes);
    free(builder.games);
    free(builder.kept);
    explorer_close(builder.explorer);
    return status;
}

// --- asking --------------------------------------------------------------------------------------

static void print_text(Explorer *explorer, const Position *position, const ExplorerAnswer *answer)
{
    ExplorerLore lore;
    explorer_lore(position, &lore);
    if (lore.named) printf("%s\n", lore.opening.name);
    printf("games %u\n", answer->games);
    for (int i = 0; i < answer->count; i++) {
        const ExplorerMove *move = &answer->move[i];
        char text[MOVE_TEXT_MAX], game[EXPLORER_REF_MAX + 1] = "";
        Out out = out_to(text, sizeof text), last = out_to(game, sizeof game);
        position->head.variant->game->write_move(position, move->move, &out);
        if (move->lasts) explorer_reference(explorer, move->last[0], &last);
        printf("%-7s %6u  won %u drawn %u lost %u  rating %u  last: %s\n", text, move->count,
               move->won, move->drawn, move->count - move->won - move->drawn, move->rating, game);
    }
    for (int i = 0; i < lore.book_moves; i++) {
        char text[MOVE_TEXT_MAX];
        Out out = out_to(text, sizeof text);
        position->head.variant->game->write_move(position, lore.book[i].move, &out);
        printf("book: %-7s %d.%d %%\n", text, lore.book[i].chance / 10, lore.book[i].chance % 10);
    }
}

static void print_json(Explorer *explorer, const Position *position, const ExplorerAnswer *answer)
{
    static char text[EXPLORER_JSON_MAX];
    Out out = out_to(text, sizeof text);
    explorer_json(explorer, position, answer, &out);
    puts(text);
}

typedef struct ExplorerArgs {
    const char *layout, *position, *speed, *rating_min, *rating_max, *since, *until, *nodes;
    bool json;
} ExplorerArgs;

static bool read_filter(const ExplorerArgs *args, ExplorerFilter *filter)
{
    i64 low = 0, high = 0;
    *filter = (ExplorerFilter){ 0 };
    Speed speed;
    if (args->speed && speed_read(text_of(args->speed), &speed)) filter->speeds = (u8)(1 << speed);
    if (args->speed && !filter->speeds) {
        complain(EXIT_BAD, "there is no speed %s", quote(args->speed).text);
        return false;
    }
    if (args->rating_min && !args_number(args->rating_min, "rating", 9999, &low)) return false;
    if (args->rating_max && !args_number(args->rating_max, "rating", 9999, &high)) return false;
    filter->rating_min = (int)low;
    filter->rating_max = (int)high;
    if (args->since) filter->month_min = month_of(text_of(args->since));
    if (args->since) filter->month_max = 255;
    if (args->until) filter->month_max = month_of(text_of(args->until));
    return true;
}

static ExitStatus query(const char *path, const ExplorerArgs *args, char **words, int count)
{
    Position position;
    ExplorerFilter filter;
    PositionArgs place = { args->layout, args->position };
    ExitStatus status = args_position(words[0], place, &position);
    if (status != EXIT_DONE || !read_filter(args, &filter)) return EXIT_BAD;
    for (int i = 1; i < count; i++) {
        Move move;
        Fault wrong;
        Status read = move_read(&position, text_of(words[i]), &move, &wrong);
        if (read != OK) return complain_status(read, &wrong);
        position.head.variant->game->play(&position, move);
    }
    Fault why;
    static ExplorerAnswer answer;
    Explorer *explorer = explorer_open(path, false, &why);
    if (!explorer) return complain(EXIT_BAD, "%s", why.message);
    bool good = explorer_query(explorer, &position, filter, &answer);
    if (good && args->json) print_json(explorer, &position, &answer);
    if (good && !args->json) print_text(explorer, &position, &answer);
    explorer_close(explorer);
    return good ? EXIT_DONE : complain(EXIT_BAD, "cannot read '%.200s'", path);
}

static ExitStatus run(int argc, char **argv)
{
    ExplorerArgs args = { 0 };
    const Option options[] = {
        { "--layout", &args.layout, NULL },
        { "--position", &args.position, NULL },
        { "--speed", &args.speed, NULL },
        { "--rating-min", &args.rating_min, NULL },
        { "--rating-max", &args.rating_max, NULL },
        { "--since", &args.since, NULL },
        { "--until", &args.until, NULL },
        { "--nodes", &args.nodes, NULL },
        { "--json", NULL, &args.json },
        { 0 },
    };
    int left = args_options(argc, argv, options);
    if (left < 0) return EXIT_BAD;
    if (left >= 3 && !strcmp(argv[0], "build")) return build(argv[1], argv + 2, left - 2);
    if (left >= 3 && !strcmp(argv[0], "query")) return query(argv[1], &args, argv + 2, left - 2);
    if (left == 2 && !strcmp(argv[0], "book")) return book_make(argv[1], args.nodes);
    return complain(EXIT_BAD, "explorer needs: build FOLDER FILE..., query FOLDER VARIANT "
                              "[MOVE...], or book FILE");
}

const Command COMMAND_EXPLORER = {
    .name = "explorer",
    .synopsis = "build FOLDER FILE...\n"
                "       meydan explorer query FOLDER VARIANT [MOVE...] [--layout NAME | --position "
                "TEXT]\n"
                "                             [--speed NAME] [--rating-min N] [--rating-max N]\n"
                "                             [--since YYYY.MM] [--until YYYY.MM] [--json]\n"
                "       meydan explorer book FILE [--nodes N]",
    .summary = "show the moves played in a position, and their results",
    .help = "build adds the finished games of record files to the explorer in FOLDER, and creates "
            "it if\n"
            "necessary. It skips games that have no result, or that a player left.\n"
            "query prints the moves played in the position after the MOVEs: the number of games, "
            "won, drawn\n"
            "and lost by the player who moved, the mean rating and the last game. Symmetric "
            "positions\n"
            "count as one. Speeds: bullet, blitz, rapid, classical, correspondence, unlimited. "
            "Ratings are\n"
            "grouped in steps of 200.\n"
            "book generates the engine's own book, which is part of the program "
            "(src/analysis/book.inc),\n"
            "and writes it to FILE.\n",
    .run = run,
};
