import { screen } from '@testing-library/react';
import { renderApp } from '../../support/render-app';

export const heading = (name: string) => screen.findByRole('heading', { name });
export const button = (name: string) => screen.getByRole('button', { name });

/** Opens the app and presses these buttons in turn, each as it appears. */
export async function press(...names: readonly string[]) {
  const { user } = renderApp('/app');
  for (const name of names) await user.click(await screen.findByRole('button', { name }));
  return user;
}

export const openSettings = (...steps: readonly string[]) => press('Account settings', ...steps);
