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
exec "$here/bin/node" "$here/dist/cli/main.js" "$@"
