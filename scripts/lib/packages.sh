# shellcheck shell=bash disable=SC2034
# Which Debian packages are needed for what, and how a missing one is installed. Sourced, never run.

# To compile and link: our libraries, what the linker takes, and what the Swift toolchain itself needs to run.
packages_build=(libssl-dev libpq-dev libgmp-dev pkg-config binutils libc6-dev libgcc-12-dev libstdc++-12-dev git
    libncurses6 libcurl4 libxml2 libsqlite3-0)
# To run the server, its database, and the scripts. The server loads libcurl when it has an identity provider to call,
# and `tamga pair` libqrencode to draw.
packages_run=(postgresql-15 openssl curl python3 ca-certificates libcurl4 libqrencode4)
# To check the scripts and the Dockerfile; a second reader of QR codes.
packages_check=(shellcheck python3-venv libzbar0)
# What `tamga bench requests` compares with; pgbench comes with postgresql-15.
packages_bench=(nginx-light)
# To run the samples in these languages.
packages_go=(golang-go)
packages_java=(openjdk-17-jdk-headless)
packages_php=(php-cli)

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs those of the named packages that are missing; silent when nothing is.
install_packages() {
    local package log missing=()
    if ! command -v dpkg-query >/dev/null 2>&1; then
        say "This is not Debian; make sure that the equivalents of these packages are installed: $*"
        return
    fi
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    if [ "${#missing[@]}" = 0 ]; then return; fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
        fail "these packages are missing and there is neither root nor sudo: ${missing[*]}
run as root: apt-get update && apt-get install ${missing[*]}"
    fi
    say "installing: ${missing[*]}"
    log=$(mktemp)
    # One at a time: two scripts may run at once. apt-get itself waits for another one's lock.
    if ! as_root env DEBIAN_FRONTEND=noninteractive sh -ec '
        apt-get -qq -o DPkg::Lock::Timeout=300 update
        apt-get -qq -o DPkg::Lock::Timeout=300 -y --no-install-recommends install "$@"' sh "${missing[@]}" \
        >"$log" 2>&1 </dev/null
    then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "apt-get could not install: ${missing[*]}"
    fi
    rm -f "$log"
}
