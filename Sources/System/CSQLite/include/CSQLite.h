#ifndef HOLDFAST_CSQLITE_H
#define HOLDFAST_CSQLITE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * SQLite for Swift, with replacements for its variadic functions and the macro SQLITE_TRANSIENT. All return SQLite's
 * result codes.
 */

/* Sets SQLite's options for the whole process; without effect once a connection has been opened. */
int holdfast_sqlite_configure(void);

/* Makes a connection distrust the schema of its database, and reserve no memory of its own. */
int holdfast_sqlite_harden(struct sqlite3 *connection);

/* Sets whether closing keeps the write-ahead log, or writes it back into the database and removes it. */
int holdfast_sqlite_keep_log_at_close(struct sqlite3 *connection, bool keep);

/* Binds a copy of `count` bytes of UTF-8. */
int holdfast_sqlite_bind_text(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count);

/* Binds a copy of `count` bytes. */
int holdfast_sqlite_bind_blob(struct sqlite3_stmt *statement, int index, const uint8_t *bytes, size_t count);

#endif
