// SPDX-License-Identifier: MIT
// What the files of a store's open data contain, for people (README.md) and programs (schema.json).
#ifndef MEYDAN_CLI_STORE_PUBLIC_SCHEMA_H
#define MEYDAN_CLI_STORE_PUBLIC_SCHEMA_H

#include <json-c/json.h>
#include <stdio.h>

json_object *public_schema(void);
void public_schema_readme(FILE *out);

#endif
