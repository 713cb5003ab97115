/**
 * @file Keys that the browser keeps and no script can read (WebCrypto).
 *
 * A person's three secrets become three keys that cannot be exported. A script of this origin can use them while it
 * runs, but cannot carry them away.
 */

import { base64, concat, equal, utf8 } from "../core/bytes.mjs";
import { derivationInfo, expandInput } from "../core/canonical.mjs";
import { Fault } from "../core/fault.mjs";
import { deriveFromSeed, publicKeysOf } from "../core/keys.mjs";

const { subtle } = globalThis.crypto ?? {};
/** What PKCS #8 has in front of a secret of 32 bytes (RFC 8410). */
const PKCS8 = {
  Ed25519: [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20],
  X25519: [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20],
};
const SHARED_BITS = 256;
const UNABLE = "this browser cannot keep keys; give yours each time, or use another browser";

function importSecret(name, secret, uses, extractable = false) {
  return subtle.importKey("pkcs8", concat(Uint8Array.from(PKCS8[name]), secret), { name }, extractable, uses);
}

/**
 * Return the keys of a seed as the browser keeps them; the caller forgets the seed.
 *
 * With `wrapped`, the sealing key is encrypted under a key that cannot be exported, for engines that cannot store it:
 * that hides it from whoever copies the disk, and not from a script of this origin.
 */
export async function importKeys(seed, wrapped = false) {
  if (!subtle) throw new Fault("E_KEY_STORE", UNABLE);
  try {
    const secret = deriveFromSeed(seed, "seal");
    return {
      ...publicKeysOf(seed),
      sign: await importSecret("Ed25519", deriveFromSeed(seed, "sign"), ["sign"]),
      ...(wrapped ? await wrapSeal(secret) : { seal: await importSecret("X25519", secret, ["deriveBits"]) }),
      root: await subtle.importKey("raw", deriveFromSeed(seed, "derive"), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
      ]),
    };
  } catch {
    throw new Fault("E_KEY_STORE", UNABLE);
  }
}

async function wrapSeal(secret) {
  const wrappingKey = await subtle.generateKey({ name: "AES-KW", length: 256 }, false, ["wrapKey", "unwrapKey"]);
  const key = await importSecret("X25519", secret, ["deriveBits"], true);
  return { wrappingKey, wrappedSeal: await subtle.wrapKey("pkcs8", key, wrappingKey, "AES-KW") };
}

async function sealKeyOf(keys) {
  if (keys.seal) return keys.seal;
  return subtle.unwrapKey("pkcs8", keys.wrappedSeal, keys.wrappingKey, "AES-KW", { name: "X25519" }, false, [
    "deriveBits",
  ]);
}

/** Return what these keys can do, as `identityOf` does for a seed. */
export function identityOfKeys(keys) {
  return {
    signPublic: keys.signPublic,
    sealPublic: keys.sealPublic,
    sign: async (bytes) => new Uint8Array(await subtle.sign("Ed25519", keys.sign, bytes)),
    async exchange(publicKey) {
      const other = await subtle.importKey("raw", publicKey, { name: "X25519" }, false, []);
      const shared = await subtle.deriveBits({ name: "X25519", public: other }, await sealKeyOf(keys), SHARED_BITS);
      return new Uint8Array(shared);
    },
    derive: async (label, ...parts) =>
      new Uint8Array(await subtle.sign("HMAC", keys.root, expandInput(derivationInfo(label, ...parts)))),
  };
}

/** Return whether keys that were read back do all that a player needs, and are those of this person. */
export async function keysWork(keys, { signPublic, sealPublic }) {
  const generator = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 9 : 0));
  try {
    const identity = identityOfKeys(keys);
    const same = equal(keys.signPublic, signPublic) && equal(keys.sealPublic, sealPublic);
    const sealing = equal(await identity.exchange(generator), sealPublic);
    const raw = await subtle.importKey("raw", signPublic, { name: "Ed25519" }, false, ["verify"]);
    const probe = utf8("lpbe: does this key sign?");
    const signing = await subtle.verify("Ed25519", raw, await identity.sign(probe), probe);
    return same && sealing && signing && (await identity.derive("probe")).length === 32;
  } catch {
    return false;
  }
}

/** Return the name under which a person's keys and pins are kept: their public signing key. */
export function keyName({ signPublic }) {
  return base64(signPublic);
}
