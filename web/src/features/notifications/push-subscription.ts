import { fromBase64 } from '../../../../src/shared/sealed/sealing';
import type { NewAlertRecipient } from '../../../../src/shared/notifications/schemas';

/** Whether this browser can receive pushes on this page. On iPhones only an app on the home screen can. */
export const canReceivePushes = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The person or the browser does not allow notifications. */
export class PushDeniedError extends Error {
  override readonly name = 'PushDeniedError';
}

/**
 * Asks for the permission and subscribes this browser. Call it from a press of a button only: browsers ignore other
 * requests, and people refuse them.
 * @param pushKey the server's public key
 * @throws {PushDeniedError} notifications are not allowed
 * @throws {Error} the key is not base64url, or the browser does not subscribe
 */
export async function subscribeToPushes(pushKey: string): Promise<Pick<NewAlertRecipient, 'address' | 'keys'>> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDeniedError();
  const key = fromBase64(pushKey);
  if (key === null) throw new Error('The key for pushes is not base64url');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
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
