import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Readiness } from '../../../../src/shared/schemas/system';
import { ServiceStatus } from '../../../../web/src/features/dashboard/notices/service-status';
import { type Answer, stubApi } from '../../support/stub-api';

/** Includes the time until an answer is on the screen. */
const SECOND_CHECK_MS = 10_100;
const MINUTE_MS = 60_100;

const LATE_COUNTS = 'Counts may arrive late. Taps are kept on each device until they are sent.';
const LATE_BILLS = 'Counting works. Days are billed later than usual.';
const NO_MAILS = 'Counting works. Mails to reset a password may not arrive.';
const NO_CARDS = 'Counting works. Cards cannot be saved for the moment.';

type Part = keyof Readiness['checks'];

const readiness = (...broken: readonly Part[]): Answer => {
  const part = (name: Part) =>
    broken.includes(name) ? { ok: false, ms: 3, error: 'unreachable' } : { ok: true, ms: 3 };
  const body: Readiness = {
    ok: !broken.includes('database') && !broken.includes('rooms'),
    version: '1.0.0',
    degraded: [],
    checks: {
      database: part('database'),
      rooms: { ...part('rooms'), refusing: 0 },
      usage: { ...part('usage'), waiting: 0, oldestS: 0 },
      billing: { ...part('billing'), isOn: true },
      mail: { ...part('mail'), isOn: true },
      crons: part('crons'),
    },
  };
  return [body.ok ? 200 : 503, body];
};

const asked = (calls: readonly { path: string }[]) => calls.filter(({ path }) => path === '/api/health/ready').length;
const passTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

function show(answer: () => Answer) {
  const calls = stubApi({ 'GET /api/health/ready': answer });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServiceStatus />
    </QueryClientProvider>,
  );
  return calls;
}

const said = () => screen.getByRole('status').textContent;

test.each<[string, readonly Part[], string]>([
  ['no part', [], ''],
  ['rooms', ['rooms'], LATE_COUNTS],
  [
    'the database',
    ['database', 'billing'],
    'Counting goes on where a device is connected. Logging in, reports and changes may fail for the moment.',
  ],
  ['billing', ['billing', 'usage'], NO_CARDS],
  ['mails', ['mail', 'usage'], NO_MAILS],
  ['the billing of past days', ['usage'], LATE_BILLS],
])('the status with a fault in %s says what is affected and what still works', async (_what, broken, words) => {
  show(() => readiness(...broken));
  await passTime(0);
  expect(said()).toBe('');
  await passTime(SECOND_CHECK_MS);
  expect(said()).toBe(words);
});

test('a visible page checks the status once a minute; it shows a new fault once a second check confirms it, and removes it when the fault ends', async () => {
  let broken: Part[] = ['usage'];
  const calls = show(() => readiness(...broken));
  await passTime(SECOND_CHECK_MS);
  expect([asked(calls), said()]).toEqual([2, LATE_BILLS]);
  broken = ['rooms', 'usage'];
  await passTime(MINUTE_MS);
  expect([asked(calls), said()]).toEqual([3, LATE_BILLS]);
  await passTime(SECOND_CHECK_MS);
  expect(said()).toBe(LATE_COUNTS);
  broken = [];
  await passTime(MINUTE_MS);
  expect([asked(calls), said()]).toEqual([5, '']);

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await passTime(600_000);
  expect(asked(calls)).toBe(5);
});
