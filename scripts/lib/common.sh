# shellcheck shell=bash disable=SC2034
# What the scripts share. Sourced, never run.

# A failing $(…) ends the script, inside functions too.
shopt -s inherit_errexit

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
name=${0##*/}

say() { printf '%s\n' "$*"; }

# How everything is compiled. The same flags everywhere: with others everything is compiled anew.
build_flags=(-Xswiftc -warnings-as-errors)

# A heading: what begins now.
step() { printf '\n== %s\n' "$*"; }

fail() {
    printf 'scripts/%s: %s\n' "$name" "$*" >&2
    exit 1
}

# Milliseconds on the wall clock, to say how long something took.
now_ms() { date +%s%3N; }

# Seconds since the given milliseconds, with one digit.
since() {
    local spent=$(($(now_ms) - $1))
    printf '%d.%d s' $((spent / 1000)) $((spent % 1000 / 100))
}

# Ends a process that this script started, if it still runs, and waits for it.
end_process() {
    local pid=$1
    if kill -0 "$pid" 2>/dev/null; then kill -TERM "$pid" 2>/dev/null || true; fi
    wait "$pid" 2>/dev/null || true
}

require_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        fail "there is no swift on PATH. Install the Swift 6.3 toolchain for Debian 12 (https://www.swift.org/install)" \
            "and add its usr/bin to PATH"
    fi
}
