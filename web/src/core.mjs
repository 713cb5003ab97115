/** @file Everything of the core that the client uses, in one place. */

export * from "./bytes.mjs";
export * from "./canonical.mjs";
export * from "./commitments.mjs";
export * from "./curve.mjs";
export * from "./draws.mjs";
export * from "./fault.mjs";
export * from "./game_file.mjs";
export * from "./invitations.mjs";
export * from "./json.mjs";
export * from "./keys.mjs";
export * from "./letter_checks.mjs";
export * from "./letters.mjs";
export * from "./locked_keys.mjs";
export * from "./messages.mjs";
export * from "./order_files.mjs";
export * from "./own_letters.mjs";
export * from "./own_seat.mjs";
export * from "./pins.mjs";
export * from "./receipts.mjs";
export * from "./revisions.mjs";
export * from "./seals.mjs";
export * from "./signatures.mjs";
export * from "./toml.mjs";
