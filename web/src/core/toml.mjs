/**
 * @file Read TOML 1.0 as lpbe writes it: tables, arrays, strings, integers and booleans (protocol 1.5).
 *
 * A misreading is never believed: the signature of the head covers the data, not the file.
 */

import { Fault } from "./fault.mjs";

const MAX_DEPTH = 24;
const WRAPPED = new Set(["drawer", "head_sig", "memo", "proof", "reason", "seal", "secrets", "sig"]);
const TABLE_OF_SEALS = "seals";
const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };
const QUOTES = new Set(['"', "'"]);
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const SCALAR = /true|false|[+-]?(?:0|[1-9][0-9]*)(?![\w.:+-])/y;
const SPACE = /[ \t]*/y;
const BLANK = /(?:[ \t\n]|#[^\n]*)*/y;
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;

/** Return the plain data in a text of TOML; base64 that was written in blocks is joined again. */
export function parseToml(text) {
  const reader = new Reader(text.replaceAll("\r\n", "\n"));
  reader.refuseControls();
  return unwrap(plain(reader.readAll()));
}

/** Reads one document from its start to its end. */
class Reader {
  constructor(source) {
    this.source = source;
    this.at = 0;
    /** Tables that a header or an inline table has completed: nothing may be added to them. */
    this.closed = new Set();
  }

  fail() {
    const line = this.source.slice(0, this.at).split("\n").length;
    throw new Fault("E_FILE_SYNTAX", "line {line} is not TOML as lpbe writes it", { line });
  }

  refuseControls() {
    const found = this.source.search(CONTROL);
    if (found < 0) return;
    this.at = found;
    this.fail();
  }

  read(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  get next() {
    return this.source[this.at];
  }

  starts(mark) {
    return this.source.startsWith(mark, this.at);
  }

  expect(mark) {
    if (!this.starts(mark)) this.fail();
    this.at += mark.length;
  }

  readAll() {
    const root = new Map();
    let table = root;
    for (this.read(BLANK); this.at < this.source.length; this.read(BLANK)) {
      if (this.next === "[") table = this.header(root);
      else this.pair(table, 0);
      this.read(SPACE);
      if (this.next === "#") this.read(BLANK);
      else if (this.at < this.source.length) this.expect("\n");
    }
    return root;
  }

  header(root) {
    const many = this.starts("[[");
    this.expect(many ? "[[" : "[");
    this.read(SPACE);
    const path = this.path();
    this.read(SPACE);
    this.expect(many ? "]]" : "]");
    const last = path.pop();
    const parent = path.reduce((table, name) => this.step(table, name), root);
    return many ? this.append(parent, last) : this.open(parent, last);
  }

  /** Go to a table inside another one, or to the last of an array of tables. */
  step(table, name) {
    if (!table.has(name)) table.set(name, new Map());
    const inner = table.get(name);
    const found = Array.isArray(inner) ? inner.at(-1) : inner;
    if (!(found instanceof Map) || this.closed.has(inner)) this.fail();
    return found;
  }

  append(parent, name) {
    if (!parent.has(name)) parent.set(name, []);
    const list = parent.get(name);
    if (!Array.isArray(list) || this.closed.has(list)) this.fail();
    list.push(new Map());
    return list.at(-1);
  }

  open(parent, name) {
    const table = parent.get(name) ?? new Map();
    if (!(table instanceof Map) || this.closed.has(table) || this.opened(table)) this.fail();
    parent.set(name, table);
    return table;
  }

  /** Return whether a table has values of its own: then its header was there already. */
  opened(table) {
    return [...table.values()].some((value) => !(value instanceof Map) && !isTableArray(value));
  }

  path() {
    const names = [this.key()];
    for (this.read(SPACE); this.next === "."; this.read(SPACE)) {
      this.at++;
      this.read(SPACE);
      names.push(this.key());
    }
    return names;
  }

  key() {
    return this.read(BARE_KEY) ?? (QUOTES.has(this.next) ? this.shortString() : this.fail());
  }

  pair(table, depth) {
    const path = this.path();
    this.expect("=");
    this.read(SPACE);
    const last = path.pop();
    const target = path.reduce((inner, name) => this.step(inner, name), table);
    if (target.has(last)) this.fail();
    target.set(last, this.value(depth + 1));
  }

  value(depth) {
    if (depth > MAX_DEPTH) throw new Fault("E_FILE_DEPTH", "values are nested too deeply");
    if (this.starts('"""') || this.starts("'''")) return this.longString();
    if (QUOTES.has(this.next)) return this.shortString();
    if (this.next === "[") return this.array(depth);
    if (this.next === "{") return this.inlineTable(depth);
    const word = this.read(SCALAR) ?? this.fail();
    if (word === "true" || word === "false") return word === "true";
    const number = Number(word);
    return Number.isSafeInteger(number) ? number + 0 : this.fail();
  }

  array(depth) {
    const list = [];
    this.expect("[");
    for (this.read(BLANK); this.next !== "]"; this.read(BLANK)) {
      list.push(this.value(depth + 1));
      this.read(BLANK);
      if (this.next !== "]") this.expect(",");
    }
    this.at++;
    this.closed.add(list);
    return list;
  }

  inlineTable(depth) {
    const table = new Map();
    this.expect("{");
    for (this.read(BLANK); this.next !== "}"; this.read(BLANK)) {
      this.pair(table, depth);
      this.read(BLANK);
      if (this.next !== "}") this.expect(",");
    }
    this.at++;
    this.closed.add(table);
    return table;
  }

  shortString() {
    const quote = this.next;
    const start = ++this.at;
    for (; this.next !== quote; this.at++) {
      if (this.next === undefined || this.next === "\n") this.fail();
      if (quote === '"' && this.next === "\\") this.at++;
    }
    const body = this.source.slice(start, this.at++);
    return quote === '"' ? this.unescape(body) : body;
  }

  longString() {
    const quotes = this.source.slice(this.at, this.at + 3);
    this.at += 3;
    if (this.next === "\n") this.at++;
    const start = this.at;
    for (; !this.starts(quotes); this.at++) {
      if (this.at >= this.source.length) this.fail();
      if (quotes === '"""' && this.next === "\\") this.at++;
    }
    while (this.source[this.at + 3] === quotes[0]) this.at++;
    const body = this.source.slice(start, this.at);
    this.at += 3;
    return quotes === '"""' ? this.unescape(body) : body;
  }

  unescape(body) {
    if (!body.includes("\\")) return body;
    return body.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[ \t]*\n[ \t\n]*|[^])/g, (_, mark) => {
      if (/^\s/.test(mark) && mark.includes("\n")) return "";
      if (mark.length > 1) return this.character(parseInt(mark.slice(1), 16));
      return ESCAPES[mark] ?? this.fail();
    });
  }

  character(code) {
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) this.fail();
    return String.fromCodePoint(code);
  }
}

function isTableArray(value) {
  return Array.isArray(value) && value[0] instanceof Map;
}

/** Return maps as objects without a prototype: no name in a file can mean anything else. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  const table = Object.create(null);
  for (const [name, item] of value) table[name] = plain(item);
  return table;
}

function unwrap(data, name = "") {
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "object") unwrap(value, Array.isArray(data) ? "" : key);
    else if (typeof value === "string" && !Array.isArray(data) && (WRAPPED.has(key) || name === TABLE_OF_SEALS)) {
      data[key] = joinBlock(value);
    }
  }
  return data;
}

/** Return the value of a field of base64: a block in one piece, a marked text without its mark. */
function joinBlock(text) {
  const body = text.replace(/\n+$/, "");
  if (body === text || !/^[A-Za-z0-9+/=]+(\n[A-Za-z0-9+/=]+)*$/.test(body)) return text;
  return text.endsWith("\n\n") ? text.slice(0, -1) : body.replaceAll("\n", "");
}
