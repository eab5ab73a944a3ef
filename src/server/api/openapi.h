// SPDX-License-Identifier: MIT
// The OpenAPI 3.1 description of the API, with a JSON Schema for every message, from the same rows
// and shapes that dispatch uses.
#ifndef MEYDAN_SERVER_API_OPENAPI_H
#define MEYDAN_SERVER_API_OPENAPI_H

#include "server/api/feature.h"

// Returns false, with `json` unusable, if out of memory or if two shapes have the same name.
bool openapi_write(const Feature *const *features, const char *version, Json *json);

#endif
