/** @file Argon2id alone, in a module of its own: only a key with a passphrase loads it. */

export { argon2id } from "hash-wasm";
