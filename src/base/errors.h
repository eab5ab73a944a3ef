// SPDX-License-Identifier: MIT
// The table of API errors, also listed in docs/api.md. The server responds with them, clients
// identify them by name, and the page shows their texts translated.
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
int error_status(ErrorCode code);       // HTTP status
// A sentence for players, which is also its translation key. NULL for errors that only programs
// see.
const char *error_text(ErrorCode code);
// Returns ERROR_NONE for an unknown name.
ErrorCode error_find(Text name);

#endif
