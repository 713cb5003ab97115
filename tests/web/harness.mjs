/** Start lpbe in a worker as the client's page does: files by message, the worker from a blob. */
import { Python } from "./python.mjs";

async function bytes(name) {
  return await (await fetch(name)).arrayBuffer();
}

async function start() {
  const { info } = await (await fetch("files.json")).json();
  const script = new Blob([await bytes("worker.js")], { type: "text/javascript" });
  const [wasm, stdlib, lpbe] = await Promise.all(["python.wasm.gz", "stdlib.zip", "lpbe.zip"].map(bytes));
  const python = new Python(new Worker(URL.createObjectURL(script)));
  const began = performance.now();
  const started = await python.start({ wasm, stdlib, lpbe, info });
  window.python = python;
  return { ...started, milliseconds: Math.round(performance.now() - began) };
}

window.started = start();
