#ifndef HOLDFAST_CSQLITE_H
#define HOLDFAST_CSQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * SQLite, and what Swift cannot call of it: its variadic functions, and the macro SQLITE_TRANSIENT. All return SQLite's result
 * codes.
 */

/* Sets what SQLite takes at its start for the whole process; without effect once a connection has been opened. */
int holdfast_sqlite_configure(void);

/* Makes a connection one that believes nothing of the schema it finds, and has no memory of its own set aside. */
int holdfast_sqlite_harden(struct sqlite3 *connection);

/* Whether closing leaves the write-ahead log as it is, or writes it back into the database and removes it. */
int holdfast_sqlite_keep_log_at_close(struct sqlite3 *connection, bool keep);

/* Binds a copy of `count` bytes of UTF-8. */
int holdfast_sqlite_bind_text(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count);

/* Binds a copy of `count` bytes. */
int holdfast_sqlite_bind_blob(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count);

#endif
