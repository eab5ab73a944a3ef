// SPDX-License-Identifier: MIT
// From the bracket with the highest score to the lowest. Each bracket is paired by itself first. If
// the players who leave it let the later brackets reach the best imaginable values of the criteria
// C4, C5 and C8, then no other candidate is better for them, and the pairing is final. Otherwise
// the bracket is paired again together with all players below it, which takes longer.
#include "tournament/swiss.h"

#include "tournament/bracket.h"
#include "tournament/complete.h"

#include <stdlib.h>
#include <string.h>

typedef struct Work {
    Field field;
    Bracket bracket;
    int *moved, *floater, *all; // cards
    int (*pair)[2];             // of the bracket
    int (*done)[2];             // of all brackets
    int dones;
    bool *edge, *last, *leaver; // scratch for complete()
    int *vertex, *mate;
} Work;

static void work_free(Work *w)
{
    field_free(&w->field);
    free(w->moved);
    free(w->floater);
    free(w->all);
    free(w->pair);
    free(w->done);
    free(w->edge);
    free(w->last);
    free(w->leaver);
    free(w->vertex);
    free(w->mate);
}

static bool work_init(Work *w, const Crosstable *table, const SwissRound *round,
                      const bool *unpaired)
{
    *w = (Work){ 0 };
    if (!field_init(&w->field, table, round->round, round->present, unpaired)) return false;
    size_t n = (size_t)w->field.count + 2;
    w->moved = malloc(n * sizeof *w->moved);
    w->floater = malloc(n * sizeof *w->floater);
    w->all = malloc(n * sizeof *w->all);
    w->pair = malloc(n * sizeof *w->pair);
    w->done = malloc(n * sizeof *w->done);
    w->edge = malloc(n * n);
    w->last = malloc(n);
    w->leaver = malloc(n);
    w->vertex = malloc(n * sizeof *w->vertex);
    w->mate = malloc(n * sizeof *w->mate);
    return w->moved && w->floater && w->all && w->pair && w->done && w->edge && w->last &&
           w->leaver && w->vertex && w->mate;
}

// Can these cards all be paired, if the first `apart` of them don't meet each other? A last card -1
// is an opponent for those cards for which `last` is true. Its mate is in w->mate[0].
static bool complete(Work *w, const int *card, int count, int apart, const bool *last)
{
    size_t n = (size_t)count;
    if (n % 2) return false;
    memset(w->edge, 0, n * n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            if (j < (size_t)apart) continue;
            bool edge = card[j] < 0 ? last[card[i]] : field_compatible(&w->field, card[i], card[j]);
            w->edge[i * n + j] = w->edge[j * n + i] = edge;
        }
    return complete_matching(w->edge, count, w->mate) * 2 == count;
}

// Sets the score of the player who gets the bye: the lowest one that allows a complete pairing
// (C5). Returns false if none does.
static bool find_bye_score(Work *w, bool *last)
{
    Bracket *b = &w->bracket;
    int n = w->field.count;
    b->bye = n % 2;
    for (int i = 0; i < n; i++)
        w->vertex[i] = i;
    if (!b->bye) return complete(w, w->vertex, n, 0, last);
    w->vertex[n] = -1;
    for (int i = n - 1; i >= 0; i--) {
        if (i < n - 1 && w->field.card[i].score == w->field.card[i + 1].score) continue;
        b->bye_score = w->field.card[i].score;
        for (int j = 0; j < n; j++)
            last[j] = bye_candidate(b, j);
        if (complete(w, w->vertex, n + 1, 0, last)) return true;
    }
    return false;
}

// Can the later brackets reach the best imaginable values? The next one must pair all of its
// players, or all but one resident, and those below it each other.
static bool best_for_later(Work *w, bool *last)
{
    const Bracket *b = &w->bracket;
    int below = b->next_count + b->rest_count, count = 0, n = w->field.count;
    for (int i = 0; i < n; i++)
        last[i] = bye_candidate(b, i);
    if (below == 0) return b->floaters == 0 || (b->floaters == 1 && last[b->floater[0]]);
    bool bye = (b->floaters + below) % 2;
    int *list = w->vertex;
    memcpy(list, b->rest, (size_t)b->rest_count * sizeof *list);
    count = b->rest_count;
    if (bye && (b->floaters + b->next_count) % 2 == 0) list[count++] = -1;
    bool odd = (b->floaters + b->next_count) % 2;
    if (!odd) {
        if (!complete(w, list, count, 0, last)) return false;
        memcpy(list, b->floater, (size_t)b->floaters * sizeof *list);
        memcpy(list + b->floaters, b->next, (size_t)b->next_count * sizeof *list);
        return complete(w, list, b->floaters + b->next_count, b->floaters, last);
    }
    // One resident of the next bracket joins the rest.
    bool *leaver = w->leaver;
    memset(leaver, 0, (size_t)n);
    for (int i = 0; i < b->next_count; i++)
        leaver[b->next[i]] = b->rest_count > 0 || last[b->next[i]];
    int size = b->floaters + b->next_count;
    for (;;) {
        memcpy(list, b->floater, (size_t)b->floaters * sizeof *list);
        memcpy(list + b->floaters, b->next, (size_t)b->next_count * sizeof *list);
        list[size] = -1;
        if (!complete(w, list, size + 1, b->floaters, leaver)) return false;
        int chosen = list[w->mate[size]];
        leaver[chosen] = false;
        list[0] = chosen;
        memcpy(list + 1, b->rest, (size_t)b->rest_count * sizeof *list);
        count = b->rest_count + 1;
        if (bye) list[count++] = -1;
        if (complete(w, list, count, 0, last)) return true;
    }
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

// Pairs all brackets. The player without a pair, if any, is in w->moved[0] at the end.
static Status pair_brackets(Work *w, Fault *why)
{
    const Field *f = &w->field;
    Bracket *b = &w->bracket;
    int n = f->count, end = 0, moved = 0;
    b->field = f;
    b->pair = w->pair;
    b->floater = w->floater;
    for (int i = 0; i < n; i++)
        w->all[i] = i;
    if (!find_bye_score(w, w->last)) return fault(why, ILLEGAL, "no legal pairing exists");
    for (int start = 0; start < n; start = end) {
        while (end < n && f->card[end].score == f->card[start].score)
            end++;
        int next = end;
        while (next < n && f->card[next].score == f->card[end].score)
            next++;
        b->moved = w->moved;
        b->moved_count = moved;
        b->resident = w->all + start;
        b->resident_count = end - start;
        b->next = w->all + end;
        b->next_count = next - end;
        b->rest = w->all + next;
        b->rest_count = n - next;
        BracketStatus status = bracket_pair(b, false);
        if (status == BRACKET_IMPOSSIBLE || (status == BRACKET_DONE && !best_for_later(w, w->last)))
            status = bracket_pair(b, true);
        if (status == BRACKET_NO_MEMORY) return fault(why, FULL, "out of memory");
        if (status == BRACKET_IMPOSSIBLE) return fault(why, ILLEGAL, "no legal pairing exists");
        memcpy(w->done + w->dones, w->pair, (size_t)b->pairs * sizeof *w->pair);
        w->dones += b->pairs;
        moved = b->floaters;
        memcpy(w->moved, w->floater, (size_t)moved * sizeof *w->moved);
        qsort(w->moved, (size_t)moved, sizeof *w->moved, by_number);
    }
    if (moved > 1) return fault(why, ILLEGAL, "no legal pairing exists");
    return OK;
}

// By the score of the higher ranked player, by the sum of the scores, by rank.
typedef struct Board {
    Points most, sum;
    int higher;
    Pairing pairing;
} Board;

static int by_board(const void *a, const void *b)
{
    const Board *one = a, *two = b;
    if (one->most != two->most) return one->most > two->most ? -1 : 1;
    if (one->sum != two->sum) return one->sum > two->sum ? -1 : 1;
    return one->higher - two->higher;
}

Status swiss_pair(const Crosstable *table, const SwissRound *round, Pairing *pairing, int *count,
                  Fault *why)
{
    size_t players = (size_t)table->players;
    bool *unpaired = malloc(players + 1);
    Board *board = malloc((players + (size_t)round->manuals + 1) * sizeof *board);
    Work w = { 0 };
    Status status = fault(why, FULL, "out of memory");
    if (!unpaired || !board) goto done;
    memcpy(unpaired, round->present, players);
    for (int i = 0; i < round->manuals; i++) {
        unpaired[round->manual[i].first] = false;
        if (round->manual[i].second >= 0) unpaired[round->manual[i].second] = false;
    }
    if (!work_init(&w, table, round, unpaired)) goto done;
    status = w.field.count ? pair_brackets(&w, why) : OK;
    if (status != OK) goto done;
    int boards = 0;
    for (int i = 0; i < w.dones; i++) {
        int a = w.done[i][0], b = w.done[i][1], swap = a;
        if (b < a) {
            a = b;
            b = swap;
        }
        const Card *one = &w.field.card[a], *two = &w.field.card[b];
        bool first = field_side(&w.field, a, b) == SIDE_FIRST;
        board[boards++] = (Board){ one->score, one->score + two->score, a,
                                   first ? (Pairing){ one->player, two->player }
                                         : (Pairing){ two->player, one->player } };
    }
    qsort(board, (size_t)boards, sizeof *board, by_board);
    *count = 0;
    for (int i = 0; i < boards; i++)
        pairing[(*count)++] = board[i].pairing;
    for (int i = 0; i < round->manuals; i++)
        pairing[(*count)++] = round->manual[i];
    if (w.field.count % 2) pairing[(*count)++] = (Pairing){ w.field.card[w.moved[0]].player, -1 };
done:
    free(unpaired);
    free(board);
    work_free(&w);
    return status;
}

Side swiss_initial_side(const Crosstable *table)
{
    int number = 0;
    for (int player = 0; table->rounds > 0 && player < table->players; player++) {
        const TableCell *cell = crosstable_cell(table, player, 0);
        number += cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE;
        if (cell->side == SIDE_NONE || cell->opponent < player) continue;
        if (number % 2) return (Side)cell->side;
        return cell->side == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST;
    }
    return SIDE_NONE;
}
