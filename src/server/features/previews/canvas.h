// SPDX-License-Identifier: MIT
// Shapes and gradients on a cairo surface.
#ifndef MEYDAN_SERVER_FEATURES_PREVIEWS_CANVAS_H
#define MEYDAN_SERVER_FEATURES_PREVIEWS_CANVAS_H

#include "base/types.h"

#include <cairo.h>
#include <stddef.h>

typedef enum ShapeKind { SHAPE_CIRCLE, SHAPE_BOX, SHAPE_HEXAGON } ShapeKind;

typedef struct CanvasShape {
    ShapeKind kind;
    double x, y;   // the centre
    double w, h;   // half of the size: the radii; both sides; the distance of the (flat) sides
    double round;  // radius of a box's corners
    double turned; // degrees, counter-clockwise
} CanvasShape;

typedef struct Stop {
    double at;
    u32 colour; // 0xrrggbb
    double alpha;
} Stop;

enum { STOPS_MAX = 6 };

// A gradient from the focus, in parts of the shape's half size from its centre, to its edge as a
// circle's; with `down` from its upper to its lower edge.
typedef struct Gradient {
    Stop stop[STOPS_MAX];
    int stops;
    double focus_x, focus_y;
    bool down;
} Gradient;

void canvas_colour(cairo_t *canvas, u32 colour, double alpha);
void canvas_fill(cairo_t *canvas, CanvasShape shape, u32 colour, double alpha);
// The outline, half of its width inside.
void canvas_stroke(cairo_t *canvas, CanvasShape shape, double width, u32 colour, double alpha);
void canvas_shade(cairo_t *canvas, CanvasShape shape, const Gradient *gradient);

// The surface as a PNG, to be freed; NULL if out of memory.
u8 *canvas_png(cairo_surface_t *surface, size_t *length);

#endif
