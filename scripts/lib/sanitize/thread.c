// What every program built by `scripts/sanitize thread` carries: options that need no environment, since the tests
// give the servers that they start an environment of their own; and what the sanitizer cannot see of Mutex.
//
// Taking a free lock is compiled into the caller, so that the sanitizer sees it. A lock that somebody has is waited for
// inside libswiftSynchronization (FUTEX_LOCK_PI), which is not instrumented: the memory then seems to change hands
// without a lock. The linker (--wrap) leads the three functions of the library through here, where the order that they
// make is said to the sanitizer. Nothing else changes, and what is touched without the lock is reported as before.

#include <stdbool.h>
#include <stdint.h>

#include <sanitizer/tsan_interface.h>

const char *__tsan_default_options(void) { return "log_path='" REPORTS "'"; }

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// _MutexHandle._lockSlow(UInt32), _tryLockSlow() -> Bool, _unlockSlow(): the handle is the 32-bit word itself.
SWIFT void real_lock(uint32_t thread, SELF word) __asm__("__real_" LOCK);
SWIFT bool real_try_lock(SELF word) __asm__("__real_" TRY_LOCK);
SWIFT void real_unlock(SELF word) __asm__("__real_" UNLOCK);
SWIFT void wrapped_lock(uint32_t thread, SELF word) __asm__("__wrap_" LOCK);
SWIFT bool wrapped_try_lock(SELF word) __asm__("__wrap_" TRY_LOCK);
SWIFT void wrapped_unlock(SELF word) __asm__("__wrap_" UNLOCK);

SWIFT void wrapped_lock(uint32_t thread, SELF word) {
    real_lock(thread, word);
    __tsan_acquire(word);
}

SWIFT bool wrapped_try_lock(SELF word) {
    bool taken = real_try_lock(word);
    if (taken) { __tsan_acquire(word); }
    return taken;
}

SWIFT void wrapped_unlock(SELF word) {
    __tsan_release(word);
    real_unlock(word);
}
