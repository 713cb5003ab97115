/** Answer calls of primitives: `node primitives.mjs MODULE` reads [[name, hex...]...] and prints hex, true, false or null. */
import { readFileSync } from "node:fs";

const { primitives } = await import(process.argv[2]);
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const shown = (result) => (result instanceof Uint8Array ? Buffer.from(result).toString("hex") : result);
const calls = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(([name, ...args]) => shown(primitives[name](...args.map(bytes))))));
