import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CODE_API } from './support/counting-screen';
import { stubSockets } from './support/fake-sockets';
import { renderApp } from './support/render-app';
import { stubApi } from './support/stub-api';

beforeEach(stubSockets);

test('what a phone on its side puts behind a button opens and closes, and gives the focus back', async () => {
  stubApi(CODE_API);
  const { user } = renderApp('/app');
  const opener = await screen.findByRole('button', { name: 'Access code' });
  const isOpen = () => opener.getAttribute('aria-expanded') === 'true';
  const row = document.getElementById(String(opener.getAttribute('aria-controls')));
  expect(row?.textContent).toMatch(/^Access codeABCD-2346.*Share$/);
  expect(isOpen()).toBe(false);

  await user.click(opener);
  expect(isOpen()).toBe(true);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByTitle('Copy access code'));
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(opener);

  await user.click(opener);
  fireEvent.pointerDown(screen.getByRole('heading', { level: 1 }));
  expect(isOpen()).toBe(false);

  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await screen.findByRole('dialog', { name: 'Share Event' });
  expect(isOpen()).toBe(false);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});
