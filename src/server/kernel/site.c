// SPDX-License-Identifier: MIT
#include "server/kernel/site.h"

#include "server/kernel/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SiteBody {
    Text bytes;    // `at` is NULL without this coding
    char etag[24]; // in quotes
} SiteBody;

typedef struct File {
    const char *name, *type;
    bool fixed; // the name contains a hash of the content, so caches keep it
    SiteBody body[CODINGS];
} File;

struct Site {
    int holders;
    PageFile *loaded; // read from a folder and freed with the site; otherwise NULL
    size_t loaded_count;
    size_t count;
    File file[]; // by name
};

static const char EMBED[] = "embed.html";

static int by_name(const void *a, const void *b)
{
    return strcmp(((const File *)a)->name, ((const File *)b)->name);
}

static bool ends_in(Text text, const char *end)
{
    size_t length = strlen(end);
    return text.length >= length && text_is(text_from(text, text.length - length), end);
}

static const char *type_of(const char *name)
{
    static const struct {
        const char *end, *type;
    } TYPES[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".map", "application/json" },
        { ".wasm", "application/wasm" },
        { ".webmanifest", "application/manifest+json" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".jpg", "image/jpeg" },
        { ".webp", "image/webp" },
        { ".ico", "image/x-icon" },
        { ".woff2", "font/woff2" },
        { ".ogg", "audio/ogg" },
        { ".mp3", "audio/mpeg" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".xml", "application/xml" },
        { ".pdf", "application/pdf" },
    };
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (ends_in(text_of(name), TYPES[i].end)) return TYPES[i].type;
    return "application/octet-stream";
}

static bool hash_letter(char c)
{
    return text_digit(c) || (text_lower(c) >= 'a' && text_lower(c) <= 'z') || c == '-' || c == '_';
}

// Whether it is assets/NAME-HASH.EXT as web/build.mjs writes it. HASH is eight letters of base64url
// or base32.
static bool is_hashed(const char *name)
{
    enum { HASH = 8 };
    if (strncmp(name, "assets/", 7) != 0) return false;
    const char *dot = strrchr(name, '.');
    if (!dot || dot - name < 7 + 1 + HASH || dot[-HASH - 1] != '-') return false;
    for (int i = 1; i <= HASH; i++)
        if (!hash_letter(dot[-i])) return false;
    return true;
}

// FNV-1a: distinguishes versions of our own files, where a collision helps no attacker.
static u64 hash_of(Text bytes)
{
    u64 hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < bytes.length; i++)
        hash = (hash ^ (u8)bytes.at[i]) * 0x100000001b3;
    return hash;
}

// The coding of a name's ending: "app.js.br" is CODING_BROTLI and "app.js".
static Coding split_coding(const char *name, Text *base)
{
    static const char *const ENDS[CODINGS] = { "", ".gz", ".br" };
    *base = text_of(name);
    for (Coding coding = CODING_NONE + 1; coding < CODINGS; coding++) {
        if (!ends_in(*base, ENDS[coding])) continue;
        base->length -= strlen(ENDS[coding]);
        return coding;
    }
    return CODING_NONE;
}

// As strcmp, for a name of arbitrary bytes.
static int compare(Text name, const char *other)
{
    size_t length = strlen(other);
    int order = memcmp(name.at, other, name.length < length ? name.length : length);
    return order ? order : (name.length > length) - (name.length < length);
}

static File *find(const Site *site, Text name)
{
    size_t low = 0, high = site->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(name, site->file[middle].name);
        if (!order) return (File *)&site->file[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static void add_body(File *file, Coding coding, const PageFile *source)
{
    SiteBody *body = &file->body[coding];
    body->bytes = (Text){ source->bytes, source->length };
    // Each coding is a separate representation, so a strong tag must distinguish them.
    const char *name = coding_name(coding);
    snprintf(body->etag, sizeof body->etag, "\"%016llx%s%s\"",
             (unsigned long long)hash_of(body->bytes), name ? "-" : "", name ? name : "");
}

Site *site_from_page(const PageFile *files, size_t count, Fault *why)
{
    Site *site = calloc(1, sizeof *site + count * sizeof *site->file);
    if (!site) {
        fault(why, MALFORMED, "out of memory");
        return NULL;
    }
    site->holders = 1;
    for (size_t i = 0; i < count; i++) {
        Text base;
        if (split_coding(files[i].name, &base) != CODING_NONE) continue;
        File *file = &site->file[site->count++];
        file->name = files[i].name;
        file->type = type_of(file->name);
        file->fixed = is_hashed(file->name);
        add_body(file, CODING_NONE, &files[i]);
    }
    qsort(site->file, site->count, sizeof *site->file, by_name);
    for (size_t i = 0; i < count; i++) {
        Text base;
        Coding coding = split_coding(files[i].name, &base);
        File *file = coding == CODING_NONE ? NULL : find(site, base);
        if (file) add_body(file, coding, &files[i]);
    }
    if (find(site, text_of("index.html"))) return site;
    fault(why, MALFORMED, "there is no index.html");
    free(site);
    return NULL;
}

Site *site_from_folder(const char *folder, Fault *why)
{
    size_t count;
    PageFile *files = folder_read(folder, &count, why);
    if (!files) return NULL;
    Fault none;
    Site *site = site_from_page(files, count, &none);
    if (!site) {
        fault(why, MALFORMED, "folder %q: %s", text_of(folder), none.message);
        folder_free(files, count);
        return NULL;
    }
    site->loaded = files;
    site->loaded_count = count;
    return site;
}

Site *site_hold(Site *site)
{
    site->holders++;
    return site;
}

void site_release(Site *site)
{
    if (!site || --site->holders) return;
    folder_free(site->loaded, site->loaded_count);
    free(site);
}

// Whether paths that begin with this word are routes of the page, by routes.txt. A page without
// that file has all routes.
static bool is_route(const Site *site, Text word)
{
    const File *routes = find(site, text_of("routes.txt"));
    Text rest = routes ? routes->body[CODING_NONE].bytes : (Text){ "", 0 }, line;
    if (!routes || !word.length) return true;
    while (text_split(&rest, '\n', &line))
        if (text_equal(text_trim(line), word)) return true;
    return false;
}

// "/" and the page's routes are places inside the page, which has one document. For other paths
// (`*lost`) the document shows that there is no such page. A path with an extension names a file.
static const File *resolve(const Site *site, Text path, bool *lost)
{
    Text name = text_from(path, 1), piece, last = name, rest = name, first = { "", 0 };
    const File *file = name.length ? find(site, name) : NULL;
    *lost = false;
    if (file) return file;
    if (text_split(&rest, '/', &first)) last = first;
    while (text_split(&rest, '/', &piece))
        last = piece;
    if (last.length && memchr(last.at, '.', last.length)) return NULL;
    const File *embed = text_is(first, "embed") ? find(site, text_of(EMBED)) : NULL;
    if (embed) return embed;
    *lost = !is_route(site, first);
    return find(site, text_of("index.html"));
}

static Coding choose(const File *file, Text accept_encoding)
{
    Coding best = CODING_NONE;
    for (Coding coding = CODING_NONE + 1; coding < CODINGS; coding++)
        if (file->body[coding].bytes.at && http_accepts(accept_encoding, coding)) best = coding;
    return best;
}

void site_answer(const Site *site, const Request *request, Answer *answer)
{
    if (request->method != METHOD_GET && request->method != METHOD_HEAD) {
        *answer = http_error(405);
        return;
    }
    if (!request->path.length || request->path.at[0] != '/') {
        *answer = http_error(400);
        return;
    }
    bool lost;
    const File *file = resolve(site, request->path, &lost);
    if (!file) {
        *answer = http_error(404);
        return;
    }
    Coding coding = choose(file, request->accept_encoding);
    const SiteBody *body = &file->body[coding];
    bool known = !lost && http_etag_listed(request->if_none_match, body->etag);
    *answer = (Answer){
        .status = lost    ? 404
                  : known ? 304
                          : 200,
        .type = file->type,
        .cache = file->fixed ? "public, max-age=31536000, immutable" : "no-cache",
        .etag = lost ? NULL : body->etag,
        .coding = coding,
        .framed = !strcmp(file->name, EMBED),
        .varies = file->body[CODING_GZIP].bytes.at || file->body[CODING_BROTLI].bytes.at,
        .body = known ? (Text){ NULL, 0 } : body->bytes,
    };
}

Text site_document(const Site *site)
{
    return find(site, text_of("index.html"))->body[CODING_NONE].bytes;
}
