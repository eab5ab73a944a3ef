// SPDX-License-Identifier: MIT
// The checks that rows of several tables fit together, for both databases.
#ifndef MEYDAN_SQL_CONSISTENCY_H
#define MEYDAN_SQL_CONSISTENCY_H

// A sound store gives no row. Otherwise the first column of the row follows the words.
typedef struct StoreCheck {
    const char *sql, *words;
} StoreCheck;
extern const StoreCheck STORE_CHECKS[]; // ends with one without words

#endif
