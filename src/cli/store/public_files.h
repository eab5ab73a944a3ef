// SPDX-License-Identifier: MIT
// The folder of a store's open data: its files, with a checksum for each, and index.json, by which
// a later run knows what it may keep. A file gets its name when it is complete and on disk.
#ifndef MEYDAN_CLI_STORE_PUBLIC_FILES_H
#define MEYDAN_CLI_STORE_PUBLIC_FILES_H

#include "base/text.h"

#include <json-c/json.h>
#include <stdio.h>

typedef struct PublicFiles {
    const char *folder;
    int lock;
    json_object *before; // files of earlier runs, by name; those that are kept move to `now`
    json_object *now;
} PublicFiles;

// Makes the folder, or opens one that is empty or that an earlier run wrote. One program at a time.
bool public_files_open(PublicFiles *files, const char *folder, Fault *why);
void public_files_close(PublicFiles *files);

// When a month of an earlier run was read from the store, if it was complete; 0 otherwise. The
// second: the oldest of them.
i64 public_files_as_of(const PublicFiles *files, const char *name);
i64 public_files_oldest(const PublicFiles *files);
void public_files_forget(PublicFiles *files, const char *name);
// Whether that month is complete and its checksum is right: then it is one of this run's files.
bool public_files_keep(PublicFiles *files, const char *name);

// `write` returns false, with its own fault, if it can't read; errors of writing are in ferror().
typedef bool WritePublic(void *context, FILE *out);
bool public_files_write(PublicFiles *files, const char *name, WritePublic *write, void *context,
                        Fault *why);
// `as_of_ms` is 0 if the month is not over.
bool public_files_note_games(PublicFiles *files, const char *name, int games, i64 as_of_ms,
                             Fault *why);
// Writes one line and frees it. False after a write error.
bool public_files_line(FILE *out, json_object *line);
// Saves index.json. At the end it also writes the descriptions and SHA256SUMS, and removes months
// of earlier runs that no longer have games.
bool public_files_save(PublicFiles *files, i64 as_of_ms, bool end, Fault *why);

#endif
