// SPDX-License-Identifier: MIT
// A game at the terminal. An input is the record of a game to be resumed, a NUL and the typed
// lines; or, without a NUL, a byte for the variant, one for the language and the clock, and the
// lines. Compiled together with src/cli, whose main is renamed by the build.
//
// Standard input is a file in memory, and so is the disk: the linker replaces file_read() and
// file_write(), and a typed `save` reaches no real file. All written files are valid records that
// can be resumed, and resuming alone writes nothing. Computers get no memory, so a game ends at
// their turn, because fuzzing has no time for searches.
#define _GNU_SOURCE // memfd_create
#include "fuzz.h"

#include "cli/engine/think.h"
#include "cli/file.h"
#include "record/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int meydan_main(int argc, char **argv);
int LLVMFuzzerInitialize(int *argc, char ***argv);
char *__wrap_file_read(const char *path, size_t *length);
bool __wrap_file_write(const char *path, Text text, bool backup);
bool __wrap_think_open(Think *think, int hash_mb, int threads);

static const char GAME[] = "game.pgn", COPY[] = "copy.pgn";

// The disk: two files, NULL if there is none.
static char *game_text, *copy_text;
static int writes;

static char **file_at(const char *path)
{
    if (!strcmp(path, GAME)) return &game_text;
    return !strcmp(path, COPY) ? &copy_text : NULL;
}

char *__wrap_file_read(const char *path, size_t *length)
{
    char **file = file_at(path);
    errno = ENOENT;
    if (!file || !*file) return NULL;
    *length = strlen(*file);
    // Exactly that size, so that ASan detects reads past the end.
    char *text = malloc(*length ? *length : 1);
    memcpy(text, *file, *length);
    return text;
}

static void must_replay(Text text)
{
    RecordReader reader = record_reader(text);
    Record record, another;
    Replay replay;
    Fault why;
    must(record_next(&reader, &record, &why) == RECORD_READ && !record_is_foreign(&record));
    must(record_next(&reader, &another, &why) == RECORD_END);
    Key *keys = malloc(record_replay_size(&record) * sizeof *keys);
    must(record_replay(&record, keys, &replay, &why) == OK);
    free(keys);
}

bool __wrap_file_write(const char *path, Text text, bool backup)
{
    (void)backup;
    must_replay(text);
    char **file = file_at(path);
    errno = EACCES;
    if (!file) return false;
    free(*file);
    *file = strndup(text.at, text.length);
    writes++;
    return true;
}

bool __wrap_think_open(Think *think, int hash_mb, int threads)
{
    (void)hash_mb;
    (void)threads;
    must(!think->thinker);
    return false;
}

static int input;

// libFuzzer keeps its own copy of the real standard error.
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    stdout = fopen("/dev/null", "w");
    stderr = fopen("/dev/null", "w");
    input = memfd_create("typed", MFD_CLOEXEC);
    return !stdout || !stderr || input < 0 || dup2(input, STDIN_FILENO) < 0;
}

// `args` end with NULL.
static int play(const char *const *args, Text typed)
{
    char *argv[16] = { (char[]){ "meydan" }, (char[]){ "play" } };
    int argc = 2;
    while (*args)
        argv[argc++] = (char *)*args++;
    must(ftruncate(input, 0) == 0 && lseek(input, 0, SEEK_SET) == 0);
    must(pwrite(input, typed.at, typed.length, 0) == (ssize_t)typed.length);
    int status = meydan_main(argc, argv);
    must(status >= 0 && status <= 2);
    return status;
}

// The text of a resumed game; NULL if it is over and so only shown.
static char *written_again(void)
{
    const char *const args[] = { "--resume", GAME, "--save", COPY, NULL };
    must(play(args, text_of("")) == 0);
    char *text = copy_text;
    copy_text = NULL;
    return text;
}

// The game continues where it was, its file stays unchanged meanwhile, and the written text reads
// and writes the same. With a clock, time continues too, and a flag may fall.
static void check_resuming(void)
{
    const char *const resume[] = { "--resume", GAME, NULL };
    bool timed = strstr(game_text, "TimeControl");
    writes = 0;
    must(play(resume, text_of("board\nquit\n")) == 0);
    must(writes == 0 || timed);
    char *once = written_again();
    if (!once || timed) {
        free(once);
        return;
    }
    free(game_text);
    game_text = once;
    char *twice = written_again();
    must(twice && !strcmp(once, twice));
    free(twice);
}

static int rooms_new(const u8 *data, size_t size)
{
    static const char *const LANGUAGE[] = { "en", "ro", "ru", "tr" };
    static const char *const TIME[] = { "-", "600+5", "600+0+3x30", "2d" };
    if (size < 2) return 2;
    const char *const args[] = { fuzz_variant(data[0])->id,
                                 "--lang",
                                 LANGUAGE[data[1] % 4],
                                 "--time",
                                 TIME[data[1] / 4 % 4],
                                 "--save",
                                 GAME,
                                 data[1] & 16 ? "--ascii" : NULL,
                                 NULL };
    return play(args, (Text){ (const char *)data + 2, size - 2 });
}

static int rooms_resumed(const u8 *data, size_t size, size_t length)
{
    const char *const args[] = { "--resume", GAME, NULL };
    game_text = strndup((const char *)data, length);
    return play(args, (Text){ (const char *)data + length + 1, size - length - 1 });
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    const u8 *end = size ? memchr(data, 0, size) : NULL;
    bool resumed = end && size > 2 && end > data + 1;
    int status = resumed ? rooms_resumed(data, size, (size_t)(end - data)) : rooms_new(data, size);
    free(copy_text); // created by a typed line
    copy_text = NULL;
    if (status == 0) check_resuming();
    free(game_text);
    game_text = NULL;
    return 0;
}
