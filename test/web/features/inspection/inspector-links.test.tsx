import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { InspectorLink } from '../../../../src/shared/inspections/schemas';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/durations';
import { speak } from '../../../../web/src/texts/texts';
import { pack as german } from '../../../../web/src/texts/pack.de';
import { BROKEN, dialogOf, dialogsClosed, openAdmin, openSection, press, sectionOf } from '../../support/dashboard';
import type { Answer } from '../../support/stub-api';

const NOW = Date.parse('2026-11-20T20:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

const LINKS = '/api/events/e1/inspections';

const link = (fields: Partial<InspectorLink> = {}): InspectorLink => ({
  linkId: 'l1',
  label: 'Officer Huber',
  createdAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-11-21T06:00:00.000Z',
  revokedAt: null,
  openings: 0,
  lastOpenedAt: null,
  ...fields,
});
const listed = (...links: InspectorLink[]): Answer => [200, { links }];

/** A moment on the device's clock, as the field has it. */
const localText = (at: Date) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
const two = (part: number) => String(part).padStart(2, '0');

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
    '7 days',
    'Until another time',
  ]);
  await user.selectOptions(choice, '7 days');
  await user.click(form.getByRole('button', { name: 'Create link' }));
  const shown = await dialogOf('Link for Officer Huber');
  shown.getByRole('img', { name: `QR code of the link ${location.origin}/inspect/t0ken` });
  shown.getByRole('button', { name: 'Copy link' });
  shown.getByText('This link is shown only now. Copy it, or let it be scanned.');
  expect(made().map(({ method, body }) => [method, body])).toEqual([['POST', { label: 'Officer Huber', hours: 168 }]]);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await dialogsClosed();
  expect(screen.queryByRole('img', { name: /t0ken/ })).toBeNull();
});

test('a link can end at another time, which is at most as far away as the server allows', async () => {
  const { user, made } = await open({ [`POST ${LINKS}`]: [201, { ...link(), token: 't0ken' }] });
  await press(user, 'New link');
  const form = await dialogOf('New link');
  await user.type(form.getByLabelText('Who is it for?'), 'Officer Huber');
  await user.selectOptions(form.getByLabelText('Valid for'), 'Until another time');
  const end = form.getByLabelText<HTMLInputElement>('Valid until');
  const chosen = new Date(NOW + 36 * HOUR_MS);
  for (const wrong of [NOW - HOUR_MS, NOW + 8 * DAY_MS]) {
    fireEvent.change(end, { target: { value: localText(new Date(wrong)) } });
    await user.click(form.getByRole('button', { name: 'Create link' }));
    expect((await form.findByRole('alert')).textContent).toBe('“Valid until” must be 1 hour to 7 days from now.');
    expect([document.activeElement, end.getAttribute('aria-invalid')]).toEqual([end, 'true']);
  }
  fireEvent.change(end, { target: { value: localText(chosen) } });
  await user.click(form.getByRole('button', { name: 'Create link' }));
  await dialogOf('Link for Officer Huber');
  expect(made().map(({ body }) => body)).toEqual([{ label: 'Officer Huber', expiresAt: chosen.toISOString() }]);
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
