// SPDX-License-Identifier: MIT
// The part of somebody's export that stands between who they are and their games: what they have
// been told, what was decided about them, whom they follow and block, what they have reported.
//
// Moderators' notes, flags and entries of the audit log are not in it: they are about others too.
#ifndef MEYDAN_SERVER_ROUTES_EXPORT_H
#define MEYDAN_SERVER_ROUTES_EXPORT_H

#include "server/api/feature.h"

// Adds its fields to an object that is open. On a thread that reads.
void export_write_own(const Feature *const *features, Json *json, Store *reading, i64 person);

#endif
