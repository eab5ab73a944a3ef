// SPDX-License-Identifier: MIT
// What the kernel knows of a connection's input, beside the library that reads it.
#ifndef MEYDAN_SERVER_NET_INPUT_H
#define MEYDAN_SERVER_NET_INPUT_H

#include "base/types.h"

// How many bytes have been read from a TCP connection so far; -1 if that is not known.
i64 input_taken(int fd);

// Before a close: what was sent to us and is not read would turn it into a reset, which can
// overtake the answer.
void input_discard(int fd);

#endif
