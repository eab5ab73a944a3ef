// SPDX-License-Identifier: MIT
#include "server/api/described.h"

#include "server/api/messages/shape_json.h"

#include <string.h>

bool shape_is_list(const Shape *shape)
{
    return !strcmp(shape->name, "ListReply");
}

bool shape_is_anonymous(const Shape *shape)
{
    return shape->bare || shape_is_list(shape) || shape == &NOTHING || shape == &RAW ||
           shape == &DONE;
}

static bool add_shape(Shapes *shapes, const Shape *shape, bool sent);

// The shapes that the fields mention.
static bool add_fields(Shapes *shapes, const Shape *shape, bool sent)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        bool fine = f->as != AS_PERSON || add_shape(shapes, &PERSON_SHOWN, false);
        if (fine && f->flags & FIELD_INLINE)
            fine = add_fields(shapes, f->shape, sent);
        else if (fine && f->shape && f->as != AS_HIDDEN)
            fine = add_shape(shapes, f->shape, sent);
        if (!fine) return false;
    }
    return true;
}

static bool add_shape(Shapes *shapes, const Shape *shape, bool sent)
{
    if (!add_fields(shapes, shape, sent)) return false;
    if (shape_is_anonymous(shape)) return true;
    for (int i = 0; i < shapes->count; i++) {
        if (shapes->shape[i] == shape || shapes->shape[i]->field == shape->field) {
            shapes->both[i] = shapes->both[i] || shapes->sent[i] != sent;
            return true;
        }
        if (strcmp(shapes->shape[i]->name, shape->name)) continue;
        shapes->clash = shape->name;
        return false;
    }
    if (shapes->count == SHAPES_MAX) return false;
    shapes->sent[shapes->count] = sent;
    shapes->shape[shapes->count++] = shape;
    return true;
}

bool shapes_add_routes(Shapes *shapes, const Feature *feature)
{
    bool fine = true;
    for (int i = 0; fine && i < feature->routes_count; i++) {
        const Route *r = &feature->routes[i];
        fine = add_shape(shapes, r->query, true) && add_shape(shapes, route_body_shown(r), true) &&
               add_shape(shapes, r->reply, false);
    }
    return fine;
}

bool shapes_add_messages(Shapes *shapes, const Feature *feature)
{
    bool fine = true;
    for (int i = 0; fine && i < feature->messages_count; i++)
        fine = add_shape(shapes, feature->messages[i].shape, true);
    return fine;
}

const Shape *shapes_find(const Shapes *shapes, Text name)
{
    for (int i = 0; i < shapes->count; i++)
        if (text_is(name, shapes->shape[i]->name)) return shapes->shape[i];
    return NULL;
}

const char *route_method_name(const Route *route)
{
    static const char *const METHODS[] = {
        [METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"
    };
    return METHODS[route->method];
}
