// What every program built by `scripts/sanitize address` carries: options that need no environment, since the tests
// give the servers that they start an environment of their own.

const char *__asan_default_options(void) { return "log_path='" REPORTS "'"; }

const char *__lsan_default_options(void) { return "print_suppressions=0:suppressions='" SUPPRESSIONS "'"; }
