/** @file Refusals: every bad input ends in one of these, never in an exception of the engine. */

/** A refusal with a code of the protocol, a template in English and the values that fill it. */
export class Fault extends Error {
  constructor(code, template, values = {}) {
    super(`${code}: ${fill(template, values)}`);
    this.name = "Fault";
    this.code = code;
    this.template = template;
    this.values = values;
  }
}

/** Return a template with its values filled in. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (mark, name) => (name in values ? String(values[name]) : mark));
}

/** Refuse unless a condition holds. */
export function require(holds, code, template, values) {
  if (!holds) throw new Fault(code, template, values);
}

/** Return what a function returns; turn any exception of a library into this refusal. */
export function attempt(work, code, template, values) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(code, template, values);
  }
}
