// Without a connection a page of ours says so and comes back by itself. Nothing else is kept: games live on the server.
const KEPT = "offline-1";
const PAGE = "/offline.html";
const FILES = [PAGE, "/offline.css", "/offline.js", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

// A notification that it is somebody's turn: its tag is the path of the table.
self.addEventListener("notificationclick", (event) => {
  const path = event.notification.tag;
  event.notification.close();
  const back = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find(({ url }) => new URL(url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(back());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});
