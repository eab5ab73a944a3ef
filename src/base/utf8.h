// SPDX-License-Identifier: MIT
// UTF-8 as RFC 3629 has it: characters in their shortest form, no halves of surrogate pairs, none
// beyond U+10FFFF.
#ifndef MEYDAN_BASE_UTF8_H
#define MEYDAN_BASE_UTF8_H

#include "base/text.h"

// The size in bytes of the text's first character; 0 if the text is empty or begins with invalid
// UTF-8.
size_t utf8_size(Text text);
bool utf8_valid(Text text);

#endif
