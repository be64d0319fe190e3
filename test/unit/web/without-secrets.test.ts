import { expect, test } from 'vitest';
import { withoutLabels, withoutSecrets } from '../../../web/src/monitoring/sentry';

const TOKEN = 'ab'.repeat(32);

test.each([
  ['a join link', 'https://headroom.example/login?code=ABCD-2345', 'https://headroom.example/login'],
  ['a reset link', `https://headroom.example/reset-password#${TOKEN}`, 'https://headroom.example/reset-password'],
  ['a display', `https://headroom.example/display/${TOKEN}`, 'https://headroom.example/display/[token]'],
  ["an inspector's link", `https://headroom.example/inspect/${TOKEN}`, 'https://headroom.example/inspect/[token]'],
  ['a path with a query', 'navigated to /login?code=ABCD-2345 at once', 'navigated to /login at once'],
  ['a call with a code', 'GET /api/events/by-access-code/ABCD2345', 'GET /api/events/by-access-code/[code]'],
  ['a socket', 'wss://headroom.example/api/events/1/socket?v=1', 'wss://headroom.example/api/events/1/socket'],
  ['an email', 'No account of ada.l@headroom.example, sorry', 'No account of [email], sorry'],
])('withoutSecrets removes the secrets of %s', (_what, text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});

test('the labels of elements are removed, and JSON within JSON stays valid', () => {
  const said = (label: string) => `li > img[alt${label}] > input[name${label}]`;
  const report = (label: string) => ({
    description: said(label),
    nested: JSON.stringify({ message: said(label), next: 'a "quoted"] one' }),
    after: ['Main Stage'],
  });
  const scrubbed: unknown = JSON.parse(withoutLabels(JSON.stringify(report('="Pier "Nine" \\ 9"'))));
  expect(scrubbed).toEqual(report(''));
  const selector = { message: `'[name="q"]' is no selector`, other: ['li[title="x"] > b'] };
  expect(JSON.parse(withoutLabels(JSON.stringify(selector)))).toEqual({ ...selector, other: ['li[title] > b'] });
});

test('JSON stays valid, and text without secrets stays unchanged', () => {
  const report = {
    url: `https://headroom.example/display/${TOKEN}?x=y#z`,
    nested: JSON.stringify({ to: '/login?code=ABCD-2345', css: '@media (width > 1px) { a { color: #fff } }' }),
    release: 'headroom@1.0.0',
    text: 'Is 1/2 > 0? Yes. #1 in line\n',
    event_id: 'c'.repeat(32),
  };
  const scrubbed: unknown = JSON.parse(withoutSecrets(JSON.stringify(report)));
  expect(scrubbed).toEqual({
    ...report,
    url: 'https://headroom.example/display/[token]',
    nested: JSON.stringify({ to: '/login', css: '@media (width > 1px) { a { color: #fff } }' }),
  });
});
