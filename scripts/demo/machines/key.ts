import { Api } from '../../../test/support/api';

/** The demo's machines share one key of the event, which stands under this name among the account's API keys. */
const NAME = 'Turnstile and camera';
const DAYS = 30;

/**
 * Creates the key with which an event's machines count, and revokes the one of an earlier run: a key is shown only once,
 * and the demo stores none. Returns the calls that are made with it.
 * @param organizer the calls, made with a session that has just logged in
 * @param now for the past server's clock, as in {@link Api}
 */
export async function openMachineKey(
  url: string,
  organizer: Pick<Api, 'listKeys' | 'createKey' | 'revokeKey'>,
  eventId: string,
  now: (() => number) | null = null,
): Promise<Api> {
  for (const { keyId, name, eventId: ofEvent, revokedAt } of await organizer.listKeys()) {
    if (name === NAME && ofEvent === eventId && revokedAt === null) await organizer.revokeKey(keyId);
  }
  const api = new Api(url, now);
  api.key = await organizer.createKey({ name: NAME, scopes: ['count'], eventId, addresses: null, days: DAYS });
  return api;
}
