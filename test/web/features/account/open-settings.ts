import { screen } from '@testing-library/react';
import { renderApp } from '../../support/render-app';

export const heading = (name: string) => screen.findByRole('heading', { name });
export const button = (name: string) => screen.getByRole('button', { name });

/** Opens an address and presses these buttons in turn, each as it appears. */
async function pressAt(path: string, names: readonly string[]) {
  const { user } = renderApp(path);
  for (const name of names) await user.click(await screen.findByRole('button', { name }));
  return user;
}

/** Opens the app and presses these buttons in turn, each as it appears. */
export const press = (...names: readonly string[]) => pressAt('/app', names);

/** Opens the settings dialog. */
export const openSettings = (...steps: readonly string[]) => press('Account settings', ...steps);

/** Opens the page with the account's settings. */
export const openPage = (...steps: readonly string[]) => pressAt('/app/settings', steps);
