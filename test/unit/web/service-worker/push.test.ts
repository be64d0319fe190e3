import { expect, test, vi } from 'vitest';
import { openFrom, pathOf, readPush, renewPush, showPush } from '../../../../web/service-worker/push';

/** Tests what the service worker does with pushes. */

const PUSH = {
  title: 'Summer Fest: Main Stage has reached 90%',
  body: 'x',
  tag: 'e/stage',
  path: '/app?event=e',
  isUrgent: true,
};

test.each([undefined, '', 'no json', '[]', '{"title":7}', 'null'])('a push with %j is shown all the same', (data) => {
  expect(readPush(data)).toMatchObject({ title: 'Headroom', path: '/app' });
});

test('a push is shown in its words, and an urgent one stays and is heard again', async () => {
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of a registration is not used
  await showPush({ showNotification } as unknown as ServiceWorkerRegistration, JSON.stringify(PUSH));
  expect(showNotification.mock.calls).toEqual([
    [
      PUSH.title,
      {
        body: 'x',
        tag: 'e/stage',
        icon: '/icon-192.png',
        data: { path: PUSH.path },
        requireInteraction: true,
        renotify: true,
      },
    ],
  ]);
});

test.each([
  [{ path: '/app?event=e' }, '/app?event=e'],
  [{ path: '//evil.test/' }, '/app'],
  [{ path: 'https://evil.test/' }, '/app'],
  [null, '/app'],
  [{}, '/app'],
])('a click on a notification with %j opens %s', (data, path) => {
  expect(pathOf(data)).toBe(path);
});

function clicked(windows: { focused: boolean; navigate: (path: string) => Promise<void> }[]) {
  const focus = vi.fn<() => Promise<void>>();
  const openWindow = vi.fn<(path: string) => Promise<null>>();
  const clients = { matchAll: async () => windows.map((one) => ({ ...one, focus })), openWindow };
  const notification = { close: vi.fn<() => void>(), data: { path: '/app?event=e' } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest is not used
  const done = openFrom(notification as unknown as Notification, clients);
  return { done, focus, openWindow, notification };
}

test('a click goes to a window of the app, or opens one', async () => {
  const navigate = vi.fn<(path: string) => Promise<void>>(async () => undefined);
  const open = clicked([{ focused: true, navigate }]);
  await open.done;
  expect([navigate.mock.calls, open.focus.mock.calls.length, open.openWindow.mock.calls]).toEqual([
    [['/app?event=e']],
    1,
    [],
  ]);
  const closed = clicked([]);
  await closed.done;
  expect([closed.openWindow.mock.calls, closed.notification.close.mock.calls.length]).toEqual([[['/app?event=e']], 1]);
  const foreign = clicked([{ focused: false, navigate: () => Promise.reject(new TypeError('not controlled')) }]);
  await foreign.done;
  expect(foreign.openWindow.mock.calls).toEqual([['/app?event=e']]);
});

test('a subscription that the browser has replaced is told to the server', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const keys = { p256dh: 'p', auth: 'a' };
  const next = { toJSON: () => ({ endpoint: 'https://push.test/2', keys }) };
  const subscribe = vi.fn<(options: object) => Promise<object>>(async () => next);
  const old = { endpoint: 'https://push.test/1', options: { applicationServerKey: new ArrayBuffer(1) } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest is not used
  const registration = { pushManager: { subscribe } } as unknown as ServiceWorkerRegistration;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest is not used
  await renewPush({ oldSubscription: old as unknown as PushSubscription }, registration);
  expect(subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: old.options.applicationServerKey,
  });
  expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual([
    JSON.stringify({ oldAddress: 'https://push.test/1', address: 'https://push.test/2', keys }),
  ]);
  await renewPush({}, registration);
  expect(fetched).toHaveBeenCalledTimes(1);
});
