import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alert } from '../../../../src/shared/schemas/alert';
import { type LateBannerProps, MissingAlerts } from '../../../../web/src/app/dashboard/missing-alerts';
import { lazyPart } from '../../../../web/src/ui/lazy-part';
import { alert } from '../../support/alerts';
import { area } from '../../support/areas';

/** Alerts on a device that cannot load their banner. */

const onRetry = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  onRetry.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alert whose banner is missing is told in plain words that move nothing, and asked for again', async () => {
  const Banner = lazyPart<LateBannerProps>(() => Promise.reject(new TypeError('Failed to fetch')), MissingAlerts);
  const page = (unseen: readonly Alert[]) => (
    <Suspense>
      <Banner eventId="e1" unseen={unseen} areas={[area()]} slot={null} isDoor={false} onRetry={onRetry} />
    </Suspense>
  );
  const { container, rerender } = render(page([]));
  await act(async () => vi.advanceTimersByTimeAsync(0));
  expect(container.textContent).toBe('');
  rerender(page([alert()]));
  expect(screen.getByText('90% full: Main Stage').parentElement?.className).toContain('absolute');
  act(() => void vi.advanceTimersByTime(29_000));
  expect(onRetry).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(onRetry).toHaveBeenCalledOnce();
});
