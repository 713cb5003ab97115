/**
 * @file Build the bundle: `node build.mjs FOLDER... OUT` reads the wheels in the folders and writes worker.js,
 * python.mjs, python.wasm.gz, stdlib.zip, lpbe.zip, and files.json with their sizes and hashes. The same inputs give the
 * same bytes.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const HERE = dirname(fileURLToPath(import.meta.url));
const PYODIDE = join(HERE, "node_modules", "pyodide");
const folders = process.argv.slice(2, -1);
const out = process.argv.at(-1);

/** Return one script of a module and all it imports. */
async function bundleScript(entry, format) {
  const { outputFiles } = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    target: "es2022",
    legalComments: "none",
    write: false,
    logLevel: "error",
    external: ["node:*", "ws"],
    define: format === "iife" ? { "import.meta.url": '"https://nowhere.invalid/"' } : {},
  });
  return outputFiles[0].contents;
}

/** Return Python, lpbe and the standard library, compiled and compressed by the Python that will run them. */
async function bundlePython() {
  const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
  for (const folder of ["/in", "/out"]) python.FS.mkdir(folder);
  const copy = (folder, name) => python.FS.writeFile(`/in/${name}`, readFileSync(join(folder, name)));
  for (const folder of folders) {
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".whl"))) copy(folder, name);
  }
  copy(join(HERE, "src"), "sodium.py");
  for (const name of ["python_stdlib.zip", "pyodide.asm.wasm"]) copy(PYODIDE, name);
  python.FS.writeFile("/bundle.py", readFileSync(join(HERE, "bundle.py")));
  python.runPython("import sys; started = list(sys.modules); sys.path.insert(0, '/')");
  python.runPython("from bundle import bundle; bundle('/in', '/out', started)");
  return ["python.wasm.gz", "stdlib.zip", "lpbe.zip"].map((name) => [name, python.FS.readFile(`/out/${name}`)]);
}

const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8"));
const files = Object.fromEntries([
  ["worker.js", await bundleScript("src/worker.mjs", "iife")],
  ["python.mjs", await bundleScript("src/python.mjs", "esm")],
  ...(await bundlePython()),
]);
const listed = Object.entries(files).map(([name, data]) => {
  return { name, bytes: data.length, sha256: createHash("sha256").update(data).digest("hex") };
});
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, data] of Object.entries(files)) writeFileSync(join(out, name), data);
writeFileSync(join(out, "files.json"), `${JSON.stringify({ info, files: listed }, null, 1)}\n`);
process.exit(0);
