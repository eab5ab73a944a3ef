// SPDX-License-Identifier: MIT
// The table of API errors is complete: each has a unique name and a status.
#include "base/errors.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void every_error_has_a_row(void **state)
{
    (void)state;
    for (ErrorCode code = ERROR_NONE + 1; code < ERRORS; code++) {
        assert_non_null(error_name(code));
        assert_in_range(error_status(code), 400, 599);
        assert_int_equal(error_find(text_of(error_name(code))), code);
    }
    assert_int_equal(error_find(text_of("ok")), ERROR_NONE);
    assert_int_equal(error_find(text_of("")), ERROR_NONE);
    assert_int_equal(error_status(ERROR_STALE), 409);
    assert_null(error_text(ERROR_MALFORMED)); // only programs see it
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_error_has_a_row) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
