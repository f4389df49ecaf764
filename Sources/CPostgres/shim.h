#pragma once
#include <libpq-fe.h>

// Character macros and functions that take them are invisible to Swift.
static inline const char *tamga_PQsqlstate(const PGresult *r) { return PQresultErrorField(r, PG_DIAG_SQLSTATE); }
static inline const char *tamga_PQconstraint(const PGresult *r) {
    return PQresultErrorField(r, PG_DIAG_CONSTRAINT_NAME);
}
static inline void tamga_PQquiet(void *context, const char *message) {
    (void)context;
    (void)message;
}
// libpq prints notices to stderr by default; they may quote values, so they are dropped.
static inline void tamga_PQsilence(PGconn *c) { PQsetNoticeProcessor(c, tamga_PQquiet, 0); }
