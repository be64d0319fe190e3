import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { type LateBannerProps, MissingAlerts } from '../../../../web/src/features/dashboard/notices/missing-alerts';
import { dismissToast, readToasts } from '../../../../web/src/ui/overlays/toasts';
import { lazyComponent } from '../../../../web/src/ui/overlays/lazy-component';
import { alert } from '../../support/alerts';
import { area } from '../../support/areas';
import { asNew, BROKEN, counts, dialogOf, openDoor, press } from '../../support/dashboard';
import { stubAudio } from '../../support/fake-audio';
import { type Answer, refusal } from '../../support/stub-api';

let starts: ReturnType<typeof stubAudio>;
const vibrate = vi.fn<(pattern: number | number[]) => boolean>(() => true);

const ACKNOWLEDGE = 'POST /api/events/e1/alerts/al1/acknowledge';
const SEEN = { acknowledgedAt: '2026-11-20T22:43:00Z', acknowledgedBy: 'North gate' };
const FULL = alert({ threshold: 100 });
const IN_BAR = alert({ alertId: 'al2', areaId: 'a2' });

const rows = () => [...document.querySelectorAll<HTMLElement>('header [data-tone]')];
const banner = () => rows()[0];
const said = () => rows().map((row) => row.querySelector('p')?.textContent);
const areSaid = (...words: readonly string[]) => waitFor(() => expect(said()).toEqual(words));
const heading = () => document.querySelector('h1');
const pad = () => screen.getByRole('button', { name: 'Add one to Main Stage' });
const acknowledges = () => screen.findAllByRole('button', { name: 'Acknowledge' });
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

async function open(api = {}) {
  const { user, room, made } = await openDoor('/app', {
    [ACKNOWLEDGE]: [200, { alerts: [] }],
    'POST /api/events/e1/alerts/al2/acknowledge': [200, { alerts: [] }],
    ...api,
  });
  const raise = (...alerts: Alert[]) => room.receive({ type: 'alerts_changed', eventId: 'e1', alerts });
  return { user, room, raise, told: () => made('POST', '/acknowledge') };
}

beforeEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
  asNew();
  starts = stubAudio();
  vibrate.mockClear();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate');
});

test('a new alert appears once in words, shape and color, with sound and vibration', async () => {
  const { raise } = await open();
  await raise(alert());
  await areSaid('90% full: Main Stage');
  expect(banner()?.textContent).toContain('3 of 500 now');
  expect(banner()?.dataset.tone).toBe('bad');
  expect(banner()?.querySelector('.lucide-octagon-alert')).not.toBeNull();
  await waitFor(() => expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([4, 1]));
  await raise(alert(), alert({ alertId: 'al2', acknowledgedAt: '2026-11-20T22:41:30Z' }));
  expect(vibrate).toHaveBeenCalledOnce();
  await raise(alert({ alertId: 'al3', areaId: null, threshold: 75 }), alert());
  await waitFor(() => expect(vibrate).toHaveBeenCalledTimes(2));
});

test('a full alert repeats until it is acknowledged, but not forever', async () => {
  const { raise } = await open();
  vi.useFakeTimers();
  await raise(alert());
  await pass(60_000);
  expect(vibrate).toHaveBeenCalledTimes(1);
  await raise(alert({ alertId: 'al2', threshold: 100 }));
  expect(vibrate).toHaveBeenCalledTimes(2);
  await pass(24_000);
  expect([starts.mock.calls.length, vibrate.mock.calls.length]).toEqual([16, 4]);
  await pass(600_000);
  expect(vibrate).toHaveBeenCalledTimes(22);
  await raise(alert({ alertId: 'al3', threshold: 110 }));
  await raise(alert({ alertId: 'al3', threshold: 110, ...SEEN }));
  await pass(60_000);
  expect(vibrate).toHaveBeenCalledTimes(23);
});

test('a reload does not repeat an alert and leaves the alerts of another event unchanged', async () => {
  localStorage.setItem('headroom.toldAlerts', '["of-another-event","al1"]');
  const { raise } = await open();
  await raise(alert());
  await areSaid('90% full: Main Stage');
  expect(vibrate).not.toHaveBeenCalled();
  await raise(alert(), IN_BAR);
  await waitFor(() => expect(localStorage.getItem('headroom.toldAlerts')).toBe('["of-another-event","al1","al2"]'));
});

test('an alert whose banner cannot be loaded appears as plain text that moves nothing, and the banner is requested again', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  const onRetry = vi.fn<() => void>();
  const Banner = lazyComponent<LateBannerProps>(() => Promise.reject(new TypeError('Failed to fetch')), MissingAlerts);
  const page = (unseen: readonly Alert[]) => (
    <Suspense>
      <Banner eventId="e1" unseen={unseen} areas={[area()]} slot={null} isDoor={false} onRetry={onRetry} />
    </Suspense>
  );
  const { container, rerender } = render(page([]));
  await pass(0);
  expect(container.textContent).toBe('');
  rerender(page([alert()]));
  expect(screen.getByText('90% full: Main Stage').parentElement?.className).toContain('absolute');
  await pass(29_000);
  expect(onRetry).not.toHaveBeenCalled();
  await pass(1_000);
  expect(onRetry).toHaveBeenCalledOnce();
});

test('Acknowledge reports a failure; after a success the alert shows who has seen it until it is over', async () => {
  let answer: Answer = BROKEN;
  const { user, raise, told } = await open({ [ACKNOWLEDGE]: () => answer });
  await raise(alert());
  await press(user, 'Acknowledge');
  await screen.findByText('The alert could not be acknowledged. Please try again.');
  answer = [200, { alerts: [] }];
  await press(user, 'Acknowledge');
  expect(told()).toEqual(Array.from({ length: 2 }, () => ({ clientId: expect.stringMatching(/^[\w-]{22}$/) })));
  await raise(alert(SEEN));
  expect(rows()).toEqual([]);
  expect((await screen.findByText(/acknowledged by North gate, /)).textContent).toContain('90% full: Main Stage');
  await raise(alert({ ...SEEN, acknowledgedBy: null }));
  await screen.findByText(/acknowledged at /);
  await raise();
  expect(screen.queryByText(/acknowledged at /)).toBeNull();
});

test('an acknowledgment without a socket shows the answered alert and keeps an alert that was raised meanwhile', async () => {
  const answer = Promise.withResolvers<Answer>();
  const { user, room, raise } = await open({ [ACKNOWLEDGE]: () => answer.promise });
  await raise(alert());
  await press(user, 'Acknowledge');
  await raise(alert(), IN_BAR);
  await room.closeWith(1006);
  await act(async () => answer.resolve([200, { alerts: [alert(SEEN)] }]));
  expect((await screen.findByText(/acknowledged by North gate, /)).textContent).toContain('90% full: Main Stage');
  await waitFor(async () => expect(await acknowledges()).toHaveLength(1));
  expect(said()).toEqual(['90% full: Bar']);
});

test.each([
  ['is over', [200, { alerts: [] }]],
  ['is no longer known', refusal(404, 'Not there', 'not_found')],
] as const)('an acknowledgment without a socket removes an alert that %s', async (_how, answer) => {
  const { user, room, raise } = await open({ [ACKNOWLEDGE]: answer });
  await raise(alert());
  await room.closeWith(1006);
  await press(user, 'Acknowledge');
  await areSaid();
  expect(readToasts()).toEqual([]);
});

test('one row shows several alerts, and one press acknowledges all', async () => {
  const { user, raise, told } = await open();
  await raise(FULL, IN_BAR);
  await areSaid('100% full: Main Stage');
  await press(user, '2 alerts');
  expect(rows()).toHaveLength(2);
  await press(user, 'Acknowledge all');
  await waitFor(() => expect(told()).toHaveLength(2));
  await areSaid();
  expect(document.activeElement).toBe(heading());
});

test('all can be undone for ten seconds, whatever ends meanwhile, and what is raised meanwhile is not acknowledged', async () => {
  const { user, raise, told } = await open();
  await raise(FULL, IN_BAR);
  await areSaid('100% full: Main Stage');
  await press(user, '2 alerts');
  vi.useFakeTimers();
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  click('Acknowledge all');
  await pass(4_000);
  await raise(FULL);
  click('Undo (6 s)');
  await pass(11_000);
  expect(told()).toEqual([]);
  await raise(FULL, IN_BAR);
  click('2 alerts');
  click('Acknowledge all');
  await pass(9_000);
  await raise(FULL, IN_BAR, alert({ alertId: 'al3', areaId: null, threshold: 75 }));
  expect(told()).toEqual([]);
  await pass(1_000);
  expect(told()).toHaveLength(2);
  expect(said()).toHaveLength(1);
});

/** The banner's place, away from the corner where events without coordinates land, and a point inside it. */
const PLACE = new DOMRect(10, 10, 370, 50);
const INSIDE = { clientX: 360, clientY: 30 };

/** Puts the banner at its place and stops the clock, so that a busy machine does not let time pass. */
function placeBanner(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(PLACE);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

/** A finger's press and its click, `afterMs` from now; returns whether the click went through. */
function tapAt(target: Element, at: typeof INSIDE, { afterMs = 0, detail = 1 } = {}): boolean {
  const later = (event: Event) => Object.defineProperty(event, 'timeStamp', { value: performance.now() + afterMs });
  fireEvent(target, later(createEvent.pointerDown(target, { ...at, pointerId: 1, isPrimary: true })));
  fireEvent(target, later(createEvent.pointerUp(target, { ...at, pointerId: 1, isPrimary: true })));
  return fireEvent(target, later(createEvent.click(target, { ...at, detail })));
}

test.each(['this device', 'a colleague'])(
  'the place of an alert that was acknowledged by %s ignores presses',
  async (who) => {
    const { user, raise } = await open();
    const logOut = screen.getByRole('button', { name: 'Log out' });
    await raise(alert());
    const [acknowledge] = await acknowledges();
    placeBanner();
    if (who === 'this device') await user.click(acknowledge!);
    await raise(alert(SEEN));
    expect(rows()).toEqual([]);

    expect(tapAt(logOut, INSIDE, { afterMs: 999 })).toBe(false);
    tapAt(pad(), INSIDE, { afterMs: 999 });
    expect(counts()[0]).toBe('3');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(tapAt(pad(), { clientX: 360, clientY: 61 })).toBe(true);
    tapAt(pad(), INSIDE, { afterMs: 1_001 });
    expect(counts()[0]).toBe('4');
    expect(tapAt(logOut, INSIDE, { detail: 0 })).toBe(true);
    await dialogOf('Log out now?');
  },
);

test('the place of an alert ignores presses also for the next alert that moves there, whose button is dim meanwhile', async () => {
  const { user, raise, told } = await open();
  await raise(FULL, alert({ alertId: 'al2' }));
  const [first] = await acknowledges();
  expect(first?.className).not.toContain('opacity-75');
  placeBanner();
  await user.click(first!);
  await waitFor(async () => expect(await acknowledges()).toHaveLength(1));
  const [next] = await acknowledges();
  await waitFor(() => expect(next?.className).toContain('opacity-75'));
  tapAt(next!, INSIDE, { afterMs: 300 });
  expect(told()).toHaveLength(1);
  vi.restoreAllMocks();
  await waitFor(() => expect(next?.className).not.toContain('opacity-75'), { timeout: 3_000 });
});
