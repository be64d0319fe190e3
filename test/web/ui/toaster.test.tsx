import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchToastList, Toaster } from '../../../web/src/ui/overlays/toaster';
import { dismissToasts, showToast } from '../../../web/src/ui/overlays/toasts';

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  act(dismissToasts);
});

test('a toast leaves after six seconds, but not while somebody reads it; the live region has it once', async () => {
  await fetchToastList();
  vi.useFakeTimers();
  render(<Toaster />);
  const log = screen.getByRole('log', { name: 'Notices' });
  act(() => showToast('Saved'));
  await pass(100);
  expect(document.body.textContent).toBe('Saved');
  await pass(5_800);
  expect(log.textContent).toBe('Saved');
  fireEvent.pointerMove(screen.getByText('Saved'));
  act(() => showToast('Later'));
  await pass(20_000);
  expect(log.textContent).toBe('SavedLater');
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notices' }));
  await pass(5_900);
  expect(log.textContent).toBe('SavedLater');
  await pass(100);
  expect(log.textContent).toBe('');
});

test('Escape closes the toast with the focus, otherwise the newest one, and nothing else on the page', async () => {
  await fetchToastList();
  render(<Toaster />);
  act(() => ['One', 'Two', 'Three'].forEach((text) => showToast(text)));
  const heard = vi.fn<() => void>();
  document.addEventListener('keydown', heard, { once: true });
  for (const target of [document.body, screen.getByText('One')]) fireEvent.keyDown(target, { key: 'Escape' });
  expect([screen.getByRole('log').textContent, heard.mock.calls]).toEqual(['Two', []]);
});
