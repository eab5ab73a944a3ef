// SPDX-License-Identifier: MIT
// Names of accounts: which texts are allowed, and which names count as the same.
//
// 2 to 20 letters, digits, _ and -, beginning with a letter or digit, in UTF-8. All letters of a
// name are of one script, as letters of two that look alike (a and а) make two names that do. Marks
// that combine are not letters: "é" is one character or it is refused.
//
// Two names are the same if their keys are: upper case counts as lower case, and the four i of
// Turkish and English as one.
#ifndef MEYDAN_SERVER_IDENTITY_NAMES_H
#define MEYDAN_SERVER_IDENTITY_NAMES_H

#include "server/identity/person_ops.h"

enum { NAME_LETTERS_MIN = 2, NAME_LETTERS_MAX = 20 }; // of at most three bytes

// MALFORMED, and why, if it may not be a name.
Status name_key(Text name, char key[PERSON_NAME_MAX], Fault *why);

// The keys with which the keys of names begin that begin like this: in its own letters, and in the
// Latin ones that look like them (empty if there are none). As name_key otherwise.
Status name_search(Text name, char own[PERSON_NAME_MAX], char latin[PERSON_NAME_MAX], Fault *why);
// Whether the name is reserved, because its owner could pose as an operator of the site:
// "admin", "meydan", and what looks like them ("Adm1n", "m_e_y_d_a_n", "rneydan", "Môderator").
bool name_reserved(Text name);
// The hash that is stored instead of a deleted account's name.
SecretHash name_hash(const char *key);

#endif
