import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { InspectorLink } from '../../../../src/shared/inspections/schemas';
import { speak } from '../../../../web/src/texts/texts';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { deferred } from '../../support/deferred';
import { BROKEN, dialogOf, dialogsClosed, openAdmin, openSection, press, sectionOf } from '../../support/dashboard';
import { inspectorLink as link } from '../../support/inspector-links';
import type { Answer } from '../../support/stub-api';

const NOW = Date.parse('2026-11-20T20:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

const LINKS = '/api/events/e1/inspections';

const listed = (...links: InspectorLink[]): Answer => [200, { links }];

async function open(handlers: Parameters<typeof openSection>[1]) {
  const opened = await openSection('Inspectors', { [`GET ${LINKS}`]: listed(), ...handlers });
  const { calls, section } = opened;
  const made = () => calls.filter(({ path, method }) => path.startsWith(LINKS) && method !== 'GET');
  const rows = () => section.getAllByRole('listitem').map(({ textContent }) => textContent);
  return { ...opened, rows, made };
}

test('a link is made for a person and a time, and shown once to be copied or scanned', async () => {
  const { user, section, made } = await open({ [`POST ${LINKS}`]: [201, { ...link(), token: 't0ken' }] });
  await section.findByText('There are no links yet.');
  section.getByText(/the journal records each opening/);
  await press(user, 'New link');
  const form = await dialogOf('New link');
  await user.click(form.getByRole('button', { name: 'Create link' }));
  expect((await form.findByRole('alert')).textContent).toBe('Please say for whom the link is.');
  await user.type(form.getByLabelText('Who is it for?'), ' Officer Huber ');
  expect(form.queryByRole('alert')).toBeNull();
  const choice = form.getByLabelText<HTMLSelectElement>('Valid for');
  expect([...choice.options].map(({ text }) => text)).toEqual([
    '4 hours',
    '12 hours',
    '1 day',
    '2 days',
    '7 days',
    'Until another time',
  ]);
  await user.selectOptions(choice, '7 days');
  await user.click(form.getByRole('button', { name: 'Create link' }));
  const shown = await dialogOf('Link for Officer Huber');
  shown.getByRole('img', { name: `QR code of the link ${location.origin}/inspect/t0ken` });
  shown.getByRole('button', { name: 'Copy link' });
  screen.getByRole('dialog', {
    description:
      'This link is shown only now. Copy it, or let it be scanned. Settings lists all links and revokes them.',
  });
  expect(made().map(({ method, body }) => [method, body])).toEqual([['POST', { label: 'Officer Huber', hours: 168 }]]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await dialogsClosed();
  expect(screen.queryByRole('img', { name: /t0ken/ })).toBeNull();
});

const MADE: Answer = [201, { ...link(), token: 't0ken' }];
const SCHEDULE = 'GET /api/events/e1/schedule';
const schedule = (timeZone: string): Answer => [200, { timeZone, reportTime: '06:00', startDate: null, endDate: null }];

/** Opens the form of a link that ends at another time. `enter` fills in its end and submits it. */
async function openEnd(timeZone: string) {
  const opened = await open({ [`POST ${LINKS}`]: MADE, [SCHEDULE]: schedule(timeZone) });
  const { user } = opened;
  await press(user, 'New link');
  const form = await dialogOf('New link');
  await user.type(form.getByLabelText('Who is it for?'), 'Officer Huber');
  await user.selectOptions(form.getByLabelText('Valid for'), 'Until another time');
  const end = await form.findByLabelText<HTMLInputElement>('Valid until');
  const submit = () => user.click(form.getByRole('button', { name: 'Create link' }));
  const enter = async (value: string) => {
    fireEvent.change(end, { target: { value } });
    await submit();
  };
  return { ...opened, form, end, enter, submit };
}

test('a link can end at another time by the clocks of the event, within the days that the server allows', async () => {
  const { form, end, enter, made } = await openEnd('Asia/Kolkata');
  form.getByText('By the clocks in Asia/Kolkata.');
  expect([end.min, end.value, end.max]).toEqual(['2026-11-21T02:30', '2026-11-21T13:30', '2026-11-28T01:30']);
  for (const wrong of ['2026-11-21T00:30', '2026-11-29T01:30']) {
    await enter(wrong);
    expect((await form.findByRole('alert')).textContent).toBe('“Valid until” must be 1 hour to 7 days from now.');
    expect([document.activeElement, end.getAttribute('aria-invalid')]).toEqual([end, 'true']);
  }
  await enter('');
  expect((await form.findByRole('alert')).textContent).toBe('Please enter a date and a time.');
  await enter('2026-11-22T13:30');
  await dialogOf('Link for Officer Huber');
  expect(made().map(({ body }) => body)).toEqual([{ label: 'Officer Huber', expiresAt: '2026-11-22T08:00:00.000Z' }]);
});

test('of an hour that the clocks show twice the second can be the end, and one that they skip is refused', async () => {
  vi.setSystemTime('2026-10-24T12:00:00Z');
  const { user, form, enter, submit, made } = await openEnd('Europe/Berlin');
  await enter('2026-03-29T02:30');
  expect((await form.findByRole('alert')).textContent).toBe('The clocks skipped this time. Please enter another one.');
  fireEvent.change(form.getByLabelText('Valid until'), { target: { value: '2026-10-25T02:30' } });
  await user.selectOptions(form.getByLabelText('Which of the two? The clocks were set back'), '02:30 GMT+1');
  await submit();
  await dialogOf('Link for Officer Huber');
  expect(made().map(({ body }) => body)).toMatchObject([{ expiresAt: '2026-10-25T01:30:00.000Z' }]);
});

test('a link is shown even if its form was closed while it was made', async () => {
  const answer = deferred<Answer>();
  const { user, made } = await open({ [`POST ${LINKS}`]: () => answer.promise });
  await press(user, 'New link');
  await user.type((await dialogOf('New link')).getByLabelText('Who is it for?'), 'Officer Huber{Enter}');
  await user.keyboard('{Escape}');
  await dialogsClosed();
  expect(made()).toHaveLength(1);
  answer.resolve(MADE);
  const shown = await dialogOf('Link for Officer Huber');
  shown.getByRole('img', { name: `QR code of the link ${location.origin}/inspect/t0ken` });
});

test('the list says for whom each link is, until when, and how often it was opened', async () => {
  const lastOpenedAt = '2026-11-20T19:00:00.000Z';
  const { rows } = await open({
    [`GET ${LINKS}`]: listed(
      link({ openings: 3, lastOpenedAt }),
      link({ linkId: 'l2', label: 'Fire brigade', openings: 1, lastOpenedAt }),
      link({ linkId: 'l3', label: 'Police', expiresAt: '2026-11-20T19:30:00.000Z' }),
      link({ linkId: 'l4', label: 'Council', revokedAt: lastOpenedAt }),
    ),
  });
  await screen.findByText('Officer Huber');
  const shown = rows().map((text) => text?.replaceAll(/Nov \d\d \d\d:\d\d/g, 'T'));
  expect(shown).toEqual([
    'Officer HuberValid until TOpened 3 times, last TRevoke',
    'Fire brigadeValid until TOpened once, TRevoke',
    'PoliceExpired TNot opened',
    'CouncilRevoked TNot opened',
  ]);
});

test('a link is revoked after a question, and a failure is shown where the action was', async () => {
  let answer: Answer = BROKEN;
  let links = listed(link());
  const { user, made } = await open({ [`GET ${LINKS}`]: () => links, [`DELETE ${LINKS}/l1`]: () => answer });
  await press(user, 'Revoke the link for Officer Huber');
  const question = await dialogOf('Revoke link');
  question.getByText('Officer Huber');
  await user.click(question.getByRole('button', { name: 'Revoke link' }));
  expect((await question.findByRole('alert')).textContent).toBe('Something went wrong.');
  [answer, links] = [[200, { success: true }], listed(link({ revokedAt: '2026-11-20T20:00:00.000Z' }))];
  await user.click(question.getByRole('button', { name: 'Revoke link' }));
  await dialogsClosed();
  await screen.findByText(/^Revoked/);
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
  expect(made().map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
});

test('a list that does not load says so and offers to try again', async () => {
  let answer: Answer = BROKEN;
  const opened = await open({ [`GET ${LINKS}`]: () => answer });
  expect((await opened.section.findByRole('alert')).textContent).toBe('Something went wrong.');
  answer = listed(link());
  await opened.press('Try again');
  await opened.section.findByText('Officer Huber');
});

test('the list speaks German', async () => {
  speak(german);
  openAdmin(
    { [`GET ${LINKS}`]: listed(link({ openings: 2, lastOpenedAt: '2026-11-20T19:00:00.000Z' })) },
    '/app/events/e1/settings',
  );
  const section = await sectionOf('Kontrollen');
  const row = within((await section.findByText('Officer Huber')).closest('li') ?? expect.fail('No row'));
  row.getByText(/^2-mal geöffnet, zuletzt/);
  row.getByRole('button', { name: 'Link für Officer Huber widerrufen' });
});
