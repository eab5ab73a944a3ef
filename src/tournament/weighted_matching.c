// SPDX-License-Identifier: MIT
// A node is a vertex (1..n) or a blossom (n+1..). A blossom is an odd cycle of nodes, joined by
// tight edges, which the search treats as one node:
//
//         child 1 --- child 2            children 1-2, 3-4, ... are matched with each other;
//        /                   \           child 0, the base, is matched outside
//     child 0                 |
//        \                   /
//         child 4 --- child 3
//
// Labels y of the vertices and z of the blossoms prove that the weight is at its maximum:
//     y(u) + y(v) - 2 w(u,v) >= 0 for edges between outermost nodes, 0 ("tight") for matched ones;
//     z(b) >= 0.
// A search grows one tree from an unmatched node. Its nodes are alternately even (reached by a
// matched edge) and odd. When it is stuck, the labels of even vertices decrease and those of odd
// ones increase by the same amount until another edge becomes tight. All labels in a tree have the
// same parity, because tight edges join them, so that halving the slack of an edge between two even
// nodes is exact.
#include "tournament/weighted_matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef enum Mark {
    MARK_NONE,
    MARK_EVEN,
    MARK_ODD,
} Mark;

// An edge seen from a node: `from` is the vertex within the node. 0 and 0: none.
typedef struct Edge {
    int from, to;
} Edge;

typedef struct Node {
    int parent; // the blossom directly around it, or 0 if it is outermost
    bool used;
    u8 mark;
    Edge mate;
    Edge tree; // of an odd node: how the search reached it (`to` is in the even node)
    Edge near; // the edge with the smallest slack to an even node (`to` is in the even node)
    int children, capacity;
    int *child;
    Edge *link; // link[i] leads from child[i] to child[i + 1]
} Node;

struct Matching {
    int vertices, width, nodes;
    i64 *weight;  // [vertex][vertex][width]
    bool *edge;   // [vertex][vertex]
    i64 *label;   // [node][width]
    u16 *closest; // [blossom - n][vertex]: the blossom's vertex with the smallest slack; 0: none
    Node *node;
    int *outer; // [vertex]: its outermost node
    int *live;  // the vertices that aren't retired
    int lives;
    int *queue;
    int queue_head, queue_tail;
    int *path; // scratch for two paths to the root
    int *stack;
    i64 *delta, *other;
    int opened; // its edges may have changed; 0: none
    bool solved_once;
};

static size_t at(const Matching *m, int u, int v)
{
    return (size_t)u * ((size_t)m->vertices + 1) + (size_t)v;
}

static i64 *label(const Matching *m, int node)
{
    return m->label + (size_t)node * (size_t)m->width;
}

static u16 *closest(const Matching *m, int blossom, int v)
{
    return m->closest + at(m, blossom - m->vertices, v);
}

static const i64 *weight(const Matching *m, int u, int v)
{
    return m->weight + at(m, u, v) * (size_t)m->width;
}

Matching *matching_new(int vertices, int width)
{
    Matching *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    size_t n = (size_t)vertices + 1, nodes = n + (size_t)vertices / 2 + 1, k = (size_t)width;
    m->vertices = vertices;
    m->width = width;
    m->nodes = (int)nodes;
    m->weight = malloc(n * n * k * sizeof *m->weight);
    m->edge = calloc(n * n, sizeof *m->edge);
    m->label = calloc(nodes * k, sizeof *m->label);
    m->closest = calloc((nodes - n + 1) * n, sizeof *m->closest);
    m->node = calloc(nodes, sizeof *m->node);
    m->outer = calloc(n, sizeof *m->outer);
    m->live = calloc(n, sizeof *m->live);
    m->queue = calloc(nodes * 2, sizeof *m->queue);
    m->path = calloc(nodes * 2, sizeof *m->path);
    m->stack = calloc(nodes, sizeof *m->stack);
    m->delta = calloc(k * 2, sizeof *m->delta);
    if (!m->weight || !m->edge || !m->label || !m->closest || !m->node || !m->outer || !m->live ||
        !m->queue || !m->path || !m->stack || !m->delta) {
        matching_free(m);
        return NULL;
    }
    m->other = m->delta + k;
    for (int v = 1; v <= vertices; v++) {
        m->outer[v] = v;
        m->node[v].used = true;
        m->live[m->lives++] = v;
    }
    return m;
}

void matching_free(Matching *m)
{
    if (!m) return;
    for (int x = 0; m->node && x < m->nodes; x++) {
        free(m->node[x].child);
        free(m->node[x].link);
    }
    free(m->weight);
    free(m->edge);
    free(m->label);
    free(m->closest);
    free(m->node);
    free(m->outer);
    free(m->live);
    free(m->queue);
    free(m->path);
    free(m->stack);
    free(m->delta);
    free(m);
}

void matching_edge(Matching *m, int u, int v, const i64 *values)
{
    assert(u != v);
    for (int i = 0; i < m->width; i++) {
        assert(values[i] < MATCHING_LIMIT && values[i] > -MATCHING_LIMIT);
        m->weight[at(m, u, v) * (size_t)m->width + (size_t)i] = values[i];
        m->weight[at(m, v, u) * (size_t)m->width + (size_t)i] = values[i];
    }
    m->edge[at(m, u, v)] = m->edge[at(m, v, u)] = true;
}

void matching_cut(Matching *m, int u, int v)
{
    m->edge[at(m, u, v)] = m->edge[at(m, v, u)] = false;
}

bool matching_has(const Matching *m, int u, int v)
{
    return m->edge[at(m, u, v)];
}

const i64 *matching_weight(const Matching *m, int u, int v)
{
    return weight(m, u, v);
}

int matching_mate(const Matching *m, int v)
{
    return m->node[v].mate.to;
}

void matching_suggest(Matching *m, int u, int v)
{
    m->path[u] = v;
    m->path[v] = u;
}

// Component `i` of the slack of an edge between two outermost nodes: weights are vectors.
static i64 slack_at(const Matching *m, int u, int v, int i)
{
    return label(m, u)[i] + label(m, v)[i] - 2 * weight(m, u, v)[i];
}

static bool tight(const Matching *m, int u, int v)
{
    const i64 *w = weight(m, u, v), *a = label(m, u), *b = label(m, v);
    for (int i = 0; i < m->width; i++)
        if (a[i] + b[i] != 2 * w[i]) return false;
    return true;
}

// Is the slack of u-v smaller than that of x-y?
static bool closer(const Matching *m, int u, int v, int x, int y)
{
    for (int i = 0; i < m->width; i++) {
        i64 one = slack_at(m, u, v, i), two = slack_at(m, x, y, i);
        if (one != two) return one < two;
    }
    return false;
}

static bool vector_zero(const i64 *vector, int width)
{
    for (int i = 0; i < width; i++)
        if (vector[i]) return false;
    return true;
}

static bool vector_less(const i64 *a, const i64 *b, int width)
{
    for (int i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

// Calls for each vertex in the node: for (int v, i = leaves(m, node); i-- > 0;) v = m->stack[i].
// The list is valid until the next call.
static int leaves(Matching *m, int node)
{
    int count = 0, head = 0;
    m->stack[count++] = node;
    while (head < count) {
        int x = m->stack[head];
        if (x <= m->vertices) {
            head++;
            continue;
        }
        m->stack[head] = m->stack[--count];
        for (int i = 0; i < m->node[x].children; i++)
            m->stack[count++] = m->node[x].child[i];
    }
    return count;
}

// The vertex of the node with the smallest slack to v, or 0.
static int closest_in(const Matching *m, int node, int v)
{
    if (node <= m->vertices) return m->edge[at(m, node, v)] ? node : 0;
    return *closest(m, node, v);
}

static void find_closest(Matching *m, int blossom, int v)
{
    const Node *b = &m->node[blossom];
    int best = 0;
    for (int i = 0; i < b->children; i++) {
        int u = closest_in(m, b->child[i], v);
        if (u && (!best || closer(m, u, v, best, v))) best = u;
    }
    *closest(m, blossom, v) = (u16)best;
}

static void set_outer(Matching *m, int node)
{
    m->node[node].parent = 0;
    for (int i = leaves(m, node); i-- > 0;)
        m->outer[m->stack[i]] = node;
}

// The index of the child that contains the vertex.
static int child_index(const Matching *m, int blossom, int v)
{
    int x = v;
    while (m->node[x].parent != blossom)
        x = m->node[x].parent;
    int i = 0;
    while (m->node[blossom].child[i] != x)
        i++;
    return i;
}

static void reverse_nodes(int *list, int from, int to)
{
    for (; from < --to; from++) {
        int swap = list[from];
        list[from] = list[to];
        list[to] = swap;
    }
}

static void reverse_edges(Edge *list, int from, int to)
{
    for (; from < --to; from++) {
        Edge swap = list[from];
        list[from] = list[to];
        list[to] = swap;
    }
}

// Matches a node outside along the edge, and its children with each other.
static void set_mate(Matching *m, int node, Edge edge)
{
    m->node[node].mate = edge;
    if (node <= m->vertices) return;
    Node *b = &m->node[node];
    int base = child_index(m, node, edge.from);
    // Rotate the cycle so that the base comes first.
    reverse_nodes(b->child, 0, base);
    reverse_nodes(b->child, base, b->children);
    reverse_nodes(b->child, 0, b->children);
    reverse_edges(b->link, 0, base);
    reverse_edges(b->link, base, b->children);
    reverse_edges(b->link, 0, b->children);
    set_mate(m, b->child[0], edge);
    for (int i = 1; base && i < b->children; i += 2) {
        set_mate(m, b->child[i], b->link[i]);
        set_mate(m, b->child[i + 1], (Edge){ b->link[i].to, b->link[i].from });
    }
}

static void clear_mate(Matching *m, int node)
{
    for (;;) {
        m->node[node].mate = (Edge){ 0, 0 };
        if (node <= m->vertices) return;
        node = m->node[node].child[0];
    }
}

// Removes the edge by which an outermost node is matched from the matching.
static void unmatch(Matching *m, int node)
{
    int to = m->node[node].mate.to;
    if (!to) return;
    clear_mate(m, node);
    clear_mate(m, m->outer[to]);
}

// Turns the children of an outermost blossom into outermost nodes.
static void dissolve(Matching *m, int blossom)
{
    Node *b = &m->node[blossom];
    for (int i = 0; i < b->children; i++) {
        set_outer(m, b->child[i]);
        m->node[b->child[i]].mark = MARK_NONE;
        m->node[b->child[i]].near = (Edge){ 0, 0 };
    }
    b->used = false;
}

// Finds the even vertex with the smallest slack to the node.
static void find_near(Matching *m, int node)
{
    Node *x = &m->node[node];
    x->near = (Edge){ 0, 0 };
    for (int i = 0; i < m->lives; i++) {
        int u = m->live[i];
        if (m->outer[u] == node || m->node[m->outer[u]].mark != MARK_EVEN) continue;
        int v = closest_in(m, node, u);
        if (v && (!x->near.to || closer(m, u, v, x->near.to, x->near.from)))
            x->near = (Edge){ v, u };
    }
}

static void enqueue(Matching *m, int node)
{
    for (int i = leaves(m, node); i-- > 0;)
        m->queue[m->queue_tail++] = m->stack[i];
}

static void make_even(Matching *m, int node)
{
    m->node[node].mark = MARK_EVEN;
    enqueue(m, node);
}

// The path from an even node to the root, as nodes; returns its length.
static int path_to_root(const Matching *m, int node, int *path)
{
    int length = 0;
    for (;;) {
        path[length++] = node;
        int to = m->node[node].mate.to;
        if (!to) return length;
        int odd = m->outer[to];
        path[length++] = odd;
        node = m->outer[m->node[odd].tree.to];
    }
}

// The edge from an element of such a path to the next one.
static Edge path_edge(const Matching *m, int node)
{
    return m->node[node].mark == MARK_EVEN ? m->node[node].mate : m->node[node].tree;
}

static int new_blossom(Matching *m, int children)
{
    int b = m->vertices + 1;
    while (m->node[b].used)
        b++;
    assert(b < m->nodes);
    Node *node = &m->node[b];
    if (node->capacity < children) {
        int capacity = children * 2;
        int *child = realloc(node->child, (size_t)capacity * sizeof *child);
        if (child) node->child = child;
        Edge *link = realloc(node->link, (size_t)capacity * sizeof *link);
        if (link) node->link = link;
        if (!child || !link) return 0;
        node->capacity = capacity;
    }
    node->used = true;
    node->parent = 0;
    node->children = 0;
    return b;
}

// Makes a blossom of the cycle that the edge between two even nodes closes. Returns false if out of
// memory.
static bool shrink(Matching *m, Edge edge)
{
    int *one = m->path, *two = m->path + m->nodes;
    int ones = path_to_root(m, m->outer[edge.from], one);
    int twos = path_to_root(m, m->outer[edge.to], two);
    while (ones > 1 && twos > 1 && one[ones - 2] == two[twos - 2]) {
        ones--;
        twos--;
    }
    int blossom = new_blossom(m, ones + twos - 1);
    if (!blossom) return false;
    Node *b = &m->node[blossom];
    for (int i = ones - 1; i >= 0; i--) {
        if (i) {
            Edge back = path_edge(m, one[i - 1]);
            b->link[b->children] = (Edge){ back.to, back.from };
        } else {
            b->link[b->children] = edge;
        }
        b->child[b->children++] = one[i];
    }
    for (int i = 0; i < twos - 1; i++) {
        b->link[b->children] = path_edge(m, two[i]);
        b->child[b->children++] = two[i];
    }
    b->mate = m->node[b->child[0]].mate;
    b->mark = MARK_EVEN;
    memset(label(m, blossom), 0, (size_t)m->width * sizeof(i64));
    for (int i = 0; i < b->children; i++) {
        int x = b->child[i];
        if (m->node[x].mark == MARK_ODD) enqueue(m, x);
        m->node[x].parent = blossom;
    }
    for (int i = leaves(m, blossom); i-- > 0;)
        m->outer[m->stack[i]] = blossom;
    for (int i = 0; i < m->lives; i++)
        find_closest(m, blossom, m->live[i]);
    find_near(m, blossom);
    return true;
}

// Replaces an odd blossom in the tree by those of its children that keep the tree connected.
static void expand(Matching *m, int blossom)
{
    Node *b = &m->node[blossom];
    Edge entry = b->tree;
    int i = child_index(m, blossom, entry.from);
    dissolve(m, blossom);
    int step = i % 2 ? 1 : -1;
    for (;;) {
        Node *odd = &m->node[b->child[i]];
        odd->mark = MARK_ODD;
        odd->tree = entry;
        if (i == 0) break;
        i += step;
        int even = b->child[i];
        Edge link = step > 0 ? b->link[i] : b->link[i - 1];
        entry = step > 0 ? (Edge){ link.to, link.from } : link;
        make_even(m, even);
        i = (i + step) % b->children;
    }
    for (i = 0; i < b->children; i++)
        if (m->node[b->child[i]].mark != MARK_ODD) find_near(m, b->child[i]);
}

// Flips the matched and unmatched edges between an even node and the root.
static void augment(Matching *m, Edge edge)
{
    for (;;) {
        int node = m->outer[edge.from];
        int before = m->node[node].mate.to;
        set_mate(m, node, edge);
        if (!before) return;
        int odd = m->outer[before];
        Edge tree = m->node[odd].tree;
        set_mate(m, odd, tree);
        edge = (Edge){ tree.to, tree.from };
    }
}

typedef enum Step {
    STEP_GO_ON,
    STEP_MATCHED,
    STEP_FAILED,
} Step;

// Takes a tight edge from an even vertex into the tree.
static Step take_edge(Matching *m, int u, int v)
{
    int node = m->outer[v];
    Node *x = &m->node[node];
    if (x->mark == MARK_EVEN) return shrink(m, (Edge){ u, v }) ? STEP_GO_ON : STEP_FAILED;
    if (x->mark == MARK_ODD) return STEP_GO_ON;
    if (!x->mate.to) {
        augment(m, (Edge){ u, v });
        set_mate(m, node, (Edge){ v, u });
        return STEP_MATCHED;
    }
    x->mark = MARK_ODD;
    x->tree = (Edge){ v, u };
    make_even(m, m->outer[x->mate.to]);
    return STEP_GO_ON;
}

static Step grow(Matching *m)
{
    while (m->queue_head < m->queue_tail) {
        int u = m->queue[m->queue_head++];
        for (int i = 0; i < m->lives; i++) {
            int v = m->live[i], node = m->outer[v];
            if (node == m->outer[u] || !m->edge[at(m, u, v)]) continue;
            Node *x = &m->node[node];
            if (x->mark == MARK_ODD) continue;
            if (tight(m, u, v)) {
                Step step = take_edge(m, u, v);
                if (step != STEP_GO_ON) return step;
            } else if (!x->near.to || closer(m, u, v, x->near.to, x->near.from)) {
                x->near = (Edge){ v, u };
            }
        }
    }
    return STEP_GO_ON;
}

static bool outermost(const Matching *m, int node)
{
    return m->node[node].used && !m->node[node].parent;
}

// Changes the labels so that an edge becomes tight or the label of an odd blossom zero. Returns
// false if that's impossible.
static bool change_labels(Matching *m)
{
    size_t bytes = (size_t)m->width * sizeof(i64);
    bool found = false;
    for (int x = 1; x < m->nodes; x++) {
        if (!outermost(m, x)) continue;
        const Node *node = &m->node[x];
        bool half = false;
        if (node->mark == MARK_ODD) {
            if (x <= m->vertices) continue;
            memcpy(m->other, label(m, x), bytes);
            half = true;
        } else {
            if (!node->near.to) continue;
            for (int i = 0; i < m->width; i++)
                m->other[i] = slack_at(m, node->near.from, node->near.to, i);
            half = node->mark == MARK_EVEN;
        }
        for (int i = 0; half && i < m->width; i++) {
            assert(m->other[i] % 2 == 0);
            m->other[i] /= 2;
        }
        if (found && !vector_less(m->other, m->delta, m->width)) continue;
        memcpy(m->delta, m->other, bytes);
        found = true;
    }
    if (!found) return false;
    for (int j = 0; j < m->lives; j++) {
        int v = m->live[j];
        u8 mark = m->node[m->outer[v]].mark;
        int sign = mark == MARK_EVEN ? -1 : mark == MARK_ODD ? 1 : 0;
        for (int i = 0; sign && i < m->width; i++)
            label(m, v)[i] += sign * m->delta[i];
    }
    for (int b = m->vertices + 1; b < m->nodes; b++) {
        if (!outermost(m, b)) continue;
        u8 mark = m->node[b].mark;
        int sign = mark == MARK_EVEN ? 2 : mark == MARK_ODD ? -2 : 0;
        for (int i = 0; sign && i < m->width; i++)
            label(m, b)[i] += sign * m->delta[i];
    }
    return true;
}

// Matches an unmatched outermost node. The others stay matched.
static bool search(Matching *m, int root)
{
    for (int x = 1; x < m->nodes; x++) {
        m->node[x].mark = MARK_NONE;
        m->node[x].near = (Edge){ 0, 0 };
    }
    m->queue_head = m->queue_tail = 0;
    make_even(m, root);
    for (;;) {
        Step step = grow(m);
        if (step != STEP_GO_ON) return step == STEP_MATCHED;
        if (!change_labels(m)) return false;
        m->queue_head = m->queue_tail = 0;
        for (int x = 1; x < m->nodes; x++) {
            if (!outermost(m, x) || m->node[x].mark == MARK_ODD) continue;
            Edge near = m->node[x].near;
            if (!near.to || m->outer[near.to] == x || !tight(m, near.from, near.to)) continue;
            step = take_edge(m, near.to, near.from);
            if (step != STEP_GO_ON) return step == STEP_MATCHED;
        }
        for (int b = m->vertices + 1; b < m->nodes; b++)
            if (outermost(m, b) && m->node[b].mark == MARK_ODD &&
                vector_zero(label(m, b), m->width))
                expand(m, b);
    }
}

// Gives a vertex outside all blossoms the smallest label that its edges allow. Returns false if it
// has no edge.
static bool lower_label(Matching *m, int v)
{
    i64 *mine = label(m, v);
    bool found = false;
    for (int i = 0; i < m->lives; i++) {
        int u = m->live[i];
        if (u == v || !m->edge[at(m, u, v)]) continue;
        for (int j = 0; j < m->width; j++)
            m->other[j] = 2 * weight(m, u, v)[j] - label(m, u)[j];
        if (found && !vector_less(mine, m->other, m->width)) continue;
        memcpy(mine, m->other, (size_t)m->width * sizeof(i64));
        found = true;
    }
    return found;
}

static void match_vertices(Matching *m, int u, int v)
{
    m->node[u].mate = (Edge){ u, v };
    m->node[v].mate = (Edge){ v, u };
}

// Labels that allow all edges, and a matching of tight ones: the suggested pairs, then the first
// ones found.
static bool start(Matching *m)
{
    for (int i = 0; i < m->lives; i++) {
        int u = m->live[i];
        bool found = false;
        for (int j = 0; j < m->lives; j++) {
            int v = m->live[j];
            if (!m->edge[at(m, u, v)]) continue;
            if (found && !vector_less(label(m, u), weight(m, u, v), m->width)) continue;
            memcpy(label(m, u), weight(m, u, v), (size_t)m->width * sizeof(i64));
            found = true;
        }
        if (!found) return false;
    }
    for (int i = 0; i < m->lives; i++) {
        int u = m->live[i];
        if (m->node[u].mate.to) continue;
        lower_label(m, u);
        int wanted = m->path[u];
        if (wanted && !m->node[wanted].mate.to && m->edge[at(m, u, wanted)] &&
            tight(m, u, wanted)) {
            match_vertices(m, u, wanted);
            continue;
        }
        for (int j = 0; j < m->lives; j++) {
            int v = m->live[j];
            if (m->node[v].mate.to || !m->edge[at(m, u, v)] || !tight(m, u, v)) continue;
            match_vertices(m, u, v);
            break;
        }
    }
    return true;
}

// Takes a vertex out of all blossoms.
static void release(Matching *m, int v)
{
    while (m->outer[v] != v) {
        int b = m->outer[v];
        const i64 *z = label(m, b);
        if (!vector_zero(z, m->width)) {
            unmatch(m, b);
            for (int i = leaves(m, b); i-- > 0;)
                for (int j = 0; j < m->width; j++)
                    label(m, m->stack[i])[j] += z[j] / 2;
        }
        dissolve(m, b);
    }
}

void matching_open(Matching *m, int v)
{
    release(m, v);
    unmatch(m, v);
    m->opened = v;
}

// Brings what the blossoms know about an opened vertex up to date.
static void close_opened(Matching *m)
{
    int v = m->opened;
    m->opened = 0;
    for (int b = m->vertices + 1; v && b < m->nodes; b++) {
        if (!m->node[b].used) continue;
        int best = 0;
        for (int i = leaves(m, b); i-- > 0;) {
            int u = m->stack[i];
            if (m->edge[at(m, u, v)] && (!best || closer(m, u, v, best, v))) best = u;
        }
        *closest(m, b, v) = (u16)best;
    }
}

bool matching_solve(Matching *m)
{
    if (m->lives % 2) return false;
    if (!m->solved_once && !start(m)) return false;
    m->solved_once = true;
    close_opened(m);
    for (int i = 0; i < m->lives; i++) {
        int v = m->live[i];
        if (m->outer[v] == v && !m->node[v].mate.to && !lower_label(m, v)) return false;
    }
    for (int i = 0; i < m->lives; i++) {
        int node = m->outer[m->live[i]];
        if (!m->node[node].mate.to && !search(m, node)) return false;
    }
    return true;
}

bool matching_possible(const Matching *m, int u, int v)
{
    if (!m->edge[at(m, u, v)]) return false;
    return m->outer[u] == m->outer[v] || tight(m, u, v);
}

static void remove_live(Matching *m, int v)
{
    int i = 0;
    while (m->live[i] != v)
        i++;
    m->lives--;
    for (; i < m->lives; i++)
        m->live[i] = m->live[i + 1];
}

void matching_retire(Matching *m, int u, int v)
{
    release(m, u);
    release(m, v);
    if (m->node[u].mate.to != v) {
        unmatch(m, u);
        unmatch(m, v);
    }
    match_vertices(m, u, v);
    remove_live(m, u);
    remove_live(m, v);
}
