//! Reads a scenario and its includes, merged into one document.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::node::{Node, Value};
use super::parse::parse;
use super::problem::{Problem, Problems, Span, excerpt};
use super::source::Source;
use crate::error::Error;

/// Maximum nesting depth of includes.
pub const MAX_INCLUDE_DEPTH: usize = 8;
/// Maximum number of different files that one scenario can include.
pub const MAX_FILES: usize = 64;

/// The name of the table about the previous fight.
pub const AFTER: &str = "after";
/// The key in the table [`AFTER`] that names the previous fight's file.
pub const FIGHT: &str = "fight";

/// The last two keys of the path to a preset's name, in any table. A value that ends in `ENDING` is a file.
const BASE: [&str; 2] = ["rules", "base"];
const ENDING: &str = ".toml";

/// Options for loading a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadOptions {
    /// Whether a scenario can name files by absolute paths, and files outside its folder and subfolders.
    pub allow_outside: bool,
}

/// A scenario as read: one table, and all errors found so far.
///
/// Reading continues after an error, so that all errors can be shown together. The scenario is valid only if
/// [`Problems::into_result`] succeeds at the end. The root is [`Value::Invalid`] if nothing could be read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The root table, without `include`.
    pub root: Node,
    /// The errors so far, and the sources.
    pub problems: Problems,
    /// The files that were read.
    pub files: Files,
    /// The files that are used as presets.
    pub bases: Bases,
}

/// Preset files named by `rules.base`: in the rules of a scenario, its variants and varied values, or its other files.
#[derive(Debug, Clone, Default)]
pub struct Bases {
    /// The root of each file. Its key is the index of the source that names the file, and the path as given there.
    files: Arc<BTreeMap<(usize, String), Node>>,
}

impl Bases {
    /// The root of the file that `named` (a value of `rules.base`) refers to; `None` if no such file was read. A value
    /// that is not from a file, such as one that an analysis sets, can refer to any of the files.
    pub fn of(&self, named: &Node) -> Option<&Node> {
        let text = named.as_str()?;
        let own = self.files.get(&(named.span.source, text.to_owned()));
        own.or_else(|| self.files.iter().find(|((_, path), _)| path == text).map(|(_, root)| root))
    }
}

/// Whether `base`, a value of `rules.base`, is the path of a file and not the name of a built-in preset.
pub fn is_file(base: &str) -> bool {
    base.ends_with(ENDING)
}

/// The files of a scenario as they were read, so that it can be read again on another machine or after a change.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// The folder that contains the scenario.
    folder: PathBuf,
    /// The scenario, then its includes. Empty if the scenario could not be read.
    sources: Vec<Arc<Source>>,
    /// The source index of each included path. A file can have several paths because of links.
    paths: BTreeMap<PathBuf, usize>,
}

/// The serialized form of [`Files`]: folder, names and texts of the sources, paths.
type Packed<S> = (PathBuf, Vec<(S, S)>, BTreeMap<PathBuf, usize>);

impl Files {
    /// Creates the files of `scenario`. `others` are the files that it can include or name. The name of each is its
    /// path from the scenario's folder.
    pub fn of(scenario: Source, others: impl IntoIterator<Item = Source>) -> Self {
        let sources: Vec<_> = std::iter::once(scenario).chain(others).map(Arc::new).collect();
        let named = sources.iter().enumerate().skip(1);
        let paths = named.map(|(number, source)| (normalized(Path::new(source.name())), number)).collect();
        Self { folder: PathBuf::new(), sources, paths }
    }

    /// Serializes all files, for [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// If a path is not valid Unicode.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let sources = self.sources.iter().map(|source| (source.name(), source.text())).collect();
        let packed: Packed<&str> = (self.folder.clone(), sources, self.paths.clone());
        serde_json::to_vec(&packed)
            .map_err(|problem| Error::input(format!("cannot pack the scenario's files: {problem}")))
    }

    /// Reads the files that [`to_bytes`](Self::to_bytes) has serialized.
    ///
    /// # Errors
    /// If `bytes` are not serialized files.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let damaged = |why: String| Error::input(format!("these are not the packed files of a scenario: {why}"));
        let packed: Packed<String> = serde_json::from_slice(bytes).map_err(|problem| damaged(problem.to_string()))?;
        let (folder, sources, paths) = packed;
        let read = |(name, text): (String, String)| Source::from_bytes(name, text.into_bytes()).map(Arc::new);
        let sources = sources.into_iter().map(read).collect::<Result<Vec<_>, _>>();
        let sources = sources.map_err(|problem| damaged(problem.message().to_owned()))?;
        Ok(Self { folder, sources, paths })
    }

    /// The paths of the files that the scenario includes or names.
    pub fn included_paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.keys().map(PathBuf::as_path)
    }

    fn included(&self, path: &Path) -> Option<&Source> {
        self.sources.get(*self.paths.get(path)?).map(|source| &**source)
    }
}

/// Reads a scenario file and its includes.
///
/// `include = ["cast/barroom.toml"]` names files relative to the file that includes them. Keys of the including file
/// override those of included files, and later includes override earlier ones. Tables merge key by key; all other
/// values are replaced.
pub fn load(path: &Path, options: LoadOptions) -> Document {
    match Source::read(path) {
        Ok(source) => {
            let folder = path.parent().unwrap_or(Path::new(""));
            load_from(source, folder, path.canonicalize().ok(), options, None)
        }
        Err(problem) => invalid_document(problem),
    }
}

/// A document without content, with `problem` as its only error.
fn invalid_document(problem: Problem) -> Document {
    let root = Node { value: Value::Invalid, span: Span::whole(0) };
    Document { root, problems: problem.into(), files: Files::default(), bases: Bases::default() }
}

/// Like [`load`], but for text that was already read, such as standard input. Includes are relative to `folder` (an
/// empty path is the current directory).
pub fn load_source(source: Source, folder: &Path, options: LoadOptions) -> Document {
    load_from(source, folder, None, options, None)
}

/// Like [`load`], but reads nothing from disk: `files` must contain the scenario and everything that it includes.
pub fn load_files(files: &Files) -> Document {
    let Some(source) = files.sources.first() else {
        return invalid_document(Problem::new("the scenario has no files"));
    };
    // Includes were checked when the files were first read.
    let options = LoadOptions { allow_outside: true };
    load_from(Source::clone(source), &files.folder, None, options, Some(files))
}

/// Reads `source` and its includes. `identity` is its canonical path, if it is from disk. If `files` is given, includes
/// are read from there instead of from disk.
fn load_from(
    source: Source,
    folder: &Path,
    identity: Option<PathBuf>,
    options: LoadOptions,
    files: Option<&Files>,
) -> Document {
    let mut loader = Loader {
        options,
        files,
        top: folder.to_owned(),
        chain: vec![IncludeLink { identity, name: source.name().to_owned() }],
        loaded: BTreeMap::new(),
        paths: BTreeMap::new(),
        bases: BTreeMap::new(),
        problems: Problems::new(),
    };
    let root = loader.read_source(source, folder);
    let files = Files { folder: loader.top, sources: loader.problems.sources().to_vec(), paths: loader.paths };
    Document { root, problems: loader.problems, files, bases: Bases { files: Arc::new(loader.bases) } }
}

/// Reads a scenario file and everything that it includes.
struct Loader<'f> {
    options: LoadOptions,
    /// The files that were already read; `None` if files are read from disk.
    files: Option<&'f Files>,
    /// The scenario's folder. Includes must stay inside it.
    top: PathBuf,
    /// The files being read, each included by the one before it.
    chain: Vec<IncludeLink>,
    /// The source index and root of each file read so far, by the file's identity. A file that is included twice is
    /// read once, and its errors are reported once.
    loaded: BTreeMap<PathBuf, (usize, Node)>,
    /// The source index of each path.
    paths: BTreeMap<PathBuf, usize>,
    /// The roots of the preset files, as in [`Bases`].
    bases: BTreeMap<(usize, String), Node>,
    problems: Problems,
}

/// A file being read.
struct IncludeLink {
    /// The file's canonical path; `None` if the text is not from disk.
    identity: Option<PathBuf>,
    name: String,
}

impl Loader<'_> {
    /// Parses `source`, and merges the files that it includes. Paths in it are relative to `folder`.
    fn read_source(&mut self, source: Source, folder: &Path) -> Node {
        let number = self.problems.add_source(source);
        let mut own = parse(number, &mut self.problems);
        self.read_bases(&mut own, [""; 2], folder);
        self.include_previous_fight(&mut own, folder);
        let Some(include) = own.as_table_mut().and_then(|table| table.remove("include")) else { return own };
        let mut merged = Node::empty_table(own.span);
        for node in self.include(&include.node, folder) {
            if node.as_table().is_some() {
                merged.overlay(node);
            }
        }
        // The previous fight of the including file replaces an included one as a whole.
        if own.get(AFTER).is_some() {
            merged.as_table_mut().and_then(|table| table.remove(AFTER));
        }
        merged.overlay(own);
        merged
    }

    /// Reads the files that `rules.base` names anywhere below `node`, relative to `folder`. `before` and `last` are the
    /// last two keys of the path to `node`. A name whose file cannot be read becomes [`Value::Invalid`].
    fn read_bases(&mut self, node: &mut Node, [before, last]: [&str; 2], folder: &Path) {
        let is_base = [before, last] == BASE;
        match &mut node.value {
            Value::Table(table) => {
                for entry in table.entries_mut() {
                    // A key of `[vary]` can be a whole path.
                    let path =
                        entry.key.rsplit_once('.').map(|(way, key)| (way.rsplit('.').next().unwrap_or(way), key));
                    let (way, key) = path.unwrap_or((last, &entry.key));
                    self.read_bases(&mut entry.node, [way, key], folder);
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|node| self.read_bases(node, [before, last], folder)),
            Value::String(text) if is_base && is_file(text) => {
                let key = (node.span.source, text.clone());
                if self.bases.contains_key(&key) {
                    return;
                }
                let read = self.included(node, folder).map(|root| self.bases.insert(key, root));
                if read.is_none() {
                    node.value = Value::Invalid;
                }
            }
            _ => {}
        }
    }

    /// Replaces the file name of the previous fight by the file's content.
    fn include_previous_fight(&mut self, own: &mut Node, folder: &Path) {
        let Some(written) = own.get_mut(AFTER).and_then(|after| after.get_mut(FIGHT)) else { return };
        match self.included(written, folder) {
            Some(fight) => *written = fight,
            None => written.value = Value::Invalid,
        }
    }

    /// The root of the file that `written` names, relative to `folder`. Reports an error and returns `None` if it
    /// cannot be read.
    fn included(&mut self, written: &Node, folder: &Path) -> Option<Node> {
        self.include_one(written, folder).unwrap_or_else(|problem| {
            self.problems.push(problem.at(written.span));
            self.problems.mark_incomplete();
            None
        })
    }

    /// The roots of the files in `list`, in order. Files that cannot be read are reported and left out.
    fn include(&mut self, list: &Node, folder: &Path) -> Vec<Node> {
        let Value::Array(paths) = &list.value else {
            if list.value != Value::Invalid {
                let problem = Problem::new("`include` must be a list of files").at(list.span);
                self.problems.push(problem.help("for example `include = [\"cast/barroom.toml\"]`"));
            }
            return Vec::new();
        };
        paths.iter().filter_map(|path| self.included(path, folder)).collect()
    }

    /// Like [`included`](Self::included), but returns the error. `None` if `written` is invalid, which is already
    /// reported.
    fn include_one(&mut self, written: &Node, folder: &Path) -> Result<Option<Node>, Problem> {
        let text = match &written.value {
            Value::String(text) if !text.is_empty() => text,
            Value::Invalid => return Ok(None),
            _ => return Err(Problem::new("a file must be given by its path, in quotes")),
        };
        let path = self.checked_path(text, folder)?;
        let identity = self.identity(&path);
        self.check_chain(&identity, &path)?;
        if let Some((number, node)) = self.loaded.get(&identity) {
            self.paths.insert(path, *number);
            return Ok(Some(node.clone()));
        }
        if self.loaded.len() >= MAX_FILES {
            return Err(Problem::new(format!("more than {MAX_FILES} files are included")));
        }
        let source = self.source(&path)?;
        let number = self.problems.sources().len();
        self.paths.insert(path.clone(), number);
        self.chain.push(IncludeLink { identity: Some(identity.clone()), name: source.name().to_owned() });
        let node = self.read_source(source, path.parent().unwrap_or(Path::new("")));
        self.chain.pop();
        self.loaded.insert(identity, (number, node.clone()));
        Ok(Some(node))
    }

    /// The identity of a file: equal for all paths to it.
    fn identity(&self, path: &Path) -> PathBuf {
        match self.files {
            // A source is named after the first of its paths.
            Some(files) => files.included(path).map_or_else(|| path.to_owned(), |source| source.name().into()),
            None => path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        }
    }

    fn source(&self, path: &Path) -> Result<Source, Problem> {
        let Some(files) = self.files else { return Source::read(path) };
        let missing = || {
            Problem::new(format!("`{}` is not among the files that were read", path.display()))
                .help("give its text as well, under this name")
        };
        files.included(path).cloned().ok_or_else(missing)
    }

    /// The path of the file `text`, relative to `folder`. Rejects a path outside the scenario's folder, unless the
    /// options allow it.
    fn checked_path(&self, text: &str, folder: &Path) -> Result<PathBuf, Problem> {
        let written = Path::new(text);
        let path = normalized(&folder.join(written));
        if self.options.allow_outside {
            return Ok(path);
        }
        let text = excerpt(text);
        if written.has_root() || written.components().any(|part| matches!(part, Component::Prefix(_))) {
            return Err(Problem::new(format!("`{text}` is an absolute path"))
                .help("name a file relative to the one that includes it"));
        }
        let within = |path: &Path, top: &Path| {
            path.strip_prefix(top).is_ok_and(|rest| !matches!(rest.components().next(), Some(Component::ParentDir)))
        };
        // A link can lead outside although its name does not. A missing file is reported later, when it is read.
        let leads_outside = match (path.canonicalize(), canonical_folder(&self.top)) {
            (Ok(path), Ok(top)) => !within(&path, &top),
            _ => false,
        };
        if leads_outside || !within(&path, &normalized(&self.top)) {
            return Err(Problem::new(format!("`{text}` is outside the scenario's folder"))
                .help("move it into that folder, or allow includes from outside"));
        }
        Ok(path)
    }

    /// Rejects circular includes, and chains that are too long.
    fn check_chain(&self, identity: &Path, path: &Path) -> Result<(), Problem> {
        let names = |links: &[IncludeLink]| {
            let names = links.iter().map(|link| link.name.clone()).chain([path.display().to_string()]);
            names.collect::<Vec<_>>().join(" → ")
        };
        if let Some(at) = self.chain.iter().position(|link| link.identity.as_deref() == Some(identity)) {
            return Err(Problem::new(format!("files refer to each other in a circle: {}", names(&self.chain[at..]))));
        }
        if self.chain.len() > MAX_INCLUDE_DEPTH {
            let chain = names(&self.chain);
            return Err(Problem::new(format!("includes are more than {MAX_INCLUDE_DEPTH} deep: {chain}")));
        }
        Ok(())
    }
}

/// The canonical path of `folder`; an empty path is the current directory.
fn canonical_folder(folder: &Path) -> std::io::Result<PathBuf> {
    if folder.as_os_str().is_empty() { Path::new(".").canonicalize() } else { folder.canonicalize() }
}

/// Removes `.` from the path, and `..` together with the folder before it.
fn normalized(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::parsed::shown;
    use super::*;

    /// A temporary folder with these files.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    /// Loads `top/main.toml` of these files: the document as text, and the errors without the folder's name.
    fn loaded(files: &[(&str, &str)], allow_outside: bool) -> (String, String) {
        let folder = folder(files);
        let document = load(&folder.path().join("top/main.toml"), LoadOptions { allow_outside });
        let problems = document.problems.render(false).replace(&format!("{}/", folder.path().display()), "");
        (shown(&document.root), problems)
    }

    #[test]
    fn including_file_overrides_later_then_earlier_includes() {
        let (root, problems) = loaded(
            &[
                ("top/main.toml", "include = ['a.toml', 'cast/b.toml']\n[t]\nx = 'main'"),
                ("top/a.toml", "[t]\nx = 'a'\ny = 'a'\nz = 'a'"),
                ("top/cast/b.toml", "include = ['../c.toml']\n[t]\ny = 'b'"),
                ("top/c.toml", "[t]\ny = 'c'\nw = 'c'"),
            ],
            false,
        );
        assert_eq!(problems, "");
        assert_eq!(root, r#"{t={x="main" y="b" z="a" w="c"}}"#);
    }

    #[test]
    fn errors_in_included_files_name_the_file_once() {
        let (_, problems) = loaded(
            &[
                ("top/main.toml", "include = ['cast/a.toml', 'cast/a.toml', 'no.toml', 3]\nx = nan"),
                ("top/cast/a.toml", "y = 1\ny = 2"),
            ],
            false,
        );
        insta::assert_snapshot!(problems, @r"
        error: cannot read `top/no.toml`: there is no such file
         --> top/main.toml:1:42
          |
        1 | include = ['cast/a.toml', 'cast/a.toml', 'no.toml', 3]
          |                                          ^^^^^^^^^

        error: a file must be given by its path, in quotes
         --> top/main.toml:1:53
          |
        1 | include = ['cast/a.toml', 'cast/a.toml', 'no.toml', 3]
          |                                                     ^

        error: `nan` is not a number to calculate with
         --> top/main.toml:2:5
          |
        2 | x = nan
          |     ^^^
          |
          = help: give a number

        error: `y` is set twice
         --> top/cast/a.toml:2:1
          |
        2 | y = 2
          | ^ second time
          |
          = help: keep one of the two; a table is opened once, with all its keys below it
        ");
    }

    #[test]
    fn circular_includes_report_the_chain() {
        let (_, problems) = loaded(
            &[("top/main.toml", "include = ['b.toml']"), ("top/b.toml", "include = ['sub/../main.toml', 'b.toml']")],
            false,
        );
        insta::assert_snapshot!(problems, @r"
        error: files refer to each other in a circle: top/main.toml → top/b.toml → top/main.toml
         --> top/b.toml:1:12
          |
        1 | include = ['sub/../main.toml', 'b.toml']
          |            ^^^^^^^^^^^^^^^^^^

        error: files refer to each other in a circle: top/b.toml → top/b.toml
         --> top/b.toml:1:32
          |
        1 | include = ['sub/../main.toml', 'b.toml']
          |                                ^^^^^^^^
        ");
    }

    #[test]
    fn load_rejects_deep_include_chains() {
        let files: Vec<(String, String)> =
            (0..20).map(|n| (format!("top/{n}.toml"), format!("include = ['{}.toml']", n + 1))).collect();
        let mut files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        files.push(("top/main.toml", "include = ['0.toml']"));
        let (_, problems) = loaded(&files, false);
        assert!(problems.starts_with("error: includes are more than 8 deep: top/main.toml → top/0.toml"), "{problems}");
    }

    #[test]
    fn includes_outside_the_folder_need_permission() {
        let files = [("top/main.toml", "include = ['sub/../../out.toml', '/etc/hostname']"), ("out.toml", "x = 1")];
        let (root, problems) = loaded(&files, false);
        assert_eq!(root, "{}");
        insta::assert_snapshot!(problems, @r"
        error: `sub/../../out.toml` is outside the scenario's folder
         --> top/main.toml:1:12
          |
        1 | include = ['sub/../../out.toml', '/etc/hostname']
          |            ^^^^^^^^^^^^^^^^^^^^
          |
          = help: move it into that folder, or allow includes from outside

        error: `/etc/hostname` is an absolute path
         --> top/main.toml:1:34
          |
        1 | include = ['sub/../../out.toml', '/etc/hostname']
          |                                  ^^^^^^^^^^^^^^^
          |
          = help: name a file relative to the one that includes it
        ");
        let files = [("top/main.toml", "include = ['../out.toml']"), ("out.toml", "x = 1")];
        assert_eq!(loaded(&files, true), ("{x=1}".to_owned(), String::new()));
    }

    #[cfg(unix)]
    #[test]
    fn load_rejects_links_out_of_the_folder() {
        let folder = folder(&[("top/main.toml", "include = ['link.toml']"), ("out.toml", "x = 1")]);
        std::os::unix::fs::symlink(folder.path().join("out.toml"), folder.path().join("top/link.toml")).unwrap();
        let path = folder.path().join("top/main.toml");
        let refused = load(&path, LoadOptions::default()).problems.render(false);
        assert!(refused.starts_with("error: `link.toml` is outside the scenario's folder"), "{refused}");
        assert!(load(&path, LoadOptions { allow_outside: true }).problems.is_empty());
    }

    #[test]
    fn standard_input_includes_use_the_given_folder() {
        let folder = folder(&[("cast/a.toml", "x = 1")]);
        let source = Source::from_bytes("stdin", b"include = ['cast/a.toml']\ny = 2".to_vec()).unwrap();
        let document = load_source(source, folder.path(), LoadOptions::default());
        assert_eq!(shown(&document.root), "{x=1 y=2}");
        let names: Vec<bool> = document.problems.sources().iter().map(|source| source.name() == "stdin").collect();
        assert_eq!(names, [true, false]);
    }

    /// The document and its sources are the same even after the original files have changed or gone.
    #[test]
    fn serialized_files_load_without_the_originals() {
        let folder = folder(&[
            (
                "top/main.toml",
                "include = ['a.toml', 'sub/../link.toml', '../out.toml']\nafter = { fight = 'fight.toml' }",
            ),
            ("top/a.toml", "include = ['cast/b.toml']\nx = 1"),
            ("top/cast/b.toml", "y = 1"),
            ("top/fight.toml", "include = ['a.toml']"),
            ("out.toml", "z = 1"),
        ]);
        #[cfg(unix)]
        std::os::unix::fs::symlink("a.toml", folder.path().join("top/link.toml")).unwrap();
        #[cfg(not(unix))]
        fs::write(folder.path().join("top/link.toml"), "x = 1").unwrap();
        let read = load(&folder.path().join("top/main.toml"), LoadOptions { allow_outside: true });
        assert_eq!(read.problems.to_string(), "");
        let bytes = read.files.to_bytes().unwrap();
        fs::remove_dir_all(folder.path().join("top")).unwrap();
        let again = load_files(&Files::from_bytes(&bytes).unwrap());
        assert_eq!(again.problems.to_string(), "");
        assert_eq!(shown(&again.root), shown(&read.root));
        assert_eq!(again.problems.sources(), read.problems.sources());
        // Serializing them again has the same result.
        assert_eq!(again.files.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn from_bytes_rejects_invalid_bytes() {
        let no_text = br#"["", [["a.toml", " "]], {}]"#;
        for bytes in [&b""[..], b"[]", no_text] {
            let refused = Files::from_bytes(bytes).unwrap_err();
            assert!(
                refused.message().starts_with("these are not the packed files of a scenario: "),
                "{}",
                refused.message()
            );
        }
        let lost = Files::from_bytes(br#"["top", [["top/main.toml", "include = ['a.toml']"]], {}]"#).unwrap();
        let problems = load_files(&lost).problems.to_string();
        assert!(problems.contains("`top/a.toml` is not among the files that were read"), "{problems}");
        assert_eq!(load_files(&Files::default()).problems.to_string(), "error: the scenario has no files");
    }

    #[test]
    fn normalized_path_has_no_removable_dots() {
        for (path, expected) in [("./a/../b", "b"), ("../a/./../..", "../.."), ("/../a", "/a"), ("", "")] {
            assert_eq!(normalized(Path::new(path)), Path::new(expected));
        }
    }

    #[test]
    fn missing_file_loads_with_invalid_root_and_error() {
        let document = load(Path::new("no/such.toml"), LoadOptions::default());
        assert_eq!(document.root.value, Value::Invalid);
        assert_eq!(document.problems.to_string(), "error: cannot read `no/such.toml`: there is no such file");
    }
}
