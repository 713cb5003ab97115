/** @file Parts of the shell that need no browser: addresses, fragments, links that hand letters over, junk from servers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { armourOrder } from "../src/core/order_files.mjs";
import { gameAddress, isLocal, plainName, serverOf, shortName } from "../src/shell/addresses.mjs";
import { checkLobby, forgeLink, mailLink, MAX_MAIL_LINK } from "../src/shell/handing.mjs";
import { inGroups, readSeed } from "../src/shell/keyring.mjs";
import { fragmentOf, readRoute } from "../src/shell/routes.mjs";
import { secretLine } from "../src/core/keys.mjs";

const BASE = "https://play.example/club/";

test("a fragment names a view, a game or an invitation, and is written as it is read", () => {
  const invitation = { view: "join", game: "mars", seat: "blue", code: "A-B" };
  assert.deepEqual(readRoute("#join=mars&seat=blue&code=A-B"), invitation);
  const { view, ...values } = invitation;
  assert.deepEqual(readRoute(fragmentOf(view, values)), invitation);
  assert.deepEqual(readRoute(fragmentOf("game", { game: "https://a.example/x y/" })).game, "https://a.example/x y/");
  for (const name of ["key", "settings", "about"]) assert.deepEqual(readRoute(fragmentOf(name)), { view: name });
  for (const junk of ["", "#", "#x", "#=&&=", "#%%%"]) assert.deepEqual(readRoute(junk), { view: "home" });
});

test("games are named below the page or by an address that is safe", () => {
  assert.equal(gameAddress("mars", BASE), `${BASE}games/mars/`);
  assert.equal(gameAddress("https://a.example/games/mars/game.toml?x#y", BASE), "https://a.example/games/mars/");
  assert.equal(gameAddress("http://127.0.0.1:8116/games/mars", null), "http://127.0.0.1:8116/games/mars/");
  assert.equal(shortName(`${BASE}games/m%C3%A0rs/`, BASE), "màrs");
  assert.equal(shortName("https://a.example/games/mars/", BASE), "https://a.example/games/mars/");
  assert.equal(serverOf(`${BASE}games/mars/`), BASE);
  assert.equal(plainName("https://a.example/x/mars/"), "mars");
  assert.ok(isLocal(gameAddress("file:abc", BASE)));
  const refused = [
    "http://a.example/mars/",
    "javascript:alert(1)",
    "data:text/html,x",
    "../x",
    "",
    "https://a:b@c.example/",
  ];
  for (const address of refused) assert.throws(() => gameAddress(address, BASE), { code: "E_ADDRESS" }, address);
});

test("links that hand a letter over carry it whole, or are not offered", () => {
  const id = "ab".repeat(32);
  const order = { kind: "play", format: 2, game: id, seat: "red", window: 7, seen: id, rev: 1 };
  const written = (size) => armourOrder({ order: { ...order, batch: [{ order: "x", text: "x".repeat(size) }] } });
  const small = written(9);
  const mail = mailLink("host@example.org", order, small);
  assert.ok(mail.startsWith("mailto:host@example.org?subject=lpbe%20") && mail.length <= MAX_MAIL_LINK);
  const body = decodeURIComponent(mail.split("&body=")[1]);
  assert.ok(body.startsWith("-----BEGIN LPBE ORDER-----\r\n"));
  assert.equal(body.split("\r\n")[1], small.split("\n").slice(1, -2).join(""));
  assert.equal(mailLink("x@y", order, written(1500)), null);
  const link = (repository) => forgeLink(repository, "", "mars/", "7-red-1.toml", small);
  assert.match(
    link("https://github.com/ana/x/").link,
    /^https:\/\/github\.com\/ana\/x\/new\/main\?filename=mars%2Finbox%2F7-red-1\.toml&value=/,
  );
  assert.match(link("https://git.example/ana/x").link, /\/ana\/x\/_new\/main\/\?filename=/);
  assert.deepEqual(link("https://gitlab.com/ana/x").pasted, true);
  for (const bad of ["", "javascript:alert(1)", "http://github.com/ana/x", "x"]) assert.equal(link(bad), null);
  assert.equal(forgeLink("https://github.com/ana/x", "", "", "n", written(9000)), null);
});

test("a lobby is what it must be or nothing", () => {
  for (const junk of [null, [], 7, {}, { games: 7 }, { games: "x" }]) assert.equal(checkLobby(junk), null);
  const lobby = checkLobby({
    games: [{ name: "mars" }, 7, null, { name: 7 }],
    server: { accepts: "yes", repository: "javascript:x" },
  });
  assert.deepEqual(lobby, { games: [{ name: "mars" }], accepts: false, repository: "" });
});

test("a key is written in groups and read again from what was written", async () => {
  const seed = Uint8Array.from({ length: 32 }, (_, at) => 7 * at);
  const groups = inGroups(secretLine(seed));
  assert.equal(groups.length, 15);
  assert.deepEqual(await readSeed(groups.join(" ").toLowerCase(), ""), seed);
  await assert.rejects(readSeed(groups.slice(0, -1).join(" "), ""), { code: "E_KEY_FORMAT" });
});
