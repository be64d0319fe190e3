import { act, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Display } from '../../../../src/shared/schemas/display';
import { openApp } from '../../support/dashboard';
import { display, displayFrame } from '../../support/displays';
import { socketTo } from '../../support/fake-sockets';
import { stubApi } from '../../support/stub-api';

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/display/display-screen'));

const LINK = '/display/token-1';
const CALL = 'GET /api/displays/token-1';
const BAR = { areaId: 'a1', areaName: 'Bar', occupancy: 3, capacity: 10 };
const YARD = { areaId: 'a2', areaName: 'Yard', occupancy: 10, capacity: 10 };

/** Opens the link of an event with this state. Returns a function that opens its socket. */
async function open(shown: Display = display(), link = LINK) {
  openApp({ [CALL]: [200, shown] }, link);
  await screen.findByRole('heading', { name: new RegExp(shown.eventName) });
  return {
    join: async () => {
      const socket = await socketTo('/api/displays/token-1/socket?v=1');
      await socket.open();
      return socket;
    },
  };
}

const sign = (name: string) => within(screen.getByRole('region', { name }));
const words = () => screen.queryByTestId('words')?.textContent;
const figure = () => screen.queryByTestId('figure')?.textContent;
const announced = (text: string) => screen.getByText(text, { selector: 'output' });
const state = () => screen.getByRole('main').dataset.state;

test.each([
  [91, 100, '9', 'Nearly full', 'nearly_full'],
  [100, 100, '0', 'Full – please wait', 'stop'],
  [12, 1_000_000, '999,988', 'Come in', 'go'],
  [1234, 0, '1,234', 'Come in', 'unlimited'],
])('the display for %i inside of %i shows %s and %s', async (occupancy, capacity, shownFigure, said, shownState) => {
  await open(display({ areas: [{ ...BAR, occupancy, capacity }] }));
  expect([figure(), words(), state()]).toEqual([shownFigure, said, shownState]);
  sign('Bar').getByText(shownState === 'unlimited' ? 'people inside' : 'places left');
});

test('the display follows the socket and tells screen readers about changes of state but not about each number', async () => {
  const { join } = await open(display({ venue: { occupancy: 10, capacity: 20 } }));
  const socket = await join();
  const output = announced('Come in');
  await socket.receive(displayFrame({ venue: { occupancy: 12, capacity: 20 } }));
  expect([figure(), output.textContent]).toEqual(['8', 'Come in']);
  await socket.receive(displayFrame({ venue: { occupancy: 20, capacity: 20 } }));
  expect([words(), output.textContent]).toEqual(['Full – please wait', 'Full – please wait']);
});

test('the display shows a named sign for each of several areas and says when an event has none', async () => {
  const { join } = await open(display({ areas: [BAR, YARD] }));
  expect(sign('Bar').getByTestId('words').textContent).toBe('Come in');
  expect(sign('Yard').getByTestId('words').textContent).toBe('Full – please wait');
  screen.getByRole('heading', { name: 'Yard' });
  announced('Bar Come in. Yard Full – please wait');
  await (await join()).receive(displayFrame({ areas: [] }));
  screen.getByText('This event has no areas yet.');
});

test('a link to one area shows only that area and says when it is gone', async () => {
  const { join } = await open(
    display({ areas: [BAR, YARD], venue: { occupancy: 13, capacity: 500 } }),
    `${LINK}?area=a2`,
  );
  screen.getByRole('heading', { name: 'Open Air · Yard' });
  expect(figure()).toBe('0');
  await (await join()).receive(displayFrame({ areas: [BAR] }));
  screen.getByText('This area is no longer there.');
});

test('the display says since when it has no connection; ten seconds later it admits nobody', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { join } = await open(display({ occupancy: 40 }));
  const socket = await join();
  await socket.receive(displayFrame({ occupancy: 40 }));
  stubApi({ [CALL]: 'offline' });
  await socket.closeWith(1006);
  screen.getByText(/^No connection since \d\d:\d\d\. Trying again…$/);
  expect(words()).toBe('Come in');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect([words(), figure(), state()]).toEqual(['Please ask the staff', undefined, 'unknown']);
});

test('a revoked link says so in plain words and shows nothing else', async () => {
  const { join } = await open();
  await (await join()).closeWith(4401);
  screen.getByText('This link is no longer valid.');
  expect([words(), screen.queryByText('Open Air')]).toEqual([undefined, null]);
});

const notice = () => screen.queryByRole('alert')?.textContent;

test.each([
  [{ shows: 'evacuation', evacuation: 'evacuation' }, 'EVACUATIONDo not enter. Leave by the nearest exit.'],
  [
    { shows: 'evacuation', evacuation: 'evacuation', notice: { title: 'LEAVE', text: 'By the yard.' } },
    'LEAVEBy the yard.',
  ],
  [{ shows: 'exercise', evacuation: 'drill' }, 'DRILLThe doors are closed for an exercise. Please wait.'],
  [{ shows: 'ask_staff' }, 'Please ask the staff'],
] satisfies [Partial<Display>, string][])(
  'with %o the display says over the whole screen: %s',
  async (fields, said) => {
    const { join } = await open(display({ occupancy: 40 }));
    const socket = await join();
    expect([notice(), words()]).toEqual([undefined, 'Come in']);
    await socket.receive(displayFrame({ ...fields, occupancy: 40 }));
    expect([notice(), words(), figure()]).toEqual([said, undefined, undefined]);
    expect(screen.getByRole('alert').getAttribute('aria-live')).toBe('assertive');
    await socket.receive(displayFrame({ occupancy: 40 }));
    expect([notice(), words()]).toEqual([undefined, 'Come in']);
  },
);

test('without a connection the display keeps the evacuation, and says since when it is old', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { join } = await open(display({ shows: 'evacuation', areas: [] }));
  const socket = await join();
  await socket.receive(displayFrame({ shows: 'evacuation', areas: [] }));
  stubApi({ [CALL]: 'offline' });
  await socket.closeWith(1006);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect([notice(), state()]).toEqual(['EVACUATIONDo not enter. Leave by the nearest exit.', 'evacuation']);
  screen.getByText(/^No connection since/);
});

test('in a drill the numbers of the day are marked, where the organizer has chosen them', async () => {
  await open(display({ occupancy: 40, evacuation: 'drill' }));
  screen.getByText('For the staff only. Entry is as shown.');
  expect([figure(), notice()]).toEqual(['60', undefined]);
});
