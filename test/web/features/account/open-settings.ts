import { screen } from '@testing-library/react';
import { renderApp } from '../../support/render-app';

export const heading = (name: string) => screen.findByRole('heading', { name });
export const button = (name: string) => screen.getByRole('button', { name });

/** Opens the account's settings, and one after the other what these buttons lead to. */
export async function openSettings(...steps: readonly string[]) {
  const { user } = renderApp('/app');
  for (const name of ['Account settings', ...steps]) await user.click(await screen.findByRole('button', { name }));
  return user;
}
