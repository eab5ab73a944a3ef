// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 30 }; // limits lines and plies to int, and ends endless files

// Reads a whole stream. Returns NULL with errno set on error.
static char *read_all(FILE *from, size_t *length)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *length = 0;
    while (text) {
        errno = 0;
        *length += fread(text + *length, 1, capacity - *length, from);
        if (ferror(from)) goto fail;
        if (*length < capacity) return text;
        if (capacity >= FILE_MAX) {
            errno = EFBIG;
            goto fail;
        }
        char *more = realloc(text, capacity *= 2);
        if (!more) goto fail;
        text = more;
    }
    return NULL;
fail:
    free(text);
    return NULL;
}

char *file_read(const char *path, size_t *length)
{
    if (!strcmp(path, "-")) return read_all(stdin, length);
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = read_all(file, length);
    int error = errno;
    fclose(file);
    errno = error;
    return text;
}

// Writes everything, syncs it to disk and closes the file.
static bool write_out(int file, Text text)
{
    int error = 0;
    while (text.length && !error) {
        ssize_t count = write(file, text.at, text.length);
        if (count >= 0)
            text = text_from(text, (size_t)count);
        else if (errno != EINTR)
            error = errno;
    }
    // Pipes and devices can't be synced.
    if (!error && fsync(file) != 0 && errno != EINVAL && errno != EROFS) error = errno;
    if (close(file) != 0 && !error) error = errno;
    errno = error;
    return !error;
}

// A rename is durable only after its folder is synced too.
static void sync_folder(const char *path)
{
    char *folder = strdup(path);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash) slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

static void keep_backup(const char *path)
{
    char *older;
    if (asprintf(&older, "%s~", path) < 0) return;
    unlink(older);
    // Use a second link, so that the first name exists at every moment.
    if (link(path, older) != 0) rename(path, older);
    free(older);
}

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// `old` has the current status, or is NULL.
static bool replace(const char *path, Text text, const struct stat *old, bool backup)
{
    char *fresh;
    if (asprintf(&fresh, "%s.XXXXXX", path) < 0) return false;
    int file = mkostemp(fresh, O_CLOEXEC);
    if (file < 0) goto fail;
    fchmod(file, old ? old->st_mode & 0777 : usual_mode());
    if (!write_out(file, text)) goto fail_written;
    if (backup && old && old->st_size) keep_backup(path);
    if (rename(fresh, path) != 0) goto fail_written;
    sync_folder(path);
    free(fresh);
    return true;
fail_written:;
    int error = errno;
    unlink(fresh);
    errno = error;
fail:
    free(fresh);
    return false;
}

bool file_write(const char *path, Text text, bool backup)
{
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && !S_ISREG(old.st_mode)) { // such as a device; open() rejects folders
        int file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        return file >= 0 && write_out(file, text);
    }
    // Keep symbolic links and replace their target.
    char *target = exists ? realpath(path, NULL) : strdup(path);
    if (!target) return false;
    bool done = replace(target, text, exists ? &old : NULL, backup);
    int error = errno;
    free(target);
    errno = error;
    return done;
}
