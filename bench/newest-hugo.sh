#!/usr/bin/env bash
# Unpacks the newest Hugo that Debian has into bench/.work/hugo, without installing it, and prints its version.
set -euo pipefail
folder="$(cd "$(dirname "$0")" && pwd)/.work/hugo"
rm -rf "$folder"
mkdir -p "$folder"/{lists/partial,cache/archives/partial,packages}
echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main' > "$folder/sid.list"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$folder/sid.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update
cd "$folder/packages"
# Its libraries come along, since those of the system may be too old for it.
"${apt[@]}" download hugo libc6 libsass1 libwebp7 libsharpyuv0 libgcc-s1 libstdc++6
for package in *.deb; do dpkg-deb -x "$package" ..; done
rm -rf "$folder"/{lists,cache,packages}
libraries="$folder/usr/lib/x86_64-linux-gnu"
cat > "$folder/hugo" <<END
#!/bin/sh
exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$folder/usr/bin/hugo" "\$@"
END
chmod +x "$folder/hugo"
"$folder/hugo" version
