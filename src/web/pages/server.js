// Answers from the server that has sent the page.

/** What only a server can do. */
export const offers = { plot: true, page: true };

/** Sends a request, with a body as JSON if there is one; returns the response. */
export function request(path, body) {
  const options = body === undefined ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return fetch(`.${path}`, options);
}

/** Why a request was not answered at all. */
export const silence = { error: "the server does not answer", hint: "check that `slidewise serve` is still running" };
