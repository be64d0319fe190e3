import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { changeDevice } from '../../../../web/src/lib/device';
import { alert } from '../../support/alerts';
import { area, sync } from '../../support/areas';
import { AS_NEW, BAR, CODE_API, makeDoorScreen } from '../../support/counting-screen';
import { stubAudio } from '../../support/fake-audio';
import { socketTo, stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const SEEN = { acknowledgedAt: '2026-11-20T22:43:00Z', acknowledgedBy: 'North gate' };
const TWO = [alert({ threshold: 100 }), alert({ alertId: 'al2', areaId: 'a2' })];

const rows = () => [...document.querySelectorAll<HTMLElement>('header [data-tone]')];
const said = () => rows().map((row) => row.querySelector('p')?.textContent);
const heading = () => document.querySelector('h1');
const press = (pad: Element) => {
  fireEvent.pointerDown(pad, { pointerId: 1, isPrimary: true });
  fireEvent.pointerUp(pad, { pointerId: 1 });
};

async function open() {
  const acknowledged = [200, { alerts: [] }] as const;
  stubApi({
    ...CODE_API,
    'POST /api/events/e1/alerts/al1/acknowledge': acknowledged,
    'POST /api/events/e1/alerts/al2/acknowledge': acknowledged,
  });
  const { user } = renderApp('/app');
  const pad = await screen.findByRole('button', { name: 'Add one to Main Stage' });
  const room = await socketTo('/api/events/e1/socket');
  await room.open();
  await room.receive(sync({ areas: [area(), BAR] }));
  const raise = (...alerts: Alert[]) => room.receive({ type: 'alerts_changed', eventId: 'e1', alerts });
  return { user, raise, pad };
}

/** By key, as somebody does who does not see where else the focus could be. */
async function acknowledge(user: Awaited<ReturnType<typeof open>>['user'], name = 'Acknowledge') {
  const [button] = await screen.findAllByRole('button', { name });
  button?.focus();
  await user.keyboard('{Enter}');
}

beforeEach(() => {
  stubSockets();
  changeDevice(AS_NEW);
  stubAudio();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('at a door', () => {
  beforeEach(makeDoorScreen);

  test('an alert has a line of its own in the bar, there before it, and stays in it once nobody counts', async () => {
    const { raise, pad } = await open();
    const before = document.querySelectorAll('header div').length;
    await raise(alert(SEEN));
    await vi.waitFor(() => expect(document.querySelectorAll('header div').length).toBeGreaterThan(before));
    vi.useFakeTimers();
    press(pad);
    await raise(alert(SEEN), alert({ alertId: 'al2' }));
    const [row] = rows();
    expect(row?.closest('header')?.contains(heading())).toBe(true);
    expect(row?.closest('.absolute')).toBeNull();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(rows()).toEqual([row]);
  });

  test('while somebody counts the new one stands there; the others are listed below at one press', async () => {
    const { user, raise, pad } = await open();
    await raise(TWO[0]!);
    await waitFor(() => expect(said()).toEqual(['100% full: Main Stage']));
    press(pad);
    await raise(...TWO);
    expect(said()).toEqual(['90% full: Bar']);
    await user.click(screen.getByRole('button', { name: '1 more' }));
    expect(new Set(said())).toEqual(new Set(['100% full: Main Stage', '90% full: Bar']));
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(said()).toHaveLength(1);
  });

  test('what is listed below takes as much place while somebody counts, whatever is over', async () => {
    const { user, raise, pad } = await open();
    await raise(...TWO, alert({ alertId: 'al3', areaId: null }));
    await user.click(await screen.findByRole('button', { name: '2 more' }));
    const places = () => [...(rows()[1]?.parentElement?.parentElement?.children ?? [])].length;
    const listed = rows()[1]?.parentElement?.parentElement;
    expect(listed?.children).toHaveLength(3);
    press(pad);
    await raise(TWO[0]!);
    expect(listed?.isConnected && places()).toBe(3);
    expect(screen.getAllByRole('button', { name: 'Acknowledge' }).length).toBeGreaterThan(0);
  });
});

describe.each(['a door', 'a wide screen'])('the focus on %s', (where) => {
  beforeEach(() => {
    if (where === 'a door') makeDoorScreen();
  });

  test('of an alert that was acknowledged goes to the next one, and with the last one to the heading', async () => {
    const { user, raise } = await open();
    await raise(...TWO);
    await acknowledge(user);
    await waitFor(() => expect(rows()).toContain(document.activeElement));
    expect(document.activeElement?.textContent).toContain('90% full: Bar');
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(heading()));
  });

  test('of “Acknowledge all” goes to the heading', async () => {
    const { user, raise } = await open();
    await raise(...TWO);
    await user.click(await screen.findByRole('button', { name: '1 more' }));
    await acknowledge(user, 'Acknowledge all');
    await waitFor(() => expect(rows()).toEqual([]));
    expect(document.activeElement).toBe(heading());
  });

  test('goes to the heading, too, while somebody counts and where a colleague has acknowledged it', async () => {
    const { raise, pad } = await open();
    await raise(alert());
    (await screen.findByRole('button', { name: 'Acknowledge' })).focus();
    press(pad);
    await raise(alert(SEEN));
    expect(document.activeElement).toBe(heading());
  });

  test('elsewhere stays there', async () => {
    const { raise, pad } = await open();
    await raise(alert());
    (await screen.findByRole('button', { name: 'Acknowledge' })).focus();
    pad.focus();
    await raise(alert(SEEN));
    expect(document.activeElement).toBe(pad);
  });
});
