/** @file Hand letters over: to the game's server, to another program of the device, or as a text. */

import { dearmourOrder, armourOnOneLine, mailSubject } from "../core/order_files.mjs";
import { isLocal, serverOf } from "./addresses.mjs";
import { fetchData, postLetter } from "./fetching.mjs";
import { noteLetter } from "./memory.mjs";
import { t } from "./texts.mjs";

/** Some systems cut off mailto links beyond this many characters. */
export const MAX_MAIL_LINK = 2000;
const MAX_FORGE_LINK = 8000;
const REASON_LENGTH = 600;

/** Return what a game's server says of itself and its games, or null if there is no server that says anything. */
export async function lobbyOf(address) {
  const base = isLocal(address) ? null : serverOf(address);
  if (!base) return null;
  try {
    return checkLobby(await fetchData(new URL("games.json", base)));
  } catch {
    return null;
  }
}

/** Return a lobby with everything in it that is what it must be; null if it is not one. */
export function checkLobby(data) {
  if (!data || !Array.isArray(data.games)) return null;
  const games = data.games.filter((game) => typeof game?.name === "string").slice(0, 500);
  const { accepts, repository } = data.server ?? {};
  return { games, accepts: accepts === true, repository: webAddress(repository) };
}

/** Return an address if it can be opened as a page. */
export function webAddress(text) {
  try {
    const url = new URL(text);
    return url.protocol === "https:" ? url.href.replace(/\/$/, "") : "";
  } catch {
    return "";
  }
}

/**
 * Post a letter to the game's server and remember what it said; return state and text.
 *
 * The states are those of docs/architecture.md: "sent", "refused", or "handed" if nobody knows whether it arrived.
 */
export async function postToServer({ database }, { address }, { order, text }) {
  const note = (changes) => noteLetter(database, address, order, changes);
  let reply;
  try {
    reply = await postLetter(address, text);
  } catch {
    await note({ way: "post", pending: true });
    return { state: "handed", text: t("post.offline") };
  }
  const { status, answer } = reply;
  if ((status === 200 || status === 202) && answer?.ok === true) {
    await note({ way: "post", pending: false, answer: "" });
    return { state: "sent", text: status === 200 ? t("post.applied") : t("post.filed"), applied: status === 200 };
  }
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429 && answer?.ok === false;
  const said = isRefusal ? reasonIn(answer) : "";
  await note({ way: "post", pending: !isRefusal, answer: said });
  if (isRefusal) return { state: "refused", text: said };
  return { state: "handed", text: t(status === 429 ? "post.busy" : "post.strange", { status }) };
}

/** Return why a server refused a letter; its words are shown as text, and shortened. */
function reasonIn({ code, text, hint }) {
  const words = [text, hint].filter((one) => typeof one === "string" && one).join(" ");
  const known = typeof code === "string" && /^E_[A-Z_]{1,30}$/.test(code) ? ` [${code}]` : "";
  return `${words.slice(0, REASON_LENGTH) || t("post.refused")}${words.includes("[E_") ? "" : known}`;
}

/** Return a mailto link with a letter, or null if it would be too long for some mail programs. */
export function mailLink(to, letter, text) {
  const body = armourOnOneLine(dearmourOrder(text)).trimEnd().replaceAll("\n", "\r\n");
  const link = `mailto:${encodeURIComponent(to).replaceAll("%40", "@")}?subject=${encodeURIComponent(mailSubject(letter))}&body=${encodeURIComponent(body)}`;
  return link.length <= MAX_MAIL_LINK ? link : null;
}

/** Return the link to a forge's page for a new file with a letter in it; `pasted` if its editor leaves it empty. */
export function forgeLink(repository, branch, folder, name, text) {
  const base = webAddress(repository);
  if (!base) return null;
  const path = encodeURIComponent(`${folder}inbox/${name}`);
  const where = encodeURIComponent(branch || "main");
  const content = encodeURIComponent(text);
  const host = new URL(base).hostname;
  if (/gitlab/.test(host)) return { link: `${base}/-/new/${where}?file_name=${path}`, pasted: true };
  const github = host === "github.com" || host.endsWith(".github.com");
  const link = github
    ? `${base}/new/${where}?filename=${path}&value=${content}`
    : `${base}/_new/${where}/?filename=${path}&value=${content}`;
  return link.length <= MAX_FORGE_LINK ? { link, pasted: false } : null;
}

/** Return the file that can be shared with another program of this device, or null where that cannot be done. */
export function shareable(name, text) {
  const file = new File([text], name.replace(/\.toml$/, ".txt"), { type: "text/plain" });
  const data = { files: [file], title: name };
  return navigator.canShare?.(data) ? data : null;
}
