// SPDX-License-Identifier: MIT
// The only libc header that the core includes, for the build without libc. Asserts are disabled.
#undef assert
#define assert(condition) ((void)0)
