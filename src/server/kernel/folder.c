// SPDX-License-Identifier: MIT
#include "server/kernel/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 8, FILES_MAX = 4096, BYTES_MAX = 256 << 20, PERSON_NAME_MAX = 1024 };

typedef struct FolderReading {
    PageFile *files; // space for FILES_MAX
    size_t count, bytes;
    Fault *why;
} FolderReading;

static bool failed(FolderReading *reading, const char *name, int error)
{
    fault(reading->why, MALFORMED, "cannot read %q: %s", text_of(name), strerror(error));
    return false;
}

static bool read_all(int fd, char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = read(fd, bytes + done, length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = EIO; // it shrank during reading
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static bool add_file(FolderReading *reading, int fd, const char *name, size_t length)
{
    if (reading->count == FILES_MAX || length > BYTES_MAX - reading->bytes) {
        fault(reading->why, MALFORMED, "more than %d files or %d MB are not a page", FILES_MAX,
              BYTES_MAX >> 20);
        return false;
    }
    char *copy = strdup(name), *bytes = malloc(length + 1);
    if (!copy || !bytes || !read_all(fd, bytes, length)) {
        int error = errno;
        free(copy);
        free(bytes);
        return failed(reading, name, error);
    }
    reading->files[reading->count++] = (PageFile){ copy, bytes, length };
    reading->bytes += length;
    return true;
}

// `path` is the folder's name from the top, with a trailing slash, or empty. Closes `fd`.
static bool read_folder(FolderReading *reading, int fd, const char *path, int depth)
{
    DIR *folder = fdopendir(fd);
    if (!folder) {
        int error = errno;
        close(fd);
        return failed(reading, path, error);
    }
    bool fine = true;
    while (fine) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (!entry) {
            if (errno) fine = failed(reading, path, errno);
            break;
        }
        if (entry->d_name[0] == '.') continue;
        char name[PERSON_NAME_MAX];
        int length = snprintf(name, sizeof name, "%s%s", path, entry->d_name);
        int child =
            openat(dirfd(folder), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (child < 0 && (errno == ELOOP || errno == ENXIO)) continue; // skips a link or a socket
        struct stat info;
        if (child < 0 || fstat(child, &info)) {
            fine = failed(reading, name, errno);
            if (child >= 0) close(child);
        } else if (length >= PERSON_NAME_MAX - 1 || (S_ISDIR(info.st_mode) && depth == DEPTH_MAX)) {
            fault(reading->why, MALFORMED, "%q is too deep", text_of(name));
            close(child);
            fine = false;
        } else if (S_ISDIR(info.st_mode)) {
            memcpy(name + length, "/", 2);
            fine = read_folder(reading, child, name, depth + 1);
        } else {
            if (S_ISREG(info.st_mode)) fine = add_file(reading, child, name, (size_t)info.st_size);
            close(child);
        }
    }
    closedir(folder);
    return fine;
}

PageFile *folder_read(const char *folder, size_t *count, Fault *why)
{
    FolderReading reading = { .files = calloc(FILES_MAX, sizeof *reading.files), .why = why };
    if (!reading.files) {
        failed(&reading, folder, errno);
        return NULL;
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = fd < 0 ? failed(&reading, folder, errno) : read_folder(&reading, fd, "", 0);
    *count = reading.count;
    if (fine) return reading.files;
    folder_free(reading.files, reading.count);
    return NULL;
}

void folder_free(PageFile *files, size_t count)
{
    for (size_t i = 0; files && i < count; i++) {
        free((void *)files[i].name);
        free((void *)files[i].bytes);
    }
    free(files);
}
