// SPDX-License-Identifier: MIT
#include "cli/cli.h"

#include "game/finding.h"
#include "platform/array.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_LENGTH_MAX = 64 + 2 * 3 * CELLS_MAX
}; // one or two words and two lists of names like " e5"

typedef struct ExplainEntry {
    Finding finding;
    char line[LINE_LENGTH_MAX];
} ExplainEntry;

// The requested findings.
typedef struct Listing {
    const Position *position;
    int player;       // -1 for all
    FindingKind kind; // FINDING_KINDS for all
    ExplainEntry *entry;
    size_t count, capacity;
    bool out_of_memory;
} Listing;

static void write_cells(const Game *game, const u8 *cells, int count, Out *out)
{
    for (int i = 0; i < count; i++) {
        out_char(out, ' ');
        game->write_cell(cells[i], out);
    }
}

// The relation of the other cells to the first ones.
static const char *link_word(FindingKind kind)
{
    return kind == FOUND_DET ? "among" : kind == FOUND_JUMP ? "over" : "against";
}

static void write_line(const Position *position, const Finding *found, Out *out)
{
    const Game *game = position->head.variant->game;
    out_format(out, "%d %s %s", found->player + 1, game->pieces[found->player],
               finding_name(found->kind));
    if (finding_has_ours(found->kind)) out_format(out, " %d", found->ours);
    if (finding_has_theirs(found->kind)) out_format(out, "-%d", found->theirs);
    if (found->move != MOVE_NONE) {
        out_char(out, ' ');
        game->write_move(position, found->move, out);
    }
    write_cells(game, found->cell, found->cells, out);
    if (found->others) out_format(out, " %s", link_word(found->kind));
    write_cells(game, found->other, found->others, out);
    if (found->whole) out_str(out, " whole");
}

static void collect(void *context, const Finding *found)
{
    Listing *listing = context;
    if (listing->player >= 0 && listing->player != found->player) return;
    if (listing->kind != FINDING_KINDS && listing->kind != found->kind) return;
    ExplainEntry *more =
        array_grow(listing->entry, &listing->capacity, listing->count + 1, sizeof *more);
    listing->out_of_memory = !more;
    if (!more) return;
    listing->entry = more;
    ExplainEntry *entry = &listing->entry[listing->count++];
    entry->finding = *found;
    Out out = out_to(entry->line, sizeof entry->line);
    write_line(listing->position, found, &out);
}

static int by_player_and_kind(const void *a, const void *b)
{
    const ExplainEntry *x = a, *y = b;
    if (x->finding.player != y->finding.player) return x->finding.player - y->finding.player;
    if (x->finding.kind != y->finding.kind) return (int)x->finding.kind - (int)y->finding.kind;
    return strcmp(x->line, y->line);
}

static json_object *json_cells(const Game *game, const u8 *cells, int count)
{
    json_object *array = json_object_new_array_ext(count);
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        Out out = out_to(name, sizeof name);
        game->write_cell(cells[i], &out);
        json_object_array_add(array, json_object_new_string(name));
    }
    return array;
}

static json_object *json_finding(const Position *position, const Finding *found)
{
    const Game *game = position->head.variant->game;
    json_object *object = json_object_new_object();
    json_object_object_add(object, "kind", json_object_new_string(finding_name(found->kind)));
    json_object_object_add(object, "player", json_object_new_int(found->player + 1));
    if (finding_has_whole(found->kind))
        json_object_object_add(object, "whole", json_object_new_boolean(found->whole));
    if (finding_has_ours(found->kind))
        json_object_object_add(object, "ours", json_object_new_int(found->ours));
    if (finding_has_theirs(found->kind))
        json_object_object_add(object, "theirs", json_object_new_int(found->theirs));
    if (found->move != MOVE_NONE) {
        char move[MOVE_TEXT_MAX];
        Out out = out_to(move, sizeof move);
        game->write_move(position, found->move, &out);
        json_object_object_add(object, "move", json_object_new_string(move));
    }
    json_object_object_add(object, "cells", json_cells(game, found->cell, found->cells));
    if (found->others)
        json_object_object_add(object, "others", json_cells(game, found->other, found->others));
    return object;
}

static ExitStatus print_json(const Listing *listing)
{
    const Variant *variant = listing->position->head.variant;
    char position[POSITION_TEXT_MAX];
    Out out = out_to(position, sizeof position);
    variant->game->write(listing->position, &out);

    json_object *object = json_object_new_object(), *findings = json_object_new_array();
    json_object_object_add(object, "variant", json_object_new_string(variant->id));
    json_object_object_add(object, "position", json_object_new_string(position));
    json_object_object_add(object, "findings", findings);
    for (size_t i = 0; i < listing->count; i++)
        json_object_array_add(findings,
                              json_finding(listing->position, &listing->entry[i].finding));
    const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_NOSLASHESCAPE);
    ExitStatus status = text ? EXIT_DONE : complain(EXIT_BAD, "out of memory");
    if (text) puts(text);
    json_object_put(object);
    return status;
}

static ExitStatus unknown_kind(const char *name)
{
    char list[128];
    Out out = out_to(list, sizeof list);
    for (FindingKind kind = FOUND_GROUP; kind < FINDING_KINDS; kind++)
        out_format(&out, kind ? ", %s" : "%s", finding_name(kind));
    return complain(EXIT_BAD, "unknown kind %s, there are %s", quote(name).text, list);
}

// Reads the filters, either of which may be NULL.
static ExitStatus read_filters(Listing *listing, const char *player, const char *kind)
{
    int players = listing->position->head.variant->players;
    i64 number = 0;
    if (player && (!text_number(text_of(player), players, &number) || number == 0))
        return complain(EXIT_BAD, "player %s is not a number from 1 to %d", quote(player).text,
                        players);
    listing->player = (int)number - 1;
    listing->kind = FINDING_KINDS;
    if (kind && !finding_kind(text_of(kind), &listing->kind)) return unknown_kind(kind);
    return EXIT_DONE;
}

static ExitStatus print_all(Listing *listing, bool json)
{
    const Position *position = listing->position;
    position->head.variant->game->explain(position, collect, listing);
    if (listing->out_of_memory) return complain(EXIT_BAD, "out of memory");
    if (!listing->count) return complain(EXIT_NO, "nothing of that kind on the board");
    qsort(listing->entry, listing->count, sizeof *listing->entry, by_player_and_kind);
    if (json) return print_json(listing);
    for (size_t i = 0; i < listing->count; i++)
        puts(listing->entry[i].line);
    return EXIT_DONE;
}

static ExitStatus run(int argc, char **argv)
{
    const char *player = NULL, *kind = NULL;
    bool json = false;
    const Option options[] = {
        { "--json", NULL, &json }, { "--player", &player, NULL }, { "--kind", &kind, NULL }, { 0 }
    };
    const Needs needs = { .command = "explain", .what = "a variant", .options = options };
    Position position;
    ExitStatus status = args_opening(&argc, argv, &needs, &position);
    if (status != EXIT_DONE) return status;

    Listing listing = { .position = &position };
    status = read_filters(&listing, player, kind);
    if (status == EXIT_DONE) status = print_all(&listing, json);
    free(listing.entry);
    return status;
}

const Command COMMAND_EXPLAIN = {
    .name = "explain",
    .synopsis = "VARIANT [--layout NAME | --position TEXT] [--json] [--player N] [--kind NAME]",
    .summary = "list formations, standoffs, pushes, paths and jumps",
    .help =
        "A line each, by player and kind: '1 black sumito 2-1 c3d4 c3 d4 against e5' has the\n"
        "player, the piece, the kind, how many against how many, the move and the cells, a line\n"
        "of marbles from its rear on. 'whole' ends a formation that is a group of its own.\n"
        "\n"
        "  group     all connected marbles of a colour, any number\n"
        "  single    a marble that touches no other of its colour\n"
        "  pair      two neighbours; here and below even inside a larger group\n"
        "  spear     three in a line\n"
        "  arc       three in a bent line\n"
        "  shield    three in a triangle\n"
        "  block     three rows of three, side by side\n"
        "  det       a single among at least four neighbours of one opposing group\n"
        "  pat       lines of equal strength, face to face\n"
        "  sumito    a push, for any player who could make it on their turn\n"
        "  ejection  a push over the edge; not listed as a sumito too\n"
        "  path      the length of a pawn's shortest path, and all squares on such paths\n"
        "  jump      a pawn's jump: where to, where from and over which square\n"
        "\n"
        "--json prints an object: variant, position, and findings with kind, player, whole, ours,\n"
        "theirs, move, cells and others, as far as they apply (a path's length is in ours).\n"
        "--player and --kind leave out the rest; status 1 if that leaves nothing.\n",
    .run = run,
};
