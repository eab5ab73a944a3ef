// SPDX-License-Identifier: MIT
#include "server/features/previews/lettering.h"

#include <cairo-ft.h>
#include <math.h>
#include <stdlib.h>
#include <utf8proc.h>
#include FT_FREETYPE_H

enum {
    LETTERS_MAX = 64, // of a line, cut off after that
    LETTER_MIN = 6,
    LETTER_MAX = 200,
    ELLIPSIS = 0x2026,
};

struct Lettering {
    FT_Library library;
    FT_Face face;
    cairo_font_face_t *font; // owns this struct: cairo's caches may outlive lettering_free
};

// A line in one size, from left to right.
typedef struct Set {
    FT_UInt glyph[LETTERS_MAX];
    int count;
} Set;

static void free_face(void *context)
{
    Lettering *lettering = context;
    if (lettering->library) FT_Done_FreeType(lettering->library); // with its faces
    free(lettering);
}

Lettering *lettering_new(const char *font)
{
    static const cairo_user_data_key_t OWNER;
    Lettering *lettering = calloc(1, sizeof *lettering);
    if (!lettering) return NULL;
    if (!FT_Init_FreeType(&lettering->library) &&
        !FT_New_Face(lettering->library, font, 0, &lettering->face) &&
        FT_IS_SCALABLE(lettering->face) &&
        !FT_Select_Charmap(lettering->face, FT_ENCODING_UNICODE)) {
        lettering->font = cairo_ft_font_face_create_for_ft_face(lettering->face, 0);
        if (!cairo_font_face_set_user_data(lettering->font, &OWNER, lettering, free_face))
            return lettering;
        cairo_font_face_destroy(lettering->font);
    }
    free_face(lettering);
    return NULL;
}

void lettering_free(Lettering *lettering)
{
    if (lettering) cairo_font_face_destroy(lettering->font);
}

// Whether letters of this kind don't change beside each other.
static bool stands_alone(utf8proc_int32_t point)
{
    const utf8proc_property_t *property = utf8proc_get_property(point);
    bool leftward = property->bidi_class == UTF8PROC_BIDI_CLASS_R ||
                    property->bidi_class == UTF8PROC_BIDI_CLASS_AL;
    utf8proc_category_t category = (utf8proc_category_t)property->category;
    bool mark = category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
                category == UTF8PROC_CATEGORY_ME;
    bool hidden = category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
                  category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
    return !leftward && !mark && !hidden;
}

static bool set_glyphs(const Lettering *lettering, Text text, Set *set)
{
    set->count = 0;
    for (size_t i = 0; i < text.length;) {
        utf8proc_int32_t point;
        utf8proc_ssize_t step = utf8proc_iterate((const utf8proc_uint8_t *)text.at + i,
                                                 (utf8proc_ssize_t)(text.length - i), &point);
        if (step <= 0 || !stands_alone(point)) return false;
        i += (size_t)step;
        FT_UInt glyph = FT_Get_Char_Index(lettering->face, (FT_ULong)point);
        if (!glyph) return false;
        if (set->count < LETTERS_MAX) set->glyph[set->count++] = glyph;
    }
    return set->count;
}

// The kerning between letter `i` and the one before it, in 64ths of a pixel.
static FT_Pos kern(const Lettering *lettering, const Set *set, int i)
{
    FT_Vector between = { 0, 0 };
    if (i && FT_HAS_KERNING(lettering->face))
        FT_Get_Kerning(lettering->face, set->glyph[i - 1], set->glyph[i], FT_KERNING_DEFAULT,
                       &between);
    return between.x;
}

// The width at the current font size, in 64ths of a pixel; -1 if a letter cannot be loaded.
static FT_Pos width_of(const Lettering *lettering, const Set *set)
{
    FT_Pos width = 0;
    for (int i = 0; i < set->count; i++) {
        if (FT_Load_Glyph(lettering->face, set->glyph[i], FT_LOAD_DEFAULT)) return -1;
        width += kern(lettering, set, i) + lettering->face->glyph->advance.x;
    }
    return width;
}

// Tries smaller font sizes until the line is at most `most` wide, in 64ths of a pixel. If
// there is none, truncates the line. Returns its width, or -1 on an error.
static FT_Pos fit(const Lettering *lettering, Set *set, const Line *line, FT_Pos most, int *used)
{
    int size = line->size > LETTER_MAX ? LETTER_MAX : line->size;
    int least = line->least < LETTER_MIN ? LETTER_MIN : line->least;
    FT_Pos width = -1;
    do {
        if (FT_Set_Pixel_Sizes(lettering->face, 0, (FT_UInt)size)) return -1;
        width = width_of(lettering, set);
        *used = size;
        size -= size > 40 ? 4 : 2;
    } while (width > most && size >= least);
    FT_UInt ellipsis = FT_Get_Char_Index(lettering->face, ELLIPSIS);
    while (width > most && set->count > 1) {
        set->count--;
        if (ellipsis) set->glyph[set->count - 1] = ellipsis;
        width = width_of(lettering, set);
    }
    return width;
}

bool lettering_write(Lettering *lettering, cairo_t *canvas, const Line *line)
{
    Set set;
    int size;
    cairo_glyph_t glyph[LETTERS_MAX];
    double x = line->x, y = line->y, most = line->width, none = 0;
    cairo_user_to_device(canvas, &x, &y);
    cairo_user_to_device_distance(canvas, &most, &none);
    if (!lettering || !set_glyphs(lettering, line->text, &set)) return false;
    FT_Pos width = fit(lettering, &set, line, (FT_Pos)(most * 64), &size);
    if (width < 0) return false;
    FT_Pos pen = (FT_Pos)(x * 64) - width / 2;
    for (int i = 0; i < set.count; i++) {
        pen += kern(lettering, &set, i);
        glyph[i] = (cairo_glyph_t){ set.glyph[i], (double)((pen + 32) >> 6), floor(y + 0.5) };
        if (FT_Load_Glyph(lettering->face, set.glyph[i], FT_LOAD_DEFAULT)) return false;
        pen += lettering->face->glyph->advance.x;
    }
    cairo_save(canvas);
    cairo_identity_matrix(canvas);
    cairo_set_font_face(canvas, lettering->font);
    cairo_set_font_size(canvas, size);
    canvas_colour(canvas, line->colour, 1);
    cairo_show_glyphs(canvas, glyph, set.count);
    cairo_restore(canvas);
    return true;
}
