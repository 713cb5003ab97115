/** @file Invitation codes as people copy and type them, and the links that carry them (protocol 2.2). */

import { base32 } from "./bytes.mjs";
import { taggedHash } from "./canonical.mjs";
import { require } from "./fault.mjs";

const CODE_LETTERS = 20;
const CHECK_LETTERS = 2;
const LOOKALIKES = { 0: "O", 1: "I", 8: "B" };
const LENGTH = "an invitation code has {length} letters and digits, but this one has {count}";
const MISTYPED = "the invitation code is mistyped, or it is not for {seat} in this game";

/** Return the code that was typed, checked; one without check letters is taken as it is. */
export function readInvitation(typed, game, seat) {
  const letters = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[018]/g, (digit) => LOOKALIKES[digit]);
  const code = letters.slice(0, CODE_LETTERS);
  if (!letters || letters.length === CODE_LETTERS) return code;
  const length = CODE_LETTERS + CHECK_LETTERS;
  require(letters.length === length, "E_ORDER_INVITE", LENGTH, { length, count: letters.length });
  require(letters === code + checkLetters(code, game, seat), "E_ORDER_INVITE", MISTYPED, { seat });
  return code;
}

function checkLetters(code, game, seat) {
  return base32(taggedHash("invite-check", code, game, seat)).slice(0, CHECK_LETTERS);
}
