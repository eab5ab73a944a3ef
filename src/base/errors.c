// SPDX-License-Identifier: MIT
#include "base/errors.h"

static const struct {
    const char *name;
    int status;
    const char *text;
} ERROR[ERRORS] = {
    [ERROR_NONE] = { "ok", 200, NULL },
    [ERROR_MALFORMED] = { "malformed", 400, NULL },
    [ERROR_BAD_NAME] = { "bad_name", 400,
                         "A name must have 2 to 20 characters: letters of one script, digits, _ or "
                         "-; it must start with a letter or a digit." },
    [ERROR_BAD_PASSWORD] = { "bad_password", 400, "A password must have at least 8 characters." },
    [ERROR_COMMON_PASSWORD] = { "common_password", 400,
                                "That password is too easy to guess. Choose another one." },
    [ERROR_NOT_SIGNED_IN] = { "not_signed_in", 401, "Sign in first." },
    [ERROR_WRONG_PASSWORD] = { "wrong_password", 403, "Wrong name or password." },
    [ERROR_CODE_NEEDED] = { "code_needed", 403, "Enter the code from your authenticator app." },
    [ERROR_WRONG_CODE] = { "wrong_code", 403, "Wrong code, or a code that was used before." },
    [ERROR_WORK_NEEDED] = { "work_needed", 403, NULL },
    [ERROR_NOT_YOURS] = { "not_yours", 403, "That is not your game." },
    [ERROR_FORBIDDEN] = { "forbidden", 403, "That is not allowed." },
    [ERROR_SUSPENDED] = { "suspended", 403,
                          "You cannot play at the moment. See your account for the reason and the "
                          "end date." },
    [ERROR_NOT_ACCEPTED] = { "not_accepted", 403, "This player does not accept such challenges." },
    [ERROR_ORIGIN] = { "origin", 403, NULL },
    [ERROR_NOT_FOUND] = { "not_found", 404, "Not found." },
    [ERROR_UNKNOWN] = { "unknown", 404, NULL },
    [ERROR_OUT_OF_TURN] = { "out_of_turn", 409, "It is not your turn" },
    [ERROR_STALE] = { "stale", 409, "The game has moved on." },
    [ERROR_OVER] = { "over", 409, "The game is over" },
    [ERROR_NOT_STARTED] = { "not_started", 409, "The game has not started yet." },
    [ERROR_TAKEN] = { "taken", 409, "That seat is taken." },
    [ERROR_FULL] = { "full", 409, "All seats are taken." },
    [ERROR_AWAY] = { "away", 409, "The creator of this game is not here at the moment." },
    [ERROR_TOO_MANY] = { "too_many", 409, "Too many at once. Finish some first." },
    [ERROR_NAME_TAKEN] = { "name_taken", 409, "That name is already taken." },
    [ERROR_NAME_RESERVED] = { "name_reserved", 409, "That name is reserved. Choose another one." },
    [ERROR_ILLEGAL_MOVE] = { "illegal_move", 422, NULL },
    [ERROR_NOT_RATED] = { "not_rated", 422,
                          "A rated game needs a clock, a standard set-up and players with accounts "
                          "in all seats." },
    [ERROR_TOO_FAST] = { "too_fast", 429, "Too many requests. Wait a little and try again." },
    [ERROR_CALLED_OFF] = { "called_off", 429,
                           "You have cancelled several games. Wait a few minutes." },
    [ERROR_FAILED] = { "failed", 500, "Something went wrong on the server. Try again." },
    [ERROR_BUSY] = { "busy", 503, "The server is busy. Try again in a moment." },
};

const char *error_name(ErrorCode code)
{
    return ERROR[code].name;
}

int error_status(ErrorCode code)
{
    return ERROR[code].status;
}

const char *error_text(ErrorCode code)
{
    return ERROR[code].text;
}

ErrorCode error_find(Text name)
{
    for (ErrorCode code = ERROR_NONE + 1; code < ERRORS; code++)
        if (text_is(name, ERROR[code].name)) return code;
    return ERROR_NONE;
}
