// SPDX-License-Identifier: MIT
// A folder of files, read whole into memory.
#ifndef MEYDAN_SERVER_KERNEL_FOLDER_H
#define MEYDAN_SERVER_KERNEL_FOLDER_H

#include "base/text.h"
#include "server/kernel/page.h"

// All plain files below a folder, named by their relative paths, without hidden ones and symbolic
// links. NULL, and the reason, if one cannot be read or is far too large for a page.
PageFile *folder_read(const char *folder, size_t *count, Fault *why);
void folder_free(PageFile *files, size_t count);

#endif
