import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type {
  AlertRecipient,
  AlertRecipientList,
  CreatedAlertRecipient,
  Delivery,
} from '../../../../src/shared/notifications/schemas';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { laterTextsLoaded } from '../../../../web/src/texts/later-texts';
import { speak } from '../../../../web/src/texts/texts';
import { dialogOf, dialogsClosed, openAdmin, openApp, press, TWO_EVENTS_API } from '../../support/dashboard';
import { refusal } from '../../support/stub-api';

/** Tests the recipients of alerts in the account's settings, and the pages that links in mails open. */

beforeAll(async () => {
  await import('../../../../web/src/features/settings/account/account-settings-screen');
  await import('../../../../web/src/features/notifications/alert-mail-screen');
});
beforeEach(() => void vi.stubGlobal('Notification', { requestPermission: async () => 'granted' }));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const HOOK: AlertRecipient = {
  recipientId: 'r1',
  kind: 'webhook',
  name: 'Control room',
  address: 'https://hook.test/alerts',
  language: 'en',
  eventIds: null,
  threshold: 90,
  afterMinutes: 5,
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', letsHighestThrough: true },
  topics: ['alerts'],
  createdAt: '2026-11-20T18:00:00.000Z',
  confirmedAt: '2026-11-20T18:00:00.000Z',
};
const MAIL: AlertRecipient = {
  ...HOOK,
  recipientId: 'r2',
  kind: 'mail',
  name: 'Ada',
  address: 'ada@b.co',
  confirmedAt: null,
};
const DELIVERY: Delivery = {
  deliveryId: '1',
  recipientId: 'r1',
  type: 'raised',
  eventName: null,
  day: null,
  alerts: [{ eventName: 'Warehouse', areaName: 'Bar', threshold: 90 }],
  total: 1,
  state: 'waiting',
  createdAt: '2026-11-20T18:00:00.000Z',
  attempts: 2,
  lastAttemptAt: '2026-11-20T18:00:00.000Z',
  nextAt: '2026-11-20T18:10:00.000Z',
  answer: '503',
};

const LIST = 'GET /api/alert-recipients';
const CREATE = 'POST /api/alert-recipients';
const KEY = btoa('k'.repeat(65)).replaceAll('=', '');

function open(list: Partial<AlertRecipientList> = {}, api: Parameters<typeof openAdmin>[0] = {}) {
  const all: AlertRecipientList = { recipients: [HOOK, MAIL], canMail: true, pushKey: KEY, ...list };
  return openAdmin(
    {
      ...TWO_EVENTS_API,
      [LIST]: [200, all],
      'GET /api/alert-deliveries': [200, { deliveries: [DELIVERY] }],
      ...api,
    },
    '/app/settings',
  );
}

const created = (recipient: AlertRecipient, secret: string | null = null): [number, CreatedAlertRecipient] => [
  201,
  { ...recipient, secret },
];
const cardOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 3 });
  return within(heading.closest('li') ?? heading);
};

test('the list says who is told what and when, and the last messages say how they ended', async () => {
  open();
  const hook = await cardOf('Control room');
  hook.getByText('https://hook.test/alerts');
  hook.getByText('From 90% · All events · After 5 min without acknowledgment · Quiet 22:00–07:00');
  const mail = await cardOf('Ada');
  mail.getByText('Waiting for confirmation');
  expect(mail.queryByRole('button', { name: 'Send a test: Ada' })).toBeNull();
  await screen.findByText('Warehouse: Bar reached 90%');
  screen.getByText(/^Control room · .*answer 503, 2 attempts, next at/);
});

test('in German', async () => {
  speak(german);
  await laterTextsLoaded();
  open();
  (await cardOf('Control room')).getByText(
    'Ab 90 % · Alle Veranstaltungen · Nach 5 Min. ohne Bestätigung · Ruhe 22:00–07:00',
  );
  expect(await screen.findByText('Warehouse: Bar hat 90 % erreicht')).toBeTruthy();
});

test('a webhook is added with its choices, and its secret is shown once', async () => {
  const { user, made } = open({ recipients: [] }, { [CREATE]: created(HOOK, 'whsec_abc') });
  await screen.findByText('Nobody is told yet. Add this browser, a mail address or a webhook.');
  await press(user, 'Add webhook');
  const dialog = await dialogOf('Add webhook');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  dialog.getByText('Please enter a name.');
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Control room');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  dialog.getByText('Please enter an address.');
  expect(document.activeElement).toBe(dialog.getByLabelText('Address, beginning with https://'));
  await user.type(dialog.getByLabelText('Address, beginning with https://'), 'https://hook.test/alerts');
  await user.selectOptions(dialog.getByLabelText('Level'), 'From 90% of the capacity');
  await user.selectOptions(dialog.getByLabelText('When'), 'When nobody has acknowledged it for 5 min');
  await user.click(dialog.getByLabelText('All events, later ones included'));
  await user.click(dialog.getByLabelText('Summer'));
  await user.click(dialog.getByLabelText('Quiet hours'));
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '22:30' } });
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const secret = await dialogOf('The webhook’s secret');
  secret.getByText('whsec_abc');
  expect(made('POST', 'alert-recipients')).toEqual([
    {
      kind: 'webhook',
      language: 'en',
      name: 'Control room',
      address: 'https://hook.test/alerts',
      topics: ['alerts'],
      threshold: 90,
      afterMinutes: 5,
      eventIds: ['e1'],
      quietHours: { from: '22:30', to: '08:00', timeZone: expect.any(String), letsHighestThrough: true },
    },
  ]);
  await user.click(secret.getByRole('button', { name: 'Done' }));
  await dialogsClosed();
});

test('a refused address says why, and the dialog stays open', async () => {
  const said = 'This address does not lead to a server on the public internet.';
  const { user } = open({}, { [CREATE]: refusal(400, said) });
  await press(user, 'Add webhook');
  const dialog = await dialogOf('Add webhook');
  await user.type(dialog.getByLabelText('Name'), 'Here');
  await user.type(dialog.getByLabelText('Address, beginning with https://'), 'https://127.0.0.1/');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText(said)).toBeTruthy();
});

/** A browser with a push service. */
function withPushes(subscribe: () => Promise<object>) {
  vi.stubGlobal('PushManager', {});
  const pushManager = { subscribe, getSubscription: async () => null };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  });
}

test('this browser is asked only after the button was pressed, and then added', async () => {
  const asked = vi.fn<() => Promise<string>>(async () => 'granted');
  vi.stubGlobal('Notification', { requestPermission: asked });
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  withPushes(async () => ({ toJSON: () => ({ endpoint: 'https://push.test/1', keys }) }));
  const { user, made } = open({ recipients: [] }, { [CREATE]: created({ ...HOOK, kind: 'push' }) });
  await press(user, 'Add this browser');
  const dialog = await dialogOf('Add this browser');
  expect(asked).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialogsClosed();
  expect(made('POST', 'alert-recipients')).toMatchObject([
    { kind: 'push', address: 'https://push.test/1', keys, name: 'This browser' },
  ]);
});

test('a browser whose person refuses says so', async () => {
  vi.stubGlobal('Notification', { requestPermission: async () => 'denied' });
  withPushes(() => Promise.reject(new Error('never asked')));
  const { user, made } = open();
  await press(user, 'Add this browser');
  const dialog = await dialogOf('Add this browser');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText(/^Notifications are blocked for this page/);
  expect(made('POST', 'alert-recipients')).toEqual([]);
});

test('a browser without pushes and a server without mails say what is missing', async () => {
  open({ canMail: false });
  await screen.findByText(/On an iPhone or iPad, put Headroom on the home screen first/);
  screen.getByText('This server sends no mails.');
  for (const name of ['Add this browser', 'Add mail address'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

test('choices are changed and the address stays', async () => {
  const { user, made } = open({}, { 'PUT /api/alert-recipients/r1': [200, HOOK] });
  await press(user, 'Change: Control room');
  const dialog = await dialogOf('Change recipient');
  expect(dialog.queryByLabelText('Address, beginning with https://')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('When'), 'At once');
  await user.click(dialog.getByLabelText('Quiet hours'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialogsClosed();
  expect(made('PUT')).toEqual([
    { name: 'Control room', eventIds: null, threshold: 90, afterMinutes: 0, quietHours: null, topics: ['alerts'] },
  ]);
});

test('a webhook chooses what is sent; levels, minutes and quiet hours are about alerts alone', async () => {
  const { user, made } = open({}, { 'PUT /api/alert-recipients/r1': [200, HOOK] });
  await press(user, 'Change: Control room');
  const dialog = await dialogOf('Change recipient');
  const topics = within(dialog.getByRole('group', { name: 'What is sent' }));
  await user.click(topics.getByLabelText('Alerts'));
  for (const label of ['Level', 'When', 'Quiet hours']) expect(dialog.queryByLabelText(label)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  dialog.getByText('Please choose what is sent.');
  await user.click(topics.getByLabelText('Seals of reports'));
  await user.click(topics.getByLabelText('Counts, at most once a second'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialogsClosed();
  expect(made('PUT')).toMatchObject([{ topics: ['counts', 'seals'], threshold: 90 }]);
  await press(user, 'Change: Ada');
  expect((await dialogOf('Change recipient')).queryByRole('group', { name: 'What is sent' })).toBeNull();
});

test.each([
  [null, 'Counts · Closed days · All events', 'Warehouse · Day closed · ', 'Warehouse · Counts'],
  [
    german,
    'Zählerstände · Abgeschlossene Tage · Alle Veranstaltungen',
    'Warehouse · Tag abgeschlossen · ',
    'Warehouse · Zählerstände',
  ],
])('a webhook without alerts says what is sent, and so do the last messages (%#)', async (pack, facts, day, counts) => {
  speak(pack);
  await laterTextsLoaded();
  const sent: Delivery = { ...DELIVERY, alerts: [], eventName: 'Warehouse', type: 'day.closed', day: '2026-11-20' };
  open(
    { recipients: [{ ...HOOK, topics: ['counts', 'days'] }] },
    {
      'GET /api/alert-deliveries': [
        200,
        { deliveries: [sent, { ...sent, deliveryId: 'counts r1 e1', type: 'counts.changed', day: null }] },
      ],
    },
  );
  (await cardOf('Control room')).getByText(facts);
  expect((await screen.findByText((text) => text.startsWith(day))).textContent).toContain('20');
  screen.getByText(counts);
});

test.each([
  ['cleared', 'Warehouse: the alert about North camera is over'],
  ['acknowledged', 'Warehouse: the alert about North camera was acknowledged'],
  ['raised', 'Warehouse: North camera does not count: its area was deleted'],
] as const)('a message about a machine that was %s is a sentence', async (type, title) => {
  const [first] = DELIVERY.alerts;
  if (!first) throw new Error('The sample has an alert');
  const trouble = { kind: 'refused', code: 'area_deleted' } as const;
  const alerts = [{ ...first, areaName: 'North camera', trouble }];
  open({}, { 'GET /api/alert-deliveries': [200, { deliveries: [{ ...DELIVERY, type, alerts }] }] });
  expect((await screen.findByText(title)).textContent).toBe(title);
});

test('a recipient is deleted after a question, and a test says how it ended', async () => {
  const tried: Delivery = { ...DELIVERY, type: 'test', alerts: [], state: 'failed', answer: 'timeout' };
  const { user, made } = open(
    {},
    { 'POST /api/alert-recipients/r1/test': [201, tried], 'DELETE /api/alert-recipients/r1': [200, { success: true }] },
  );
  await press(user, 'Send a test: Control room');
  await screen.findByText('The test failed: no answer in time');
  await press(user, 'Delete: Control room');
  await user.click((await dialogOf('Delete recipient')).getByRole('button', { name: 'Delete' }));
  await dialogsClosed();
  expect(made('DELETE', 'r1')).toHaveLength(1);
});

test.each([
  ['/alert-mails/confirm#tok', 'Yes, send me alerts', 'confirm', /^Your address is confirmed/],
  ['/alert-mails/leave#tok', 'Stop these mails', 'leave', 'Done. You get no more alerts by mail.'],
] as const)('the link %s does nothing before its button is pressed', async (path, button, what, done) => {
  const call = `POST /api/alert-mails/tok/${what}`;
  const { user, made } = openApp({ [call]: [200, { success: true }] }, path);
  await screen.findByRole('button', { name: button });
  expect(made('POST')).toEqual([]);
  await press(user, button);
  await screen.findByText(done);
});

test('a link that is over says so', async () => {
  const { user } = openApp({}, '/alert-mails/confirm#tok');
  await press(user, 'Yes, send me alerts');
  expect(await screen.findByText('This link is not valid any more.')).toBeTruthy();
});

test('a link without its token says so', async () => {
  openApp({}, '/alert-mails/leave');
  await screen.findByText(/^This link is incomplete/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop these mails' })).toBeNull());
});
