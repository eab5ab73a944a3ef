// SPDX-License-Identifier: MIT
#include "plain/plain_swiss.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX = PLAIN_SWISS_MAX,
    SETS = 1 << MAX,
    FAR = 1000000, // the score difference of a moved-down player who floats again
};

typedef struct Player {
    int id, number, score, games, white, black, before[2];
    int colour[ROUNDS_MAX], colours;
    int strength; // of the preference: 0 none, 1 mild, 2 strong, 3 absolute
    int wants;    // 1 white, 2 black
    int floated[2];
    bool bye, top;
} Player;

// The values of C6 to C21, the smaller the better. Lists are in descending order.
typedef struct Values {
    int c6, c7[MAX], c8, c8_scores[MAX], c9, single[8], c18[MAX], c19[MAX], c20[MAX], c21[MAX];
} Values;

typedef struct Candidate {
    int pairs, pair[MAX / 2][2], floaters, floater[MAX];
} Candidate;

typedef struct Plain {
    const Crosstable *table;
    int round, count;
    Player player[MAX];
    bool met[MAX][MAX];
    int bye_score;
    bool odd;
    signed char completable[SETS];
    // The bracket: members in order, the first `moved` of them moved down.
    int members, moved, member[MAX];
    unsigned below, next;
    bool known[SETS]; // the best values of the next bracket, by floaters
    Values ahead[SETS];
    Candidate candidate, best;
    Values best_values;
    bool found, perfect;
} Plain;

static int points(const Crosstable *t, int id, int round)
{
    const TableCell *cell = &t->cell[id * t->rounds + round];
    return t->value[cell->outcome];
}

static int score_before(const Crosstable *t, int id, int round)
{
    int sum = t->extra ? t->extra[id * t->rounds + round] : 0;
    for (int i = 0; i < round; i++)
        sum += points(t, id, i);
    return sum;
}

static bool over_the_board(const TableCell *cell)
{
    switch (cell->outcome) {
    case OUTCOME_WIN:
    case OUTCOME_DRAW:
    case OUTCOME_LOSS:
    case OUTCOME_SHORT_WIN:
    case OUTCOME_SHORT_DRAW:
    case OUTCOME_SHORT_LOSS: return true;
    default: return false;
    }
}

static void read_player(Plain *p, Player *player, int id)
{
    const Crosstable *t = p->table;
    *player = (Player){ .id = id, .score = score_before(t, id, p->round), .bye = true };
    for (int r = 0; r < p->round; r++) {
        const TableCell *cell = &t->cell[id * t->rounds + r];
        int back = p->round - 1 - r;
        int floated = 0;
        if (over_the_board(cell)) {
            player->games++;
            if (cell->side == SIDE_FIRST) player->white++;
            if (cell->side == SIDE_SECOND) player->black++;
            if (cell->side) player->colour[player->colours++] = cell->side;
            int mine = score_before(t, id, r), theirs = score_before(t, cell->opponent, r);
            floated = mine > theirs ? 1 : mine < theirs ? 2 : 0;
        } else {
            if (points(t, id, r) > t->value[OUTCOME_LOSS]) floated = 1;
            if (cell->outcome == OUTCOME_PAIRING_BYE || points(t, id, r) >= t->value[OUTCOME_WIN])
                player->bye = false;
        }
        if (back < 2) player->floated[back] = floated;
    }
    int difference = player->white - player->black, n = player->colours;
    bool same = n >= 2 && player->colour[n - 1] == player->colour[n - 2];
    if (n == 0)
        player->strength = 0;
    else if (abs(difference) > 1 || same)
        player->strength = 3;
    else
        player->strength = difference ? 2 : 1;
    if (abs(difference) > 1)
        player->wants = difference > 0 ? 2 : 1;
    else if (same || (n && difference == 0))
        player->wants = 3 - player->colour[n - 1];
    else if (n)
        player->wants = difference > 0 ? 2 : 1;
    player->top = p->round == t->rounds - 1 && 2 * player->score > t->value[OUTCOME_WIN] * p->round;
}

static bool forbidden(const Plain *p, int a, int b)
{
    if (p->met[a][b]) return true;
    const Player *x = &p->player[a], *y = &p->player[b];
    return x->strength == 3 && y->strength == 3 && x->wants == y->wants && !x->top && !y->top;
}

// The colour of a against b: 1 white, 2 black.
static int colour_of(const Plain *p, int a, int b)
{
    const Player *x = &p->player[a], *y = &p->player[b];
    if (x->wants && y->wants && x->wants != y->wants) return x->wants;
    if (x->wants && !y->wants) return x->wants;
    if (y->wants && !x->wants) return 3 - y->wants;
    if (x->strength > y->strength) return x->wants;
    if (y->strength > x->strength) return 3 - y->wants;
    if (x->strength == 3) {
        int wide = abs(x->white - x->black) - abs(y->white - y->black);
        if (wide > 0) return x->wants;
        if (wide < 0) return 3 - y->wants;
    }
    for (int i = 1; i <= x->colours && i <= y->colours; i++)
        if (x->colour[x->colours - i] != y->colour[y->colours - i])
            return y->colour[y->colours - i];
    const Player *high = a < b ? x : y;
    int colour = high->wants;
    if (!colour) {
        colour = p->table->initial == SIDE_FIRST ? 1 : 2;
        if (high->number % 2 == 0) colour = 3 - colour;
    }
    return a < b ? colour : 3 - colour;
}

static bool may_bye(const Plain *p, int a)
{
    return p->player[a].bye && p->player[a].score == p->bye_score;
}

// Can this set of players be paired completely, if need be with the bye?
static bool completable(Plain *p, unsigned set)
{
    if (!set) return true;
    if (p->completable[set]) return p->completable[set] > 0;
    int count = 0, lowest = 0;
    for (int i = p->count - 1; i >= 0; i--)
        if (set >> i & 1) {
            count++;
            lowest = i;
        }
    bool yes = false;
    unsigned others = set & ~(1u << lowest);
    for (int i = 0; i < p->count && !yes; i++)
        yes = (others >> i & 1) && !forbidden(p, lowest, i) && completable(p, others & ~(1u << i));
    if (!yes && count % 2) yes = may_bye(p, lowest) && completable(p, others);
    p->completable[set] = yes ? 1 : -1;
    return yes;
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

static int compare_lists(const int *a, const int *b)
{
    for (int i = 0; i < MAX; i++)
        if (a[i] != b[i]) return a[i] - b[i];
    return 0;
}

// The smallest values of C6 and C7 in the next bracket: all pairings of its players.
static void look(Plain *p, unsigned set, unsigned moved, unsigned left, Values *best, bool *found)
{
    if (!set) {
        unsigned rest = p->below & ~p->next;
        if (!completable(p, left | rest)) return;
        Values v = { 0 };
        for (int i = 0; i < p->count; i++)
            if (left >> i & 1) v.c7[v.c6++] = p->player[i].score + 1;
        qsort(v.c7, MAX, sizeof v.c7[0], descending);
        if (*found && (best->c6 < v.c6 || (best->c6 == v.c6 && compare_lists(best->c7, v.c7) <= 0)))
            return;
        *best = v;
        *found = true;
        return;
    }
    int a = 0;
    while (!(set >> a & 1))
        a++;
    unsigned others = set & ~(1u << a);
    for (int b = a + 1; b < p->count; b++) {
        if (!(others >> b & 1) || forbidden(p, a, b)) continue;
        if ((moved >> a & 1) && (moved >> b & 1)) continue;
        look(p, others & ~(1u << b), moved, left, best, found);
    }
    look(p, others, moved, left | 1u << a, best, found);
}

static int compare(const Values *a, const Values *b)
{
    int difference = a->c6 - b->c6;
    if (!difference) difference = compare_lists(a->c7, b->c7);
    if (!difference) difference = a->c8 - b->c8;
    if (!difference) difference = compare_lists(a->c8_scores, b->c8_scores);
    if (!difference) difference = a->c9 - b->c9;
    for (int i = 0; i < 8 && !difference; i++)
        difference = a->single[i] - b->single[i];
    if (!difference) difference = compare_lists(a->c18, b->c18);
    if (!difference) difference = compare_lists(a->c19, b->c19);
    if (!difference) difference = compare_lists(a->c20, b->c20);
    if (!difference) difference = compare_lists(a->c21, b->c21);
    return difference;
}

static void add(int *list, int value)
{
    int i = 0;
    while (list[i])
        i++;
    list[i] = value;
}

static void judge_pair(const Plain *p, int a, int b, Values *v)
{
    for (int i = 0; i < 2; i++) {
        int me = i ? b : a, you = i ? a : b;
        const Player *x = &p->player[me];
        int colour = colour_of(p, me, you), n = x->colours;
        int difference = x->white - x->black + (colour == 1 ? 1 : -1);
        bool topscorers = x->top || p->player[you].top;
        if (topscorers && abs(difference) > 2) v->single[0]++;
        if (topscorers && n >= 2 && x->colour[n - 1] == colour && x->colour[n - 2] == colour)
            v->single[1]++;
        if (x->wants && x->wants != colour) v->single[2]++;
        if (x->wants && x->wants != colour && x->strength == 2) v->single[3]++;
    }
}

static void judge(Plain *p)
{
    const Candidate *c = &p->candidate;
    unsigned floaters = 0;
    for (int i = 0; i < c->floaters; i++)
        floaters |= 1u << c->floater[i];
    if (!completable(p, floaters | p->below)) return; // C4 and C5
    Values v = { .c6 = c->floaters };
    int resident = p->player[p->member[p->members - 1]].score;
    for (int i = 0; i < c->floaters; i++)
        v.c7[i] = p->player[c->floater[i]].score + 1;
    qsort(v.c7, MAX, sizeof v.c7[0], descending);
    if (p->next) {
        if (!p->known[floaters]) {
            bool found = false;
            look(p, floaters | p->next, floaters, 0, &p->ahead[floaters], &found);
            p->known[floaters] = true;
        }
        v.c8 = p->ahead[floaters].c6;
        memcpy(v.c8_scores, p->ahead[floaters].c7, sizeof v.c8_scores);
    }
    if (p->odd && c->floaters == 1 && p->bye_score >= resident)
        v.c9 = p->round - p->player[c->floater[0]].games;
    for (int i = 0; i < c->pairs; i++) {
        int a = c->pair[i][0], b = c->pair[i][1];
        judge_pair(p, a, b, &v);
        int difference = p->player[a].score - p->player[b].score;
        if (!difference) continue;
        for (int back = 0; back < 2; back++) {
            if (p->player[b].floated[back] == 2) {
                v.single[5 + 2 * back]++;
                add(back ? v.c21 : v.c19, difference);
            }
            if (p->player[a].floated[back] == 1) add(back ? v.c20 : v.c18, difference);
        }
    }
    for (int i = 0; i < c->floaters; i++) {
        const Player *x = &p->player[c->floater[i]];
        for (int back = 0; back < 2; back++) {
            if (x->floated[back] != 1) continue;
            if (x->score == resident)
                v.single[4 + 2 * back]++;
            else
                add(back ? v.c20 : v.c18, FAR + x->score);
        }
    }
    qsort(v.c18, MAX, sizeof v.c18[0], descending);
    qsort(v.c19, MAX, sizeof v.c19[0], descending);
    qsort(v.c20, MAX, sizeof v.c20[0], descending);
    qsort(v.c21, MAX, sizeof v.c21[0], descending);
    if (p->found && compare(&v, &p->best_values) >= 0) return;
    p->found = true;
    p->best = *c;
    p->best_values = v;
    // `none` is the best result possible. A pairing that reaches it ends the search.
    Values none = { .c6 = p->members % 2 };
    if (none.c6) none.c7[0] = resident + 1;
    int later = none.c6;
    for (int i = 0; i < p->count; i++)
        later += (int)(p->next >> i & 1);
    if (p->next && later % 2) {
        none.c8 = 1;
        for (int i = 0; i < p->count; i++)
            if (p->next >> i & 1) none.c8_scores[0] = p->player[i].score + 1;
    }
    p->perfect = compare(&v, &none) == 0;
}

// All ways to give s1[i..] opponents from s2 in order, then `done`.
static void transpose(Plain *p, const int *s1, int i, int size, const int *s2, int count,
                      unsigned used, void (*done)(Plain *p, const int *left, int lefts))
{
    if (p->perfect) return;
    if (i == size) {
        int left[MAX], lefts = 0;
        for (int j = 0; j < count; j++)
            if (!(used >> j & 1)) left[lefts++] = s2[j];
        done(p, left, lefts);
        return;
    }
    for (int j = 0; j < count; j++) {
        if ((used >> j & 1) || forbidden(p, s1[i], s2[j])) continue;
        int at = p->candidate.pairs++;
        p->candidate.pair[at][0] = s1[i] < s2[j] ? s1[i] : s2[j];
        p->candidate.pair[at][1] = s1[i] < s2[j] ? s2[j] : s1[i];
        transpose(p, s1, i + 1, size, s2, count, used | 1u << j, done);
        p->candidate.pairs--;
    }
}

static void candidate_done(Plain *p, const int *left, int lefts)
{
    int before = p->candidate.floaters;
    for (int i = 0; i < lefts; i++)
        p->candidate.floater[p->candidate.floaters++] = left[i];
    judge(p);
    p->candidate.floaters = before;
}

typedef struct Exchange {
    unsigned from, to; // sets of numbers in the bracket: out of S1, into S1
} Exchange;

static int sum_of(unsigned set)
{
    int sum = 0;
    for (int i = 0; i < MAX; i++)
        if (set >> i & 1) sum += i + 1;
    return sum;
}

static int by_exchange(const void *a, const void *b)
{
    const Exchange *x = a, *y = b;
    int difference = __builtin_popcount(x->from) - __builtin_popcount(y->from);
    if (!difference)
        difference = sum_of(x->to) - sum_of(x->from) - (sum_of(y->to) - sum_of(y->from));
    if (difference) return difference;
    if (x->from != y->from) { // the largest differing number leaves S1
        for (int i = MAX - 1;; i--)
            if ((x->from ^ y->from) >> i & 1) return x->from >> i & 1 ? -1 : 1;
    }
    if (x->to == y->to) return 0;
    for (int i = 0;; i++)
        if ((x->to ^ y->to) >> i & 1) return x->to >> i & 1 ? -1 : 1;
}

// All candidates of a homogeneous bracket or a remainder with that many pairs.
static void remainder_with(Plain *p, const int *member, int members, int pairs)
{
    unsigned first = (1u << pairs) - 1, all = (1u << members) - 1;
    Exchange *exchange = NULL;
    int count = 0;
    for (int pass = 0; pass < 2; pass++) {
        count = 0;
        for (unsigned s1 = 0; s1 <= all; s1++) {
            if (__builtin_popcount(s1) != pairs) continue;
            if (pass) exchange[count] = (Exchange){ first & ~s1, s1 & ~first };
            count++;
        }
        if (!pass) exchange = malloc((size_t)count * sizeof *exchange);
    }
    qsort(exchange, (size_t)count, sizeof *exchange, by_exchange);
    for (int e = 0; e < count && !p->perfect; e++) {
        unsigned set = (first & ~exchange[e].from) | exchange[e].to;
        int s1[MAX], s2[MAX], ones = 0, twos = 0;
        for (int i = 0; i < members; i++) {
            if (set >> i & 1)
                s1[ones++] = member[i];
            else
                s2[twos++] = member[i];
        }
        transpose(p, s1, 0, ones, s2, twos, 0, candidate_done);
    }
    free(exchange);
}

static void remainder_of(Plain *p, const int *left, int lefts)
{
    for (int pairs = lefts / 2; pairs >= 0 && !p->perfect; pairs--)
        remainder_with(p, left, lefts, pairs);
}

// The sets of moved-down players in order of their smallest differing numbers.
static void choose_moved(Plain *p, int size, int from, int *s1, int chosen)
{
    if (p->perfect) return;
    if (chosen == size) {
        p->candidate.floaters = 0;
        for (int i = 0; i < p->moved; i++) {
            bool in = false;
            for (int j = 0; j < size; j++)
                in |= s1[j] == p->member[i];
            if (!in) p->candidate.floater[p->candidate.floaters++] = p->member[i];
        }
        transpose(p, s1, 0, size, p->member + p->moved, p->members - p->moved, 0, remainder_of);
        return;
    }
    for (int i = from; i < p->moved; i++) {
        s1[chosen] = p->member[i];
        choose_moved(p, size, i + 1, s1, chosen + 1);
    }
}

static int by_rank(const void *a, const void *b)
{
    const Player *x = a, *y = b;
    return x->score != y->score ? y->score - x->score : x->id - y->id;
}

static void read_field(Plain *p, const bool *present)
{
    int number = 0;
    for (int id = 0; id < p->table->players; id++) {
        bool here = present[id];
        for (int r = 0; r < p->round; r++) {
            const TableCell *cell = &p->table->cell[id * p->table->rounds + r];
            here |= cell->opponent >= 0 || cell->outcome == OUTCOME_PAIRING_BYE;
        }
        number += here;
        if (!present[id]) continue;
        read_player(p, &p->player[p->count], id);
        p->player[p->count++].number = number;
    }
    qsort(p->player, (size_t)p->count, sizeof p->player[0], by_rank);
    for (int a = 0; a < p->count; a++)
        for (int b = 0; b < p->count; b++) {
            int x = p->player[a].id, y = p->player[b].id;
            for (int r = 0; r < p->round; r++) {
                const TableCell *cell = &p->table->cell[x * p->table->rounds + r];
                if (over_the_board(cell) && cell->opponent == y) p->met[a][b] = true;
            }
            for (size_t i = 0; i < p->table->forbiddens; i++) {
                Forbidden f = p->table->forbidden[i];
                if (p->round < f.from || p->round > f.to) continue;
                if ((f.a == x && f.b == y) || (f.a == y && f.b == x)) p->met[a][b] = true;
            }
        }
}

bool plain_swiss(const Crosstable *table, int round, const bool *present, int *opponent,
                 bool *first)
{
    Plain *p = calloc(1, sizeof *p);
    p->table = table;
    p->round = round;
    read_field(p, present);
    for (int id = 0; id < table->players; id++)
        opponent[id] = -1;
    unsigned all = (1u << p->count) - 1;
    p->odd = p->count % 2;
    bool possible = p->count == 0;
    for (int i = p->count - 1; i >= 0 && !possible; i--) {
        p->bye_score = p->player[i].score;
        memset(p->completable, 0, sizeof p->completable);
        possible = completable(p, all);
    }
    int floaters[MAX], count = 0;
    for (int start = 0, end; possible && start < p->count; start = end) {
        for (end = start; end < p->count && p->player[end].score == p->player[start].score;)
            end++;
        p->moved = count;
        p->members = 0;
        for (int i = 0; i < count; i++)
            p->member[p->members++] = floaters[i];
        for (int i = start; i < end; i++)
            p->member[p->members++] = i;
        p->below = all & ~((1u << end) - 1);
        p->next = 0;
        for (int i = end; i < p->count && p->player[i].score == p->player[end].score; i++)
            p->next |= 1u << i;
        memset(p->known, 0, sizeof p->known);
        memset(p->ahead, 0, sizeof p->ahead);
        p->found = p->perfect = false;
        for (int size = p->moved; size >= 0; size--) {
            int s1[MAX];
            choose_moved(p, size, 0, s1, 0);
        }
        possible = p->found;
        if (!possible) break;
        for (int i = 0; i < p->best.pairs; i++) {
            int a = p->best.pair[i][0], b = p->best.pair[i][1];
            int x = p->player[a].id, y = p->player[b].id;
            opponent[x] = y;
            opponent[y] = x;
            first[x] = colour_of(p, a, b) == 1;
            first[y] = !first[x];
        }
        count = p->best.floaters;
        unsigned set = 0;
        for (int i = 0; i < count; i++)
            set |= 1u << p->best.floater[i];
        count = 0;
        for (int i = 0; i < p->count; i++)
            if (set >> i & 1) floaters[count++] = i;
    }
    if (possible && count == 1) opponent[p->player[floaters[0]].id] = p->player[floaters[0]].id;
    possible = possible && count <= 1;
    free(p);
    return possible;
}
