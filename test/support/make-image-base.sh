#!/bin/sh
# make-image-base.sh <folder> <node>: a root file system for images when no registry can be reached.
# It contains that Node.js, this machine's npm, and what a build calls; the user is the official
# image's.
set -eu
root=$1
node=$2
mkdir -p "$root/usr/bin" "$root/usr/lib/node_modules" "$root/usr/etc" "$root/etc/ssl" "$root/tmp" \
  "$root/proc" "$root/dev" "$root/sys" "$root/root"
chmod 1777 "$root/tmp"
for name in bin lib; do ln -s "usr/$name" "$root/$name"; done
ln -s usr/lib "$root/lib64"
cp "$node" "$root/usr/bin/node"
for name in sh env mkdir tar gzip cp rm cat ln; do cp -L "$(command -v $name)" "$root/usr/bin/"; done
# Libraries that these and native modules load.
{
  for file in "$root"/usr/bin/*; do ldd "$file" | grep -o '/[^ ]*'; done
  ldconfig -p | grep -oE '/\S*/(librt|libresolv|libutil)\.so\.[0-9]+$'
} | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -a "$npm" "$root/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
mkdir -p "$root/etc/ssl/certs"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$root/usr/etc/npmrc"
printf 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$root/etc/group"
