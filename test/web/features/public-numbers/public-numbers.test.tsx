import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NewPublicLinkSchema } from '../../../../src/shared/public-numbers/schemas';
import { BROKEN, dialogOf, openSection, press } from '../../support/dashboard';
import { deferred } from '../../support/deferred';
import { type Answer, CONFIG } from '../../support/stub-api';

const PUBLIC = '/api/events/e1/public';
const published = (detail: 'level' | 'numbers' | null): Answer => [
  200,
  { link: detail === null ? null : { token: 't0ken', detail } },
];
const SCRIPT = (origin: string) => `<script src="${origin}/widget.js" data-token="t0ken" async></script>`;

async function open(handlers: Parameters<typeof openSection>[1]) {
  const opened = await openSection('Public', {
    'GET /api/events/e1/display': [200, { displayToken: null }],
    [`GET ${PUBLIC}`]: published('level'),
    ...handlers,
  });
  const { calls } = opened;
  const made = () =>
    calls.filter(({ path, method }) => path === PUBLIC && method !== 'GET').map(({ method, body }) => [method, body]);
  return { ...opened, made };
}

test('numbers are not public until the admin says so, and then say how busy it is unless the admin chooses more', async () => {
  const { user, made, section } = await open({
    [`GET ${PUBLIC}`]: published(null),
    [`PUT ${PUBLIC}`]: ({ body }) => published(z.parse(NewPublicLinkSchema, body).detail),
  });
  await press(user, 'Make public');
  await section.findByText(SCRIPT(location.origin));
  section.getByText(
    /^Quiet, busy, nearly full or full.* During an evacuation, it says so and shows no number\. In a drill, it does as displays do\.$/,
  );
  await user.selectOptions(section.getByLabelText('What everybody sees'), 'How many people are inside');
  await section.findByText(/^The people in the venue/);
  expect(made()).toEqual([
    ['PUT', { detail: 'level' }],
    ['PUT', { detail: 'numbers' }],
  ]);
});

test('script and frame begin with the public address, and are copied as they stand', async () => {
  const origin = 'https://public.headroom.test';
  const { user, section } = await open({ 'GET /api/config': [200, { ...CONFIG, publicOrigin: origin }] });
  const script = await section.findByText(SCRIPT(origin));
  section.getByText(/^<iframe src="https:\/\/public\.headroom\.test\/widget\/t0ken" title="How busy it is"/);
  expect(section.getByRole('link', { name: 'Open widget' }).getAttribute('href')).toBe(`${origin}/widget/t0ken`);
  await press(user, 'Copy script');
  expect(await navigator.clipboard.readText()).toBe(script.textContent);
  await section.findByRole('button', { name: /^Copied/ });
});

test('the frame is as high as what it shows: the level alone, or the numbers of both areas', async () => {
  const { user, section } = await open({ [`PUT ${PUBLIC}`]: published('numbers') });
  await section.findByText(/^<iframe .* height="150"/);
  section.getByText('Raise the height if areas are cut off.');
  await user.selectOptions(section.getByLabelText('What everybody sees'), 'How many people are inside');
  expect(await section.findByText(/^<iframe .* height="250"/)).toBeTruthy();
});

test('who makes them public is led to the line for the website, and who chooses keeps the focus and every choice', async () => {
  const answers = [deferred<Answer>(), deferred<Answer>()];
  let puts = -1;
  const { user, section, made } = await open({
    [`GET ${PUBLIC}`]: published(null),
    [`PUT ${PUBLIC}`]: () => {
      puts += 1;
      return puts === 0 ? published('level') : (answers[puts - 1]?.promise ?? BROKEN);
    },
  });
  await press(user, 'Make public');
  const heading = await section.findByRole('heading', { name: 'For your website' });
  await waitFor(() => expect(document.activeElement).toBe(heading));

  const select = section.getByLabelText<HTMLSelectElement>('What everybody sees');
  await user.selectOptions(select, 'numbers');
  await user.selectOptions(select, 'level');
  select.focus();
  expect([select.value, made().length]).toEqual(['level', 2]);
  answers[0]?.resolve(published('numbers'));
  await waitFor(() => expect(made()).toHaveLength(3));
  expect(select.value).toBe('level');
  answers[1]?.resolve(BROKEN);
  await section.findByRole('alert');
  // What is saved.
  expect(select.value).toBe('numbers');
  expect(document.activeElement).toBe(select);
});

test('a choice that fails after the page was left is told in a toast', async () => {
  const answer = deferred<Answer>();
  const { user, section } = await open({ [`PUT ${PUBLIC}`]: () => answer.promise });
  await user.selectOptions(await section.findByLabelText('What everybody sees'), 'numbers');
  await user.click(screen.getByRole('link', { name: 'Count' }));
  answer.resolve(BROKEN);
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
});

test('they are turned off only after the question is answered, and a failure is shown where the action was', async () => {
  let answer: Answer = BROKEN;
  const { user, made } = await open({ [`DELETE ${PUBLIC}`]: () => answer });
  await press(user, 'Turn off');
  const question = await dialogOf('Turn off');
  question.getByText(/the website needs a new line/);
  const confirm = question.getByRole('button', { name: 'Turn off' });
  await user.click(confirm);
  expect((await question.findByRole('alert')).textContent).toBe('Something went wrong.');
  answer = published(null);
  await user.click(confirm);
  await screen.findByRole('button', { name: 'Make public' });
  expect(made().map(([method]) => method)).toEqual(['DELETE', 'DELETE']);
});

test('a setting that cannot be loaded can be tried again', async () => {
  let answer: Answer = BROKEN;
  const { press: pressHere, section } = await open({ [`GET ${PUBLIC}`]: () => answer });
  await section.findByText('Something went wrong.');
  answer = published(null);
  await pressHere('Try again');
  expect(await section.findByRole('button', { name: 'Make public' })).toBeTruthy();
});
