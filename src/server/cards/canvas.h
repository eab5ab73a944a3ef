// SPDX-License-Identifier: MIT
// Shapes with smooth edges on a picture of plain pixels, painted one over the other.
//
// Coordinates are those of the drawing: `scale` pixels to a unit, (0, 0) where `x` and `y` say.
#ifndef MEYDAN_SERVER_CARDS_CANVAS_H
#define MEYDAN_SERVER_CARDS_CANVAS_H

#include "base/types.h"

typedef struct Canvas {
    int width, height; // in pixels
    u8 *pixel;         // red, green, blue; row by row
    float scale, x, y;
} Canvas;

typedef enum ShapeKind { SHAPE_CIRCLE, SHAPE_BOX, SHAPE_HEXAGON } ShapeKind;

typedef struct Shape {
    ShapeKind kind;
    float x, y;   // its middle
    float w, h;   // half of its size: the radius; both; the distance of the (flat) sides
    float round;  // radius of a box's corners
    float turned; // degrees, counter-clockwise
} Shape;

// Of a gradient: where, which colour, how strong.
typedef struct Stop {
    float at;
    u32 colour; // 0xrrggbb
    float alpha;
} Stop;

enum { STOPS_MAX = 6 };

// One stop is a flat colour. Several lie between the focus, in parts of the shape's half size from
// its middle, and its edge as a circle's; `down`: from the upper to the lower edge.
typedef struct Ink {
    Stop stop[STOPS_MAX];
    int stops;
    float focus_x, focus_y;
    bool down;
} Ink;

// False without memory.
bool canvas_new(Canvas *canvas, int width, int height, u32 colour);
void canvas_free(Canvas *canvas);

Ink ink_flat(u32 colour, float alpha);

void canvas_paint(Canvas *canvas, Shape shape, const Ink *ink);
// Its outline, so wide, half of it inside.
void canvas_stroke(Canvas *canvas, Shape shape, float width, const Ink *ink);

#endif
