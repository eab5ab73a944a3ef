// SPDX-License-Identifier: MIT
// Every feature of the server.
#ifndef MEYDAN_SERVER_FEATURES_FEATURES_H
#define MEYDAN_SERVER_FEATURES_FEATURES_H

#include "server/api/feature.h"

extern const Feature *const FEATURES[]; // ends in NULL

#endif
