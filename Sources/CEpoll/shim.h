#pragma once
// Swift's Glibc module leaves out epoll, eventfd and accept4.
// _GNU_SOURCE is not set: fd_set would then differ from the one in Swift's Glibc module.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <poll.h>
#include <unistd.h>

// accept4 is declared only under _GNU_SOURCE, hence here.
static inline int tamga_accept(int fd) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// The same, and the peer's address in one call; saves a getpeername for every connection.
static inline int tamga_accept_from(int fd, struct sockaddr_storage *peer) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    socklen_t length = sizeof *peer;
    return accept4(fd, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// EPOLL* are members of an anonymous enum with the top bit in use; plain unsigned constants import cleanly.
static const unsigned tamga_epoll_in = EPOLLIN;
static const unsigned tamga_epoll_out = EPOLLOUT;
static const unsigned tamga_epoll_rdhup = EPOLLRDHUP;
static const unsigned tamga_epoll_hup = EPOLLHUP;
static const unsigned tamga_epoll_err = EPOLLERR;
static const unsigned tamga_epoll_et = 1u << 31;
static const unsigned tamga_epoll_exclusive = 1u << 28;

// epoll_data is a union, and epoll_event is packed: set and read the 64-bit member here.
static inline int tamga_epoll_add(int epoll, int fd, unsigned events, unsigned long long token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}
static inline int tamga_epoll_remove(int epoll, int fd) { return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, 0); }
static inline unsigned long long tamga_epoll_token(const struct epoll_event *event) { return event->data.u64; }
static inline unsigned tamga_epoll_events(const struct epoll_event *event) { return event->events; }

// send without SIGPIPE, and the end of our side.
static inline ssize_t tamga_send(int fd, const void *bytes, size_t count) {
    return send(fd, bytes, count, MSG_NOSIGNAL);
}
static inline int tamga_shutdown_write(int fd) { return shutdown(fd, SHUT_WR); }

// The calling thread's name in ps and debuggers, 15 bytes at most (PR_SET_NAME is 15). prctl is variadic, which Swift
// cannot call.
static inline void tamga_name_thread(const char *name) {
    extern int prctl(int, ...);
    prctl(15, (unsigned long)name, 0ul, 0ul, 0ul);
}

// Whether this process may be dumped and traced (PR_GET_DUMPABLE is 3, PR_SET_DUMPABLE 4).
static inline int tamga_is_dumpable(void) {
    extern int prctl(int, ...);
    return prctl(3, 0ul, 0ul, 0ul, 0ul);
}
static inline int tamga_set_dumpable(unsigned long value) {
    extern int prctl(int, ...);
    return prctl(4, value, 0ul, 0ul, 0ul);
}
