// Finds the files that a scenario names among those that were chosen together. Paths are those from the scenario's folder.

const lastOf = (path) => path.split("/").pop();

/// `cast/../a.toml`, named in a file of this folder, as a path without detours.
function joined(folder, path) {
  const parts = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/// The paths of files that a file names, in quotes.
const namedIn = ([path, text]) => [...text.matchAll(/["']([^"'\n]+\.toml)["']/g)].map(([, written]) => joined(path.split("/").slice(0, -1).join("/"), written));

/// The path by which one of these files names another, which may have been chosen from anywhere; else its own name.
export function writtenPath(path, files) {
  const written = files.flatMap(namedIn);
  return written.find((one) => path === one || path.endsWith(`/${one}`)) ?? written.find((one) => lastOf(one) === lastOf(path)) ?? lastOf(path);
}

/// Of `[path, text]` those that none of the others names.
export const scenariosOf = (files) =>
  files.filter(([path]) => !files.some((other) => other[0] !== path && namedIn(other).some((one) => lastOf(one) === lastOf(path))));

/// The files that a scenario's text names, and those that these name.
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
