import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_API, BILLING, configured, EVENT } from '../support/account';
import { area, sync } from '../support/areas';
import { fakeStripe } from '../support/fake-stripe';
import { socketTo, stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { refusal, stubApi } from '../support/stub-api';
import { inGerman } from '../support/in-german';

const GUEST = { 'GET /api/auth/verify': refusal(401, 'Please log in to continue.', 'unauthenticated') };
const button = (name: string) => screen.getByRole('button', { name });

inGerman();
beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
});

test('the login is German, with what the server says of a wrong password', async () => {
  stubApi({
    ...GUEST,
    'POST /api/auth/login': refusal(401, 'Login failed. Please check your credentials.', 'invalid_credentials'),
  });
  const { user } = renderApp('/login');
  await user.type(await screen.findByLabelText('E-Mail oder Zugangscode'), 'ada@venue.test');
  await user.type(screen.getByLabelText('Passwort'), 'Wrong-1!');
  await user.click(button('Anmelden'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Ihre Angaben.',
  );
  expect(document.title).toBe('Anmelden · Headroom');
  expect(screen.getByRole('link', { name: 'Headroom' }).getAttribute('href')).toBe('/de/');
});

test('the sign-up says in German what a password still needs', async () => {
  stubApi(GUEST);
  const { user } = renderApp('/signup');
  await user.type(await screen.findByLabelText('E-Mail'), 'ada@venue.test');
  await user.type(screen.getByLabelText('Passwort'), 'Abcdefg1');
  screen.getByText('ein Sonderzeichen enthalten (z. B. !@#$%^&*)');
  await user.click(button('Konto erstellen'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Das Passwort muss ein Sonderzeichen enthalten (z. B. !@#$%^&*).',
  );
});

test('numbers of the areas are written the German way, and a missing name is told in German', async () => {
  stubApi(ACCOUNT_API);
  localStorage.setItem('headroom.selectedEventId', EVENT.eventId);
  const { user } = renderApp('/app');
  await screen.findByRole('heading', { name: EVENT.eventName });
  const socket = await socketTo('/api/events/e1/socket');
  await socket.open();
  await socket.receive(
    sync({
      areas: [area({ areaName: 'Halle', capacity: 1600, currentOccupancy: 1234, totalEntries: 12_345 })],
    }),
  );
  const card = await screen.findByRole('article', { name: 'Halle' });
  expect(within(card).getByText('1.234')).toBeTruthy();
  expect(card.textContent).toMatch(/von 1\.600.*Füllt sich, 77\u00a0%.*12\.345/);
  await user.click(button('+ Neuer Bereich'));
  await user.click(await screen.findByRole('button', { name: 'Erstellen' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Beide Felder sind erforderlich.');
});

test('countries have German names in German order, and Stripe speaks German', async () => {
  const stripe = fakeStripe();
  stubApi({
    ...ACCOUNT_API,
    'GET /api/config': configured('pk_1'),
    'GET /api/users/profile': [200, { ...BILLING, billing_address_country: '' }],
    'PUT /api/users/billing-details': [200, BILLING],
    'POST /api/billing/create-setup-intent': [200, { clientSecret: 'seti_1_secret' }],
  });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Kontoeinstellungen' }));
  await user.click(await screen.findByRole('button', { name: 'Rechnung und Zahlung' }));
  const country = await screen.findByLabelText<HTMLSelectElement>('Land');
  await within(country).findByRole('option', { name: 'Österreich' });
  const names = [...country.options].slice(1).map(({ text }) => text);
  expect(names.length).toBeGreaterThan(240);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'de')));

  await user.selectOptions(country, '');
  await user.click(button('Weiter'));
  expect((await screen.findByRole('alert')).textContent).toBe('Bitte wählen Sie ein Land, um fortzufahren.');
  expect(country.getAttribute('aria-invalid')).toBe('true');
  await user.selectOptions(country, 'Österreich');
  await user.click(button('Weiter'));
  await screen.findByRole('heading', { name: 'Schritt 2: Zahlungsmittel' });
  await waitFor(() => expect(stripe.Stripe).toHaveBeenCalledWith('pk_1', { locale: 'de' }));
});
