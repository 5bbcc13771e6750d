// The service worker: keeps the files of this version, and pages for the time without a connection.
// The server sets VERSION and FILES before this text.

/** @type {any} */
const worker = self;
const { VERSION, FILES } = worker;
const CACHE = `mastermine-${VERSION}`;
const PAGES = ["/", "/mastermind", "/minesweeper", "/analyse", "/learn", "/laboratory"];
const STATES = /^\/api\/(games(\/[\w-]+)?|start|daily|statistics)$/; // Shown without a connection, as they were last.
const KEPT = /^\/api\/(about|presets|words\/[\w-]+|lessons)$/; // Says the same as long as the version is the same.

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(removeOld());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (url.pathname.startsWith(`/static/${VERSION}/`) || isConstant(url)) event.respondWith(kept(request));
  else if (STATES.test(url.pathname)) event.respondWith(last(request));
});

/** @param {URL} url */
const isConstant = (url) => KEPT.test(url.pathname) && url.searchParams.get("v") === VERSION;

/** Keeps all files and pages; a page that cannot be had now is kept when it is opened. */
async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await Promise.allSettled(PAGES.map((path) => cache.add(path)));
  await worker.skipWaiting();
}

async function removeOld() {
  for (const name of await caches.keys()) {
    if (name.startsWith("mastermine-") && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}

/**
 * Keeps an answer, unless the browser's storage is full.
 * @param {Cache} cache
 * @param {RequestInfo} request
 * @param {Response} answer
 */
function put(cache, request, answer) {
  cache.put(request, answer.clone()).catch(() => {});
}

/**
 * Returns what is kept, or else what the server says, which is then kept.
 * @param {Request} request
 */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) put(cache, request, answer);
  return answer;
}

/**
 * Returns what the server says; without a connection what it said last, marked as such.
 * @param {Request} request
 */
async function last(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) put(cache, request, answer);
    else if (answer.status === 404) await cache.delete(request);
    return answer;
  } catch (error) {
    const found = await cache.match(request);
    if (!found) throw error;
    const headers = new Headers(found.headers);
    headers.set("X-Kept", "yes");
    return new Response(found.body, { headers });
  }
}

/**
 * Returns a page from the server; without a connection the kept page of the same kind, which opens what it can.
 * @param {Request} request
 * @param {URL} url
 */
async function page(request, url) {
  const cache = await caches.open(CACHE);
  const path = `/${url.pathname.split("/")[1]}`;
  try {
    const answer = await fetch(request);
    if (answer.ok && PAGES.includes(path)) put(cache, path, answer);
    return answer;
  } catch (error) {
    const found = (await cache.match(path)) ?? (await cache.match("/"));
    if (found) return found;
    throw error;
  }
}
