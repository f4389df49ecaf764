#pragma once
// EC_POINT arithmetic has no replacement among the EVP calls; the low-level names stay in use.
#define OPENSSL_SUPPRESS_DEPRECATED 1
#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/sha.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <openssl/x509_vfy.h>
#include <openssl/asn1.h>
#include <openssl/cms.h>
#include <openssl/pem.h>

// Function-like macros are invisible to Swift.
static inline void tamga_OPENSSL_free(void *p) { OPENSSL_free(p); }
static inline EVP_PKEY *tamga_EVP_EC_gen_p256(void) { return EVP_EC_gen("P-256"); }
static inline long tamga_BIO_get_mem_data(BIO *b, char **pp) { return BIO_get_mem_data(b, pp); }

// getrandom(2) is in no module of the C library overlay.
#include <sys/random.h>
static inline ssize_t tamga_getrandom(void *p, size_t n) { return getrandom(p, n, 0); }

// Typed stacks exist only as macros.
static inline STACK_OF(X509) *tamga_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int tamga_sk_X509_push(STACK_OF(X509) *s, X509 *x) { return sk_X509_push(s, x); }
static inline int tamga_sk_X509_num(const STACK_OF(X509) *s) { return sk_X509_num(s); }
static inline X509 *tamga_sk_X509_value(const STACK_OF(X509) *s, int i) { return sk_X509_value(s, i); }
static inline void tamga_sk_X509_free(STACK_OF(X509) *s) { sk_X509_free(s); }
static inline void tamga_sk_X509_pop_free(STACK_OF(X509) *s) { sk_X509_pop_free(s, X509_free); }
static inline int tamga_sk_CMS_SignerInfo_num(const STACK_OF(CMS_SignerInfo) *s) { return sk_CMS_SignerInfo_num(s); }
