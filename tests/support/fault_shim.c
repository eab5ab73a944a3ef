// SPDX-License-Identifier: MIT
// Preloaded into a server to inject faults of disk and clock on command (tests/faults).
//
// The file named by FAULTS has one word per fault, and is read before each affected call:
//     full      writes to regular files fail: no space left
//     badsync   fsync and fdatasync fail: I/O error
//     slowsync  they take three seconds
//     ahead=N   the time of day is N seconds ahead from now on
// CLOCK_AHEAD_S seconds are added to the time of day from the start.
#undef _FILE_OFFSET_BITS // pwrite and pwrite64 are two functions here
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FAULTS_MAX = 64 };

static void read_faults(char text[FAULTS_MAX])
{
    const char *name = getenv("FAULTS");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = fd >= 0 ? read(fd, text, FAULTS_MAX - 1) : 0;
    if (fd >= 0) close(fd);
    text[length > 0 ? length : 0] = '\0';
}

static bool asked_for(const char *fault)
{
    char text[FAULTS_MAX];
    read_faults(text);
    return strstr(text, fault);
}

// Of the time of day.
static long seconds_ahead(void)
{
    char text[FAULTS_MAX];
    read_faults(text);
    const char *jump = strstr(text, "ahead="), *start = getenv("CLOCK_AHEAD_S");
    return (jump ? atol(jump + strlen("ahead=")) : 0) + (start ? atol(start) : 0);
}

static bool is_file(int fd)
{
    struct stat found;
    return !fstat(fd, &found) && S_ISREG(found.st_mode);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    if (is_file(fd) && asked_for("full")) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
    return pwrite64(fd, bytes, count, at);
}

static int sync_with(int fd, const char *name)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (asked_for("badsync")) {
        errno = EIO;
        return -1;
    }
    if (asked_for("slowsync")) nanosleep(&(struct timespec){ .tv_sec = 3 }, NULL);
    return real(fd);
}

int fsync(int fd)
{
    return sync_with(fd, "fsync");
}

int fdatasync(int fd)
{
    return sync_with(fd, "fdatasync");
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    // Not with dlsym, which frees memory in glibc 2.41: AddressSanitizer calls this from malloc.
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME) now->tv_sec += seconds_ahead();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec fine;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &fine);
    *now = (struct timeval){ .tv_sec = fine.tv_sec, .tv_usec = fine.tv_nsec / 1000 };
    return result;
}

time_t time(time_t *now)
{
    struct timespec fine;
    clock_gettime(CLOCK_REALTIME, &fine);
    if (now) *now = fine.tv_sec;
    return fine.tv_sec;
}
