// SPDX-License-Identifier: MIT
#include "cli/store/public_files.h"

#include "cli/store/public_schema.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, HEX_SIZE = 65, INDEX_MAX = 1 << 20 };
static const char INDEX[] = "index.json", FORMAT[] = "meydan-open-data";

static bool path_of(const PublicFiles *files, const char *name, const char *end, char *path,
                    Fault *why)
{
    if (snprintf(path, PATH_SIZE, "%s/%s%s", files->folder, name, end) < PATH_SIZE) return true;
    fault(why, MALFORMED, "the name of the folder is too long");
    return false;
}

static bool cannot(const char *what, const char *path, Fault *why)
{
    fault(why, MALFORMED, "cannot %s %s: %s", what, path, strerror(errno));
    return false;
}

// --- checksums -----------------------------------------------------------------------------------

static bool checksum(const PublicFiles *files, const char *name, char hex[HEX_SIZE], Fault *why)
{
    char path[PATH_SIZE], block[1 << 16];
    if (!path_of(files, name, "", path, why)) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return cannot("read", path, why);
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    size_t length;
    while ((length = fread(block, 1, sizeof block, file)) > 0)
        crypto_hash_sha256_update(&state, (const unsigned char *)block, length);
    bool fine = !ferror(file) || cannot("read", path, why);
    fclose(file);
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(hex, HEX_SIZE, hash, sizeof hash);
    return fine;
}

// --- the index -----------------------------------------------------------------------------------

// "games-2026-10.txt": the only files of an index that are ever kept or removed.
static bool is_month(const char *name)
{
    static const char PATTERN[] = "games-dddd-dd.txt";
    if (strlen(name) != sizeof PATTERN - 1) return false;
    for (size_t i = 0; PATTERN[i]; i++)
        if (i >= 6 && PATTERN[i] == 'd' ? name[i] < '0' || name[i] > '9' : name[i] != PATTERN[i])
            return false;
    return true;
}

static const char *text_in(json_object *object, const char *key)
{
    json_object *value;
    bool is_text = json_object_object_get_ex(object, key, &value) &&
                   json_object_is_type(value, json_type_string);
    return is_text ? json_object_get_string(value) : "";
}

// The files of an index by name; NULL if it isn't one.
static json_object *read_index(const char *path)
{
    struct stat found;
    if (stat(path, &found) || found.st_size > INDEX_MAX) return NULL;
    json_object *index = json_object_from_file(path), *list, *files = NULL;
    if (json_object_is_type(index, json_type_object) && !strcmp(text_in(index, "format"), FORMAT) &&
        json_object_object_get_ex(index, "files", &list) &&
        json_object_is_type(list, json_type_array)) {
        files = json_object_new_object();
        for (size_t i = 0; i < json_object_array_length(list); i++) {
            json_object *file = json_object_array_get_idx(list, i);
            if (json_object_is_type(file, json_type_object) && is_month(text_in(file, "name")))
                json_object_object_add(files, text_in(file, "name"), json_object_get(file));
        }
    }
    json_object_put(index);
    return files;
}

static bool is_empty(const char *folder)
{
    DIR *listing = opendir(folder);
    bool empty = listing;
    for (struct dirent *entry; empty && (entry = readdir(listing));)
        empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    if (listing) closedir(listing);
    return empty;
}

bool public_files_open(PublicFiles *files, const char *folder, Fault *why)
{
    char path[PATH_SIZE];
    *files = (PublicFiles){ .folder = folder, .lock = -1 };
    if (!path_of(files, INDEX, "", path, why)) return false;
    if (mkdir(folder, 0777) && errno != EEXIST) return cannot("make", folder, why);
    files->lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (files->lock < 0) return cannot("open", folder, why);
    if (flock(files->lock, LOCK_EX | LOCK_NB)) {
        fault(why, MALFORMED, "another export writes to %s", folder);
        public_files_close(files);
        return false;
    }
    files->before = read_index(path);
    if (!files->before && !is_empty(folder)) {
        fault(why, MALFORMED, "%s is neither empty nor from an earlier store export --public",
              folder);
        public_files_close(files);
        return false;
    }
    if (!files->before) files->before = json_object_new_object();
    files->now = json_object_new_object();
    return true;
}

void public_files_close(PublicFiles *files)
{
    json_object_put(files->before);
    json_object_put(files->now);
    if (files->lock >= 0) close(files->lock);
    *files = (PublicFiles){ .lock = -1 };
}

i64 public_files_as_of(const PublicFiles *files, const char *name)
{
    json_object *file, *as_of;
    if (!json_object_object_get_ex(files->before, name, &file) ||
        !json_object_object_get_ex(file, "as_of", &as_of))
        return 0;
    return json_object_get_int64(as_of);
}

i64 public_files_oldest(const PublicFiles *files)
{
    i64 oldest = 0;
    json_object_object_foreach(files->before, name, file)
    {
        (void)file;
        i64 as_of = public_files_as_of(files, name);
        if (as_of && (!oldest || as_of < oldest)) oldest = as_of;
    }
    return oldest;
}

void public_files_forget(PublicFiles *files, const char *name)
{
    json_object *file;
    if (json_object_object_get_ex(files->before, name, &file))
        json_object_object_del(file, "as_of");
}

bool public_files_keep(PublicFiles *files, const char *name)
{
    char hex[HEX_SIZE];
    Fault why;
    json_object *file;
    if (!public_files_as_of(files, name) || !checksum(files, name, hex, &why)) return false;
    json_object_object_get_ex(files->before, name, &file);
    if (strcmp(text_in(file, "sha256"), hex) != 0) return false;
    json_object_object_add(files->now, name, json_object_get(file));
    json_object_object_del(files->before, name);
    return true;
}

// --- writing -------------------------------------------------------------------------------------

static bool write_whole(const PublicFiles *files, const char *name, WritePublic *write,
                        void *context, Fault *why)
{
    char part[PATH_SIZE], path[PATH_SIZE];
    if (!path_of(files, name, ".part", part, why) || !path_of(files, name, "", path, why))
        return false;
    FILE *out = fopen(part, "w");
    if (!out) return cannot("write", part, why);
    bool read = write(context, out);
    bool written = !fflush(out) && !ferror(out) && !fsync(fileno(out));
    written = !fclose(out) && written;
    if (read && written && !rename(part, path)) return true;
    int error = errno;
    unlink(part);
    errno = error;
    return read ? cannot("write", path, why) : false;
}

bool public_files_write(PublicFiles *files, const char *name, WritePublic *write, void *context,
                        Fault *why)
{
    char hex[HEX_SIZE];
    if (!write_whole(files, name, write, context, why) || !checksum(files, name, hex, why))
        return false;
    json_object *file = json_object_new_object();
    json_object_object_add(file, "name", json_object_new_string(name));
    json_object_object_add(file, "sha256", json_object_new_string(hex));
    json_object_object_add(files->now, name, file);
    json_object_object_del(files->before, name);
    return true;
}

bool public_files_note_games(PublicFiles *files, const char *name, int games, i64 as_of_ms,
                             Fault *why)
{
    json_object *file;
    if (!json_object_object_get_ex(files->now, name, &file)) {
        fault(why, FULL, "out of memory");
        return false;
    }
    json_object_object_add(file, "games", json_object_new_int(games));
    if (as_of_ms) json_object_object_add(file, "as_of", json_object_new_int64(as_of_ms));
    return true;
}

bool public_files_line(FILE *out, json_object *line)
{
    fputs(json_object_to_json_string_ext(line,
                                         JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE),
          out);
    fputc('\n', out);
    json_object_put(line);
    return !ferror(out);
}

static bool write_object(void *context, FILE *out)
{
    fputs(json_object_to_json_string_ext(context,
                                         JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE),
          out);
    fputc('\n', out);
    return true;
}

static bool write_readme(void *context, FILE *out)
{
    (void)context;
    public_schema_readme(out);
    return true;
}

static bool write_sums(void *context, FILE *out)
{
    const PublicFiles *files = context;
    json_object_object_foreach(files->now, name, file)
    {
        fprintf(out, "%s  %s\n", text_in(file, "sha256"), name);
    }
    return true;
}

static void list_files(json_object *list, json_object *files)
{
    json_object_object_foreach(files, name, file)
    {
        if (strcmp(name, INDEX) != 0) json_object_array_add(list, json_object_get(file));
    }
}

static bool write_index(PublicFiles *files, i64 as_of_ms, Fault *why)
{
    json_object *index = json_object_new_object(), *list = json_object_new_array();
    json_object_object_add(index, "format", json_object_new_string(FORMAT));
    json_object_object_add(index, "version", json_object_new_int(1));
    json_object_object_add(index, "licence", json_object_new_string("CC0-1.0"));
    json_object_object_add(index, "as_of", json_object_new_int64(as_of_ms));
    list_files(list, files->now);
    list_files(list, files->before);
    json_object_object_add(index, "files", list);
    bool fine = public_files_write(files, INDEX, write_object, index, why);
    json_object_put(index);
    return fine;
}

static void remove_month(const PublicFiles *files, const char *name)
{
    char path[PATH_SIZE];
    Fault why;
    if (is_month(name) && path_of(files, name, "", path, &why)) unlink(path);
}

static bool write_descriptions(PublicFiles *files, Fault *why)
{
    json_object *schema = public_schema();
    bool fine = public_files_write(files, "schema.json", write_object, schema, why) &&
                public_files_write(files, "README.md", write_readme, NULL, why);
    json_object_put(schema);
    return fine;
}

bool public_files_save(PublicFiles *files, i64 as_of_ms, bool end, Fault *why)
{
    if (!end) return write_index(files, as_of_ms, why);
    json_object_object_foreach(files->before, name, file)
    {
        (void)file;
        remove_month(files, name);
    }
    json_object_put(files->before);
    files->before = json_object_new_object();
    return write_descriptions(files, why) && write_index(files, as_of_ms, why) &&
           write_whole(files, "SHA256SUMS", write_sums, files, why);
}
