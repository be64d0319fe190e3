import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { changeDevice } from '../../../../web/src/lib/device';
import { dismissToast, readToasts } from '../../../../web/src/lib/toasts';
import { alert } from '../../support/alerts';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API } from '../../support/counting-screen';
import { stubAudio } from '../../support/fake-audio';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, refusal, stubApi } from '../../support/stub-api';

let starts: ReturnType<typeof stubAudio>;
const vibrate = vi.fn<(pattern: number | number[]) => boolean>(() => true);

const ACKNOWLEDGE = 'POST /api/events/e1/alerts/al1/acknowledge';
const banner = () => document.querySelector<HTMLElement>('header [data-tone]');
const said = () => screen.queryByText(/full: /, { selector: 'header [data-tone] p' })?.textContent;

async function open(api = {}) {
  const calls = stubApi({ ...CODE_API, [ACKNOWLEDGE]: [200, { alerts: [] }], ...api });
  const { user } = renderApp('/app');
  await screen.findByRole('button', { name: 'Add one to Main Stage' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [area(), BAR] }));
  const raise = (...alerts: Alert[]) => room.receive({ type: 'alerts_changed', eventId: 'e1', alerts });
  return { calls, user, room, raise };
}

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
  stubSockets();
  changeDevice(AS_NEW);
  starts = stubAudio();
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'vibrate');
});

test('a new alert is told in words, shape and colour, is heard and felt, once', async () => {
  const { raise } = await open();
  await raise(alert());
  await waitFor(() => expect(said()).toBe('90% full: Main Stage'));
  within(banner()!).getByText('0 of 500 now');
  expect(banner()?.dataset.tone).toBe('bad');
  expect(banner()?.querySelector('.lucide-octagon-alert')).not.toBeNull();
  await waitFor(() => expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([4, 1]));
  await raise(alert(), alert({ alertId: 'al2', acknowledgedAt: '2026-11-20T22:41:30Z' }));
  expect(vibrate).toHaveBeenCalledOnce();
  await raise(alert({ alertId: 'al3', areaId: null, threshold: 75 }), alert());
  await waitFor(() => expect(vibrate).toHaveBeenCalledTimes(2));
});

test('a warning has a shape of its own; the venue’s is named so', async () => {
  const { raise } = await open();
  await raise(alert({ areaId: null, threshold: 75 }));
  await waitFor(() => expect(said()).toBe('75% full: Venue total'));
  expect(banner()?.dataset.tone).toBe('warn');
  expect(banner()?.querySelector('.lucide-triangle-alert')).not.toBeNull();
});

test('muted on this device it is felt only', async () => {
  changeDevice({ sound: false });
  const { raise } = await open();
  await raise(alert());
  await waitFor(() => expect(vibrate).toHaveBeenCalled());
  expect(starts).not.toHaveBeenCalled();
});

test('what is full is told again and again until somebody has seen it, but not for ever', async () => {
  const { raise } = await open();
  vi.useFakeTimers();
  await raise(alert());
  act(() => void vi.advanceTimersByTime(60_000));
  expect(vibrate).toHaveBeenCalledTimes(1);
  await raise(alert({ alertId: 'al2', threshold: 100 }));
  expect(vibrate).toHaveBeenCalledTimes(2);
  await act(async () => vi.advanceTimersByTimeAsync(24_000));
  expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([16, 4]);
  await act(async () => vi.advanceTimersByTimeAsync(600_000));
  expect(vibrate).toHaveBeenCalledTimes(22);
  await raise(alert({ alertId: 'al3', threshold: 110 }));
  await raise(alert({ alertId: 'al3', threshold: 110, acknowledgedAt: '2026-11-20T22:43:00Z' }));
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect(vibrate).toHaveBeenCalledTimes(23);
});

test('the alerts of one event leave those of another told', async () => {
  localStorage.setItem('headroom.toldAlerts', '["of-another-event"]');
  const { raise } = await open();
  await raise(alert());
  await waitFor(() => expect(localStorage.getItem('headroom.toldAlerts')).toBe('["of-another-event","al1"]'));
});

test('what was told before a reload is not told again', async () => {
  localStorage.setItem('headroom.toldAlerts', '["al1"]');
  const { raise } = await open();
  await raise(alert());
  await waitFor(() => expect(said()).toBe('90% full: Main Stage'));
  expect(vibrate).not.toHaveBeenCalled();
});

test('Acknowledge tells the room; then it says who has seen it, until it is over', async () => {
  const { calls, user, raise } = await open();
  await raise(alert());
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  const call = calls.find(({ path }) => path.endsWith('/acknowledge'));
  expect(call?.body).toEqual({ clientId: expect.stringMatching(/^[\w-]{22}$/) });
  await raise(alert({ acknowledgedAt: '2026-11-20T22:43:00Z', acknowledgedBy: 'North gate' }));
  expect(banner()).toBeNull();
  expect((await screen.findByText(/acknowledged by North gate, /)).textContent).toContain('90% full: Main Stage');
  await raise(alert({ acknowledgedAt: '2026-11-20T22:43:00Z' }));
  await screen.findByText(/acknowledged at /);
  await raise();
  expect(screen.queryByText(/acknowledged at /)).toBeNull();
});

test('a failure says so, and it can be tried again', async () => {
  const { user, raise } = await open({ [ACKNOWLEDGE]: refusal(500, 'Something went wrong.', 'internal') });
  await raise(alert());
  const button = await screen.findByRole('button', { name: 'Acknowledge' });
  await user.click(button);
  await screen.findByText('The alert could not be acknowledged. Please try again.');
  expect(button.getAttribute('aria-disabled')).toBeNull();
});

const SEEN = { acknowledgedAt: '2026-11-20T22:43:00Z', acknowledgedBy: 'North gate' };

test('without a socket the answer to Acknowledge is what is shown; an alert raised meanwhile stays', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user, room, raise } = await open({ [ACKNOWLEDGE]: () => answer.promise });
  await raise(alert());
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await raise(alert(), alert({ alertId: 'al2', areaId: 'a2' }));
  await room.closeWith(1006);
  await act(async () => answer.resolve([200, { alerts: [alert(SEEN)] }]));
  expect((await screen.findByText(/acknowledged by North gate, /)).textContent).toContain('90% full: Main Stage');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(1));
  expect(said()).toBe('90% full: Bar');
});

test.each([
  ['is over', [200, { alerts: [] }]],
  ['is not known any more', refusal(404, 'Not there', 'not_found')],
] as const)('without a socket an alert that %s goes when it is acknowledged', async (_how, answer) => {
  const { user, room, raise } = await open({ [ACKNOWLEDGE]: answer });
  await raise(alert());
  await room.closeWith(1006);
  await user.click(await screen.findByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(banner()).toBeNull());
  expect(readToasts()).toEqual([]);
});

test('a dialog does not keep a new alert from being read out, neither the first one nor a later one', async () => {
  const { user, raise } = await open();
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'This device' }));
    return screen.findByRole('dialog');
  };
  const dialog = await openDialog();
  await raise(alert());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^90% full: Main Stage\. 451 of 500/);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await openDialog();
  await raise(alert({ alertId: 'al2', threshold: 100 }));
  expect(screen.getByRole('alert').textContent).toMatch(/^100% full: Main Stage\./);
});

test('while somebody counts it stands in the bar and takes no place; then it gets one, which it keeps while they count', async () => {
  const { raise } = await open();
  await raise(alert({ acknowledgedAt: '2026-11-20T22:43:00Z' }));
  await screen.findByText(/acknowledged at /);
  const pad = screen.getByRole('button', { name: 'Add one to Main Stage' });
  const tap = () => {
    fireEvent.pointerDown(pad, { pointerId: 1, isPrimary: true });
    fireEvent.pointerUp(pad, { pointerId: 1 });
  };
  const isInBar = () => banner()?.closest('.absolute') !== null;
  vi.useFakeTimers();
  tap();
  await raise(alert({ alertId: 'al2' }));
  expect(isInBar()).toBe(true);
  screen.getByText(/acknowledged at /);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(isInBar()).toBe(false);
  expect(screen.queryByText(/acknowledged at /)).toBeNull();
  tap();
  await raise();
  expect(banner()?.parentElement?.classList.contains('invisible')).toBe(true);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(banner()).toBeNull();
});

/** Where the banner lies in the window, off the corner in which presses without a place come down, and a press in it. */
const PLACE = new DOMRect(10, 10, 370, 50);
const INSIDE = { clientX: 360, clientY: 30 };

/** Its clock stands still from here on, so that a busy machine makes no time pass. */
function placeBanner(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(PLACE);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

/** A finger's press and its click, so long after now; returns whether the click went through. */
function tapAt(target: Element, at: typeof INSIDE, { afterMs = 0, detail = 1 } = {}): boolean {
  const later = (event: Event) => Object.defineProperty(event, 'timeStamp', { value: performance.now() + afterMs });
  fireEvent(target, later(createEvent.pointerDown(target, { ...at, pointerId: 1, isPrimary: true })));
  fireEvent(target, later(createEvent.pointerUp(target, { ...at, pointerId: 1, isPrimary: true })));
  return fireEvent(target, later(createEvent.click(target, { ...at, detail })));
}

test.each(['this device', 'a colleague'])(
  'for a second after %s has acknowledged an alert nothing in its place takes a press',
  async (who) => {
    const { user, raise } = await open();
    const pad = screen.getByRole('button', { name: 'Add one to Main Stage' });
    const logOut = screen.getByRole('button', { name: 'Log out' });
    const count = () => screen.getAllByTestId('occupancy')[0]?.textContent;
    expect(count()).toBe('0');
    await raise(alert());
    const acknowledge = await screen.findByRole('button', { name: 'Acknowledge' });
    placeBanner();
    if (who === 'this device') await user.click(acknowledge);
    await raise(alert(SEEN));
    expect(banner()).toBeNull();

    expect(tapAt(logOut, INSIDE, { afterMs: 999 })).toBe(false);
    tapAt(pad, INSIDE, { afterMs: 999 });
    expect(count()).toBe('0');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(tapAt(pad, { clientX: 360, clientY: 61 })).toBe(true);
    tapAt(pad, INSIDE, { afterMs: 1_001 });
    expect(count()).toBe('1');
    expect(tapAt(logOut, INSIDE, { detail: 0 })).toBe(true);
    await screen.findByRole('dialog', { name: 'Log out now?' });
  },
);

test('one row tells of several; one that is over hides none that is open, and all are acknowledged at once', async () => {
  const acknowledged = [200, { alerts: [] }] as const;
  const { calls, user, raise } = await open({ 'POST /api/events/e1/alerts/al2/acknowledge': acknowledged });
  await raise(alert({ threshold: 100 }), alert({ alertId: 'al2', areaId: 'a2' }));
  await waitFor(() => expect(said()).toBe('100% full: Main Stage'));
  expect(document.querySelectorAll('header [data-tone]')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '1 more' }));
  expect(document.querySelectorAll('header [data-tone]')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Acknowledge all' }));
  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/acknowledge'))).toHaveLength(2));
  await waitFor(() => expect(banner()).toBeNull());
});

test('the alert that moves up to the place of one that was acknowledged takes no second press', async () => {
  const { calls, user, raise } = await open();
  await raise(alert({ threshold: 100 }), alert({ alertId: 'al2' }));
  const [first] = await screen.findAllByRole('button', { name: 'Acknowledge' });
  placeBanner();
  await user.click(first!);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Acknowledge' })).toHaveLength(1));
  tapAt(screen.getByRole('button', { name: 'Acknowledge' }), INSIDE, { afterMs: 300 });
  expect(calls.filter(({ path }) => path.endsWith('/acknowledge'))).toHaveLength(1);
});
