/** @file Ask lpbe in its worker: it is started when it is needed, given games, and never a key. */

import { Fault } from "../core/fault.mjs";
import { Python } from "../../python/src/python.mjs";
import { readAsset } from "./assets.mjs";
import { currentLanguage } from "./texts.mjs";

/** A refusal by lpbe, whose text is in the reader's language already. */
export class LpbeFault extends Fault {
  constructor({ code, text }) {
    super(code, "{text}", { text: text.replace(/\s*\[E_\w+\]/, "") });
  }
}

/** lpbe, as the views use it. */
export class Engine {
  #python = null;
  #opened = null;
  #last = Promise.resolve();

  /** Start loading before anybody asks, so that the first page comes sooner. */
  warm() {
    this.#python ??= startPython().catch((error) => {
      this.#python = null;
      throw error;
    });
    return this.#python;
  }

  /**
   * Return the answer of a method about a game; the game is opened first if another one was open, or nothing.
   *
   * One question after the other: otherwise an answer could be about the game that somebody else opened meanwhile.
   */
  ask(opening, method, args = {}, progress = undefined) {
    const answer = this.#last.then(() => this.#askNow(opening, method, args, progress));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #askNow(opening, method, args, progress) {
    const python = await this.warm();
    if (this.#opened !== opening) {
      this.#opened = null;
      answered(await python.ask("open", opening));
      this.#opened = opening;
    }
    return answered(await python.ask(method, args, progress));
  }
}

function answered(answer) {
  if (!answer.ok) throw new LpbeFault(answer);
  return answer;
}

async function startPython() {
  const names = ["worker.js", "python.wasm.gz", "stdlib.zip", "lpbe.zip", "files.json"];
  const [script, wasm, stdlib, lpbe, files] = await Promise.all(names.map(readAsset));
  const { info } = JSON.parse(new TextDecoder().decode(files));
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const python = new Python(new Worker(url));
  await python.start({ wasm, stdlib, lpbe, info, lang: currentLanguage() });
  return python;
}
