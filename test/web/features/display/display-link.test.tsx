import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { area } from '../../support/areas';
import { stubSockets } from '../../support/fake-sockets';
import { renderApp } from '../../support/render-app';
import { type Answer, CONFIG, refusal, stubApi } from '../../support/stub-api';

const DISPLAY = '/api/events/e1/display';
const link = (token: string | null): Answer => [200, { displayToken: token }];

beforeEach(() => {
  stubSockets();
  localStorage.setItem('headroom.selectedEventId', 'e1');
});

async function openDisplay(handlers: Parameters<typeof stubApi>[0], areas = [area()]) {
  const calls = stubApi({
    'GET /api/auth/verify': [
      200,
      { success: true, user: { username: 'a@b.co', role: 'admin', subscriptionStatus: 'active' } },
    ],
    'GET /api/events': [200, [{ eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' }]],
    'GET /api/events/e1/areas': [200, { areas }],
    ...handlers,
  });
  const { user } = renderApp('/app');
  await user.click(await screen.findByRole('button', { name: 'Event options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Public Display' }));
  await screen.findByRole('dialog', { name: 'Public Display' });
  const made = () =>
    calls.filter(({ path, method }) => path === DISPLAY && method !== 'GET').map(({ method }) => method);
  return { user, made };
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const address = async () => (await screen.findByRole('link', { name: 'Open display' })).getAttribute('href');

test('there is no link until one is made; then it is shown, to scan and to open', async () => {
  const { user, made } = await openDisplay({ [`GET ${DISPLAY}`]: link(null), [`POST ${DISPLAY}`]: link('t0ken') });
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await address()).toBe(`${location.origin}/display/t0ken`);
  screen.getByRole('img', { name: `QR code of the link ${location.origin}/display/t0ken` });
  screen.getByRole('button', { name: 'Copy link' });
  expect(made()).toEqual(['POST']);
  // One area is the venue.
  expect(screen.queryByLabelText('Shows')).toBeNull();
});

test('begins with the public address, however this page was reached', async () => {
  await openDisplay({
    [`GET ${DISPLAY}`]: link('t0ken'),
    'GET /api/config': [200, { ...CONFIG, publicOrigin: 'https://public.headroom.test' }],
  });
  await screen.findByRole('img', { name: 'QR code of the link https://public.headroom.test/display/t0ken' });
  expect(await address()).toBe('https://public.headroom.test/display/t0ken');
});

test('leads to one area where one is chosen', async () => {
  const areas = [area(), area({ areaId: 'a2', areaName: 'Bar' })];
  const { user } = await openDisplay({ [`GET ${DISPLAY}`]: link('t0ken') }, areas);
  await user.selectOptions(await screen.findByLabelText('Shows'), 'Bar');
  expect(await address()).toBe(`${location.origin}/display/t0ken?area=a2`);
  await user.selectOptions(screen.getByLabelText('Shows'), 'Venue total');
  expect(await address()).toBe(`${location.origin}/display/t0ken`);
});

test('is replaced only when the question is answered', async () => {
  const { user, made } = await openDisplay({ [`GET ${DISPLAY}`]: link('t0ken'), [`POST ${DISPLAY}`]: link('newer') });
  await user.click(await screen.findByRole('button', { name: 'Replace link' }));
  const question = await inDialog('Replace link');
  question.getByText(/go dark within a second/);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await address()).toBe(`${location.origin}/display/t0ken`);
  expect(made()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Replace link' }));
  await user.click((await inDialog('Replace link')).getByRole('button', { name: 'Replace link' }));
  await inDialog('Public Display');
  expect(await address()).toBe(`${location.origin}/display/newer`);
  expect(made()).toEqual(['POST']);
});

test('is turned off, and a failure to do so is told where it was asked', async () => {
  let answer: Answer = refusal(500, 'Something went wrong.', 'internal');
  const { user, made } = await openDisplay({ [`GET ${DISPLAY}`]: link('t0ken'), [`DELETE ${DISPLAY}`]: () => answer });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const question = await inDialog('Turn off');
  const confirm = question.getByRole('button', { name: 'Turn off' });
  await user.click(confirm);
  expect((await question.findByRole('alert')).textContent).toBe('Something went wrong.');
  answer = link(null);
  await user.click(confirm);
  await screen.findByRole('button', { name: 'Create link' });
  expect(made()).toEqual(['DELETE', 'DELETE']);
});

test('says when the link could not be loaded, and asks again', async () => {
  let answer: Answer = refusal(503, 'The service is busy.', 'unavailable');
  const { user } = await openDisplay({ [`GET ${DISPLAY}`]: () => answer });
  expect((await screen.findByRole('alert')).textContent).toBe('The service is busy.');
  answer = link('t0ken');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await address()).toBe(`${location.origin}/display/t0ken`);
});
