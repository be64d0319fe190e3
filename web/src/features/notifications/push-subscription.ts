import type { NewAlertRecipient } from '../../../../src/shared/notifications/schemas';

/** Whether this browser can receive pushes on this page. On iPhones only an app on the home screen can. */
export const canReceivePushes = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The person or the browser does not allow notifications. */
export class PushDeniedError extends Error {
  override readonly name = 'PushDeniedError';
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0);

/**
 * Asks for the permission and subscribes this browser. Call it from a press of a button only: browsers ignore other
 * requests, and people refuse them.
 * @param pushKey the server's public key
 * @throws {PushDeniedError} notifications are not allowed
 */
export async function subscribeToPushes(pushKey: string): Promise<Pick<NewAlertRecipient, 'address' | 'keys'>> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDeniedError();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64Url(pushKey) });
  let subscription: PushSubscription;
  try {
    subscription = await subscribe();
  } catch {
    // A subscription with an earlier key of this server is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    subscription = await subscribe();
  }
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { address: endpoint ?? '', keys: { p256dh, auth } };
}
