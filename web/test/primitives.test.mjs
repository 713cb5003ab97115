/** @file Published vectors of the primitives: RFCs, Wycheproof, ed25519-speccheck, signatures of ssh-keygen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { chacha20poly1305, xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { ed25519, x25519 } from "@noble/curves/ed25519.js";
import { sha512 } from "@noble/hashes/sha2.js";
import * as core from "../src/core.mjs";
import { codeOf, vectors } from "./given.mjs";

const bytes = core.fromHex;
const rfc = vectors("rfc");

function wycheproof(name) {
  return vectors(`wycheproof_${name}`).testGroups.flatMap((group) => group.tests.map((row) => ({ ...group, ...row })));
}

test("Ed25519 signs and verifies as RFC 8032 says", () => {
  for (const row of rfc.rfc8032.tests) {
    const [secret, key, message, signature] = ["secret", "public", "message", "signature"].map((name) =>
      bytes(row[name]),
    );
    assert.deepEqual(ed25519.sign(message, secret), signature, row.name);
    assert.equal(core.isSignature(key, message, signature), true, row.name);
    assert.equal(core.isSignature(key, core.concat(message, Uint8Array.of(0)), signature), false, row.name);
  }
  assert.ok(rfc.rfc8032.tests.length >= 4);
});

test("X25519 multiplies as RFC 7748 says", () => {
  for (const row of rfc.rfc7748.tests)
    assert.equal(core.hex(core.exchange(bytes(row.scalar), bytes(row.u))), row.result);
  const { alice_secret: alice, bob_public: bob, shared } = rfc.rfc7748.exchange;
  assert.equal(core.hex(core.exchange(bytes(alice), bytes(bob))), shared);
});

test("draws are those of RFC 9381", () => {
  for (const row of rfc.rfc9381.tests) {
    const [seed, key, alpha, proof] = ["secret", "public", "alpha", "proof"].map((name) => bytes(row[name]));
    assert.equal(core.hex(core.drawPublic(seed)), row.public, row.name);
    assert.equal(core.hex(core.proveDraw(seed, alpha)), row.proof, row.name);
    assert.equal(core.hex(core.checkDraw(key, alpha, proof)), row.beta, row.name);
  }
  assert.equal(rfc.rfc9381.tests.length, 3);
});

test("HKDF expands as RFC 5869 and Wycheproof say", () => {
  const rows = wycheproof("hkdf_sha256").filter((row) => row.result === "valid" && row.size <= 32);
  for (const row of rows) {
    const key = core.mac(bytes(row.salt).length ? bytes(row.salt) : new Uint8Array(32), bytes(row.ikm));
    assert.equal(core.hex(core.expand(key, bytes(row.info)).subarray(0, row.size)), row.okm, `case ${row.tcId}`);
  }
  assert.ok(rows.length >= 20, String(rows.length));
});

test("signatures agree with every case of Wycheproof", () => {
  const rows = wycheproof("ed25519");
  const wrong = rows.filter((row) => {
    const valid = core.isSignature(bytes(row.publicKey.pk), bytes(row.msg), bytes(row.sig));
    return valid !== (row.result === "valid");
  });
  assert.deepEqual([rows.length, wrong.map((row) => row.tcId)], [151, []]);
});

test("of speccheck only the key of mixed order passes the verifier, and the key check refuses it", async () => {
  const rows = vectors("speccheck");
  const passed = rows.map((row) => core.isSignature(bytes(row.pub_key), bytes(row.message), bytes(row.signature)));
  assert.equal(passed.map((valid) => (valid ? "V" : "X")).join(""), "XXXVXXXXXXXX");
  assert.equal(await codeOf(() => core.checkSignKey(bytes(rows[3].pub_key))), "E_KEY_WEAK");
});

test("X25519 agrees with Wycheproof and refuses results of zero", async () => {
  const counts = { match: 0, refused: 0 };
  for (const row of wycheproof("x25519")) {
    if (/^0*$/.test(row.shared)) {
      assert.equal(await codeOf(() => core.exchange(bytes(row.private), bytes(row.public))), "E_KEY_WEAK");
      counts.refused += 1;
    } else {
      assert.equal(core.hex(core.exchange(bytes(row.private), bytes(row.public))), row.shared, `case ${row.tcId}`);
      counts.match += 1;
    }
  }
  assert.deepEqual(counts, { match: 487, refused: 31 });
});

test("sealing keys are weak if they give zero or are spelt in a second way, and no others are", async () => {
  const rows = wycheproof("x25519");
  const zero = new Set(rows.filter((row) => /^0*$/.test(row.shared)).map((row) => row.public));
  const weak = (key) => zero.has(key) || core.littleEndian(bytes(key)) >= core.FIELD;
  const keys = [...new Set(rows.map((row) => row.public))];
  for (const key of keys) {
    assert.equal(await codeOf(() => core.checkSealKey(bytes(key))), weak(key) ? "E_KEY_WEAK" : "accepted", key);
  }
  assert.ok(keys.filter(weak).length >= 12 && keys.length > 400);
});

for (const [name, cipher, size, count] of [
  ["chacha20_poly1305", chacha20poly1305, 96, 316],
  ["xchacha20_poly1305", xchacha20poly1305, 192, 306],
]) {
  test(`${name} agrees with every case of Wycheproof`, () => {
    const rows = wycheproof(name).filter((row) => row.ivSize === size);
    for (const row of rows) {
      const [key, nonce, aad, message] = ["key", "iv", "aad", "msg"].map((field) => bytes(row[field]));
      const sealed = bytes(row.ct + row.tag);
      if (row.result === "valid") {
        assert.deepEqual(cipher(key, nonce, aad).encrypt(message), sealed, `case ${row.tcId}`);
        assert.deepEqual(cipher(key, nonce, aad).decrypt(sealed), message, `case ${row.tcId}`);
      } else {
        assert.throws(() => cipher(key, nonce, aad).decrypt(sealed), `case ${row.tcId}`);
      }
    }
    assert.equal(rows.length, count);
  });
}

test("signatures that ssh-keygen made verify, and only for their namespace and message", async () => {
  const { public_line: line, signatures } = vectors("sshsig");
  const key = core.fromBase64(line.split(" ")[1]).slice(-32);
  for (const { namespace, message, armoured } of signatures) {
    const blob = core.dearmourSignature(armoured);
    const check = (name, text) => codeOf(() => core.verifySignature(key, name, core.utf8(text), blob));
    assert.equal(core.armourSignature(blob), armoured);
    assert.equal(await check(namespace, message), "accepted");
    assert.equal(await check(namespace, `${message} `), "E_SIG_INVALID");
    assert.equal(await check(`${namespace}x`, message), "E_SIG_FORMAT");
  }
  assert.equal(core.sshLine(key), line.split(" ").slice(0, 2).join(" "));
});

test("a signature that differs by a point of small order is refused, though the library accepts it", () => {
  const torsion = core.decodePoint(bytes("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(new Uint8Array(32).fill(7));
  const message = core.signedBytes(core.HEAD, core.utf8("{}"));
  const R = core.Point.BASE.multiply(12345n).add(torsion).toBytes();
  const challenge = core.Scalar.create(core.littleEndian(sha512(core.concat(R, pointBytes, message))));
  const forged = core.concat(R, core.littleEndian32(core.Scalar.create(12345n + challenge * scalar)));
  assert.equal(ed25519.verify(forged, message, pointBytes, { zip215: false }), true);
  assert.equal(core.isSignature(pointBytes, message, forged), false);
});

test("a second spelling of a signature, S + L, is refused", () => {
  const seed = new Uint8Array(32).fill(7);
  const signature = ed25519.sign(core.utf8("x"), seed);
  const key = ed25519.getPublicKey(seed);
  const more = core.littleEndian32(core.littleEndian(signature.subarray(32)) + core.Scalar.ORDER);
  assert.equal(core.isSignature(key, core.utf8("x"), signature), true);
  assert.equal(core.isSignature(key, core.utf8("x"), core.concat(signature.subarray(0, 32), more)), false);
});

test("keys of small order, with torsion, or not in canonical form are no signing keys", async () => {
  const torsion = core.decodePoint(bytes("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"));
  const small = Array.from({ length: 8 }, (_, n) => torsion.multiplyUnsafe(BigInt(n)).toBytes());
  const mixed = small.slice(1).map((point) => core.Point.BASE.add(core.decodePoint(point)).toBytes());
  const spelt = [core.FIELD, core.FIELD + 1n, 2n ** 255n - 1n, 1n | (1n << 255n)].map(core.littleEndian32);
  const short = [new Uint8Array(31), new Uint8Array(33)];
  for (const key of [...small, ...mixed, ...spelt, ...short]) {
    assert.equal(await codeOf(() => core.checkSignKey(key)), "E_KEY_WEAK", core.hex(key));
  }
  assert.equal(new Set(small.map(core.hex)).size, 8);
  assert.equal(await codeOf(() => core.checkSignKey(core.Point.BASE.toBytes())), "accepted");
});

test("RFC 7748: both sides of an exchange get the same", () => {
  const { alice_secret: alice, alice_public: shown } = rfc.rfc7748.exchange;
  assert.equal(core.hex(x25519.getPublicKey(bytes(alice))), shown);
});
