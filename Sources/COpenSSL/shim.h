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

// An allocator for the library that overwrites what it gives back or moves. Only the C library knows how long a block
// is.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
static inline void *tamga_erasing_malloc(size_t size, const char *file, int line) {
    (void)file, (void)line;
    return size ? malloc(size) : NULL;
}
static inline void tamga_erasing_free(void *block, const char *file, int line) {
    (void)file, (void)line;
    if (block) explicit_bzero(block, malloc_usable_size(block));
    free(block);
}
static inline void *tamga_erasing_realloc(void *block, size_t size, const char *file, int line) {
    if (size == 0) {
        tamga_erasing_free(block, file, line);
        return NULL;
    }
    void *moved = malloc(size);
    if (!moved || !block) return moved;
    size_t old = malloc_usable_size(block);
    memcpy(moved, block, old < size ? old : size);
    tamga_erasing_free(block, file, line);
    return moved;
}
/// 1, or 0 when the library has allocated already.
static inline int tamga_erase_what_is_freed(void) {
    return CRYPTO_set_mem_functions(tamga_erasing_malloc, tamga_erasing_realloc, tamga_erasing_free);
}

// Typed stacks exist only as macros.
static inline STACK_OF(X509) *tamga_sk_X509_new(void) { return sk_X509_new_null(); }
static inline int tamga_sk_X509_push(STACK_OF(X509) *s, X509 *x) { return sk_X509_push(s, x); }
static inline int tamga_sk_X509_num(const STACK_OF(X509) *s) { return sk_X509_num(s); }
static inline X509 *tamga_sk_X509_value(const STACK_OF(X509) *s, int i) { return sk_X509_value(s, i); }
static inline void tamga_sk_X509_free(STACK_OF(X509) *s) { sk_X509_free(s); }
static inline void tamga_sk_X509_pop_free(STACK_OF(X509) *s) { sk_X509_pop_free(s, X509_free); }
static inline int tamga_sk_CMS_SignerInfo_num(const STACK_OF(CMS_SignerInfo) *s) { return sk_CMS_SignerInfo_num(s); }

// TLS: macros around SSL_ctrl, SSL_CTX_ctrl and the flags of a BIO.
static inline long tamga_SSL_CTX_min_tls12(SSL_CTX *c) { return SSL_CTX_set_min_proto_version(c, TLS1_2_VERSION); }
static inline long tamga_SSL_CTX_release_buffers(SSL_CTX *c) { return SSL_CTX_set_mode(c, SSL_MODE_RELEASE_BUFFERS); }
static inline long tamga_SSL_CTX_no_session_cache(SSL_CTX *c) {
    return SSL_CTX_set_session_cache_mode(c, SSL_SESS_CACHE_OFF);
}
static inline long tamga_SSL_CTX_set_groups(SSL_CTX *c, const char *list) { return SSL_CTX_set1_groups_list(c, list); }
static inline void tamga_SSL_CTX_max_cert_list(SSL_CTX *c, long bytes) { SSL_CTX_set_max_cert_list(c, bytes); }
static inline unsigned long long tamga_SSL_options(void) {
    return SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE |
           SSL_OP_PRIORITIZE_CHACHA;
}
static inline long tamga_SSL_set_name(SSL *s, const char *name) { return SSL_set_tlsext_host_name(s, name); }
static inline void tamga_BIO_retry_read(BIO *b) { BIO_set_retry_read(b); }
static inline void tamga_BIO_clear_retry(BIO *b) { BIO_clear_retry_flags(b); }
