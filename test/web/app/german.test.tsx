import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_API, EVENT } from '../support/account';
import { area } from '../support/areas';
import { stubSockets } from '../support/fake-sockets';
import { renderApp } from '../support/render-app';
import { refusal, stubApi } from '../support/stub-api';
import { inGerman } from '../support/in-german';

const API = {
  ...ACCOUNT_API,
  'GET /api/events/e1/areas': [200, { areas: [area({ currentOccupancy: 1_380, version: 3 })] }] as const,
  'GET /api/users/activity': [200, { events: 1, countingDevices: 2 }] as const,
};

inGerman();
beforeEach(() => {
  stubSockets();
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('headroom.selectedEventId', EVENT.eventId);
});

async function choose(name: string) {
  const { user } = renderApp('/app');
  await screen.findAllByTestId('occupancy');
  await user.click(await screen.findByRole('button', { name: 'Optionen der Veranstaltung' }));
  await user.click(screen.getByRole('menuitem', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

test('a copy has a German name', async () => {
  stubApi(API);
  const dialog = await choose('Veranstaltung duplizieren');
  expect(dialog.getByLabelText('Name der Veranstaltung')).toHaveProperty('value', 'Kopie von Warehouse Friday');
});

test('the end of the night is asked for in German', async () => {
  stubApi(API);
  const dialog = await choose('Alle Bereiche zurücksetzen');
  expect(dialog.getByText(/Gerade anwesend: Main Stage 1\.380\. .*der letzte Schritt des Abends/)).toBeTruthy();
});

test('the password is asked for in German, with what is running', async () => {
  stubApi({
    ...API,
    'DELETE /api/users': refusal(
      403,
      'Please enter your password, so that we know that it is you.',
      'confirmation_needed',
    ),
  });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Kontoeinstellungen' }));
  await user.click(await screen.findByRole('button', { name: 'Konto löschen' }));
  await user.click(await screen.findByRole('button', { name: 'Mein Konto löschen' }));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(/Eine Veranstaltung wird gelöscht\. Gerade zählen 2 Geräte\./);
  await user.click(question.getByRole('button', { name: 'Mein Konto löschen' }));
  expect(await question.findByLabelText('Ihr Passwort')).toBeTruthy();
  question.getByText('Bitte geben Sie Ihr Passwort ein, damit wir wissen, dass Sie es sind.');
});
