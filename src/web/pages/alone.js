// A page that holds all its answers asks nobody.

/** What only a server can do. */
export const offers = { plot: false, page: false };
/** Why a request was not answered at all. */
export const silence = { error: "this page is on its own", hint: "`slidewise serve` answers more" };
/** Fails, since nobody answers. */
export const request = () => Promise.reject(new Error(silence.error));
