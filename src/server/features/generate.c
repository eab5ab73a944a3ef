// SPDX-License-Identifier: MIT
// Prints what is derived from the table of features; tools/generate puts it into the files.
//
//     meydan-generate types          web/src/api/types.ts: an interface per message
//     meydan-generate features       the names of the features, a line each
//     meydan-generate docs FEATURE   docs/api.md: routes and their fields; "messages", "rights"
//     meydan-generate operations     operations.sql: every operation with its statement
#include "server/api/messages/shape_json.h"
#include "server/features/features.h"

#include <stdio.h>
#include <string.h>

enum { SHAPES_MAX = 256 };

// Shapes in the order in which they were met, once each.
typedef struct Shapes {
    const Shape *shape[SHAPES_MAX];
    bool sent[SHAPES_MAX]; // by clients
    int count;
} Shapes;

static bool is_list(const Shape *shape)
{
    return !strcmp(shape->name, "ListReply");
}

// A shape that has no interface of its own; its elements may have.
static bool is_anonymous(const Shape *shape)
{
    return shape->bare || is_list(shape) || shape == &NOTHING || shape == &RAW || shape == &DONE;
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
    if (is_anonymous(shape)) return true;
    for (int i = 0; i < shapes->count; i++) {
        if (shapes->shape[i] == shape || shapes->shape[i]->field == shape->field) return true;
        if (strcmp(shapes->shape[i]->name, shape->name)) continue;
        fprintf(stderr, "two shapes have the name %s\n", shape->name);
        return false;
    }
    if (shapes->count == SHAPES_MAX) return false;
    shapes->sent[shapes->count] = sent;
    shapes->shape[shapes->count++] = shape;
    return true;
}

static bool add_routes(Shapes *shapes, const Feature *feature)
{
    bool fine = true;
    for (int i = 0; fine && i < feature->routes_count; i++) {
        const Route *r = &feature->routes[i];
        fine = add_shape(shapes, r->query, true) &&
               add_shape(shapes, r->body_shown ? r->body_shown : r->body, true) &&
               add_shape(shapes, r->reply, false);
    }
    return fine;
}

static bool add_messages(Shapes *shapes, const Feature *feature)
{
    bool fine = true;
    for (int i = 0; fine && i < feature->messages_count; i++)
        fine = add_shape(shapes, feature->messages[i].shape, true);
    return fine;
}

// --- types ---------------------------------------------------------------------------------------

static void print_type(const Field *f, bool sent);

static void print_words(const Field *f)
{
    bool first = true;
    for (int i = 0; f->words ? f->words[i] != NULL : f->word_of(i) != NULL; i++) {
        const char *word = field_word(f, i);
        if (!word) continue;
        printf("%s\"%s\"", first ? "" : " | ", word);
        first = false;
    }
}

static void print_element(const Shape *shape, bool sent)
{
    bool grouped = shape->bare && (shape->field[0].flags & FIELD_NULL || shape->field[0].words);
    if (grouped) putchar('(');
    if (shape->bare)
        print_type(&shape->field[0], sent);
    else
        fputs(shape->name, stdout);
    if (grouped) putchar(')');
}

static void print_plain(const Field *f, bool sent)
{
    switch (f->kind) {
    case KIND_I64:
    case KIND_INT:
    case KIND_DOUBLE: fputs("number", stdout); break;
    case KIND_BOOL: fputs("boolean", stdout); break;
    case KIND_TEXT:
    case KIND_CHARS: fputs("string", stdout); break;
    case KIND_STRING: fputs("string | null", stdout); break;
    case KIND_SHAPE: print_element(f->shape, sent); break;
    case KIND_ARRAY:
    case KIND_LIST:
        print_element(f->shape, sent);
        fputs("[]", stdout);
        break;
    case KIND_BYTES:
    case KIND_RESULT: break;
    }
}

static void print_type(const Field *f, bool sent)
{
    if (f->type) {
        fputs(f->type, stdout);
    } else {
        switch (f->as) {
        case AS_PLAIN: print_plain(f, sent); break;
        case AS_TIME: fputs("number", stdout); break;
        case AS_GAME: fputs(sent ? "string" : "string | null", stdout); break;
        case AS_PERSON: fputs("Person | null", stdout); break;
        case AS_ID: fputs("string", stdout); break;
        case AS_WORD: print_words(f); break;
        case AS_WORDS:
            putchar('(');
            print_words(f);
            fputs(")[]", stdout);
            break;
        case AS_BITS: fputs("number[]", stdout); break;
        case AS_JSON:
            print_element(f->shape, sent);
            fputs("[]", stdout);
            break;
        case AS_HIDDEN: break;
        }
    }
    if (f->flags & FIELD_NULL && f->as != AS_GAME && f->as != AS_PERSON) fputs(" | null", stdout);
}

static void print_members(const Shape *shape, int from, bool sent)
{
    for (const Field *f = shape->field + from, *end = shape->field + shape->count; f < end; f++) {
        bool optional = f->flags & (sent ? FIELD_OPTIONAL : FIELD_OMIT);
        if (f->as == AS_HIDDEN || f->kind == KIND_BYTES) continue;
        if (f->flags & FIELD_INLINE) {
            print_members(f->shape, 0, sent);
            continue;
        }
        if (f->says) printf("  /** %s */\n", f->says);
        printf("  %s%s: ", field_key(f), optional ? "?" : "");
        print_type(f, sent);
        puts(";");
    }
}

// The message that this one extends: the shape of its first field, if that is inline and a message
// of its own.
static const Shape *base_of(const Shapes *shapes, const Shape *shape)
{
    const Shape *first = shape->field[0].flags & FIELD_INLINE ? shape->field[0].shape : NULL;
    for (int i = 0; i < shapes->count; i++)
        if (shapes->shape[i] == first) return first;
    return NULL;
}

static void print_interface(const Shapes *shapes, const Shape *shape, bool sent)
{
    const Shape *base = base_of(shapes, shape);
    printf("\nexport interface %s ", shape->name);
    if (base) printf("extends %s ", base->name);
    puts("{");
    print_members(shape, base ? 1 : 0, sent);
    puts("}");
}

static bool print_types(void)
{
    Shapes shapes = { .count = 0 };
    for (const Feature *const *f = FEATURES; *f; f++)
        if (!add_routes(&shapes, *f) || !add_messages(&shapes, *f)) return false;
    puts("// SPDX-License-Identifier: MIT");
    puts("// Messages of the API. Generated by tools/generate from the server's shapes.");
    puts("\nexport type Speed = Summary[\"speed\"];");
    for (int i = 0; i < shapes.count; i++)
        print_interface(&shapes, shapes.shape[i], shapes.sent[i]);
    return true;
}

// --- docs ----------------------------------------------------------------------------------------

static const char *const ROLE_TEXTS[] = { [FOR_UNSTATED] = "",
                                          [FOR_ANYBODY] = "everyone",
                                          [FOR_PERSONS] = "a person",
                                          [FOR_ACCOUNTS] = "an account",
                                          [FOR_MODERATORS] = "a moderator" };
static const char *const SCOPE_TEXTS[] = { [SCOPE_UNSTATED] = "",
                                           [SCOPE_READ] = "`read`",
                                           [SCOPE_PLAY] = "`play`",
                                           [SCOPE_SESSION] = "no token" };

// A message in short: {"friends":[Friend],"game":ID}.
static void print_short(const Shape *shape)
{
    const char *before = "{";
    if (shape == &RAW) return;
    if (shape == &NOTHING || shape == &DONE) {
        fputs(shape == &NOTHING ? "`{}`" : "`{\"ok\":true}`", stdout);
        return;
    }
    putchar('`');
    if (!is_list(shape)) {
        printf("%s`", shape->name);
        return;
    }
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        printf("%s\"%s\":", before, field_key(f));
        if (f->kind == KIND_LIST)
            printf("[%s]", f->shape->name);
        else
            fputs("number or null", stdout);
        before = ",";
    }
    fputs("}`", stdout);
}

static const char *const METHODS[] = {
    [METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"
};

static void print_routes(const Feature *feature)
{
    puts("| route | for, token | body | answer | |\n|---|---|---|---|---|");
    for (int i = 0; i < feature->routes_count; i++) {
        const Route *r = &feature->routes[i];
        const char *separator = " ";
        printf("| `%s /%s` | %s, %s | ", METHODS[r->method], r->path, ROLE_TEXTS[r->role],
               SCOPE_TEXTS[r->scope]);
        if (r->method == METHOD_POST) print_short(r->body_shown ? r->body_shown : r->body);
        fputs(" | ", stdout);
        print_short(r->reply);
        printf(" | %s.", r->says);
        for (int code = ERROR_NONE + 1; code < ERRORS; code++) {
            if (!(r->errors & ERR(code))) continue;
            printf("%s`%s`", separator, error_name((ErrorCode)code));
            separator = ", ";
        }
        puts(" |");
    }
}

static void print_word_list(const Field *f)
{
    const char *separator = "";
    for (int i = 0; f->words ? f->words[i] != NULL : f->word_of(i) != NULL; i++) {
        const char *word = field_word(f, i);
        if (!word) continue;
        printf("%s`%s`", separator, word);
        separator = ", ";
    }
}

// "a" | "b" as `a`, `b`: a bar would end the table's cell.
static void print_literals(const char *type)
{
    for (; *type; type++) {
        if (*type == '|')
            fputs(", ", stdout);
        else if (*type != ' ')
            putchar(*type == '"' ? '`' : *type);
    }
}

static const char *meaning(const Field *f)
{
    if (f->as == AS_GAME) return "a game's id";
    if (f->as == AS_PERSON) return "Person";
    if (f->as == AS_ID) return "an id";
    if (f->type && strcmp(f->type, "string") != 0) return f->type;
    if (f->kind == KIND_BOOL) return "true or false";
    bool number = f->kind == KIND_I64 || f->kind == KIND_INT || f->kind == KIND_DOUBLE;
    return number ? "a number" : "a text";
}

static void print_fields(const Shape *shape)
{
    for (const Field *f = shape->field, *end = f + shape->count; f < end; f++) {
        if (f->as == AS_HIDDEN || f->kind == KIND_BYTES) continue;
        if (f->flags & FIELD_INLINE) {
            print_fields(f->shape);
            continue;
        }
        printf("| `%s` | ", field_key(f));
        if (f->as == AS_TIME)
            fputs("milliseconds since 1970", stdout);
        else if (f->kind == KIND_SHAPE || f->shape)
            printf("%s%s", f->shape->bare ? "texts" : f->shape->name,
                   f->kind == KIND_SHAPE || f->shape->bare ? "" : ", a list");
        else if (f->as == AS_WORD || f->as == AS_WORDS)
            print_word_list(f);
        else if (f->type && *f->type == '"')
            print_literals(f->type);
        else
            fputs(meaning(f), stdout);
        bool text = f->kind == KIND_CHARS;
        if (f->max) printf(", at most %lld%s", (long long)f->max, text ? " characters" : "");
        bool string = f->kind == KIND_STRING && !f->type && !(f->flags & FIELD_OMIT);
        if (f->flags & FIELD_NULL || (f->as == AS_GAME && !f->type) || f->as == AS_PERSON || string)
            fputs(" or null", stdout);
        if (f->flags & (FIELD_OPTIONAL | FIELD_OMIT)) fputs(", optional", stdout);
        printf(" | %s |\n", f->says ? f->says : "");
    }
}

// {"t":"move","game":ID,"ply":NUMBER,"move":TEXT}; "?" marks what the sender may omit.
static void print_message(const SocketMessage *message)
{
    printf("`{\"t\":\"%s\"", message->name);
    for (const Field *f = message->shape->field, *end = f + message->shape->count; f < end; f++) {
        if (f->as == AS_HIDDEN) continue;
        const char *value = f->as == AS_GAME       ? "ID"
                            : f->as == AS_WORD     ? "WORD"
                            : f->kind == KIND_BOOL ? "BOOLEAN"
                            : f->kind == KIND_INT  ? "NUMBER"
                                                   : "TEXT";
        printf(",\"%s\"%s:%s", field_key(f), f->flags & FIELD_OPTIONAL ? "?" : "", value);
    }
    fputs("}`", stdout);
}

static void print_messages(void)
{
    puts("| message | |\n|---|---|");
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->messages_count; i++) {
            fputs("| ", stdout);
            print_message(&(*f)->messages[i]);
            printf(" | %s |\n", (*f)->messages[i].says);
        }
}

static void print_right(const char *what, const char *name, RouteRole role, bool plays,
                        RouteScope scope)
{
    printf("| `%s%s` | %s%s | %s |\n", what, name, ROLE_TEXTS[role],
           plays ? " who isn't suspended" : "", SCOPE_TEXTS[scope]);
}

// Every route and message with the role of its sender and the scope of its token.
static void print_rights(void)
{
    puts("| route or message | for | token |\n|---|---|---|");
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->routes_count; i++) {
            const Route *r = &(*f)->routes[i];
            char method[16];
            snprintf(method, sizeof method, "%s /", METHODS[r->method]);
            print_right(method, r->path, r->role, r->plays, r->scope);
        }
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->messages_count; i++) {
            const SocketMessage *m = &(*f)->messages[i];
            print_right("socket ", m->name, m->role, m->plays, m->scope);
        }
}

// The feature's routes, and the shapes that no feature before it has.
static bool print_docs(const char *name)
{
    Shapes shapes = { .count = 0 };
    if (!strcmp(name, "messages") || !strcmp(name, "rights")) {
        *name == 'm' ? print_messages() : print_rights();
        return true;
    }
    for (const Feature *const *f = FEATURES; *f; f++) {
        int known = shapes.count;
        if (!add_routes(&shapes, *f)) return false;
        if (strcmp((*f)->name, name)) continue;
        print_routes(*f);
        for (int i = known; i < shapes.count; i++) {
            if (shapes.shape[i] == &PERSON_SHOWN) continue; // PERSON, in the text
            printf("\n| %s | | |\n|---|---|---|\n", shapes.shape[i]->name);
            print_fields(shapes.shape[i]);
        }
        return true;
    }
    fprintf(stderr, "there is no feature \"%s\"\n", name);
    return false;
}

// --- operations ----------------------------------------------------------------------------------

static void print_operation(const StoreOp *op)
{
    static const char *const DOES[] = { [OP_UNSTATED] = "",
                                        [OP_CHANGES_ONE] = "changes one row",
                                        [OP_CHANGES_ANY] = "changes any number of rows",
                                        [OP_REQUIRES] = "requires a row",
                                        [OP_RUNS] = "runs C",
                                        [OP_READS] = "reads",
                                        [OP_READS_LONG] = "reads a long list" };
    static const char *const FORGETS[] = { [FORGETS_NOTHING] = "",
                                           [FORGETS_PERSON] = ", forgets the person $1",
                                           [FORGETS_SECRET] = ", forgets the secret $1",
                                           [FORGETS_ALL] = ", forgets all people" };
    printf("\n-- %s: %s%s", op->name, DOES[op->does], FORGETS[op->forgets]);
    if (op->tells) printf(", tells %s", op->tells->name);
    puts("");
    if (op->sql) printf("%s;\n", op->sql);
    if (op->postgres) printf("-- PostgreSQL:\n%s;\n", op->postgres);
}

static void print_operations(void)
{
    puts("-- SPDX-License-Identifier: MIT");
    puts(
        "-- Every operation on the store. Generated by tools/generate from the table of features.");
    for (const Feature *const *f = FEATURES; *f; f++)
        for (int i = 0; i < (*f)->ops_count; i++)
            print_operation(&(*f)->ops[i]);
}

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "";
    if (!strcmp(wanted, "types")) return !print_types();
    if (!strcmp(wanted, "docs") && argc == 3) return !print_docs(argv[2]);
    if (!strcmp(wanted, "features"))
        for (const Feature *const *f = FEATURES; *f; f++)
            puts((*f)->name);
    else if (!strcmp(wanted, "operations"))
        print_operations();
    else
        return 2;
    return 0;
}
