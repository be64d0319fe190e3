import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Schedule } from '../../../../src/shared/schemas/schedule';
import { deferred } from '../../support/deferred';
import { stubSockets } from '../../support/fake-sockets';
import { isBusy } from '../../support/is-busy';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

const PATH = '/api/events/e1/schedule';
const SCHEDULE: Schedule = { timeZone: 'Europe/Berlin', reportTime: '06:00', startDate: null, endDate: null };
const HOLDS = 'The change holds from the next day on. The day that is running ends as before.';
const BACKWARDS = 'The last day must not be before the first.';

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
  // 02:30 in Berlin: still the day before, by a clock whose days end at 06:00.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-08-02T00:30:00Z') });
});
afterEach(() => void vi.useRealTimers());

async function openSchedule(handlers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'GET /api/auth/verify': [
      200,
      { success: true, user: { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } },
    ],
    'GET /api/events': [200, [{ eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' }]],
    'GET /api/events/e1/areas': [200, { areas: [] }],
    ...handlers,
  });
  const { user } = renderApp('/app');
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Event options' }));
    await user.click(screen.getByRole('menuitem', { name: 'Schedule' }));
    return within(await screen.findByRole('dialog', { name: 'Schedule' }));
  };
  const dialog = await open();
  const saved = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { user, dialog, open, saved };
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
/** As a browser's own time and date pickers do. */
const pick = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
/** Types in place of what stands in the field of the zone. */
async function search(user: ReturnType<typeof renderApp>['user'], text: string) {
  await user.clear(await field('Time zone'));
  await user.keyboard(text);
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('shows by which clock the days go, and what is saved as it is stays as it is', async () => {
  const { user, dialog, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, SCHEDULE],
    [`PUT ${PATH}`]: [200, SCHEDULE],
  });
  expect((await field('Time zone')).value).toBe('Europe/Berlin');
  expect((await field('Report time')).value).toBe('06:00');
  dialog.getByText(/^A day ends at 06:00, and its report is made then\./);
  expect((await field('Takes place on certain days')).checked).toBe(false);
  expect(screen.queryByLabelText('First day')).toBeNull();
  expect(dialog.queryByText(HOLDS)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(saved()).toEqual([SCHEDULE]);
});

test('a changed clock says from when it holds, and the next opening shows what the server has then', async () => {
  let stored = SCHEDULE;
  const { user, dialog, open, saved } = await openSchedule({
    [`GET ${PATH}`]: () => [200, stored],
    [`PUT ${PATH}`]: (): Answer => {
      stored = { ...SCHEDULE, timeZone: 'America/New_York', reportTime: '04:30' };
      return [200, stored];
    },
  });
  await search(user, 'new york{Enter}');
  dialog.getByText(HOLDS);
  await search(user, 'berlin{Enter}');
  expect(dialog.queryByText(HOLDS)).toBeNull();
  await pick('Report time', '04:30');
  dialog.getByText(HOLDS);
  dialog.getByText(/^A day ends at 04:30/);
  await search(user, 'new york{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(saved()).toEqual([{ ...SCHEDULE, timeZone: 'America/New_York', reportTime: '04:30' }]);
  await open();
  expect((await field('Time zone')).value).toBe('America/New York');
  expect((await field('Report time')).value).toBe('04:30');
});

test('certain days begin with the one that is running by the event’s clock, and can be taken back', async () => {
  const { user, dialog, open, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, SCHEDULE],
    [`PUT ${PATH}`]: [200, SCHEDULE],
  });
  await user.click(await field('Takes place on certain days'));
  expect([(await field('First day')).value, (await field('Last day')).value]).toEqual(['2026-08-01', '2026-08-01']);
  await pick('Last day', '2026-08-03');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  const again = await open();
  await user.click(await field('Takes place on certain days'));
  await user.click(await field('Takes place on certain days'));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(saved()).toEqual([{ ...SCHEDULE, startDate: '2026-08-01', endDate: '2026-08-03' }, SCHEDULE]);
});

test.each([
  ['First day', '2026-08-04', BACKWARDS],
  ['Last day', '', 'Please enter days that are in the calendar, such as 2026-07-31.'],
  ['Report time', '', 'Please enter the report time as hours and minutes, such as 06:00.'],
])('%s is not "%s"', async (label, value, text) => {
  const { user, dialog, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, { ...SCHEDULE, startDate: '2026-07-31', endDate: '2026-08-02' }],
  });
  await pick(label, value);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toBe(text);
  await pick(label, label === 'Report time' ? '06:00' : '2026-08-02');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(saved()).toEqual([]);
});

test('the zone of an event that this browser does not know is shown, and UTC can be chosen', async () => {
  const { user, dialog, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, { ...SCHEDULE, timeZone: 'Etc/Nowhere' }],
    [`PUT ${PATH}`]: [200, SCHEDULE],
  });
  expect((await field('Time zone')).value).toBe('Etc/Nowhere');
  await search(user, 'utc{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(saved()).toEqual([{ ...SCHEDULE, timeZone: 'UTC' }]);
});

test('says that it loads, that it could not, and tries again', async () => {
  const first = deferred<Answer>();
  let asked = 0;
  const { user, dialog } = await openSchedule({
    [`GET ${PATH}`]: () => {
      asked += 1;
      return asked === 1 ? first.promise : [200, SCHEDULE];
    },
  });
  dialog.getByText('Loading…');
  first.resolve(refusal(500, 'Something went wrong on our side.', 'internal'));
  expect((await dialog.findByRole('alert')).textContent).toBe('Something went wrong on our side.');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect((await field('Time zone')).value).toBe('Europe/Berlin');
});

test('is busy while it saves, and a refusal stays in the dialog', async () => {
  const answer = deferred<Answer>();
  const { user, dialog, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, SCHEDULE],
    [`PUT ${PATH}`]: () => answer.promise,
  });
  await user.click(await dialog.findByRole('button', { name: 'Save' }));
  expect(isBusy(dialog.getByRole('button', { name: 'Saving...' }))).toBe(true);
  await user.keyboard('{Enter}');
  expect(saved()).toHaveLength(1);
  answer.resolve(refusal(403, 'You are not allowed to do this.', 'forbidden'));
  expect((await dialog.findByRole('alert')).textContent).toBe('You are not allowed to do this.');
});

test('a text that names no zone is not saved over, and the field gets the focus', async () => {
  const { user, dialog, saved } = await openSchedule({
    [`GET ${PATH}`]: [200, SCHEDULE],
    [`PUT ${PATH}`]: [200, SCHEDULE],
  });
  await search(user, 'Atlantis');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Choose a time zone from the list. Until then it stays Europe/Berlin.');
  expect(document.activeElement).toBe(await field('Time zone'));
  expect(saved()).toEqual([]);
  await search(user, 'tokyo');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await isClosed();
  expect(saved()).toEqual([{ ...SCHEDULE, timeZone: 'Asia/Tokyo' }]);
});
