// SPDX-License-Identifier: MIT
// The messages of the API, in the order in which the rows of features mention them. Types, docs and
// the OpenAPI description are written from this list.
#ifndef MEYDAN_SERVER_API_DESCRIBED_H
#define MEYDAN_SERVER_API_DESCRIBED_H

#include "server/api/feature.h"

enum { SHAPES_MAX = 320 };

// Each shape once.
typedef struct Shapes {
    const Shape *shape[SHAPES_MAX];
    bool sent[SHAPES_MAX]; // by clients, where it was met first
    bool both[SHAPES_MAX]; // sent by clients and by the server
    int count;
    const char *clash; // a name that two shapes have, or NULL
} Shapes;

// The shape of LIST_REPLY or PAGE_REPLY.
bool shape_is_list(const Shape *shape);
// A shape that has no name of its own in types; its elements may have.
bool shape_is_anonymous(const Shape *shape);
// Add the shapes of a feature's routes, or of its messages. False if there are too many of them, or
// two have one name.
bool shapes_add_routes(Shapes *shapes, const Feature *feature);
bool shapes_add_messages(Shapes *shapes, const Feature *feature);
const Shape *shapes_find(const Shapes *shapes, Text name);

// The body that a route takes, for readers.
static inline const Shape *route_body_shown(const Route *route)
{
    return route->body_shown ? route->body_shown : route->body;
}
const char *route_method_name(const Route *route); // "GET"

#endif
