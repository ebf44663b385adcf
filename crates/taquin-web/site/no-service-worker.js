// Served by `taquin serve`: replaces the service worker of static files that were at this address before, and goes away.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const reload = async () => {
    await registration.unregister();
    for (const client of await clients.matchAll({ type: "window" })) client.navigate(client.url);
  };
  event.waitUntil(reload());
});
