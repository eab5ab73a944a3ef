// SPDX-License-Identifier: MIT
// Normalises typed words for comparison: lower case and without accents, so that "CIK", "çık" and
// "ÇIK" are equal, and both spellings of the Romanian ș. Independent of the locale.
#ifndef MEYDAN_CLI_PLAY_FOLD_H
#define MEYDAN_CLI_PLAY_FOLD_H

#include "base/text.h"

// `text` is UTF-8. Unknown characters are copied.
void fold_write(Text text, Out *out);
// Whether the text is one of the words in a list such as "yes|accept|y".
bool fold_matches(Text text, const char *list);

#endif
