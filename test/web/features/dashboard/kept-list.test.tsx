import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { keepKnownAreas, keepKnownEvents, readKnownEvents } from '../../../../web/src/session/last-known';
import { keepSelectedEventId, keepUser, readSelectedEventId } from '../../../../web/src/session/storage';
import { ADMIN, DOOR, EVENT } from '../../support/account';
import { area } from '../../support/areas';
import { apiAs, choose, counts, dialogOf, joinHub, openApp, OTHER_EVENT, press } from '../../support/dashboard';
import { type Answer, refusal } from '../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/overview/overview-screen'));

type Person = typeof ADMIN | typeof DOOR;

const OVERVIEW = '/app/overview';
const AREAS = 'GET /api/events/e1/areas';
const KEPT_AREAS = [area({ currentOccupancy: 40, version: 90 })];
const REFUSED = refusal(500, 'No list today.', 'internal');
const NO_LIST = 'Failed to load event data. The server returned an unexpected response.';
const KEPT = 'Could not reach the server. The events are those that this device knows.';
const NONE_YET = 'You have no events yet.';
const BEGIN = 'Please select an event to begin.';

const api = (events: Answer | 'offline' | 'silent' | (() => Answer), user: Person = ADMIN) => ({
  ...apiAs(user),
  'GET /api/events': events,
  'GET /api/events/by-access-code/ABCD2346': events,
  [AREAS]: [200, { areas: KEPT_AREAS }] as const,
});

/** Stores the data of this person's earlier visit, with no event selected. */
function leaveBehind({
  user = ADMIN,
  events = [EVENT, OTHER_EVENT],
  areas = KEPT_AREAS,
  selected = null,
}: { user?: Person; events?: Event[]; areas?: Area[]; selected?: string | null } = {}) {
  keepUser(user);
  keepSelectedEventId(selected);
  keepKnownEvents(user, events);
  keepKnownAreas(user, 'e1', { areas, syncedAt: Date.now() - 60_000 });
}

const alert = async () => (await screen.findByRole('alert')).textContent;
const pad = () => screen.findByRole('button', { name: 'Add one to Main Stage' });

/** Checks that the message is red and above the pads, and that a tap still counts. */
async function countsBelow({ user }: ReturnType<typeof openApp>, text: string) {
  const message = screen.getByText(text);
  expect(message.classList).toContain('text-bad');
  expect(message.compareDocumentPosition(await pad()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(await pad());
  expect(counts()).toEqual(['41']);
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

test.each([
  ['the server’s message', REFUSED, 'No list today.'],
  ['the spec’s text for an answer that is not a list', [200, { events: [] }] as const, NO_LIST],
])('the screen shows %s in red in place of the stored list', async (_what, answer, text) => {
  leaveBehind();
  openApp(api(answer));
  expect(await alert()).toBe(text);
  expect(screen.getByText(text).classList).toContain('text-bad');
  expect(screen.queryByText(BEGIN)).toBeNull();
});

test('the screen shows the error above the pads, which stay; the event list stays empty until the next answer', async () => {
  leaveBehind({ selected: 'e1' });
  let answer: Answer = REFUSED;
  const page = openApp(api(() => answer));
  expect(await alert()).toBe('No list today.');
  // A message about one event does not make the list complete.
  const hub = await joinHub();
  await hub.receive({ type: 'event_updated', event: { ...OTHER_EVENT, eventName: 'Winter' } });
  const dialog = await choose(page.user, 'Switch Event');
  expect(dialog.getByRole('alert').textContent).toBe('No list today.');
  expect(dialog.queryByRole('button', { name: /Summer|Winter/ })).toBeNull();
  expect(dialog.queryByText(NONE_YET)).toBeNull();
  // The button keeps the focus as long as it stays.
  const retry = dialog.getByRole('button', { name: 'Try again' });
  retry.focus();
  await page.user.keyboard('{Enter}');
  expect(document.activeElement).toBe(retry);
  await page.user.keyboard('{Escape}');
  expect([readSelectedEventId(), readKnownEvents(ADMIN)?.length]).toEqual(['e1', 2]);
  await countsBelow(page, 'No list today.');
  answer = [200, [EVENT]];
  // Beside the badge there may be another one by then.
  await page.user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the screen keeps stored areas countable below ‘Failed to load areas.’ when the server responds with an error', async () => {
  leaveBehind({ selected: 'e1' });
  const page = openApp({ ...api([200, [EVENT]]), [AREAS]: refusal(500, 'No areas today.', 'internal') });
  expect(await alert()).toBe('Failed to load areas.');
  await countsBelow(page, 'Failed to load areas.');
});

test('the screen of a returning access-code user keeps its pads below the error', async () => {
  leaveBehind({ user: DOOR, events: [EVENT] });
  const page = openApp(api(REFUSED, DOOR));
  expect(await alert()).toBe('Error: No list today.');
  await countsBelow(page, 'Error: No list today.');
});

test('the overview shows the error in place of its events', async () => {
  leaveBehind();
  openApp(api(REFUSED), OVERVIEW);
  expect(await alert()).toBe('No list today.');
  expect(screen.queryByRole('article')).toBeNull();
});

test('the dashboard and the overview keep their lists and say so when no answer comes', async () => {
  leaveBehind();
  const { user } = openApp(api('offline'));
  await screen.findByText(BEGIN);
  await screen.findByText(KEPT);
  await press(user, 'Select Event');
  const dialog = await dialogOf('Switch Event');
  dialog.getByText(KEPT);
  dialog.getByRole('button', { name: 'Summer' });
  expect(screen.queryByRole('alert')).toBeNull();
  cleanup();
  openApp(api('offline'), OVERVIEW);
  await screen.findByText(KEPT);
  await screen.findByRole('article', { name: EVENT.eventName });
  expect(screen.queryByRole('alert')).toBeNull();
});
