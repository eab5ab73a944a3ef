// SPDX-License-Identifier: MIT
// Words as people type them, made comparable: lower case and without accents, so that "CIK", "çık"
// and "ÇIK" are one word, and so are both spellings of a Romanian ș. No locale is asked.
#ifndef MEYDAN_CLI_PLAY_FOLD_H
#define MEYDAN_CLI_PLAY_FOLD_H

#include "base/text.h"

// `text` is UTF-8; what cannot be folded is copied.
void fold_write(Text text, Out *out);
// Whether the text is one of the words of a list, "accept|yes|y".
bool fold_matches(Text text, const char *list);

#endif
