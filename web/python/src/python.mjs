/** @file The page's side of the worker: start it with its files, ask it, and stop it. */

/** lpbe in a worker. */
export class Python {
  #worker;
  #waiting = new Map();
  #count = 0;

  /** `worker` runs `worker.js`; a page without a server makes it from a blob. */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#fail(new Error(event.message || "the worker could not be started"));
  }

  /**
   * Start Python with `python.wasm.gz`, `stdlib.zip` and `lpbe.zip`, each an ArrayBuffer, and `info` of `files.json`.
   * The buffers are given away. `lang` is the language of failures before a game was opened.
   */
  start({ wasm, stdlib, lpbe, info, lang }) {
    return this.#post("start", { wasm, stdlib, lpbe, info, lang }, undefined, [wasm, stdlib, lpbe]);
  }

  /** Return the answer of a method of lpbe; `progress` is told the step that a long one is at. */
  ask(method, args = {}, progress = undefined) {
    return this.#post(method, args, progress);
  }

  stop() {
    this.#worker.terminate();
    this.#fail(new Error("the worker was stopped"));
  }

  #post(method, args, progress, transfer = []) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, method, args }, transfer);
    });
  }

  #receive({ id, answer, error, progress }) {
    const waiting = this.#waiting.get(id);
    if (progress !== undefined) {
      waiting.progress?.(progress);
      return;
    }
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(answer);
    else waiting.reject(new Error(error));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
