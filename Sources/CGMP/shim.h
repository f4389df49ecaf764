#pragma once
#include <gmp.h>

// mpz_sgn and mpz_odd_p are macros, which Swift does not import.
static inline int tamga_mpz_sgn(const __mpz_struct *z) { return mpz_sgn(z); }
static inline int tamga_mpz_odd_p(const __mpz_struct *z) { return mpz_odd_p(z); }
