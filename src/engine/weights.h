// SPDX-License-Identifier: MIT
// The files of src/engine/weights/ as arrays. The build generates weights.c (tools/embed.py).
#ifndef MEYDAN_ENGINE_WEIGHTS_H
#define MEYDAN_ENGINE_WEIGHTS_H

#include "base/types.h"

extern const u8 WEIGHTS_ABALONE[], WEIGHTS_ABALONE_3[], WEIGHTS_ABALONE_4[];
extern const u8 WEIGHTS_QUORIDOR[], WEIGHTS_QUORIDOR_4[];

#endif
