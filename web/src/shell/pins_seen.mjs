/** @file When this device first saw a step: an audit compares it with the referee's clock. */

import { ident } from "../core/canonical.mjs";

/** Return the step that the pin remembers, as `verify` takes it. */
export function headOf({ pin }) {
  if (!pin?.head || !pin.seen) return [];
  return [{ seq: pin.head.seq, head: ident("head", pin.head), at: pin.seen }];
}
