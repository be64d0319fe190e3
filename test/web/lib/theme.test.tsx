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
function loadPage(): void {
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
  ['light', ['all', 'not all']],
  ['dark', ['not all', 'all']],
] as const)('a kept theme, %s, is there before the app is', (theme, colours) => {
  localStorage.setItem('headroom.theme', theme);
  loadPage();
  expect(applied()).toBe(theme);
  expect(browserColors()).toEqual(colours);
});

test.each([[null], ['pink']])('without a choice (%j) the system has its way', (kept) => {
  if (kept) localStorage.setItem('headroom.theme', kept);
  loadPage();
  expect(applied()).toBeUndefined();
  expect(browserColors()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
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
  localStorage.setItem('headroom.theme', 'light');
  loadPage();
  render(<ThemeSwitch />);
  screen.getByRole('radiogroup', { name: 'Color theme' });
  expect(radio('Light')).toHaveProperty('checked', true);
  await userEvent.click(radio('Dark'));
  expect(applied()).toBe('dark');
  expect(radio('Dark')).toHaveProperty('checked', true);
  expect(browserColors()).toEqual(['not all', 'all']);
  expect(localStorage.getItem('headroom.theme')).toBe('dark');
  await userEvent.click(radio('As on this device'));
  expect(applied()).toBeUndefined();
  expect(localStorage.getItem('headroom.theme')).toBeNull();
});

test('the keyboard moves through the three', async () => {
  // jsdom has none, and the arrow keys of user-event need it.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  loadPage();
  render(<ThemeSwitch />);
  await userEvent.tab();
  expect(document.activeElement).toBe(radio('As on this device'));
  await userEvent.keyboard('{ArrowRight}');
  expect(applied()).toBe('light');
});

test('what is chosen in another window holds here too', () => {
  loadPage();
  render(<ThemeSwitch />);
  window.dispatchEvent(new StorageEvent('storage', { key: 'headroom.theme', newValue: 'dark' }));
  expect(applied()).toBe('dark');
});
