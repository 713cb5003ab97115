/** @file Everything that needs a browser's storage, in one place. */

export * from "./storage/database.mjs";
export * from "./storage/key_store.mjs";
export * from "./storage/sending.mjs";
export * from "./storage/webcrypto_keys.mjs";
