// SPDX-License-Identifier: MIT
#include "server/features/previews/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double QUARTER = 1.5707963267948966;

// Red, green or blue, from 0 to 1.
static double part(u32 colour, int shift)
{
    return (colour >> shift & 255) / 255.0;
}

void canvas_colour(cairo_t *canvas, u32 colour, double alpha)
{
    cairo_set_source_rgba(canvas, part(colour, 16), part(colour, 8), part(colour, 0), alpha);
}

// Makes the shape the current path. Until cairo_restore() the shape's centre is the origin.
static void trace(cairo_t *canvas, const CanvasShape *shape)
{
    double w = shape->w, h = shape->h, round = shape->round;
    cairo_save(canvas);
    cairo_translate(canvas, shape->x, shape->y);
    cairo_rotate(canvas, -shape->turned * QUARTER / 90);
    cairo_new_path(canvas);
    if (shape->kind == SHAPE_CIRCLE) {
        cairo_save(canvas);
        cairo_scale(canvas, w, h);
        cairo_arc(canvas, 0, 0, 1, 0, 4 * QUARTER);
        cairo_restore(canvas);
    } else if (shape->kind == SHAPE_HEXAGON) {
        double corner = w / cos(QUARTER / 3);
        for (int i = 0; i < 6; i++)
            cairo_line_to(canvas, corner * cos(i * QUARTER * 2 / 3),
                          corner * sin(i * QUARTER * 2 / 3));
    } else {
        for (int i = 0; i < 4; i++) {
            double x = i == 0 || i == 3 ? w - round : round - w, y = i < 2 ? h - round : round - h;
            cairo_arc(canvas, x, y, round, i * QUARTER, (i + 1) * QUARTER);
        }
    }
    cairo_close_path(canvas);
}

void canvas_fill(cairo_t *canvas, CanvasShape shape, u32 colour, double alpha)
{
    trace(canvas, &shape);
    canvas_colour(canvas, colour, alpha);
    cairo_fill(canvas);
    cairo_restore(canvas);
}

void canvas_stroke(cairo_t *canvas, CanvasShape shape, double width, u32 colour, double alpha)
{
    trace(canvas, &shape);
    canvas_colour(canvas, colour, alpha);
    cairo_set_line_width(canvas, width);
    cairo_stroke(canvas);
    cairo_restore(canvas);
}

void canvas_shade(cairo_t *canvas, CanvasShape shape, const Gradient *gradient)
{
    cairo_pattern_t *pattern =
        gradient->down
            ? cairo_pattern_create_linear(0, -1, 0, 1)
            : cairo_pattern_create_radial(gradient->focus_x, gradient->focus_y, 0, 0, 0, 1);
    for (int i = 0; i < gradient->stops; i++) {
        const Stop *stop = &gradient->stop[i];
        cairo_pattern_add_color_stop_rgba(pattern, stop->at, part(stop->colour, 16),
                                          part(stop->colour, 8), part(stop->colour, 0),
                                          stop->alpha);
    }
    trace(canvas, &shape);
    cairo_scale(canvas, shape.w, shape.h);
    cairo_set_source(canvas, pattern);
    cairo_fill(canvas);
    cairo_restore(canvas);
    cairo_pattern_destroy(pattern);
}

typedef struct Bytes {
    u8 *at;
    size_t length;
} Bytes;

static cairo_status_t append(void *context, const u8 *from, unsigned length)
{
    Bytes *bytes = context;
    u8 *grown = realloc(bytes->at, bytes->length + length);
    if (!grown) return CAIRO_STATUS_NO_MEMORY;
    memcpy(grown + bytes->length, from, length);
    *bytes = (Bytes){ grown, bytes->length + length };
    return CAIRO_STATUS_SUCCESS;
}

u8 *canvas_png(cairo_surface_t *surface, size_t *length)
{
    Bytes bytes = { 0 };
    if (cairo_surface_write_to_png_stream(surface, append, &bytes) != CAIRO_STATUS_SUCCESS) {
        free(bytes.at);
        return NULL;
    }
    *length = bytes.length;
    return bytes.at;
}
