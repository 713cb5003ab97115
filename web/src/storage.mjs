/** @file Everything that needs a browser's storage, in one place. */

export * from "./database.mjs";
export * from "./key_store.mjs";
export * from "./sending.mjs";
export * from "./webcrypto_keys.mjs";
