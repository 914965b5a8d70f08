// Questions to the server, and addresses of pages: which puzzle, which position.

/** An answer that is a refusal: what is wrong, what to do, where. */
export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? `the server answered ${status}`);
    this.status = status;
    this.hint = told.hint ?? "";
    this.line = told.line ?? null;
    this.column = told.column ?? null;
    this.faults = told.faults ?? [];
  }
}

async function answer(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused(0, { error: "the server does not answer", hint: "is slidewise serve still running?" });
  }
  if (response.ok) return response;
  throw new Refused(response.status, await response.json().catch(() => ({})));
}

const post = (path, body) =>
  answer(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** What is there. */
export const get = async (path) => (await answer(path)).json();
/** An answer to a question. */
export const ask = async (path, body) => (await post(path, body)).json();
/** A picture as text. */
export const askText = async (path, body) => (await post(path, body)).text();

const toBase64 = (text) =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));

/** What an address says: the puzzle (by name or text), the metric, the position. */
export function readAddress(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1));
  let text = null;
  try {
    if (words.has("text")) text = fromBase64(words.get("text"));
  } catch {
    // A link that was cut off: there is no puzzle in it.
  }
  const puzzle = text !== null ? { text } : words.has("name") ? { name: words.get("name") } : null;
  return { puzzle, metric: words.get("metric") ?? "step", position: words.get("at") };
}

/** The part of an address behind `#` that says it. */
export function writeAddress(puzzle, metric = "step", position = null) {
  const words = new URLSearchParams();
  if (puzzle.name !== undefined) words.set("name", puzzle.name);
  else words.set("text", toBase64(puzzle.text));
  if (metric !== "step") words.set("metric", metric);
  if (position) words.set("at", position);
  return `#${words}`;
}

/** An element with attributes and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A count with commas; counts are digits as text, as long as they like. */
export const commas = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
/** Bytes in words. */
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1024;
    unit += 1;
  }
  return `${bytes < 10 ? Math.round(bytes * 10) / 10 : Math.round(bytes)} ${units[unit]}`;
}
/** `1 step`, `4 steps`. */
export const counted = (count, thing) => `${commas(count)} ${thing}${String(count) === "1" ? "" : "s"}`;
