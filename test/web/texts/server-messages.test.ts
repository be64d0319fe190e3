import { expect, test } from 'vitest';
import { checkEventName } from '../../../src/shared/rules/names';
import { AnySchema, callApi } from '../../../web/src/api/api-client';
import { pack as german } from '../../../web/src/texts/pack.de';
import { speak, translate } from '../../../web/src/texts/texts';
import { stubApi } from '../support/stub-api';

const said = (message: unknown, code = 'invalid_input') => german.translate({ text: 'English.', code, message });

test.each<[id: string, values: unknown[], text: string]>([
  ['no_such_call', [], 'Diesen Aufruf gibt es nicht.'],
  ['name_too_long', ['areaName', 100], 'Name des Bereichs: höchstens 100 Zeichen.'],
  ['name_unusable', ['eventName'], 'Name der Veranstaltung: Einige Zeichen sind nicht erlaubt.'],
  ['billing_text_wrong', ['billing_tax_id'], 'Steuernummer: Das muss Text sein.'],
  ['billing_text_too_long', ['billing_address_city', 100], 'Ort: höchstens 100 Zeichen.'],
  ['password_too_long', [200], 'Passwort: höchstens 200 Zeichen.'],
  [
    'password_unmet',
    [['number', 'length']],
    'Das Passwort muss eine Ziffer enthalten, mindestens 8 Zeichen lang sein.',
  ],
  ['count_invalid', [1_000_000], 'Gezählte Personen: eine ganze Zahl von 0 bis 1.000.000.'],
  ['venue_people_invalid', ['capacity', 1, 1_000_000], 'Gesamtkapazität: eine ganze Zahl von 1 bis 1.000.000.'],
  ['safety_margin_invalid', [50], 'Sicherheitsreserve: eine ganze Zahl von 0 bis 50 Prozent.'],
  ['alerts_invalid', [5, 200], 'Höchstens 5 Warnungen, jede bei einer ganzen Zahl von 1 bis 200 Prozent.'],
  ['capacity_too_large', [1_000_000], 'Die Kapazität darf höchstens 1.000.000 sein.'],
  ['report_too_long', [366], 'Ein Bericht umfasst höchstens 366 Tage.'],
  ['taps_file_too_long', [31], 'Eine Datei einzelner Zählungen umfasst höchstens 31 Tage.'],
  ['untranslated', ['Your card was declined.'], 'Your card was declined.'],
])('the message %s of %j has its German text', (id, values, text) => {
  expect(said({ id, values })).toBe(text);
});

test.each([
  [undefined],
  [null],
  ['name_too_long'],
  [{ id: 'newer', values: [] }],
  [{ id: 'toString', values: [] }],
  [{ id: 'name_too_long' }],
  [{ id: 'name_too_long', values: ['areaName'] }],
  [{ id: 'name_too_long', values: [100, 'areaName'] }],
  [{ id: 'name_too_long', values: ['constructor', 100] }],
  [{ id: 'password_unmet', values: [['newer']] }],
])('the unknown message %j gets the text of its code; with an unknown code the text stays English', (message) => {
  expect(said(message)).toBe('Einige Angaben sind ungültig.');
  expect(said(message, 'newer')).toBe('English.');
});

test('a refusal by the server and one by a rule are shown in German', async () => {
  speak(german);
  const message = { id: 'capacity_too_large', values: [1_000_000] };
  stubApi({ 'GET /api/x': [400, { error: 'Capacity must be at most 1,000,000.', code: 'invalid_input', message }] });
  await expect(callApi('/api/x', AnySchema)).rejects.toThrow('Die Kapazität darf höchstens 1.000.000 sein.');
  const checked = checkEventName(' ');
  expect(checked.ok || translate(checked.error)).toBe('Der Name der Veranstaltung darf nicht leer sein.');
});
