import { appPaths } from '../../src/shared/paths';
import type { Event } from '../../src/shared/schemas/event';
import { Api } from '../../test/support/api';
import type { Demo } from './demo';

export interface Organizer {
  api: Api;
  event: Event;
}

/** Logs in to the demo's account and finds its event. Returns null if a visitor has deleted one of the two. */
export async function logInAsOrganizer(url: string, { email, password, eventId }: Demo): Promise<Organizer | null> {
  const api = new Api(url);
  if (!(await api.logIn(email, password))) return null;
  const event = (await api.listEvents()).find((one) => one.eventId === eventId);
  return event === undefined ? null : { api, event };
}

/** Returns a text with the ways into the demo. `login` says what the organizer logs in with. */
export async function invitationTo(url: string, { api, event }: Organizer, login: string): Promise<string> {
  const { eventId, eventName, accessCode } = event;
  const displayToken = await api.readDisplay(eventId);
  const others = (await api.listEvents()).filter((one) => one.eventId !== eventId);
  const otherLines = others.map((one) => `  ${one.eventName}   door staff: the code ${one.accessCode}\n`);
  const loginPage = `${url}${appPaths.login}`;
  return `
${eventName} is open at ${url}

  Organizer   ${loginPage}   ${login}
  Overview    ${url}${appPaths.overview}   on a wall: ${url}${appPaths.overview}?wall
  Report      ${url}${appPaths.reports}?event=${eventId}
  Door staff  ${loginPage}?code=${accessCode}   or the code ${accessCode}
  Display     ${displayToken === null ? 'turned off' : `${url}${appPaths.display.replace(':token', displayToken)}`}

${otherLines.join('')}A turnstile and a camera count with the festival’s doors.
`;
}
