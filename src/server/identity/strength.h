// SPDX-License-Identifier: MIT
// Detects passwords that are easy to guess: dictionary words and their usual variations, rows of
// keys, the name itself (libpwquality with the words of cracklib).
#ifndef MEYDAN_SERVER_IDENTITY_STRENGTH_H
#define MEYDAN_SERVER_IDENTITY_STRENGTH_H

#include "base/text.h"

// On any thread; it reads a file. Without the dictionary, only the other checks apply.
bool password_is_common(const char *password, const char *name);

#endif
