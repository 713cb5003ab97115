/** @file Read JSON strictly: restricted to what canonical JSON has, and no key twice (protocol 1.1, 1.5). */

import { Fault } from "./fault.mjs";

const MAX_DEPTH = 24;
const BLANK = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\.)*"/y;
const SCALAR = /true|false|-?(?:0|[1-9][0-9]*)(?![\w.+-])/y;

/** Return the plain data in a text of JSON. */
export function parseJson(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.at < text.length) reader.fail();
  return value;
}

/** Reads one value and the white space around it. */
class Reader {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  fail() {
    const line = this.source.slice(0, this.at).split("\n").length;
    throw new Fault("E_FILE_SYNTAX", "line {line} is not JSON as lpbe writes it", { line });
  }

  read(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  value(depth) {
    if (depth > MAX_DEPTH) throw new Fault("E_FILE_DEPTH", "values are nested too deeply");
    this.read(BLANK);
    const value = this.bare(depth);
    this.read(BLANK);
    return value;
  }

  bare(depth) {
    const mark = this.source[this.at];
    if (mark === "{") return this.object(depth);
    if (mark === "[") return this.array(depth);
    return mark === '"' ? this.string() : this.scalar();
  }

  scalar() {
    const word = this.read(SCALAR) ?? this.fail();
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word);
    return Number.isSafeInteger(number) && word !== "-0" ? number : this.fail();
  }

  string() {
    const quoted = this.read(STRING) ?? this.fail();
    try {
      return JSON.parse(quoted);
    } catch {
      return this.fail();
    }
  }

  /** Read items up to a bracket, with commas between them. */
  *items(end) {
    this.at++;
    this.read(BLANK);
    for (let first = true; this.source[this.at] !== end; first = false) {
      if (!first && this.source[this.at++] !== ",") this.fail();
      yield;
    }
    this.at++;
  }

  array(depth) {
    const list = [];
    for (const _ of this.items("]")) list.push(this.value(depth + 1));
    return list;
  }

  object(depth) {
    const table = Object.create(null);
    for (const _ of this.items("}")) {
      this.read(BLANK);
      const name = this.source[this.at] === '"' ? this.string() : this.fail();
      this.read(BLANK);
      if (this.source[this.at++] !== ":" || name in table) this.fail();
      table[name] = this.value(depth + 1);
    }
    return table;
  }
}
