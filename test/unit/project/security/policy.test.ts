import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withStripe } from '../../../../src/routes/stripe-policy';
import { ROOT } from '../named-tests';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What `_headers` says of every static page and file. */
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

test('only files of the own origin run or style a page, and nothing else is let in', () => {
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
    // Not same-origin: a bank's window of 3-D Secure would lose the page that opened it.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': expect.stringMatching(/^max-age=31536000/),
  });
});

test('the payment provider brings hosts along, and nothing unsafe', () => {
  expect(JSON.stringify(directivesOf(withStripe(policy)))).not.toMatch(
    /unsafe|\*(?!\.js\.stripe\.com)|http:|data:(?!")/,
  );
});

const pages = ['web', 'web/de'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.html'))
    .map((file) => `${folder}/${file}`),
);

describe('what the policy would keep from running is not there', () => {
  test('all pages are looked at', () => expect(pages).toHaveLength(9));

  test.each(pages)('%s has no script, style or handler of its own in it', (page) => {
    const html = read(page);
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)/g)];
    expect(
      scripts.filter(([, attributes = '', text = '']) => !/\ssrc=/.test(attributes) || text.trim() !== ''),
    ).toEqual([]);
    expect(html).not.toMatch(/<style\b|\sstyle=|\son\w+=|javascript:/i);
  });

  test('nor is there a style sheet in what the app renders', () => {
    const sources = readdirSync(join(ROOT, 'web/src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `web/src/${path}`);
    expect(sources.length).toBeGreaterThan(200);
    expect(
      sources.filter((path) =>
        /<style\b|setAttribute\('style'|dangerouslySetInnerHTML|innerHTML|\beval\(/.test(read(path)),
      ),
    ).toEqual([]);
  });
});
