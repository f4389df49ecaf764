#pragma once
// libqrencode is loaded at run time, by the one command that draws a code, so neither its header nor the library is
// there when this is compiled. What stands here is the binary interface of version 4 (qrencode.h): a structure, and
// calls through addresses that dlsym gave.

typedef struct {
    int version;
    int width;
    // width × width bytes, row by row; the lowest bit is the module's colour, 1 for dark.
    unsigned char *data;
} tamga_qr_code;

enum {
    TAMGA_QR_LEVEL_M = 1,
    TAMGA_QR_MODE_8 = 2,
};

static inline tamga_qr_code *tamga_qr_encode(void *function, const char *text, int level) {
    return ((tamga_qr_code * (*)(const char *, int, int, int, int)) function)(text, 0, level, TAMGA_QR_MODE_8, 1);
}
static inline void tamga_qr_free(void *function, tamga_qr_code *code) { ((void (*)(tamga_qr_code *))function)(code); }
