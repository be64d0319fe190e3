import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withStripe } from '../../../src/routes/pages/stripe-policy';
import { filesBelow, read } from './repository';

/** The headers that `_headers` sets for every static page and file. */
const everywhere = read('web/public/_headers').split(/^(?=\/)/m)[0] ?? '';
const headers = new Map(
  [...everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
const policy = headers.get('Content-Security-Policy') ?? '';

test('a page runs and styles only files of its own origin and loads nothing else', () => {
  expect(everywhere.split('\n')[0]).toBe('/*');
  expect(directivesOf(policy)).toEqual({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'style-src-attr': "'none'",
    'img-src': "'self' data:",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    // The value is not same-origin, because a bank's window of 3-D Secure would lose the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': expect.stringMatching(/^max-age=31536000/),
  });
});

test('the payment provider adds its own hosts to the policy and changes nothing else', () => {
  const stripe = "'self' https://js.stripe.com https://*.js.stripe.com";
  expect(directivesOf(withStripe(policy))).toEqual({
    ...directivesOf(policy),
    'script-src': stripe,
    'frame-src': `${stripe} https://hooks.stripe.com`,
    'connect-src': "'self' https://api.stripe.com",
  });
});

/** The policy would block inline scripts and styles of these pages. */
const pages = filesBelow(['web'], /^web\/(de\/)?[^/]+\.html$/);
test.each(pages)('%s has no inline script, style or event handler', (page) => {
  const html = read(page);
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)/g)];
  expect(scripts.filter(([, attributes = '', text = '']) => !/\ssrc=/.test(attributes) || text.trim() !== '')).toEqual(
    [],
  );
  expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|javascript:/i);
});

test('the worker runs before every page, and before no other file', () => {
  const list = /run_worker_first = (\[.*\])/.exec(read('wrangler.toml'))?.[1] ?? '[]';
  const patterns = z.parse(z.array(z.string()), JSON.parse(list));
  const isWorkerFirst = (path: string) =>
    patterns.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
  const paths = filesBelow(['web'], /\.html$/).map((path) => path.slice('web'.length));
  expect(paths).toContain('/de/tos.html');
  for (const page of paths) {
    const address = page.replace(/(?:index)?\.html$/, '');
    expect([page, address].filter((path) => !isWorkerFirst(path))).toEqual([]);
  }
  const files = filesBelow(['web/public'], /\.\w+$/).map((path) => path.slice('web/public'.length));
  expect([...files, '/assets/app-abc123.js'].filter(isWorkerFirst)).toEqual([]);
});
