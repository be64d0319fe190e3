import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UNCONFIRMED_MINUTES } from '../../../../src/shared/orders/limits';
import { DEFAULT_VENUE_SETTINGS } from '../../../../src/shared/rules/venue-capacity';
import { EVENT } from '../../support/account';
import { BROKEN, dialogOf, dialogsClosed, MAIN, openSection, press } from '../../support/dashboard';
import { type Answer, CONFIG } from '../../support/stub-api';

const DISPLAY = '/api/events/e1/display';
const ONE_AREA = { 'GET /api/events/e1/areas': [200, { areas: [MAIN] }] as const };
const LINK = `${location.origin}/display/t0ken`;
const link = (token: string | null): Answer => [200, { displayToken: token }];

async function open(handlers: Parameters<typeof openSection>[1]) {
  const { user, calls, section } = await openSection('Public', { [`GET ${DISPLAY}`]: link('t0ken'), ...handlers });
  const made = () => calls.filter((call) => call.path === DISPLAY && call.method !== 'GET').map(({ method }) => method);
  return { user, section, made };
}

const address = async () => (await screen.findByRole('link', { name: 'Open display' })).getAttribute('href');

test('an event has no display link until the admin creates one, which then can be scanned and opened', async () => {
  const { user, made } = await open({
    ...ONE_AREA,
    [`GET ${DISPLAY}`]: link(null),
    [`POST ${DISPLAY}`]: link('t0ken'),
  });
  await press(user, 'Create link');
  expect(await address()).toBe(LINK);
  screen.getByRole('img', { name: `QR code of the link ${LINK}` });
  screen.getByRole('button', { name: 'Copy link' });
  expect(made()).toEqual(['POST']);
  // With one area, the area is the venue.
  expect(screen.queryByLabelText('Shows')).toBeNull();
});

test('the link begins with the public address, whichever address this page has', async () => {
  await open({ 'GET /api/config': [200, { ...CONFIG, publicOrigin: 'https://public.headroom.test' }] });
  await screen.findByRole('img', { name: 'QR code of the link https://public.headroom.test/display/t0ken' });
  expect(await address()).toBe('https://public.headroom.test/display/t0ken');
});

test('the link is replaced only after the question is answered', async () => {
  const { user, made } = await open({ [`POST ${DISPLAY}`]: link('newer') });
  await press(user, 'Replace link');
  const question = await dialogOf('Replace link');
  question.getByText(/go dark within a second/);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect([await address(), made()]).toEqual([LINK, []]);
  await press(user, 'Replace link');
  await user.click((await dialogOf('Replace link')).getByRole('button', { name: 'Replace link' }));
  await dialogsClosed();
  expect([await address(), made()]).toEqual([`${location.origin}/display/newer`, ['POST']]);
});

test('the link can be turned off, and a failure is shown where the action was', async () => {
  let answer: Answer = BROKEN;
  const { user, made } = await open({ [`DELETE ${DISPLAY}`]: () => answer });
  await press(user, 'Turn off');
  const question = await dialogOf('Turn off');
  const confirm = question.getByRole('button', { name: 'Turn off' });
  await user.click(confirm);
  expect((await question.findByRole('alert')).textContent).toBe('Something went wrong.');
  answer = link(null);
  await user.click(confirm);
  await screen.findByRole('button', { name: 'Create link' });
  expect(made()).toEqual(['DELETE', 'DELETE']);
});

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('the organizer’s own words for an evacuation are saved with what displays show in a drill, and nothing else changes', async () => {
  const VENUE = '/api/events/e1/venue';
  const { user, calls, section } = await openSection('Public', { [`PUT ${VENUE}`]: [200, EVENT] });
  await user.click(await section.findByText('In an evacuation or a drill'));
  fill(await section.findByLabelText('In an evacuation, in large letters'), 'Please leave');
  await user.click(section.getByRole('button', { name: 'Save' }));
  section.getByText('Please fill in both, or leave both empty.');
  const text = section.getByLabelText<HTMLTextAreaElement>('And what to do');
  fill(text, 'By yard.');
  await user.selectOptions(section.getByLabelText('In a drill'), 'numbers');
  await user.click(text);
  text.setSelectionRange(3, 3);
  await user.paste('the\n');
  // A line break becomes a space, the caret stays behind it, and Enter saves.
  expect([text.value, text.selectionStart]).toEqual(['By the yard.', 7]);
  await user.keyboard('{Enter}');
  await screen.findByText('Saved');
  const emergency = {
    notice: { title: 'Please leave', text: 'By the yard.' },
    drillShows: 'numbers',
    unconfirmedMinutes: UNCONFIRMED_MINUTES,
    targetMinutes: null,
  };
  expect(calls.filter((call) => call.path === VENUE).map(({ body }) => body)).toEqual([
    { ...DEFAULT_VENUE_SETTINGS, emergency },
  ]);
});
