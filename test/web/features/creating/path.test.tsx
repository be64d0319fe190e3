import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { stubSockets } from '../../support/fake-sockets';
import { newAccount } from '../../support/new-account';
import { renderApp } from '../../support/render-app';
import { stubApi } from '../../support/stub-api';

const PASSWORD = 'Passw0rd!';
const MAX_CLICKS = 7;
const MAX_FIELDS = 6;

beforeEach(stubSockets);

/**
 * Somebody with a mouse and a keyboard, who clicks no more than there is to click: a field that has the focus is typed in at once, and
 * Tab leads to the next one.
 */
function somebody(user: ReturnType<typeof renderApp>['user']) {
  const made = { clicks: 0, fields: 0 };
  let lastField: Element | null = null;
  const click = async (element: Element) => {
    made.clicks += 1;
    await user.click(element);
  };
  return {
    made,
    press: async (name: string) => click(await screen.findByRole('button', { name })),
    fill: async (label: string, text: string) => {
      const field = await screen.findByLabelText(label);
      if (lastField !== null && document.activeElement === lastField) await user.tab();
      if (document.activeElement !== field) await click(field);
      made.fields += 1;
      lastField = field;
      await user.keyboard(text);
    },
  };
}

test('from the sign-up to the shared code: at most seven clicks and six fields', async () => {
  const calls = stubApi(newAccount());
  const { user } = renderApp('/signup');
  const { made, fill, press } = somebody(user);

  await fill('Email', 'ada@venue.test');
  await fill('Password', PASSWORD);
  await press('Create Account');

  await screen.findByText('Account created successfully! Please log in.');
  await fill('Password', PASSWORD);
  await press('Log in');

  await screen.findByText('Please select an event to begin.');
  await fill('Event Name', 'Open Air');
  await press('Create Event');

  await screen.findByText('This event has no areas yet.');
  await fill('Area Name', 'Main Stage');
  await fill('Capacity', '500');
  await press('Add');

  await press('Share with door staff');
  const dialog = await screen.findByRole('dialog', { name: 'Share Event' });
  within(dialog).getByText('ABCD-2346');

  expect(made.clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(made.fields).toBeLessThanOrEqual(MAX_FIELDS);
  const bodyOf = (path: string) => calls.find((call) => call.method === 'POST' && call.path === path)?.body;
  expect(bodyOf('/api/auth/login')).toEqual({ username: 'ada@venue.test', password: PASSWORD });
  expect(bodyOf('/api/events')).toEqual({ eventName: 'Open Air' });
  expect(bodyOf('/api/events/e1/areas')).toEqual({ areaName: 'Main Stage', capacity: 500 });
});

test('the login has the new email, with the focus on the password, and the address does not', async () => {
  stubApi(newAccount());
  const { user } = renderApp('/signup');
  await user.type(await screen.findByLabelText('Email'), ' ada@venue.test ');
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByLabelText('Email or Access Code')).toHaveProperty('value', 'ada@venue.test');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  screen.getByText('Account created successfully! Please log in.');
  expect(screen.getByTestId('path').textContent).toBe('/login');
});

test('another email can be typed in its place, and the focus is not taken from it', async () => {
  stubApi(newAccount());
  const { user } = renderApp('/login', { message: 'Account created successfully! Please log in.', email: 'a@b.co' });
  const field = await screen.findByLabelText<HTMLInputElement>('Email or Access Code');
  await user.clear(field);
  await user.type(field, 'c@d.co');
  expect(field.value).toBe('c@d.co');
  expect(document.activeElement).toBe(field);
});
