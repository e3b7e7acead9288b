//! The page in `dist/`: the same files, byte for byte, that `trunk build` makes of `index.html`, with and without `--release`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha384};

use crate::html::{Element, marked};
use crate::stamp::{Stamp, read};
use crate::{Outcome, bindings};

/// The page itself.
const INDEX: &str = "index.html";

/// Writes the page that `index` describes, of the compiled app and its worker; optimised where wasm-opt is named.
pub fn write(index: &Path, [wasm, worker]: [&Path; 2], dist: &Path, wasm_opt: Option<&Path>) -> Outcome {
    let html = String::from_utf8(read(index)?).map_err(|e| format!("{}: {e}", index.display()))?;
    let elements = marked(&html)?;
    let root = index.parent().unwrap_or(Path::new(""));
    let assets: Vec<Option<Asset>> =
        elements.iter().map(|element| Asset::of(element, root)).collect::<Outcome<Vec<_>>>()?;
    let (bytes, worker_bytes) = (read(wasm)?, read(worker)?);
    let app = app(&elements)?;
    let name = app.get("data-bin");
    let work = wasm.with_file_name("page");
    let mut parts: Vec<&[u8]> =
        vec![&bytes, &worker_bytes, html.as_bytes(), if wasm_opt.is_some() { b"optimised" } else { b"" }];
    parts.extend(assets.iter().flatten().map(|asset| asset.bytes.as_slice()));
    let stamp = Stamp::of(work.join(".stamp"), &parts, wasm_opt)?;
    let base = format!("{name}-{:x}", seahash::hash(&bytes));
    let (js, bg) = (format!("{base}.js"), format!("{base}_bg.wasm"));
    let mut made: Vec<PathBuf> = [&js, &bg].iter().map(|file| dist.join(file)).collect();
    made.extend(assets.iter().flatten().map(|asset| dist.join(&asset.file)));
    made.extend(files_of_worker(worker_of(&elements)?.get("data-bin")).iter().map(|file| dist.join(file)));
    if stamp.is_current(&dist.join(INDEX), &made) {
        println!("{} is current", dist.display());
        return Ok(());
    }
    let optimised = |element: &Element, wasm: &Path| {
        let [js, bg] = bindings::for_page(wasm, element.get("data-bin"), &work)?;
        if let Some(program) = wasm_opt {
            let level = format!("-O{}", element.get("data-wasm-opt"));
            let features: Vec<&str> = features(element).collect();
            bindings::optimise(program, &level, &features, &bg, &bg)?;
        }
        Outcome::Ok([read(&js)?, read(&bg)?])
    };
    let mut files: BTreeMap<String, Vec<u8>> =
        assets.iter().flatten().map(|asset| (asset.file.clone(), asset.bytes.clone())).collect();
    let [script, module] = optimised(app, wasm)?;
    // The page names a worker when it runs: its files have no digest in their names.
    let element = worker_of(&elements)?;
    let [own_script, own_module] = optimised(element, worker)?;
    let [js_of_worker, bg_of_worker, loader] = files_of_worker(element.get("data-bin"));
    files.insert(loader, format!("import init from './{js_of_worker}';await init();").into_bytes());
    files.insert(js_of_worker, own_script);
    files.insert(bg_of_worker, own_module);
    let page = assembled(&html, &elements, &assets, [(&js, &script), (&bg, &module)]);
    files.insert(js, script);
    files.insert(bg, module);
    files.insert(INDEX.to_owned(), page.into_bytes());
    put(&files, dist)?;
    stamp.write(&dist.join(INDEX))
}

/// The element of the worker.
fn worker_of(elements: &[Element]) -> Outcome<&Element> {
    let worker = elements.iter().find(|element| is_worker(element));
    worker.ok_or_else(|| "index.html names no worker: <link data-trunk rel=\"rust\" data-type=\"worker\">".to_owned())
}

fn is_worker(element: &Element) -> bool {
    element.get("rel") == "rust" && element.get("data-type") == "worker"
}

/// What Trunk calls a worker's script, its module and what loads both.
fn files_of_worker(name: &str) -> [String; 3] {
    [format!("{name}.js"), format!("{name}_bg.wasm"), format!("{name}_loader.js")]
}

/// The element of the app, which has its name.
fn app(elements: &[Element]) -> Outcome<&Element> {
    let app = elements.iter().find(|element| element.get("rel") == "rust" && !is_worker(element));
    app.filter(|app| !app.get("data-bin").is_empty())
        .ok_or_else(|| "index.html names no app: <link data-trunk rel=\"rust\">".to_owned())
}

/// What wasm-opt is told that the app uses.
fn features(app: &Element) -> impl Iterator<Item = &str> {
    app.get("data-wasm-opt-params").split_whitespace()
}

/// A file that goes with the page, under the name that its contents give it.
#[derive(Debug)]
struct Asset {
    file: String,
    bytes: Vec<u8>,
}

impl Asset {
    /// That of an element, which for the app is none.
    fn of(element: &Element, root: &Path) -> Outcome<Option<Asset>> {
        let path = match (element.name.as_str(), element.get("rel")) {
            ("link", "rust") => return Ok(None),
            ("link", "icon" | "css") => element.get("href"),
            ("script", _) => element.get("src"),
            (name, rel) => return Err(format!("index.html: a <{name}> with rel={rel:?} is not known here")),
        };
        let path = root.join(path);
        let bytes = read(&path)?;
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let file = format!("{}-{:x}.{}", part(path.file_stem()), seahash::hash(&bytes), part(path.extension()));
        Ok(Some(Asset { file, bytes }))
    }
}

/// The page with what each marked element stands for.
fn assembled(
    html: &str,
    elements: &[Element],
    assets: &[Option<Asset>],
    [(js, script), (wasm, module)]: [(&str, &[u8]); 2],
) -> String {
    let mut out = String::new();
    let mut from = 0;
    for (element, asset) in elements.iter().zip(assets) {
        out += &html[from..element.range.start];
        from = element.range.end;
        out += &match (asset, element.get("rel")) {
            (None, _) if is_worker(element) => String::new(),
            (None, _) => start(js, wasm),
            (Some(Asset { file, bytes }), "") => {
                format!("<script src=\"/{file}\" integrity=\"{}\"></script>", digest(bytes))
            }
            (Some(Asset { file, bytes }), rel) => {
                let rel = if rel == "css" { "stylesheet" } else { rel };
                format!("<link rel=\"{rel}\" href=\"/{file}\" integrity=\"{}\"/>", digest(bytes))
            }
        };
    }
    out += &html[from..];
    let early = format!(
        "<link rel=\"modulepreload\" href=\"/{js}\" crossorigin=\"anonymous\" integrity=\"{}\">\
         <link rel=\"preload\" href=\"/{wasm}\" crossorigin=\"anonymous\" integrity=\"{}\" as=\"fetch\" type=\"application/wasm\"></head>",
        digest(script),
        digest(module)
    );
    out.replacen("</head>", &early, 1)
}

/// What starts the app, in Trunk's words.
fn start(js: &str, wasm: &str) -> String {
    format!(
        "\n<script type=\"module\">\nimport init, * as bindings from '/{js}';\nconst wasm = await init({{ module_or_path: '/{wasm}' }});\n\n\n\
         window.wasmBindings = bindings;\n\n\ndispatchEvent(new CustomEvent(\"TrunkApplicationStarted\", {{detail: {{wasm}}}}));\n\n</script>"
    )
}

/// As `integrity` has it.
fn digest(bytes: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)))
}

/// Makes the folder hold these files and no others; what is the same already is not written again, and the page itself comes last.
fn put(files: &BTreeMap<String, Vec<u8>>, dist: &Path) -> Outcome {
    fs::create_dir_all(dist).map_err(|e| format!("cannot make the folder {}: {e}", dist.display()))?;
    let differs = |file: &str, bytes: &[u8]| fs::read(dist.join(file)).map_or(true, |own| own != bytes);
    for (file, bytes) in files.iter().filter(|(file, bytes)| *file != INDEX && differs(file, bytes)) {
        crate::stamp::write(&dist.join(file), bytes)?;
    }
    if let Some(page) = files.get(INDEX).filter(|page| differs(INDEX, page)) {
        crate::stamp::write(&dist.join(INDEX), page)?;
    }
    let entries = fs::read_dir(dist).map_err(|e| format!("cannot read {}: {e}", dist.display()))?;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()) {
        let is_ours = path.file_name().is_some_and(|name| files.contains_key(&*name.to_string_lossy()));
        if !is_ours {
            fs::remove_file(&path).map_err(|e| format!("cannot remove {}: {e}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_put_together_as_trunk_does() {
        let html = "<head>\n  <link data-trunk rel=\"icon\" href=\"i.svg\" />\n  <link data-trunk rel=\"css\" href=\"a.css\" />\n  \
                    <script data-trunk src=\"b.js\"></script>\n  <link data-trunk rel=\"rust\" data-bin=\"app\" /><link data-trunk rel=\"rust\" data-type=\"worker\" data-bin=\"files\" />\n</head>\n<body></body>\n";
        let elements = marked(html).unwrap();
        let asset = |file: &str| Some(Asset { file: file.to_owned(), bytes: Vec::new() });
        let assets = [asset("i-1.svg"), asset("a-2.css"), asset("b-3.js"), None, None];
        let page = assembled(html, &elements, &assets, [("app-4.js", b""), ("app-4_bg.wasm", b"")]);
        let empty = digest(b"");
        assert_eq!(
            page,
            format!(
                "<head>\n  <link rel=\"icon\" href=\"/i-1.svg\" integrity=\"{empty}\"/>\n  <link rel=\"stylesheet\" href=\"/a-2.css\" integrity=\"{empty}\"/>\n  \
                 <script src=\"/b-3.js\" integrity=\"{empty}\"></script>\n  {}\n\
                 <link rel=\"modulepreload\" href=\"/app-4.js\" crossorigin=\"anonymous\" integrity=\"{empty}\">\
                 <link rel=\"preload\" href=\"/app-4_bg.wasm\" crossorigin=\"anonymous\" integrity=\"{empty}\" as=\"fetch\" type=\"application/wasm\"></head>\n<body></body>\n",
                start("app-4.js", "app-4_bg.wasm")
            )
        );
        assert_eq!(app(&elements).map(|app| app.get("data-bin")), Ok("app"));
        assert!(app(&elements[..3]).is_err());
        assert_eq!(worker_of(&elements).map(|worker| worker.get("data-bin")), Ok("files"));
        assert!(worker_of(&elements[..4]).is_err());
    }

    #[test]
    fn the_page_and_the_package_allow_wasm_opt_the_same() {
        let html = include_str!("../../../index.html");
        let elements = marked(html).unwrap();
        for element in [app(&elements).unwrap(), worker_of(&elements).unwrap()] {
            assert_eq!(features(element).collect::<Vec<_>>(), bindings::FEATURES);
        }
    }

    #[test]
    fn names_and_digests_are_trunks() {
        assert_eq!(format!("{:x}", seahash::hash(b"to be or not to be")), "1b993a826f4ae575");
        assert_eq!(digest(b""), "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb");
    }

    #[test]
    fn a_folder_holds_what_it_is_told_and_nothing_else() {
        let dist = std::env::temp_dir().join(format!("groundcheck-page-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        fs::write(dist.join("old.css"), "old").unwrap();
        let files = BTreeMap::from([(INDEX.to_owned(), b"page".to_vec()), ("new.css".to_owned(), b"new".to_vec())]);
        put(&files, &dist).unwrap();
        let mut names: Vec<_> = fs::read_dir(&dist).unwrap().map(|own| own.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["index.html", "new.css"]);
        fs::remove_dir_all(&dist).unwrap();
    }
}
