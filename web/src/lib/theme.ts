import { useSyncExternalStore } from 'react';
import { keepTheme, THEME_KEY } from './storage';

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Heard by public/theme.js, which does the work: it has to be there before the app is. */
const CHOSEN = 'headroom:theme';

function readTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';
}

function subscribe(subscriber: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => key === THEME_KEY && subscriber();
  window.addEventListener(CHOSEN, subscriber);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(CHOSEN, subscriber);
    window.removeEventListener('storage', onStorage);
  };
}

/** Hears when other colours are in force: by a choice, in whatever window, or because night falls for the system. */
export function onColorsChange(subscriber: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const stop = subscribe(subscriber);
  scheme.addEventListener('change', subscriber);
  return () => {
    stop();
    scheme.removeEventListener('change', subscriber);
  };
}

/** Applies a theme at once, and keeps it for the next visit where the browser lets it. */
export function chooseTheme(theme: Theme): void {
  keepTheme(theme === 'system' ? null : theme);
  window.dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
}

/** HTML of the build knows no choice. */
const themeOfBuild = (): Theme => 'system';

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, themeOfBuild);
