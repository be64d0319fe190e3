import { useSyncExternalStore } from 'react';
import { keepTheme, THEME_KEY } from '../../session/storage';

/** The themes. `system` follows the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * The event that requests a theme. public/theme.js listens to it and applies the theme, because it must run before the
 * app has loaded.
 */
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

/**
 * Calls the subscriber when the colors change: by a choice in any window, or because the system switches between light
 * and dark.
 */
export function onColorsChange(subscriber: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const stop = subscribe(subscriber);
  scheme.addEventListener('change', subscriber);
  return () => {
    stop();
    scheme.removeEventListener('change', subscriber);
  };
}

/** Applies a theme at once, and stores it for the next visit if the browser allows that. */
export function chooseTheme(theme: Theme): void {
  keepTheme(theme === 'system' ? null : theme);
  window.dispatchEvent(new CustomEvent(CHOSEN, { detail: theme }));
}

/** The HTML of the build contains no chosen theme. */
const themeOfBuild = (): Theme => 'system';

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, themeOfBuild);
