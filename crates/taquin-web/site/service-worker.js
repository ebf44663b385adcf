// Keeps the page for use without a network. `cargo xtask site` puts `const SITE = { version, files };` before this line.
//
// All files of a version are stored together. A new version is stored in the background, and is shown when the page is
// opened after all its tabs were closed: until then the old version stays, so that a tab never gets files of two versions.
// Models are stored when a board needs them. Other files below the same address are not touched.

const PREFIX = `taquin ${registration.scope} `;
const CACHE = PREFIX + SITE.version;
const FILES = new Set(SITE.files.map((file) => new URL(file, registration.scope).href));
const MODELS = new URL("models/", registration.scope).href;
const INDEX = new URL("index.html", registration.scope).href;

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
}

async function removeOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Answers a request for a file, which is stored under its address without a query. */
async function answer(request, file) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(file);
  const response = stored ?? (await fetch(request));
  // A part of a file, status 206, cannot be stored; and without space the page goes on without storing.
  if (!stored && response.status === 200) await cache.put(file, response.clone()).catch(() => {});
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(removeOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const [path] = url.split(/[?#]/);
  const file = path === INDEX ? registration.scope : path;
  if (method === "GET" && (FILES.has(file) || file.startsWith(MODELS))) event.respondWith(answer(event.request, file));
});
