// SPDX-License-Identifier: MIT
// The one engine of a module, for the files that work with it.
#ifndef MEYDAN_WASM_PAGE_SHARED_H
#define MEYDAN_WASM_PAGE_SHARED_H

#include "engine/engine.h"

Engine *page_engine(void);
// While it is quiet, the engine reports nothing to the script.
void page_engine_quiet(bool quiet);

#endif
