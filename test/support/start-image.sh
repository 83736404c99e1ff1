#!/bin/sh
# start-image.sh <folder> <command>...: runs a command in the content of an image as a container would:
# read-only except for its volume, as its user. It needs no container runtime, which not every machine
# allows.
set -eu
exec unshare --mount sh -euc '
  root=$1
  shift
  mount --bind "$root" "$root"
  mount -o remount,ro,bind "$root"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o uid=1000,gid=1000,mode=700 tmpfs "$root/data"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  exec chroot --userspec=1000:1000 "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin \
    NODE_ENV=production HOST=127.0.0.1 PORT="$PORT" DATA_DIR=/data LOG_LEVEL=error \
    sh -c "cd /app && exec \"\$@\"" sh "$@"
' sh "$@"
