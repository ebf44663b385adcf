// Keeps the page for use without a network. `cargo xtask site` puts `const SITE = { version, files };` before this line.
//
// All files of a version are stored together, so that files of two versions never meet. A new version is stored in the
// background and is shown the next time. Models are stored when a board needs them.

const PREFIX = `taquin ${registration.scope} `;
const CACHE = PREFIX + SITE.version;

/**
 * Isolates the page from other sites, which plain hosts cannot declare: only then can the page share memory with its
 * workers, and cancel a search without replacing the worker.
 */
const ISOLATION = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

async function store() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SITE.files.map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

async function removeOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request, { ignoreSearch: true });
  const response = stored ?? (await fetch(request));
  if (!stored && response.ok) await cache.put(request, response.clone());
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
