// SPDX-License-Identifier: MIT
// Saves the game to a file after every move, so that a crash of the program or the machine loses at
// most the move being considered.
//
// The default file is last-game.pgn in the state folder. If another running game holds its lock,
// the file is last-game-2.pgn, and so on.
//
// The first write to an existing file keeps it as FILE~. This includes resumed files: they may have
// comments and variations that a game at the terminal can't represent.
#define _GNU_SOURCE
#include "cli/play/play.h"

#include "cli/file.h"
#include "cli/language.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { GAMES_AT_ONCE = 9 };

// --- the default place ---------------------------------------------------------------------------

// ".../meydan", to be freed; NULL if the home folder is unknown.
static char *state_folder(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *folder = NULL;
    int length = -1;
    if (state && *state == '/')
        length = asprintf(&folder, "%s/meydan", state);
    else if (home && *home)
        length = asprintf(&folder, "%s/.local/state/meydan", home);
    return length < 0 ? NULL : folder;
}

// Creates the folder and its parents. Errors show up when the file is written.
static void make_folder(char *folder)
{
    for (char *c = folder + 1; *c; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(folder, 0700);
        *c = '/';
    }
    mkdir(folder, 0700);
}

// Returns false if another game holds it.
static bool take_lock(Keep *keep, const char *path)
{
    char *name;
    if (asprintf(&name, "%s.lock", path) < 0) return true;
    keep->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(name);
    if (keep->lock < 0 || flock(keep->lock, LOCK_EX | LOCK_NB) == 0) return true;
    close(keep->lock);
    keep->lock = -1;
    return false;
}

static char *default_place(Keep *keep)
{
    char *folder = state_folder(), *path = NULL;
    if (!folder) return NULL;
    make_folder(folder);
    for (int i = 1; i <= GAMES_AT_ONCE && !path; i++) {
        char number[8] = "";
        if (i > 1) snprintf(number, sizeof number, "-%d", i);
        if (asprintf(&path, "%s/last-game%s.pgn", folder, number) < 0) path = NULL;
        if (!path || take_lock(keep, path)) continue;
        free(path);
        path = NULL;
    }
    free(folder);
    return path;
}

// --- saving --------------------------------------------------------------------------------------

static bool save_to(const TerminalGame *play, const char *path, bool backup)
{
    char *text = play_write(play);
    if (!text) {
        errno = ENOMEM;
        return false;
    }
    bool saved = file_write(path, text_of(text), backup);
    int error = errno;
    free(text);
    errno = error;
    return saved;
}

static void warn(const char *path)
{
    const char *reason = strerror(errno);
    fflush(stdout);
    fputs("meydan: ", stderr);
    fprintf(stderr, tr("the game cannot be saved in %s: %s\n"), path, reason);
}

void keep_save(TerminalGame *play)
{
    Keep *keep = &play->keep;
    const Match *match = &play->match;
    if (!keep->path) return;
    if (!keep->chosen && keep->replaces && !match->count && !match->departures) return;
    bool saved = save_to(play, keep->path, keep->replaces);
    if (saved) keep->replaces = false;
    if (!saved && !keep->failed) warn(keep->path);
    keep->failed = !saved;
}

void keep_leave(TerminalGame *play)
{
    const Keep *keep = &play->keep;
    if (!keep->resumed || !keep->replaces) keep_save(play);
}

void keep_save_copy(TerminalGame *play, Text path)
{
    char name[LINE_LENGTH_MAX + 1];
    Out out = out_to(name, sizeof name);
    out_text(&out, path);
    if (!path.length || text_is(path, "-")) {
        char save[WORD_NAME_MAX];
        printf(tr("Which file? For example: %s game.pgn\n"), word_name(WORD_SAVE, save));
    } else if (save_to(play, name, true)) {
        printf(tr("A copy is saved: %s\n"), name);
    } else {
        warn(name);
    }
}

void keep_open(TerminalGame *play, const char *path, bool resumed)
{
    Keep *keep = &play->keep;
    time_t now = time(NULL);
    struct tm local;
    keep->lock = -1;
    keep->chosen = path;
    keep->replaces = true;
    keep->resumed = resumed;
    if (localtime_r(&now, &local)) strftime(keep->date, sizeof keep->date, "%Y.%m.%d", &local);
    keep->path = path ? strdup(path) : default_place(keep);
    if (!keep->path) {
        fprintf(stderr, "meydan: %s\n", tr("no place to save the game: use --save FILE"));
    } else if (path && !resumed) {
        keep_save(play); // fail early if the file isn't writable
    }
}

void keep_close(TerminalGame *play)
{
    if (play->keep.lock >= 0) close(play->keep.lock);
    free(play->keep.path);
    play->keep.path = NULL;
}

// Quoted for a shell.
static void print_quoted(const char *path)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./+:@%,=-~";
    if (*path != '~' && strspn(path, PLAIN) == strlen(path)) {
        fputs(path, stdout);
        return;
    }
    putchar('\'');
    for (; *path; path++) {
        if (*path == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*path);
    }
    putchar('\'');
}

void keep_print_where(const TerminalGame *play)
{
    const Keep *keep = &play->keep;
    if (!keep->path || keep->failed) {
        puts(tr("The game is not saved."));
    } else if (keep->replaces && !keep->resumed) {
        puts(tr("No move was played, so nothing was saved."));
    } else {
        bool over = play->match.outcome.over;
        fputs(over ? tr("The game is saved: ") : tr("The game is saved. To continue: "), stdout);
        if (!over) {
            print_quoted(program_name());
            fputs(" play --resume ", stdout);
        }
        print_quoted(keep->path);
        putchar('\n');
    }
}
