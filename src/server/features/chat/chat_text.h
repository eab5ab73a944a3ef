// SPDX-License-Identifier: MIT
// Texts of the chat: phrases, which every page shows in its own language, and, among friends, short
// texts.
#ifndef MEYDAN_SERVER_FEATURES_CHAT_TEXT_H
#define MEYDAN_SERVER_FEATURES_CHAT_TEXT_H

#include "base/text.h"

enum { TEXT_LETTERS_MAX = 140 };

bool phrase_known(Text name); // "good_game"

// Why a text may not be sent; NULL if it may: some letters, not too many, only visible characters
// and blanks, and no address of a page.
const char *chat_text_refuse(Text text);
// Whether an accepted text forms an address with the end of the previous one.
bool chat_text_joins_to_address(Text before, Text text);

#endif
