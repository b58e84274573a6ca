#!/usr/bin/env bash
# Packs the program for this platform into target/release-files/fudgelab-VERSION-PLATFORM.tar.gz (.zip on Windows), with
# documentation, scenarios, licenses, a list of its libraries (SBOM), completions and man pages.
# Needs Rust and a C compiler. After `cargo fetch --locked` it needs no network. Runs with bash 3.2 and BSD tools, as on
# macOS, and in Git Bash on Windows.
set -euo pipefail
cd "$(dirname "$0")"
umask 022

sha256() {
    if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

# Prints a time, given in seconds since 1970, in a format of `date`.
utc() {
    date -u -d "@$1" "+$2" 2> /dev/null || date -u -r "$1" "+$2"
}

# A build from source optimizes these packages little, so that it takes less time (Cargo.toml).
optimized=()
for package in fudgelab fudgelab-studies fudgelab-subjects; do
    optimized+=(--config "profile.release.package.$package.opt-level=3")
done
cargo build --release --locked --offline --package fudgelab-cli "${optimized[@]}"
version=$(sed -n '/^\[workspace.package\]/,/^\[package\]/s/^version = "\(.*\)"/\1/p' Cargo.toml)
platform=$(rustc -vV | sed -n 's/^host: //p')
name="fudgelab-$version-$platform"
files=target/release-files
folder="$files/$name"
case "$platform" in
    *windows*) ending=.exe archive="$name.zip" ;;
    *) ending="" archive="$name.tar.gz" ;;
esac
program="${CARGO_TARGET_DIR:-target}/release/fudgelab$ending"
time=$(git log -1 --format=%ct 2> /dev/null || date +%s)
rm -rf "$folder" "${files:?}/$archive"
mkdir -p "$folder/completions" "$folder/man" "$folder/docs" "$folder/assets/fonts" "$folder/python/examples"

cp "$program" README.md CHANGELOG.md CITATION.cff LICENSE-MIT LICENSE-APACHE NOTICE "$folder"
cp docs/*.md docs/scenario.schema.json "$folder/docs"
cp assets/fonts/OFL.txt "$folder/assets/fonts"
cp python/examples/*.ipynb "$folder/python/examples"
cp -R scenarios "$folder"
# The other files that README links to or shows.
grep -oE '(\]\(|src=")[A-Za-z][A-Za-z0-9./_-]*' README.md | sed -E 's/^(\]\(|src=")//' | while read -r file; do
    if [ -f "$file" ] && [ ! -e "$folder/$file" ]; then
        mkdir -p "$folder/$(dirname "$file")"
        cp "$file" "$folder/$file"
    fi
done
"$program" completions bash > "$folder/completions/fudgelab.bash"
"$program" completions zsh > "$folder/completions/_fudgelab"
"$program" completions fish > "$folder/completions/fudgelab.fish"
"$program" completions powershell > "$folder/completions/_fudgelab.ps1"
"$program" man --to "$folder/man"
cargo tree --locked --offline --package fudgelab-cli --edges normal --prefix depth --format '|{p}|{l}' |
    awk -F '|' -v name="$name" -v version="$version" -v time="$(utc "$time" %Y-%m-%dT%H:%M:%SZ)" \
        -f .ci/sbom.awk Cargo.lock - > "$folder/fudgelab.cdx.json"

# The licenses of the libraries in the program, copied from their packages.
cargo_home="${CARGO_HOME:-$HOME/.cargo}"
if command -v cygpath > /dev/null; then cargo_home=$(cygpath -u "$cargo_home"); fi
missing=()
# Lines with the checksum of a printed text and the library it was printed for.
printed="$folder.printed"
: > "$printed"
{
    echo "fudgelab contains these libraries, under these licenses. A text that several share is printed for the first."
    while IFS='|' read -r library license; do
        printf '\n\n%s\n== %s: %s\n\n' "$(printf '=%.0s' {1..100})" "$library" "$license"
        texts=("$cargo_home"/registry/src/*/"${library/ v/-}"/{LICENSE,LICENCE,COPYING,NOTICE,license,UNLICENSE}*)
        found=
        for text in "${texts[@]}"; do
            [ -f "$text" ] || continue
            found=1
            sum=$(sha256 < "$text")
            sum=${sum%% *}
            first=$(sed -n "s/^$sum //p" "$printed")
            if [ -n "$first" ]; then
                echo "${text##*/}: as in $first"
            else
                echo "$sum $library" >> "$printed"
                cat "$text"
                echo
            fi
        done
        [ -n "$found" ] || missing+=("$library ($license)")
    done < <(cargo tree --locked --offline --package fudgelab-cli --edges normal --prefix none --format '{p}|{l}' |
        sed -e '/^fudgelab[ -]/d' -e '/^$/d' -e 's/ (\*)$//' -e 's/ (proc-macro)//' | LC_ALL=C sort -u)
} > "$folder/LICENSES-libraries.txt"
rm "$printed"
[ "${#missing[@]}" -eq 0 ] || printf 'no license text in the package of %s\n' "${missing[@]}" >&2

# The same sources give the same archive: times, owners and order do not depend on the machine.
stamp=$(utc "$time" %Y%m%d%H%M.%S)
find "$folder" -exec env TZ=UTC0 touch -t "$stamp" {} +
cd "$files"
find "$name" | LC_ALL=C sort > "$name.list"
tar=tar
# Git Bash has no zip, and its tar cannot write one. The tar of Windows can.
if [ -n "$ending" ]; then tar="$SYSTEMROOT/System32/tar.exe"; fi
if "$tar" --version | grep -q GNU; then
    owner=(--owner=0 --group=0 --numeric-owner)
else
    # macOS would add files with its own metadata.
    export COPYFILE_DISABLE=1
    owner=(--uid 0 --gid 0 --uname "" --gname "")
fi
case "$archive" in
    *.zip) "$tar" --format zip --no-recursion "${owner[@]}" -cf "$archive" -T "$name.list" ;;
    *) "$tar" --no-recursion "${owner[@]}" -cf - -T "$name.list" | gzip -n > "$archive" ;;
esac
rm "$name.list"
sha256 "$archive" > "$archive.sha256"
echo "$files/$archive"
