// Keeps all files of the site in the browser, so that its pages work without a network.

const VERSION = "{{version}}";
const FILES = "{{files}}";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) =>
    Promise.all(names.filter((own) => own.startsWith("slidewise ") && own !== VERSION).map((own) => caches.delete(own))));
  event.waitUntil(old.then(() => clients.claim()));
});

/** The kept file for a request, or that of the network. */
async function fetched(request) {
  const url = new URL(request.url);
  const path = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  const cache = await caches.open(VERSION);
  const kept = await cache.match(new URL(path, url));
  if (kept) return kept;
  // An address that the site lacks leads to the page that says what is there.
  return fetch(request).catch(async () => (request.mode === "navigate" && await cache.match("404.html")) || Response.error());
}

addEventListener("fetch", (event) => {
  const isOwn = new URL(event.request.url).origin === location.origin;
  if (event.request.method === "GET" && isOwn) event.respondWith(fetched(event.request));
});
