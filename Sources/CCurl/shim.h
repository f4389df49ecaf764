#pragma once
// libcurl is loaded at run time and only when something needs it, so neither its header nor the library is there when
// this is compiled. What stands here is its binary interface (curl/curl.h, stable since 7.16): numbers of options, and
// calls through addresses that dlsym gave. The functions are variadic in C, which Swift cannot call.
#include <stddef.h>

enum {
    TAMGA_CURLOPT_WRITEDATA = 10001,
    TAMGA_CURLOPT_URL = 10002,
    TAMGA_CURLOPT_PROXY = 10004,
    TAMGA_CURLOPT_USERAGENT = 10018,
    TAMGA_CURLOPT_HTTPHEADER = 10023,
    TAMGA_CURLOPT_HEADERDATA = 10029,
    TAMGA_CURLOPT_SSLVERSION = 32,
    TAMGA_CURLOPT_POST = 47,
    TAMGA_CURLOPT_FOLLOWLOCATION = 52,
    TAMGA_CURLOPT_POSTFIELDSIZE = 60,
    TAMGA_CURLOPT_SSL_VERIFYPEER = 64,
    TAMGA_CURLOPT_SSL_VERIFYHOST = 81,
    TAMGA_CURLOPT_NOSIGNAL = 99,
    TAMGA_CURLOPT_TIMEOUT_MS = 155,
    TAMGA_CURLOPT_CONNECTTIMEOUT_MS = 156,
    TAMGA_CURLOPT_COPYPOSTFIELDS = 10165,
    TAMGA_CURLOPT_PROTOCOLS = 181,
    TAMGA_CURLOPT_WRITEFUNCTION = 20011,
    TAMGA_CURLOPT_HEADERFUNCTION = 20079,
    TAMGA_CURLINFO_RESPONSE_CODE = 0x200002,
    TAMGA_CURLPROTO_HTTP = 1,
    TAMGA_CURLPROTO_HTTPS = 2,
    TAMGA_CURL_SSLVERSION_TLSV1_2 = 6,
    TAMGA_CURL_GLOBAL_DEFAULT = 3,
};

typedef size_t (*tamga_curl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline int tamga_curl_global_init(void *function) {
    return ((int (*)(long))function)(TAMGA_CURL_GLOBAL_DEFAULT);
}
static inline void *tamga_curl_easy_init(void *function) { return ((void *(*)(void))function)(); }
static inline void tamga_curl_easy_cleanup(void *function, void *handle) { ((void (*)(void *))function)(handle); }
static inline int tamga_curl_easy_perform(void *function, void *handle) { return ((int (*)(void *))function)(handle); }
static inline int tamga_curl_set_long(void *function, void *handle, int option, long value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}
static inline int tamga_curl_set_pointer(void *function, void *handle, int option, const void *value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}
static inline int tamga_curl_set_receiver(void *function, void *handle, int option, tamga_curl_receive value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}
static inline int tamga_curl_get_long(void *function, void *handle, int info, long *value) {
    return ((int (*)(void *, int, ...))function)(handle, info, value);
}
static inline void *tamga_curl_slist_append(void *function, void *list, const char *text) {
    return ((void *(*)(void *, const char *))function)(list, text);
}
static inline void tamga_curl_slist_free_all(void *function, void *list) { ((void (*)(void *))function)(list); }
