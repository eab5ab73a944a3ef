// SPDX-License-Identifier: MIT
// The browser's database, for data too large for localStorage. An existing object store is never changed; a new one
// takes the next version.

import { type IDBPDatabase, openDB } from "idb";

let opened: Promise<IDBPDatabase> | null = null;

/** Rejects if the browser stores nothing. */
export function database(): Promise<IDBPDatabase> {
  opened ??= openDB("meydan", 2, {
    upgrade(db, before) {
      if (before < 1) db.createObjectStore("analyses", { keyPath: "id" }).createIndex("changed", "changed");
      if (before < 2) db.createObjectStore("mistakes", { keyPath: "id" }).createIndex("due", "due");
    },
    // Another tab needs a newer version.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opened = null),
  });
  opened.catch(() => (opened = null));
  return opened;
}
