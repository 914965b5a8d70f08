// Requests to the source of answers, and the address of a page, which holds its puzzle and position.

import { request, silence } from "./source.js";

/** An error response: message, hint, and the position in the text. */
export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? `the server responded with status ${status}`);
    this.status = status;
    this.hint = told.hint ?? "";
    this.line = told.line ?? null;
    this.column = told.column ?? null;
    this.faults = told.faults ?? [];
  }
}

async function answer(path, body) {
  let response;
  try {
    response = await request(path, body);
  } catch {
    throw new Refused(0, silence);
  }
  if (response.ok) return response;
  throw new Refused(response.status, await response.json().catch(() => ({})));
}

/** Sends a GET request and parses the JSON response. */
export const get = async (path) => (await answer(path)).json();
/** Sends a POST request with a JSON body and parses the JSON response. */
export const ask = async (path, body) => (await answer(path, body)).json();
/** Sends a POST request with a JSON body and returns the response as bytes. */
export const askBytes = async (path, body) => (await answer(path, body)).arrayBuffer();
/** Sends a POST request with a JSON body; returns the bytes of the response, or the progress of what
 * is still being made. */
export async function askLater(path, body) {
  const response = await answer(path, body);
  return response.status === 202 ? { progress: await response.json() } : { bytes: await response.arrayBuffer() };
}
/** Sends a POST request with a JSON body and returns the response as text. */
export const askText = async (path, body) => (await answer(path, body)).text();

const toBase64 = (text) =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));

/** Parses the part of an address behind `#`, or behind `?` if there is none: the puzzle (by name or text, perhaps with another goal), metric and
 * position. */
export function readAddress(hash = location.hash) {
  const words = new URLSearchParams(hash.slice(1) || location.search);
  let text = null;
  try {
    if (words.has("text")) text = fromBase64(words.get("text"));
  } catch {
    // A truncated link contains no valid puzzle.
  }
  const puzzle = text !== null ? { text } : words.has("name") ? { name: words.get("name") } : null;
  if (puzzle && words.has("to")) puzzle.to = words.get("to");
  return { puzzle, metric: words.get("metric"), position: words.get("at") };
}

/** Writes the part of an address behind `#`: the puzzle, metric and position. The customary metric
 * is left out. */
export function writeAddress(puzzle, metric = null, position = null, customary = null) {
  const words = new URLSearchParams();
  if (puzzle.name !== undefined) words.set("name", puzzle.name);
  else words.set("text", toBase64(puzzle.text));
  if (puzzle.to) words.set("to", puzzle.to);
  if (metric !== null && metric !== customary) words.set("metric", metric);
  if (position) words.set("at", position);
  return `#${words}`;
}

/** Creates an element with attributes and children; attributes named `on...` are listeners. */
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

/** Formats a count, which is a string of digits, with commas. */
export const commas = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
/** Formats a number of bytes, as `1.5 GB`. */
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (bytes >= 1000 && unit < units.length - 1) {
    bytes /= 1024;
    unit += 1;
  }
  return `${bytes < 10 ? Math.round(bytes * 10) / 10 : Math.round(bytes)} ${units[unit]}`;
}
/** Formats a count with its noun, as `1 step`, `4 steps` or `4 pushes`. */
export function counted(count, thing) {
  const ending = String(count) === "1" ? "" : thing.endsWith("sh") ? "es" : "s";
  return `${commas(count)} ${thing}${ending}`;
}
