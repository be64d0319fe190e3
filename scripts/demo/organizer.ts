import type { Event } from '../../src/shared/schemas/event';
import { Api } from './api';
import type { Demo } from './demo';

/** Logs in to the demo's account and finds its event. Returns null if a visitor has deleted one of the two. */
export async function logInAsOrganizer(
  url: string,
  { email, password, eventId }: Demo,
): Promise<{ api: Api; event: Event } | null> {
  const api = new Api(url);
  if (!(await api.logIn(email, password))) return null;
  const event = (await api.listEvents()).find((one) => one.eventId === eventId);
  return event === undefined ? null : { api, event };
}
