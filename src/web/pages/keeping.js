// What the browser keeps between visits, where it lets pages keep anything.

/** Reads a text that was kept under a name; null if there is none. */
export function keptValue(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name. */
export function keepValue(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Then the next visit begins without it.
  }
}
