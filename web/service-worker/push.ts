import { appPaths } from '../../src/shared/paths';

/** What the server sends (src/notifications/send/push.ts), in the language of the recipient. */
interface PushText {
  title: string;
  body: string;
  /** A newer notification with the same tag replaces the earlier one. */
  tag: string;
  /** The page that a click opens. */
  path: string;
  /** Whether the notification stays until somebody looks at it, and makes itself heard again when it is replaced. */
  isUrgent: boolean;
}

const UNREADABLE: PushText = { title: 'Headroom', body: '', tag: 'headroom', path: appPaths.app, isUrgent: true };

const isText = (value: unknown): value is PushText =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';

/** Reads a push. A browser requires a notification for every push, so one that cannot be read is shown, too. */
export function readPush(data: string | undefined): PushText {
  try {
    const value: unknown = JSON.parse(data ?? '');
    return isText(value) ? { ...UNREADABLE, ...value } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

export async function showPush(registration: ServiceWorkerRegistration, data: string | undefined): Promise<void> {
  const { title, body, tag, path, isUrgent } = readPush(data);
  // `renotify` is not in TypeScript's types of the standard.
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    icon: '/icon-192.png',
    data: { path },
    requireInteraction: isUrgent,
    renotify: isUrgent,
  };
  await registration.showNotification(title, options);
}

/** Returns the path of a notification; the app for one of another release. Only paths of this site are opened. */
export function pathOf(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : appPaths.app;
}

/** The worker's `clients`, as far as they are used. */
interface Windows {
  matchAll(options: {
    type: 'window';
  }): Promise<
    readonly { readonly focused: boolean; focus(): Promise<unknown>; navigate(path: string): Promise<unknown> }[]
  >;
  openWindow(path: string): Promise<unknown>;
}

/** Opens the page of a clicked notification: in a window of the app, if there is one. */
export async function openFrom(notification: Notification, clients: Windows): Promise<void> {
  notification.close();
  const path = pathOf(notification.data);
  const windows = await clients.matchAll({ type: 'window' });
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (shown === undefined) {
    await clients.openWindow(path);
    return;
  }
  await shown.focus();
  // A window that this worker does not control cannot be sent to another page.
  await shown.navigate(path).catch(() => clients.openWindow(path));
}

interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** Tells the server of the subscription with which the browser has replaced its earlier one. */
export async function renewPush(change: SubscriptionChange, registration: ServiceWorkerRegistration): Promise<void> {
  const { oldSubscription: old } = change;
  if (!old) return;
  const next =
    change.newSubscription ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: old.options.applicationServerKey,
    }));
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = next.toJSON();
  await fetch('/api/alert-recipients/renewals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ oldAddress: old.endpoint, address: endpoint, keys: { p256dh, auth } }),
  });
}
