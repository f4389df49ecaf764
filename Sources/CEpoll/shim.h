#pragma once
// Swift's Glibc module leaves out epoll, eventfd and accept4.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <poll.h>
#include <unistd.h>

// accept4 is declared here because the module may be built without _GNU_SOURCE in effect.
static inline int tamga_accept(int fd) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
