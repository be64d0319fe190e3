import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchToastList, Toaster } from '../../../web/src/ui/overlays/toaster';
import { dismissToasts, showToast } from '../../../web/src/ui/overlays/toasts';

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  act(dismissToasts);
  vi.useRealTimers();
});

test('a toast leaves after six seconds, but not while somebody reads it; the live region has it once', async () => {
  await fetchToastList();
  vi.useFakeTimers();
  render(<Toaster />);
  const log = screen.getByRole('log', { name: 'Notices' });
  act(() => showToast('Saved'));
  await pass(5_900);
  expect([log.textContent, screen.getAllByText('Saved').length]).toEqual(['Saved', 1]);
  fireEvent.pointerMove(screen.getByText('Saved'));
  await pass(20_000);
  expect(log.textContent).toBe('Saved');
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notices' }));
  await pass(5_900);
  expect(log.textContent).toBe('Saved');
  await pass(100);
  expect(log.textContent).toBe('');
});
