// SPDX-License-Identifier: MIT
#include "server/cards/canvas.h"

#include <math.h>
#include <stdlib.h>

bool canvas_new(Canvas *canvas, int width, int height, u32 colour)
{
    *canvas = (Canvas){ .width = width, .height = height, .scale = 1 };
    size_t count = (size_t)width * (size_t)height;
    canvas->pixel = malloc(3 * count);
    for (size_t i = 0; canvas->pixel && i < count; i++) {
        canvas->pixel[3 * i] = (u8)(colour >> 16);
        canvas->pixel[3 * i + 1] = (u8)(colour >> 8);
        canvas->pixel[3 * i + 2] = (u8)colour;
    }
    return canvas->pixel;
}

void canvas_free(Canvas *canvas)
{
    free(canvas->pixel);
    canvas->pixel = NULL;
}

Ink ink_flat(u32 colour, float alpha)
{
    return (Ink){ .stop = { { 0, colour, alpha } }, .stops = 1 };
}

// From a point, seen from the middle and not turned, to the shape's edge; negative inside.
static float distance(const Shape *shape, float x, float y)
{
    float dx = fabsf(x), dy = fabsf(y);
    if (shape->kind == SHAPE_CIRCLE) {
        // An ellipse as a circle that is pressed flat, which is near enough at its edge.
        float across = shape->h / shape->w;
        return (hypotf(dx, dy / across) - shape->w) * (across < 1 ? across : 1);
    }
    if (shape->kind == SHAPE_HEXAGON) return fmaxf(dy, dx * 0.8660254f + dy * 0.5f) - shape->w;
    float out_x = dx - shape->w + shape->round, out_y = dy - shape->h + shape->round;
    float outside = hypotf(fmaxf(out_x, 0), fmaxf(out_y, 0));
    return outside + fminf(fmaxf(out_x, out_y), 0) - shape->round;
}

// How far a point is from the focus on its way to the circle round the shape: 0 to 1.
static float reach(const Ink *ink, float x, float y)
{
    float dx = x - ink->focus_x, dy = y - ink->focus_y;
    float a = dx * dx + dy * dy, b = ink->focus_x * dx + ink->focus_y * dy;
    float c = ink->focus_x * ink->focus_x + ink->focus_y * ink->focus_y - 1;
    if (a < 1e-9f) return 0;
    float way = (sqrtf(fmaxf(b * b - a * c, 0)) - b) / a;
    return way > 1e-6f ? fminf(1 / way, 1) : 1;
}

static float between(float from, float to, float share)
{
    return from + (to - from) * share;
}

// The colour of the gradient at `at` (0 to 1), red to blue, and how strong it is.
static float colour_at(const Ink *ink, float at, float colour[3])
{
    int next = 0;
    while (next < ink->stops && ink->stop[next].at < at)
        next++;
    const Stop *to = &ink->stop[next < ink->stops ? next : ink->stops - 1];
    const Stop *from = &ink->stop[next ? next - 1 : 0];
    float span = to->at - from->at, share = span > 0 ? (at - from->at) / span : 1;
    if (share > 1) share = 1;
    for (int i = 0; i < 3; i++)
        colour[i] = between((float)(from->colour >> (16 - 8 * i) & 255),
                            (float)(to->colour >> (16 - 8 * i) & 255), share);
    return between(from->alpha, to->alpha, share);
}

static void blend(u8 *pixel, const float colour[3], float alpha)
{
    for (int i = 0; i < 3; i++)
        pixel[i] = (u8)(between((float)pixel[i], colour[i], alpha) + 0.5f);
}

static int bounded(float at, int most)
{
    return at < 0 ? 0 : at > (float)most ? most : (int)at;
}

// `width` of the outline; 0: filled.
static void paint(Canvas *canvas, const Shape *shape, float width, const Ink *ink)
{
    float scale = canvas->scale, cosine = cosf(shape->turned * 0.01745329f),
          sine = sinf(shape->turned * 0.01745329f);
    float size = shape->kind == SHAPE_BOX ? hypotf(shape->w, shape->h) : shape->w * 1.16f;
    if (shape->h > size) size = shape->h;
    float half = (size + width) * scale + 1;
    float mid_x = canvas->x + shape->x * scale, mid_y = canvas->y + shape->y * scale;
    int left = bounded(mid_x - half, canvas->width),
        right = bounded(mid_x + half + 1, canvas->width);
    int top = bounded(mid_y - half, canvas->height),
        bottom = bounded(mid_y + half + 1, canvas->height);
    float tall = shape->kind == SHAPE_HEXAGON ? shape->w : shape->h;
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) {
            float px = ((float)column + 0.5f - mid_x) / scale;
            float py = ((float)row + 0.5f - mid_y) / scale;
            float x = px * cosine - py * sine, y = px * sine + py * cosine;
            float away = distance(shape, x, y);
            if (width > 0) away = fabsf(away) - width / 2;
            float cover = 0.5f - away * scale;
            if (cover <= 0) continue;
            float colour[3];
            float at = ink->stops == 1 ? 0
                       : ink->down     ? (y / tall + 1) / 2
                                       : reach(ink, x / shape->w, y / tall);
            float alpha = colour_at(ink, at, colour);
            blend(&canvas->pixel[3 * ((size_t)row * (size_t)canvas->width + (size_t)column)],
                  colour, alpha * fminf(cover, 1));
        }
}

void canvas_paint(Canvas *canvas, Shape shape, const Ink *ink)
{
    paint(canvas, &shape, 0, ink);
}

void canvas_stroke(Canvas *canvas, Shape shape, float width, const Ink *ink)
{
    paint(canvas, &shape, width, ink);
}
