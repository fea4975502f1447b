#!/bin/sh
# Starts Airlock with the Node in this directory. Works through symbolic links, such as /usr/local/bin/airlock.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
here=$(CDPATH='' cd -- "$(dirname -- "$self")" && pwd -P) || exit 1
unset NODE_COMPILE_CACHE NODE_OPTIONS
# These settings reduce the memory of a mirror: one memory pool of glibc for all threads, and at most 8 MiB for each half of V8's
# new objects, which V8 accepts only here.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
exec "$here/bin/node" --max-semi-space-size=8 "$here/dist/cli/main.js" "$@"
