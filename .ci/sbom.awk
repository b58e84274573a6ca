# Writes the SBOM of the program (CycloneDX 1.5): every library with its license, the checksum of its package, and the
# libraries that it needs itself. Libraries of this repository have no checksum. Reads Cargo.lock and then the output of
# `cargo tree --prefix depth --format '|{p}|{l}'`, with `|` as field separator. Variables: `name` of the archive,
# `version` of the program, `time` of the commit.
# cargo-cyclonedx and the like list the libraries of the whole workspace, write absolute paths into the file, and leave
# files in the source folders.

function quoted(text) { return "\"" text "\"" }
function field(key, value) { return quoted(key) ": " quoted(value) }

FILENAME == "Cargo.lock" {
    split($0, part, "\"")
    if (/^name = /) library = part[2]
    if (/^version = /) id = library "@" part[2]
    if (/^checksum = /) checksums[id] = part[2]
    next
}

# depth|name vVERSION (path)|license (*)
NF == 3 {
    split($2, word, " ")
    id = word[1] "@" substr(word[2], 2)
    if (!(id in licenses)) {
        ids[++count] = id
        sub(/ \(\*\)$/, "", $3)
        gsub("/", " OR ", $3)
        licenses[id] = $3
    }
    at[$1 + 0] = id
    parent = $1 + 0 ? at[$1 - 1] : name
    if (!((parent, id) in edges)) {
        edges[parent, id] = 1
        needs[parent] = needs[parent] (needs[parent] ? ", " : "") quoted(id)
    }
}

END {
    if (!count) exit 1
    print "{\n  " field("bomFormat", "CycloneDX") ",\n  " field("specVersion", "1.5") ",\n  \"version\": 1,"
    print "  \"metadata\": {\n    " field("timestamp", time) ","
    print "    \"component\": {" field("bom-ref", name) ", " field("type", "application") ", " \
        field("name", "fudgelab") ", " field("version", version) "}\n  },"
    print "  \"components\": ["
    for (i = 1; i <= count; i++) {
        split(ids[i], part, "@")
        line = "    {" field("bom-ref", ids[i]) ", " field("type", "library") ", " field("name", part[1]) ", " \
            field("version", part[2])
        if (licenses[ids[i]]) line = line ", \"licenses\": [{" field("expression", licenses[ids[i]]) "}]"
        if (ids[i] in checksums) {
            url = "pkg:cargo/" ids[i]
            gsub(/\+/, "%2B", url)
            line = line ", \"hashes\": [{" field("alg", "SHA-256") ", " field("content", checksums[ids[i]]) "}], " \
                field("purl", url)
        }
        print line "}" (i < count ? "," : "")
    }
    print "  ],\n  \"dependencies\": [\n    {" field("ref", name) ", \"dependsOn\": [" needs[name] "]},"
    for (i = 1; i <= count; i++)
        print "    {" field("ref", ids[i]) ", \"dependsOn\": [" needs[ids[i]] "]}" (i < count ? "," : "")
    print "  ]\n}"
}
