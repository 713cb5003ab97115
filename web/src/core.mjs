/** @file Everything of the core that the client uses, in one place. */

export * from "./core/bytes.mjs";
export * from "./core/canonical.mjs";
export * from "./core/commitments.mjs";
export * from "./core/curve.mjs";
export * from "./core/draws.mjs";
export * from "./core/fault.mjs";
export * from "./core/game_file.mjs";
export * from "./core/invitations.mjs";
export * from "./core/json.mjs";
export * from "./core/keys.mjs";
export * from "./core/letter_checks.mjs";
export * from "./core/letters.mjs";
export * from "./core/locked_keys.mjs";
export * from "./core/messages.mjs";
export * from "./core/order_files.mjs";
export * from "./core/own_letters.mjs";
export * from "./core/own_seat.mjs";
export * from "./core/pins.mjs";
export * from "./core/receipts.mjs";
export * from "./core/revisions.mjs";
export * from "./core/seals.mjs";
export * from "./core/signatures.mjs";
export * from "./core/toml.mjs";
