import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import script from '../../../web/public/theme.js?raw';
import { ThemeSwitch } from '../../../web/src/ui/theme-switch';

const applied = () => document.documentElement.dataset.theme;
const radio = (name: string) => screen.getByRole('radio', { name });
const browserColors = () =>
  Array.from(document.querySelectorAll('meta[name=theme-color]'), (meta) => meta.getAttribute('media'));

/** Runs the script as the head of a page does. */
function loadPage(kept?: string): void {
  if (kept !== undefined) localStorage.setItem('headroom.theme', kept);
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is a file of its own, not a module
  new Function(script)();
}

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000" />`;
});

afterEach(() => {
  delete document.documentElement.dataset.theme;
  document.head.innerHTML = '';
});

test.each([
  ['light', 'light', ['all', 'not all']],
  ['dark', 'dark', ['not all', 'all']],
  [undefined, undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
  ['pink', undefined, ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
])('a kept theme, %s, is there before the app is; without one the system has its way', (kept, theme, colors) => {
  loadPage(kept);
  expect(applied()).toBe(theme);
  expect(browserColors()).toEqual(colors);
});

test('a window without storage follows the system, and the switch works all the same', async () => {
  const broken = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: broken, setItem: broken, removeItem: broken, clear: () => undefined });
  loadPage();
  expect(applied()).toBeUndefined();
  render(<ThemeSwitch />);
  await userEvent.click(radio('Dark'));
  expect(applied()).toBe('dark');
});

test('the switch shows what holds, applies a choice at once, and keeps it', async () => {
  loadPage('light');
  render(<ThemeSwitch />);
  screen.getByRole('radiogroup', { name: 'Color theme' });
  expect(radio('Light')).toHaveProperty('checked', true);
  await userEvent.click(radio('Dark'));
  expect([applied(), localStorage.getItem('headroom.theme')]).toEqual(['dark', 'dark']);
  expect(radio('Dark')).toHaveProperty('checked', true);
  expect(browserColors()).toEqual(['not all', 'all']);
  await userEvent.click(radio('As on this device'));
  expect([applied(), localStorage.getItem('headroom.theme')]).toEqual([undefined, null]);
  // What is chosen in another window holds here too.
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.theme', newValue: 'dark' }));
  expect(applied()).toBe('dark');
});
