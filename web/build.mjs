/**
 * @file Build the client: `node build.mjs PYTHON SCRIPTS OUT FILE` reads lpbe for the worker from the folder PYTHON and
 * the hashes of page scripts from the file SCRIPTS, and writes the site to the folder OUT and the client in one file to
 * FILE. The same inputs give the same bytes.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const PYTHON_FILES = ["worker.js", "python.wasm.gz", "stdlib.zip", "lpbe.zip", "files.json"];
const MAX_SHELL_BYTES = 60 << 10;
const MAX_PAGE_BYTES = 8 << 10;
const MAX_ALL_BYTES = 9 << 20;
const [python, scripts, out, single] = process.argv.slice(2);
const source = (name) => readFileSync(join(HERE, "src", name), "utf8");
const digest = (data, kind, form) => createHash(kind).update(data).digest(form);
const integrity = (data) => `sha256-${digest(data, "sha256", "base64")}`;
const short = (data) => digest(data, "sha256", "hex").slice(0, 12);
const usual = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  write: false,
  logLevel: "error",
};

/** Return the shell as modules by their names, with those that few readers need apart. */
async function bundleShell() {
  const { outputFiles, metafile } = await build({
    ...usual,
    entryPoints: { shell: "src/shell/main.mjs" },
    format: "esm",
    splitting: true,
    metafile: true,
    outdir: "assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
  });
  const files = outputFiles.map(({ path, contents }) => [`assets/${path.split("/").at(-1)}`, Buffer.from(contents)]);
  return { files, outputs: metafile.outputs };
}

/** Return the names of the modules that are loaded for some of the sources: they, and what they import at once. */
function loadedFor(outputs, sources) {
  const found = new Set();
  const waiting = Object.keys(outputs).filter((name) => sources.includes(outputs[name].entryPoint));
  while (waiting.length) {
    const name = waiting.pop();
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...outputs[name].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path));
  }
  return found;
}

/** Return the shell as one script. */
async function bundleWhole() {
  const { outputFiles } = await build({ ...usual, entryPoints: ["src/shell/main.mjs"], format: "iife" });
  return outputFiles[0].text.trimEnd();
}

async function bundleStyles() {
  const { outputFiles } = await build({ ...usual, entryPoints: ["src/shell/shell.css"], outdir: "assets" });
  return outputFiles[0].text.trimEnd();
}

async function bundleServiceWorker(define) {
  const { outputFiles } = await build({ ...usual, entryPoints: ["src/service_worker.mjs"], format: "iife", define });
  return outputFiles[0].contents;
}

/** Return what the page may do: its own scripts and those of lpbe's pages, blobs as workers, reading games. */
function policy(own, pages) {
  return [
    "default-src 'none'",
    `script-src ${[...own, ...pages.map((hash) => `'${hash}'`)].join(" ")} 'wasm-unsafe-eval'`,
    "worker-src 'self' blob:",
    "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}

function fill(parts) {
  return source("shell/index.html").replace(/@([A-Z]+)@/g, (_, name) => parts[name]);
}

const manifest = {
  name: "lpbe: Living Planet by e-mail",
  short_name: "lpbe",
  id: "./",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#efe9dc",
  theme_color: "#b3400c",
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
  ],
};

/** Return all files of the site but the page itself and the service worker, and where the page finds them. */
async function siteFiles() {
  const { files: shell, outputs } = await bundleShell();
  const styles = await bundleStyles();
  const inWorker = PYTHON_FILES.map((name) => [name, readFileSync(join(python, name))]);
  const named = inWorker.map(([name, data]) => [name, `assets/${short(data)}-${name}`, data]);
  const icons = readdirSync(join(HERE, "icons")).sort();
  return {
    styles,
    styleName: `assets/shell-${short(styles)}.css`,
    entry: shell.find(([name]) => name.startsWith("assets/shell-")),
    assets: Object.fromEntries(named.map(([name, path, data]) => [name, { path, integrity: integrity(data) }])),
    inWorker,
    shell,
    outputs,
    files: [
      ...shell,
      ...named.map(([, path, data]) => [path, data]),
      [`assets/shell-${short(styles)}.css`, Buffer.from(styles)],
      ...icons.map((name) => [name, readFileSync(join(HERE, "icons", name))]),
      ["manifest.webmanifest", Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)],
    ],
  };
}

/** Return the hash that names the client: that of its files' hashes and names, and of the page around them. */
function clientHash(files) {
  const listed = [...files, ["index.html", Buffer.from(source("shell/index.html"))]]
    .map(([name, data]) => `${digest(data, "sha256", "hex")}  ${name}\n`)
    .sort();
  return digest(listed.join(""), "sha256", "hex");
}

function sitePage({ entry, styles, styleName, assets }, hash, pages) {
  const [name, code] = entry;
  const icons = '<link rel="icon" href="icon.svg"><link rel="apple-touch-icon" href="icon-192.png">';
  return fill({
    POLICY: policy(["'self'"], pages),
    HASH: hash,
    HEAD: `<link rel="manifest" href="manifest.webmanifest">${icons}<link rel="stylesheet" href="${styleName}" integrity="${integrity(styles)}">`,
    BODY: `<script type="application/json" id="assets">${JSON.stringify(assets)}</script>
<script type="module" src="${name}" integrity="${integrity(code)}"></script>`,
  });
}

async function singlePage({ styles, inWorker }, hash, pages) {
  const code = await bundleWhole();
  const inside = inWorker.map(
    ([name, data]) => `<script type="application/octet-stream" id="asset-${name}">${data.toString("base64")}</script>`,
  );
  const icon = `data:image/svg+xml;base64,${readFileSync(join(HERE, "icons", "icon.svg")).toString("base64")}`;
  if (/<\/(script|style)/i.test(code + styles)) throw new Error("the shell would end its own element");
  return fill({
    POLICY: policy([`'${integrity(code)}'`], pages),
    HASH: hash,
    HEAD: `<link rel="icon" href="${icon}"><style>${styles}</style>`,
    BODY: [...inside, `<script>${code}</script>`].join("\n"),
  });
}

function write(name, data) {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/** Print the sizes against what they may be; return whether all fit. */
function report(site) {
  const packed = (entries) => entries.reduce((sum, [, data]) => sum + gzipSync(data, { level: 9 }).length, 0);
  const page = ["", site.page];
  const styles = ["", Buffer.from(site.styles)];
  const start = (...texts) => {
    const names = loadedFor(site.outputs, ["src/shell/main.mjs", ...texts]);
    return packed(site.shell.filter(([name]) => names.has(name)));
  };
  const rows = [
    ["scripts of the shell in English, gzip", start("src/shell/texts_english.mjs"), MAX_SHELL_BYTES],
    ["scripts of the shell in French, gzip", start("src/shell/texts_french.mjs"), MAX_SHELL_BYTES],
    ["page and styles, gzip", packed([styles, page]), MAX_PAGE_BYTES],
    ["everything, gzip", packed([...site.files, page]), MAX_ALL_BYTES],
  ];
  for (const [what, bytes, most] of rows) console.log(`${String(bytes).padStart(9)} of at most ${most} bytes: ${what}`);
  return rows.every(([, bytes, most]) => bytes <= most);
}

const pages = JSON.parse(readFileSync(scripts, "utf8"));
const site = await siteFiles();
const hash = clientHash(site.files);
const page = Buffer.from(sitePage(site, hash, pages));
rmSync(out, { recursive: true, force: true });
for (const [name, data] of [...site.files, ["index.html", page]]) write(name, data);
const cached = Object.fromEntries([
  ["./", integrity(page)],
  ...site.files.map(([name, data]) => [name, integrity(data)]),
]);
write("service_worker.js", await bundleServiceWorker({ FILES: JSON.stringify(cached), HASH: JSON.stringify(hash) }));
writeFileSync(single, await singlePage(site, hash, pages));
console.log(`client ${hash}`);
if (!report({ ...site, page })) process.exitCode = 1;
