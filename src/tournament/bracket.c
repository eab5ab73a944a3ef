// SPDX-License-Identifier: MIT
// The vertices of the matching are the players of the bracket and, with look_ahead, all later ones
// and the bye; without it, one vertex for each player who remains unpaired.
//
// A bracket with moved-down players is matched twice: first all of it, to choose the moved-down
// players to be paired and their opponents, then the remainder, whose order of candidates also
// counts exchanges.
#include "tournament/bracket.h"

#include "tournament/complete.h"
#include "tournament/scale.h"
#include "tournament/weighted_matching.h"

#include <stdlib.h>
#include <string.h>

typedef enum Kind {
    KIND_MOVED,
    KIND_RESIDENT,
    KIND_NEXT,
    KIND_REST,
    KIND_UNPAIRED, // the opponent of a player who leaves the bracket
    KIND_BYE,
} Kind;

typedef struct Vertex {
    Kind kind;
    int card;
    int group;  // index of the player's score among those of the bracket, highest first
    int number; // the number in the bracket (BSN) of a resident in a homogeneous bracket or a
                // remainder; 0: not there
    bool bound; // a moved-down player who leaves the bracket again
} Vertex;

// The fields of the criteria; a field that begins a list has one field for each group.
typedef struct Fields {
    int c6, c7, c8, c8_scores, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21;
    int exchanges, sum;
} Fields;

typedef struct Problem {
    Bracket *bracket;
    bool look_ahead;
    bool bye_here;  // the one player who leaves the bracket gets the bye (C9)
    int unpaired;   // the number of vertices for players who leave the bracket
    int pairs;      // in the remainder; -1: its order doesn't count yet
    Vertex *vertex; // [1..vertices]
    int vertices;
    int groups;
    Fields fields;
    Scale scale;
    Matching *matching;
    i64 *weight; // scratch
    int *choice; // scratch for lists of vertices
} Problem;

bool bye_candidate(const Bracket *bracket, int card)
{
    const Card *c = &bracket->field->card[card];
    return bracket->bye && c->bye_allowed && c->score == bracket->bye_score;
}

static void problem_close(Problem *p)
{
    matching_free(p->matching);
    scale_free(&p->scale);
    free(p->vertex);
    free(p->weight);
    free(p->choice);
    *p = (Problem){ 0 };
}

static bool in_bracket(Kind kind)
{
    return kind == KIND_MOVED || kind == KIND_RESIDENT;
}

static const Card *card_of(const Problem *p, int v)
{
    return &p->bracket->field->card[p->vertex[v].card];
}

// The sums of a list of fields, one for each group.
static int add_groups(Problem *p, const int *bound)
{
    int first = p->scale.fields;
    for (int i = 0; i < p->groups; i++)
        scale_add(&p->scale, bound[i]);
    return first;
}

// Reserves the bits of each field. A field's bound is the highest sum it can reach, so a field that
// is always 0 takes no bits.
static bool make_scale(Problem *p)
{
    int groups = p->groups;
    int *all = calloc((size_t)groups * 3 + 1, sizeof *all);
    if (!all) return false;
    int *down[2] = { all + groups, all + 2 * groups };
    int size = 0, later = 0, tops = 0, down_residents[2] = { 0 }, up_residents[2] = { 0 };
    int moved = 0;
    i64 rounds = p->bracket->field->round;
    for (int v = 1; v <= p->vertices; v++) {
        Vertex vertex = p->vertex[v];
        if (vertex.kind == KIND_NEXT) later++;
        if (!in_bracket(vertex.kind)) continue;
        size++;
        moved += vertex.kind == KIND_MOVED;
        all[vertex.group]++;
        tops += card_of(p, v)->top;
        for (int i = 0; i < 2; i++) {
            bool resident = vertex.kind == KIND_RESIDENT;
            down_residents[i] += resident && card_of(p, v)->floats[i] == FLOAT_DOWN;
            up_residents[i] += resident && card_of(p, v)->floats[i] == FLOAT_UP;
            down[i][vertex.group] += !resident && card_of(p, v)->floats[i] == FLOAT_DOWN;
        }
    }
    Fields *f = &p->fields;
    Scale *s = &p->scale;
    int half = size / 2, *none = calloc((size_t)groups + 1, sizeof *none);
    int *met[2] = { calloc((size_t)groups + 1, sizeof *none),
                    calloc((size_t)groups + 1, sizeof *none) };
    bool ok = none && met[0] && met[1];
    if (ok) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < groups; j++)
                met[i][j] = moved && up_residents[i]
                                ? (all[j] < up_residents[i] ? all[j] : up_residents[i])
                                : 0;
        f->c6 = scale_add(s, p->look_ahead ? size : 0);
        f->c7 = add_groups(p, moved ? all : none);
        f->c8 = scale_add(s, p->look_ahead ? size + later : 0);
        f->c8_scores = add_groups(p, p->look_ahead ? all : none);
        f->c9 = scale_add(s, p->bye_here ? rounds : 0);
        f->c10 = scale_add(s, tops ? size : 0);
        f->c11 = scale_add(s, tops ? size : 0);
        f->c12 = scale_add(s, half);
        f->c13 = scale_add(s, half);
        f->c14 = scale_add(s, down_residents[0]);
        f->c15 = scale_add(s, moved < up_residents[0] ? moved : up_residents[0]);
        f->c16 = scale_add(s, down_residents[1]);
        f->c17 = scale_add(s, moved < up_residents[1] ? moved : up_residents[1]);
        f->c18 = add_groups(p, down[0]);
        f->c19 = add_groups(p, met[0]);
        f->c20 = add_groups(p, down[1]);
        f->c21 = add_groups(p, met[1]);
        f->exchanges = scale_add(s, p->pairs > 0 ? p->pairs : 0);
        f->sum = scale_add(s, p->pairs > 0 ? (i64)p->pairs * size : 0);
        scale_pack(s, 1);
        ok = !s->failed;
    }
    free(none);
    free(met[0]);
    free(met[1]);
    free(all);
    return ok;
}

static void pair_cost(Problem *p, int higher, int lower, i64 *w)
{
    const Vertex *a = &p->vertex[higher], *b = &p->vertex[lower];
    const Card *one = card_of(p, higher), *two = card_of(p, lower);
    const Fields *f = &p->fields;
    const Scale *s = &p->scale;
    if (one->wish && one->wish == two->wish) {
        scale_cost(s, w, f->c12, 1);
        u8 weaker = one->preference < two->preference ? one->preference : two->preference;
        if (weaker == PREFERENCE_STRONG) scale_cost(s, w, f->c13, 1);
        if (one->top || two->top) {
            Side side = field_side(p->bracket->field, a->card, b->card);
            for (int i = 0; i < 2; i++) {
                const Card *c = i ? two : one;
                Side mine = i ? (side == SIDE_FIRST ? SIDE_SECOND : SIDE_FIRST) : side;
                int difference = c->difference + (mine == SIDE_FIRST ? 1 : -1);
                bool third = c->colours > 1 && c->sides[c->colours - 1] == mine &&
                             c->sides[c->colours - 2] == mine;
                if (difference > 2 || difference < -2) scale_cost(s, w, f->c10, 1);
                if (third) scale_cost(s, w, f->c11, 1);
            }
        }
    }
    if (a->kind == KIND_MOVED) {
        static const size_t COUNT[] = { offsetof(Fields, c15), offsetof(Fields, c17) };
        static const size_t SCORE[] = { offsetof(Fields, c19), offsetof(Fields, c21) };
        for (int i = 0; i < 2; i++) {
            if (two->floats[i] != FLOAT_UP) continue;
            scale_cost(s, w, *(const int *)((const char *)f + COUNT[i]), 1);
            scale_cost(s, w, *(const int *)((const char *)f + SCORE[i]) + a->group, 1);
        }
    }
    if (p->pairs >= 0 && a->number && b->number) {
        if (b->number <= p->pairs) scale_cost(s, w, f->exchanges, 1);
        scale_cost(s, w, f->sum, a->number);
    }
}

// The cost of a player who leaves the bracket.
static void float_cost(Problem *p, int v, Kind to, i64 *w)
{
    const Vertex *a = &p->vertex[v];
    const Card *card = card_of(p, v);
    const Fields *f = &p->fields;
    const Scale *s = &p->scale;
    if (p->look_ahead) scale_cost(s, w, f->c6, 1);
    if (a->kind == KIND_MOVED) scale_cost(s, w, f->c7 + a->group, 1);
    if (to == KIND_REST || to == KIND_BYE) {
        scale_cost(s, w, f->c8, 1);
        scale_cost(s, w, f->c8_scores + a->group, 1);
    }
    if (p->bye_here && (to == KIND_BYE || to == KIND_UNPAIRED))
        scale_cost(s, w, f->c9, p->bracket->field->round - card->played);
    bool resident = a->kind == KIND_RESIDENT;
    if (card->floats[0] == FLOAT_DOWN) scale_cost(s, w, resident ? f->c14 : f->c18 + a->group, 1);
    if (card->floats[1] == FLOAT_DOWN) scale_cost(s, w, resident ? f->c16 : f->c20 + a->group, 1);
    if (p->pairs >= 0 && a->number && a->number <= p->pairs) scale_cost(s, w, f->exchanges, 1);
}

// Adds the edge between two vertices, the first of which comes earlier, if they may be paired.
static void add_edge(Problem *p, int u, int v)
{
    const Vertex *a = &p->vertex[u], *b = &p->vertex[v];
    i64 *w = p->weight;
    memset(w, 0, (size_t)p->scale.width * sizeof *w);
    if (b->kind == KIND_UNPAIRED) {
        if (!in_bracket(a->kind)) return;
        if (p->bye_here && !bye_candidate(p->bracket, a->card)) return;
    } else if (b->kind == KIND_BYE) {
        if (!bye_candidate(p->bracket, a->card)) return;
    } else if (!field_compatible(p->bracket->field, a->card, b->card)) {
        return;
    }
    if (in_bracket(a->kind) && in_bracket(b->kind)) {
        if (b->kind == KIND_MOVED || a->bound) return;
        pair_cost(p, u, v, w);
    } else if (in_bracket(a->kind)) {
        float_cost(p, u, b->kind, w);
    } else if (a->kind == KIND_NEXT && b->kind != KIND_NEXT) {
        scale_cost(&p->scale, w, p->fields.c8, 1);
    }
    matching_edge(p->matching, u, v, w);
}

static void add_vertices(Problem *p, Kind kind, const int *card, int count)
{
    for (int i = 0; i < count; i++)
        p->vertex[++p->vertices] = (Vertex){ .kind = kind, .card = card ? card[i] : -1 };
}

// The vertices of the players; the caller may change them before problem_open().
static bool problem_vertices(Problem *p, const int *moved, int moved_count, const int *resident,
                             int resident_count)
{
    const Bracket *b = p->bracket;
    size_t most = (size_t)(moved_count + resident_count + b->next_count + b->rest_count) +
                  (size_t)p->unpaired + 2;
    p->vertex = calloc(most, sizeof *p->vertex);
    p->choice = calloc(most, sizeof *p->choice);
    if (!p->vertex || !p->choice) return false;
    add_vertices(p, KIND_MOVED, moved, moved_count);
    add_vertices(p, KIND_RESIDENT, resident, resident_count);
    for (int v = 1; v <= p->vertices; v++) {
        if (v == 1 || card_of(p, v)->score != card_of(p, v - 1)->score) p->groups++;
        p->vertex[v].group = p->groups - 1;
    }
    if (p->look_ahead) {
        add_vertices(p, KIND_NEXT, b->next, b->next_count);
        add_vertices(p, KIND_REST, b->rest, b->rest_count);
        if (b->bye) add_vertices(p, KIND_BYE, NULL, 1);
    } else {
        add_vertices(p, KIND_UNPAIRED, NULL, p->unpaired);
    }
    return true;
}

static bool problem_open(Problem *p)
{
    if (!make_scale(p)) return false;
    p->matching = matching_new(p->vertices, p->scale.width);
    p->weight = calloc((size_t)p->scale.width, sizeof *p->weight);
    if (!p->matching || !p->weight) return false;
    for (int u = 1; u <= p->vertices; u++)
        for (int v = u + 1; v <= p->vertices; v++)
            add_edge(p, u, v);
    return true;
}

// Is the vertex paired within the bracket?
static bool paired(const Problem *p, int v)
{
    return in_bracket(p->vertex[matching_mate(p->matching, v)].kind);
}

static i64 *wish_of(Problem *p)
{
    return &p->weight[p->scale.width - 1];
}

// Prefers the edges of v to those vertices u for which `prefer` returns true.
static bool prefer_edges(Problem *p, int v, bool (*prefer)(const Problem *p, int v, int u))
{
    matching_open(p->matching, v);
    for (int u = 1; u <= p->vertices; u++) {
        if (u == v || !matching_has(p->matching, u, v)) continue;
        memcpy(p->weight, matching_weight(p->matching, u, v),
               (size_t)p->scale.width * sizeof *p->weight);
        *wish_of(p) = prefer(p, v, u);
        matching_edge(p->matching, u, v, p->weight);
    }
    return matching_solve(p->matching);
}

// Removes the edges of v to those vertices u for which `prefer` returns `which`, and the preference
// from the other ones.
static bool cut_edges(Problem *p, int v, bool (*prefer)(const Problem *p, int v, int u), bool which)
{
    matching_open(p->matching, v);
    for (int u = 1; u <= p->vertices; u++) {
        if (u == v || !matching_has(p->matching, u, v)) continue;
        if (prefer(p, v, u) == which) {
            matching_cut(p->matching, u, v);
            continue;
        }
        memcpy(p->weight, matching_weight(p->matching, u, v),
               (size_t)p->scale.width * sizeof *p->weight);
        *wish_of(p) = 0;
        matching_edge(p->matching, u, v, p->weight);
    }
    return matching_solve(p->matching);
}

// Settles whether the mate of v is one that `prefer` accepts, if the best matchings allow it.
static bool settle(Problem *p, int v, bool (*prefer)(const Problem *p, int v, int u),
                   bool *accepted)
{
    *accepted = prefer(p, v, matching_mate(p->matching, v));
    bool possible = false;
    for (int u = 1; !*accepted && !possible && u <= p->vertices; u++)
        possible = u != v && matching_possible(p->matching, u, v) && prefer(p, v, u);
    if (possible) {
        if (!prefer_edges(p, v, prefer)) return false;
        *accepted = prefer(p, v, matching_mate(p->matching, v));
    }
    return cut_edges(p, v, prefer, !*accepted);
}

// Pairs v with the first of these vertices that the best matchings allow, forever.
static bool settle_mate(Problem *p, int v, const int *order, int count)
{
    Matching *m = p->matching;
    int mate = matching_mate(m, v);
    bool other = false;
    for (int i = 0; i < count && order[i] != mate && !other; i++)
        other = matching_possible(m, order[i], v);
    if (other) {
        matching_open(m, v);
        for (int i = 0; i < count; i++) {
            if (!matching_has(m, order[i], v)) continue;
            memcpy(p->weight, matching_weight(m, order[i], v),
                   (size_t)p->scale.width * sizeof *p->weight);
            *wish_of(p) = count - i;
            matching_edge(m, order[i], v, p->weight);
        }
        if (!matching_solve(m)) return false;
        mate = matching_mate(m, v);
    }
    Bracket *b = p->bracket;
    b->pair[b->pairs][0] = p->vertex[v].card;
    b->pair[b->pairs++][1] = p->vertex[mate].card;
    p->vertex[v].number = p->vertex[mate].number = -1;
    matching_retire(m, v, mate);
    return matching_solve(m);
}

static bool within(const Problem *p, int v, int u)
{
    (void)v;
    return in_bracket(p->vertex[u].kind);
}

// Chooses the moved-down players to be paired (4.4), then their opponents (4.2). Marks the other
// moved-down players as bound.
static bool settle_moved(Problem *p)
{
    const Bracket *b = p->bracket;
    for (int first = 1, last; first <= b->moved_count; first = last) {
        int inside = 0;
        for (last = first;
             last <= b->moved_count && p->vertex[last].group == p->vertex[first].group; last++)
            inside += paired(p, last);
        // The criteria fix how many of each score are paired.
        int size = last - first;
        for (int v = first; inside > 0 && inside < size && v < last; v++) {
            bool accepted;
            if (!settle(p, v, within, &accepted)) return false;
            inside -= accepted;
            size--;
        }
    }
    for (int v = 1; v <= b->moved_count; v++)
        p->vertex[v].bound = !paired(p, v);
    for (int v = 1; v <= b->moved_count; v++) {
        if (p->vertex[v].bound) continue;
        int count = 0;
        for (int u = b->moved_count + 1; u <= b->moved_count + b->resident_count; u++)
            if (p->vertex[u].number >= 0) p->choice[count++] = u;
        if (!settle_mate(p, v, p->choice, count)) return false;
    }
    return true;
}

// Is v the first of its pair, the one in S1?
static bool leads(const Problem *p, int v, int u)
{
    return in_bracket(p->vertex[u].kind) && p->vertex[v].number < p->vertex[u].number;
}

static bool follows(const Problem *p, int v, int u)
{
    return !leads(p, v, u);
}

// Chooses the exchanges between S1 and S2 (4.3), then the order of S2 (4.2).
static bool settle_remainder(Problem *p, int first, int last)
{
    Matching *m = p->matching;
    int middle = first + p->pairs, exchanges = 0;
    for (int v = first; v < middle; v++)
        exchanges += !leads(p, v, matching_mate(m, v));
    int open = exchanges;
    for (int v = middle - 1; open && v >= first; v--) {
        bool leaves;
        if (!settle(p, v, follows, &leaves)) return false;
        open -= leaves;
    }
    open = exchanges;
    for (int v = middle; open && v < last; v++) {
        bool enters;
        if (!settle(p, v, leads, &enters)) return false;
        open -= enters;
    }
    for (int v = first; v < last; v++)
        p->vertex[v].bound = !leads(p, v, matching_mate(m, v)); // in S2
    for (int v = first; v < last; v++) {
        if (p->vertex[v].bound) continue;
        int count = 0;
        for (int u = v + 1; u < last; u++)
            if (p->vertex[u].bound && p->vertex[u].number > 0) p->choice[count++] = u;
        if (!settle_mate(p, v, p->choice, count)) return false;
    }
    return true;
}

// The smallest possible number of players who leave the bracket, without look_ahead; -1 if out of
// memory.
static int count_unpaired(const Bracket *b)
{
    size_t n = (size_t)(b->moved_count + b->resident_count);
    bool *edge = calloc(n * n + 1, sizeof *edge);
    int *mate = calloc(n + 1, sizeof *mate), pairs = -1;
    if (edge && mate) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = (size_t)b->moved_count; j < n; j++) {
                int one = i < (size_t)b->moved_count ? b->moved[i]
                                                     : b->resident[i - (size_t)b->moved_count];
                int two = b->resident[j - (size_t)b->moved_count];
                if (field_compatible(b->field, one, two)) edge[i * n + j] = edge[j * n + i] = true;
            }
        pairs = complete_matching(edge, (int)n, mate);
    }
    free(edge);
    free(mate);
    return pairs < 0 ? -1 : (int)n - 2 * pairs;
}

// The number of players of the bracket who aren't paired in it.
static int unpaired_players(const Problem *p)
{
    int count = 0;
    for (int v = 1; v <= p->vertices; v++)
        count += in_bracket(p->vertex[v].kind) && !paired(p, v);
    return count;
}

// Opens and solves a problem. C9 counts only where one player leaves the bracket and gets the bye,
// which is certain if no player with the score of the bye remains below.
static BracketStatus solve(Problem *p, const int *moved, int moved_count, const int *resident,
                           int resident_count)
{
    const Bracket *b = p->bracket;
    Points lowest = b->field->card[b->resident[0]].score;
    for (int again = 0;; again++) {
        if (!p->vertex && !problem_vertices(p, moved, moved_count, resident, resident_count))
            return BRACKET_NO_MEMORY;
        if (!problem_open(p)) return BRACKET_NO_MEMORY;
        for (int v = 1; p->pairs > 0 && v <= p->vertices; v++)
            for (int u = v + 1; p->vertex[v].number && u <= p->vertices; u++)
                if (p->vertex[u].number == p->vertex[v].number + p->pairs)
                    matching_suggest(p->matching, v, u);
        if (!matching_solve(p->matching)) return BRACKET_IMPOSSIBLE;
        if (again || !p->look_ahead || p->bye_here || !b->bye || b->bye_score < lowest ||
            unpaired_players(p) != 1)
            return BRACKET_DONE;
        p->bye_here = true;
        matching_free(p->matching);
        p->matching = NULL;
        scale_free(&p->scale);
        free(p->weight);
        p->weight = NULL;
    }
}

BracketStatus bracket_pair(Bracket *b, bool look_ahead)
{
    b->pairs = b->floaters = 0;
    int all = b->moved_count + b->resident_count;
    Problem p = { .bracket = b, .look_ahead = look_ahead, .pairs = -1 };
    int *limbo = calloc((size_t)all + 1, sizeof *limbo), limbos = 0;
    int *remainder = calloc((size_t)all + 1, sizeof *remainder), remainders = 0;
    BracketStatus status = BRACKET_NO_MEMORY;
    if (!limbo || !remainder) goto done;
    if (!look_ahead) {
        p.unpaired = count_unpaired(b);
        if (p.unpaired < 0) goto done;
        p.bye_here =
            b->bye && p.unpaired == 1 && b->bye_score >= b->field->card[b->resident[0]].score;
    }
    bool bye_here = p.bye_here;
    int unpaired = p.unpaired, pairs = (all - unpaired) / 2;
    if (b->moved_count || look_ahead) {
        status = solve(&p, b->moved, b->moved_count, b->resident, b->resident_count);
        if (status != BRACKET_DONE) goto done;
        bye_here = p.bye_here;
        pairs = (all - unpaired_players(&p)) / 2;
        status = BRACKET_NO_MEMORY;
        if (!settle_moved(&p)) goto done;
        pairs -= b->pairs;
        for (int v = 1; v <= b->moved_count; v++)
            if (p.vertex[v].bound) limbo[limbos++] = p.vertex[v].card;
        for (int v = b->moved_count + 1; v <= all; v++)
            if (p.vertex[v].number >= 0) remainder[remainders++] = p.vertex[v].card;
        unpaired = remainders + limbos - 2 * pairs;
        problem_close(&p);
        p = (Problem){ .bracket = b, .look_ahead = look_ahead };
    } else {
        memcpy(remainder, b->resident, (size_t)all * sizeof *remainder);
        remainders = all;
    }
    memcpy(b->floater, limbo, (size_t)limbos * sizeof *limbo);
    b->floaters = limbos;
    if (pairs == 0) {
        memcpy(b->floater + limbos, remainder, (size_t)remainders * sizeof *remainder);
        b->floaters += remainders;
        status = BRACKET_DONE;
        goto done;
    }
    p.pairs = pairs;
    p.bye_here = bye_here;
    p.unpaired = unpaired;
    if (!problem_vertices(&p, limbo, limbos, remainder, remainders)) goto done;
    for (int v = 1; v <= limbos; v++)
        p.vertex[v].bound = true;
    for (int v = limbos + 1; v <= limbos + remainders; v++)
        p.vertex[v].number = v - limbos;
    status = solve(&p, limbo, limbos, remainder, remainders);
    if (status != BRACKET_DONE) goto done;
    status = BRACKET_NO_MEMORY;
    if (!settle_remainder(&p, limbos + 1, limbos + remainders + 1)) goto done;
    for (int v = limbos + 1; v <= limbos + remainders; v++)
        if (p.vertex[v].number > 0) b->floater[b->floaters++] = p.vertex[v].card;
    status = BRACKET_DONE;
done:
    problem_close(&p);
    free(limbo);
    free(remainder);
    return status;
}
