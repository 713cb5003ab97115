/**
 * @file lpbe in a worker. It gets all its files by message, asks the network for nothing, and never sees a key.
 *
 * Messages are {id, method, args}. The first method is "start", with the files of the bundle; all others are those of
 * `lpbe/app/browser/client.py`. Answers are {id, answer}, or {id, error} if Python itself failed; while a long method
 * runs, {id, progress} tells the step it is at.
 */

import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { primitives } from "./primitives.mjs";

const NOWHERE = "https://nowhere.invalid/";
const ENVIRONMENT = { LANG: "C.UTF-8", HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "importScripts", "Worker"];
let client;
let current;

function unzip(compressed) {
  return new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** Let Pyodide find its two files in memory, wherever it looks for them. */
function serveFromMemory({ wasm, stdlib }) {
  const files = {
    ".wasm": () => new Response(unzip(wasm), { headers: { "content-type": "application/wasm" } }),
    ".zip": () => new Response(stdlib, { headers: { "content-type": "application/zip" } }),
  };
  self.fetch = async (url) => files[/\.\w+$/.exec(String(url.url ?? url))[0]]();
}

/** Take away every way to the network, for Python as for anything else in this worker. */
function leaveNetwork() {
  for (const name of NETWORK) self[name] = undefined;
}

async function start(files) {
  serveFromMemory(files);
  const python = await loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: { info: files.info, packages: {} },
    createPyodideModule,
    env: ENVIRONMENT,
  });
  leaveNetwork();
  python.registerJsModule("lpbe_primitives", { primitives });
  python.unpackArchive(files.lpbe, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") });
  const makeClient = python.runPython("from lpbe.app.browser.client import Client; Client");
  client = makeClient(ENVIRONMENT.HOME, (progress) => postMessage({ id: current, progress }), files.lang ?? "en");
  return { ok: true, version: python.runPython("from lpbe.version import __version__; __version__") };
}

self.onmessage = async ({ data: { id, method, args } }) => {
  current = id;
  try {
    const answer = method === "start" ? await start(args) : JSON.parse(client.answer(method, JSON.stringify(args)));
    postMessage({ id, answer });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
