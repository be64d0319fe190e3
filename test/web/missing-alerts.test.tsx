import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '../../src/shared/schemas/alert';
import { type LateBannerProps, MissingAlerts } from '../../web/src/app/dashboard/missing-alerts';
import { lazyPart } from '../../web/src/ui/lazy-part';
import { area } from './support/areas';

/** Alerts on a device that cannot load their banner. */

const ALERT: Alert = {
  alertId: 'al1',
  areaId: 'a1',
  threshold: 90,
  occupancy: 451,
  capacity: 500,
  raisedAt: '2026-11-20T22:41:00Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
};
const onRetry = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  onRetry.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alert whose banner is missing is told in plain words, over the bar while somebody counts, and asked for again', async () => {
  const Banner = lazyPart<LateBannerProps>(() => Promise.reject(new TypeError('Failed to fetch')), MissingAlerts);
  const page = (fields: Partial<LateBannerProps>) => (
    <div data-area-id="a1" data-testid="pad">
      <Suspense>
        <Banner eventId="e1" unseen={[]} areas={[area()]} connection="connected" onRetry={onRetry} {...fields} />
      </Suspense>
    </div>
  );
  const { rerender } = render(page({}));
  await act(async () => vi.advanceTimersByTimeAsync(0));
  const pad = screen.getByTestId('pad');
  expect(pad.textContent).toBe('');
  fireEvent.pointerDown(pad, { pointerId: 1, isPrimary: true });
  fireEvent.pointerUp(pad, { pointerId: 1 });

  rerender(page({ unseen: [ALERT] }));
  const place = () => screen.getByText('90% full: Main Stage').parentElement?.parentElement;
  expect(place()?.className).toContain('absolute');
  expect(screen.queryByText('Disconnected')).toBeNull();
  rerender(page({ unseen: [ALERT], connection: 'disconnected' }));
  expect(place()?.textContent).toBe('90% full: Main StageDisconnected');

  act(() => void vi.advanceTimersByTime(5_000));
  expect(place()?.className).not.toContain('absolute');
  expect(place()?.textContent).toBe('90% full: Main Stage');
  expect(onRetry).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(25_000));
  expect(onRetry).toHaveBeenCalledOnce();
});
