// SPDX-License-Identifier: MIT
#include "base/utf8.h"

size_t utf8_size(Text text)
{
    const u8 *at = (const u8 *)text.at;
    if (!text.length) return 0;
    u8 first = at[0];
    if (first < 0x80) return 1;
    size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || size > text.length) return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if (first == 0xe0 && at[1] < 0xa0) return 0;
    if (first == 0xed && at[1] >= 0xa0) return 0; // half of a surrogate pair
    if (first == 0xf0 && at[1] < 0x90) return 0;
    if (first == 0xf4 && at[1] >= 0x90) return 0;
    return size;
}

bool utf8_valid(Text text)
{
    while (text.length) {
        size_t size = utf8_size(text);
        if (!size) return false;
        text = text_from(text, size);
    }
    return true;
}
