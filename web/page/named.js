// Finds the files that a scenario names among the files that the visitor chose with it. Paths are relative to the
// scenario's folder.

const lastOf = (path) => path.split("/").pop();

/// Resolves a path that a file in `folder` names, such as `cast/../a.toml`.
function joined(folder, path) {
  const parts = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/// The paths of the files that a file names in quotes.
const namedIn = ([path, text]) => [...text.matchAll(/["']([^"'\n]+\.toml)["']/g)].map(([, written]) => joined(path.split("/").slice(0, -1).join("/"), written));

/// The path under which one of `files` names the file at `path`, which may come from any folder; its own name if no
/// file names it.
export function writtenPath(path, files) {
  const written = files.flatMap(namedIn);
  return written.find((one) => path === one || path.endsWith(`/${one}`)) ?? written.find((one) => lastOf(one) === lastOf(path)) ?? lastOf(path);
}

/// The files, as `[path, text]`, that no other file names.
export const scenariosOf = (files) =>
  files.filter(([path]) => !files.some((other) => other[0] !== path && namedIn(other).some((one) => lastOf(one) === lastOf(path))));

/// The files that a scenario's text names, directly or through other files.
export function partsOf(text, files) {
  const parts = new Map();
  const add = (file) => {
    for (const written of namedIn(file)) {
      const fits = files.filter(([path]) => lastOf(path) === lastOf(written));
      const found = fits.find(([path]) => path.endsWith(written)) ?? fits[0];
      if (!found || parts.has(written)) continue;
      parts.set(written, found[1]);
      add([written, found[1]]);
    }
  };
  add(["scenario.toml", text]);
  return [...parts];
}
