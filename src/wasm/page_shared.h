// SPDX-License-Identifier: MIT
// The module's single engine, for the files that use it.
#ifndef MEYDAN_WASM_PAGE_SHARED_H
#define MEYDAN_WASM_PAGE_SHARED_H

#include "engine/engine.h"

Engine *page_engine(void);
// A quiet engine sends no reports to the script.
void page_engine_quiet(bool quiet);

#endif
