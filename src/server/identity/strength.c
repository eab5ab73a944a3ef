// SPDX-License-Identifier: MIT
#include "server/identity/strength.h"

#include <pthread.h>
#include <pwquality.h>
#include <string.h>

enum { WORD_MIN = 6, PASSWORD_COPY = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // cracklib is not thread-safe

// A missing dictionary is not the password's fault.
static bool is_common(pwquality_settings_t *settings, const char *password, const char *name)
{
    void *aux = NULL;
    int result = pwquality_check(settings, password, NULL, name, &aux);
    if (result == PWQ_ERROR_CRACKLIB_CHECK) return !aux || !strstr(aux, "loading dictionary");
    return result == PWQ_ERROR_PALINDROME || result == PWQ_ERROR_USER_CHECK ||
           result == PWQ_ERROR_MIN_LENGTH;
}

bool password_is_common(const char *password, const char *name)
{
    char word[PASSWORD_COPY];
    size_t length = strlen(password);
    pthread_mutex_lock(&lock);
    pwquality_settings_t *settings = pwquality_default_settings();
    bool common = false;
    if (settings) {
        common = is_common(settings, password, name);
        // A word followed by digits and signs is still a word.
        while (length &&
               !((password[length - 1] | 32) >= 'a' && (password[length - 1] | 32) <= 'z') &&
               (u8)password[length - 1] < 0x80)
            length--;
        if (!common && length >= WORD_MIN && length < sizeof word) {
            memcpy(word, password, length);
            word[length] = '\0';
            pwquality_set_int_value(settings, PWQ_SETTING_MIN_LENGTH, WORD_MIN);
            common = is_common(settings, word, name);
        }
        pwquality_free_settings(settings);
    }
    pthread_mutex_unlock(&lock);
    return common;
}
