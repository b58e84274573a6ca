#!/usr/bin/env bash
# Packs the program for this platform into target/release-files/fudgelab-VERSION-PLATFORM.tar.gz, with
# documentation, scenarios, licenses, completions and man pages.
# Needs Rust, a C compiler and tar. After `cargo fetch --locked` it needs no network.
set -euo pipefail
cd "$(dirname "$0")"

cargo build --release --locked --offline
program="${CARGO_TARGET_DIR:-target}/release/fudgelab"
version=$(sed -n '/^\[workspace.package\]/,/^\[package\]/s/^version = "\(.*\)"/\1/p' Cargo.toml)
platform=$(rustc -vV | sed -n 's/^host: //p')
name="fudgelab-$version-$platform"
files=target/release-files
folder="$files/$name"
rm -rf "$folder" "$folder.tar.gz"
mkdir -p "$folder/completions" "$folder/man"

cp "$program" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE NOTICE "$folder"
# Files that README and NOTICE refer to.
cp --parents docs/*.md docs/scenario.schema.json assets/fonts/OFL.txt "$folder"
cp -r scenarios "$folder"
"$program" completions bash > "$folder/completions/fudgelab.bash"
"$program" completions zsh > "$folder/completions/_fudgelab"
"$program" completions fish > "$folder/completions/fudgelab.fish"
"$program" man --to "$folder/man"

# The licenses of the libraries in the program, copied from their packages.
sources="${CARGO_HOME:-$HOME/.cargo}/registry/src"
missing=()
declare -A printed=()
{
    echo "fudgelab holds these libraries, under these licenses. A text that several have stands with the first of them."
    while IFS='|' read -r library license; do
        printf '\n\n%s\n== %s: %s\n\n' "$(printf '=%.0s' {1..100})" "$library" "$license"
        texts=("$sources"/*/"${library/ v/-}"/{LICENSE,LICENCE,COPYING,NOTICE,license,UNLICENSE}*)
        found=
        for text in "${texts[@]}"; do
            [ -f "$text" ] || continue
            found=1
            sum=$(sha256sum < "$text")
            if [ -n "${printed[$sum]-}" ]; then
                echo "${text##*/}: as in ${printed[$sum]}"
            else
                printed[$sum]=$library
                cat "$text"
                echo
            fi
        done
        [ -n "$found" ] || missing+=("$library ($license)")
    done < <(cargo tree --locked --offline --edges normal --prefix none --format '{p}|{l}' |
        sed -e '/^fudgelab[ -]/d' -e 's/ (\*)$//' -e 's/ (proc-macro)//' | sort -u)
} > "$folder/LICENSES-libraries.txt"
[ "${#missing[@]}" -eq 0 ] || printf 'no license text in the package of %s\n' "${missing[@]}" >&2

# The same sources give the same archive: times, owners and order do not depend on the machine.
time=$(git log -1 --format=%ct 2> /dev/null || date +%s)
tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$files" -cf - "$name" | gzip -n > "$folder.tar.gz"
(cd "$files" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$folder.tar.gz"
