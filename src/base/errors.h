// SPDX-License-Identifier: MIT
// The API's errors, the one table of them: docs/api.md lists the same. The server answers with
// them, bots and the page go by their names, and the page says their texts in the reader's
// language.
#ifndef MEYDAN_BASE_ERRORS_H
#define MEYDAN_BASE_ERRORS_H

#include "base/text.h"

typedef enum ErrorCode {
    ERROR_NONE,
    ERROR_MALFORMED,
    ERROR_BAD_NAME,
    ERROR_BAD_PASSWORD,
    ERROR_COMMON_PASSWORD,
    ERROR_NOT_SIGNED_IN,
    ERROR_WRONG_PASSWORD,
    ERROR_CODE_NEEDED,
    ERROR_WRONG_CODE,
    ERROR_WORK_NEEDED,
    ERROR_NOT_YOURS,
    ERROR_FORBIDDEN,
    ERROR_SUSPENDED,
    ERROR_NOT_ACCEPTED,
    ERROR_ORIGIN,
    ERROR_NOT_FOUND,
    ERROR_UNKNOWN,
    ERROR_OUT_OF_TURN,
    ERROR_STALE,
    ERROR_OVER,
    ERROR_NOT_STARTED,
    ERROR_TAKEN,
    ERROR_FULL,
    ERROR_AWAY,
    ERROR_TOO_MANY,
    ERROR_NAME_TAKEN,
    ERROR_NAME_RESERVED,
    ERROR_ILLEGAL_MOVE,
    ERROR_NOT_RATED,
    ERROR_TOO_FAST,
    ERROR_CALLED_OFF,
    ERROR_FAILED,
    ERROR_BUSY,
    ERRORS,
} ErrorCode;

const char *error_name(ErrorCode code); // "not_found"
int error_status(ErrorCode code);       // the HTTP status that goes with it
// A sentence for players, the key of its translations; NULL where only programs get it.
const char *error_text(ErrorCode code);
// ERROR_NONE if there is no such name.
ErrorCode error_find(Text name);

#endif
