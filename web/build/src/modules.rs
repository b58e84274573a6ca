//! Joins the modules of a script into one, since a page opened from disk cannot load modules.
//!
//! They are plain ES modules, which `node` runs unchanged, under two rules: no two modules share a top-level name, and
//! an import is one line such as `import { a, b } from "./file.js";`. So joining only has to remove the imports and the
//! word `export`.

use super::Result;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Returns the script of a module and all its imports, each once, imported modules first.
pub(crate) fn join_scripts(folder: &Path, main: &str) -> Result<String> {
    let mut joiner = Joiner { folder, added: Vec::new(), names: HashMap::new(), script: String::new() };
    joiner.add(main)?;
    Ok(format!("\"use strict\";\n(() => {{\n{}}})();\n", joiner.script))
}

struct Joiner<'f> {
    folder: &'f Path,
    /// The modules added so far, including those still being read.
    added: Vec<String>,
    /// The module of each top-level name.
    names: HashMap<String, String>,
    script: String,
}

impl Joiner<'_> {
    fn add(&mut self, file: &str) -> Result<()> {
        if self.added.iter().any(|known| known == file) {
            return Ok(());
        }
        self.added.push(file.to_owned());
        let text =
            fs::read_to_string(self.folder.join(file)).map_err(|problem| format!("cannot read {file}: {problem}"))?;
        let mut own = String::new();
        for line in text.lines() {
            if line.starts_with("import") {
                self.add(imported_file(line).ok_or_else(|| format!("{file}: not a one-line import: {line}"))?)?;
                continue;
            }
            let line = line.strip_prefix("export ").unwrap_or(line);
            if let Some(name) = declared_name(line)
                && let Some(other) = self.names.insert(name.to_owned(), file.to_owned())
            {
                return Err(format!("`{name}` is defined in {other} and in {file}").into());
            }
            own.push_str(line);
            own.push('\n');
        }
        self.script.push_str(&format!("// {file}\n{own}"));
        Ok(())
    }
}

/// Returns the file of an import such as `import { a } from "./file.js";`; `None` if the line has another form.
fn imported_file(line: &str) -> Option<&str> {
    let (names, file) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    let plain = names.chars().all(|letter| letter.is_alphanumeric() || ", _$".contains(letter));
    file.strip_suffix("\";").filter(|_| plain && !names.contains(" as "))
}

/// Returns the name that a line declares at the top level of a module, if any.
fn declared_name(line: &str) -> Option<&str> {
    let kinds = ["const ", "let ", "function ", "function* ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '$'));
    Some(&rest[..end.unwrap_or(rest.len())]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("web-build-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        folder
    }

    #[test]
    fn imports_appear_first_and_once() {
        let files = [
            ("main.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\na(b);\n"),
            ("a.js", "import { b } from \"./b.js\";\nexport const a = (x) => x + b;\n"),
            ("b.js", "export const b = 1;\n"),
        ];
        let script = join_scripts(&folder("order", &files), "main.js").unwrap();
        assert_eq!(
            script,
            "\"use strict\";\n(() => {\n// b.js\nconst b = 1;\n// a.js\nconst a = (x) => x + b;\n// main.js\na(b);\n})();\n"
        );
    }

    #[test]
    fn invalid_modules_are_rejected() {
        let refused =
            |name: &str, files: &[(&str, &str)]| join_scripts(&folder(name, files), "main.js").unwrap_err().to_string();
        let twice = [
            ("main.js", "import { a } from \"./a.js\";\nconst b = 1;\n"),
            ("a.js", "const b = 2;\nexport const a = b;\n"),
        ];
        assert_eq!(refused("twice", &twice), "`b` is defined in a.js and in main.js");
        let renamed = [("main.js", "import { a as b } from \"./a.js\";\n")];
        assert!(refused("renamed", &renamed).starts_with("main.js: not a one-line import"));
        assert!(
            refused("missing", &[("main.js", "import { a } from \"./none.js\";\n")]).starts_with("cannot read none.js")
        );
    }
}
