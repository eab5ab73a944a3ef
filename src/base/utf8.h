// SPDX-License-Identifier: MIT
// UTF-8 as RFC 3629 has it: characters in their shortest form, no halves of surrogate pairs, none
// beyond U+10FFFF.
#ifndef MEYDAN_BASE_UTF8_H
#define MEYDAN_BASE_UTF8_H

#include "base/text.h"

// How many bytes the character takes that the text begins with; 0 if there is none.
size_t utf8_size(Text text);
bool utf8_valid(Text text);

#endif
