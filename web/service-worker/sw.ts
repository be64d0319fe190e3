import type { Build } from './build';
import { handlingOf } from './handling';
import { dropUnusedBuilds, isShellAddress, keepBuild, keptFile, keptShell, renewShell } from './kept-builds';
import { PAGE_LOADED } from './names';
import { openShell, patienceFor } from './open-shell';
import { openFrom, renewPush, showPush } from './push';

declare const self: ServiceWorkerGlobalScope;
/** The build replaces this name with its description. */
declare const BUILD: Build;

const build = BUILD;
const rootFiles = new Set(build.rootFiles);

/** Keeps this build and activates the worker at once. Pages of earlier builds keep their own files. */
async function install(): Promise<void> {
  await keepBuild(build);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  await self.clients.claim();
  await dropUnusedBuilds(build);
}

/** Whether this is the newest worker. A worker that is being replaced must not change the files of the next one. */
function isInCharge(): boolean {
  const { installing, waiting } = self.registration;
  return self.serviceWorker.state === 'activated' && installing === null && waiting === null;
}

async function answerFile(request: Request): Promise<Response> {
  return (await keptFile(build, request)) ?? fetch(request);
}

function answerShell(event: FetchEvent): void {
  const asked = fetch(event.request);
  // The answer must be cloned before the page reads it.
  if (isShellAddress(event.request.url))
    event.waitUntil(asked.then((answer) => renewShell(build, answer.clone())).catch(() => undefined));
  event.respondWith(
    openShell(
      () => asked,
      () => keptShell(build),
      patienceFor(event.request.url),
    ),
  );
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('message', (event) => {
  if (event.data === PAGE_LOADED && isInCharge()) event.waitUntil(dropUnusedBuilds(build));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data?.text())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification, self.clients)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event, self.registration)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const handling = handlingOf(request, self.location.origin, rootFiles);
  if (handling === 'file') event.respondWith(answerFile(request));
  if (handling === 'shell') answerShell(event);
});
