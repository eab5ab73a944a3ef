// SPDX-License-Identifier: MIT
// Passwords that are guessed first: dictionary words and what people make of them, rows of keys,
// the name itself (libpwquality with the words of cracklib).
#ifndef MEYDAN_SERVER_PEOPLE_STRENGTH_H
#define MEYDAN_SERVER_PEOPLE_STRENGTH_H

#include "base/text.h"

// On any thread; it reads a file. Where the dictionary is missing, only the rest is looked at.
bool password_is_common(const char *password, const char *name);

#endif
