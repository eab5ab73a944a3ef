// SPDX-License-Identifier: MIT
// The built page inside the program. tools/embed-page.py writes the table at build time; without a
// page it is empty.
#ifndef MEYDAN_SERVER_KERNEL_PAGE_H
#define MEYDAN_SERVER_KERNEL_PAGE_H

#include "base/types.h"

typedef struct PageFile {
    const char *name; // "assets/app-1a2b3c4d.js.br"
    const void *bytes;
    size_t length;
} PageFile;

extern const PageFile PAGE_FILES[];
extern const size_t PAGE_FILE_COUNT;

#endif
