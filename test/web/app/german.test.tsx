import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_API } from '../support/account';
import { asNew, choose, dialogOf, openAdmin, press } from '../support/dashboard';
import { inGerman } from '../support/in-german';
import { refusal } from '../support/stub-api';

/** That no text is left in English is read from the sources (test/unit/texts); here is what is put together on the screen. */

inGerman();
beforeEach(() => {
  asNew();
  vi.spyOn(console, 'warn').mockReturnValue();
});

test('the dashboard’s dialogs put names and numbers together in German', async () => {
  const { user } = openAdmin();
  await screen.findAllByTestId('occupancy');
  const menu = 'Optionen der Veranstaltung';
  const copy = await choose(user, 'Veranstaltung duplizieren', menu);
  expect(copy.getByLabelText('Name der Veranstaltung')).toHaveProperty('value', 'Kopie von Warehouse Friday');
  await user.keyboard('{Escape}');
  const reset = await choose(user, 'Alle Bereiche zurücksetzen', menu);
  reset.getByText(/Gerade anwesend: Main Stage 3, Bar 4\. .*der letzte Schritt des Abends/);
  await user.keyboard('{Escape}');
  await press(user, 'Teilen');
  const share = await dialogOf('Veranstaltung teilen');
  await user.click(share.getByRole('checkbox', { name: 'Für eine Tür' }));
  await user.type(share.getByLabelText('Name der Tür'), 'Nordtor');
  await user.selectOptions(share.getByLabelText('Zählt'), 'Auslass');
  expect(document.querySelector('body > .door-card')?.textContent).toContain('Nordtor · alle Bereiche · zählt Auslass');
  await user.keyboard('{Escape}');
  await press(user, 'Dieses Gerät');
  await press(user, 'Fernbedienung anlernen');
  within(screen.getByRole('group', { name: 'Fernbedienung' })).getByText('Drücken Sie die Taste für +');
  await user.keyboard('bb');
  expect(screen.getByRole('alert').textContent).toBe('Diese Taste ist schon +. Eine Taste kann nicht beides sein.');
});

test('the password before a deletion is asked for in German, with what is running', async () => {
  const needed = 'Please enter your password, so that we know that it is you.';
  const { user } = openAdmin({
    ...ACCOUNT_API,
    'GET /api/users/activity': [200, { events: 1, countingDevices: 2 }],
    'DELETE /api/users': refusal(403, needed, 'confirmation_needed'),
  });
  await press(user, 'Kontoeinstellungen');
  await press(user, 'Konto löschen');
  await press(user, 'Mein Konto löschen');
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(/Eine Veranstaltung wird gelöscht\. Gerade zählen 2 Geräte\./);
  await user.click(question.getByRole('button', { name: 'Mein Konto löschen' }));
  expect(await question.findByLabelText('Ihr Passwort')).toBeTruthy();
  question.getByText('Bitte geben Sie Ihr Passwort ein, damit wir wissen, dass Sie es sind.');
});
