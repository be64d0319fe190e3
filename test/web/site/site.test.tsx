import { describe, expect, test } from 'vitest';
import { renderPage } from '../../../web/src/site/pages';

const SUPPORT = 'help@venue.test';
const FACTS = { supportEmail: SUPPORT, origin: null, retentionMonths: '24' };

function open(file: string, facts: Parameters<typeof renderPage>[1] = FACTS): Document {
  const { head, body } = renderPage(file, facts);
  return new DOMParser().parseFromString(
    `<html lang="en"><head>${head}</head><body>${body}</body></html>`,
    'text/html',
  );
}

const linksOf = (root: ParentNode | null): [string, string | null][] =>
  [...(root?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);

const meta = (page: Document, name: string): string | null | undefined =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');

const FILES = ['index.html', 'privacy-policy.html', 'tos.html'];
const PUBLIC_PAGES = [...FILES, ...FILES.map((file) => `de/${file}`)];

/** The links of each page: in English, and in German to the German pages. */
const LINKS = {
  en: {
    header: [
      ['Headroom', '/'],
      ['Log in', '/login'],
      ['Sign up', '/signup'],
    ],
    footer: [
      ['Privacy policy', '/privacy-policy'],
      ['Terms of service', '/tos'],
      ['Contact support', `mailto:${SUPPORT}`],
    ],
  },
  de: {
    header: [
      ['Headroom', '/de/'],
      ['Anmelden', '/login'],
      ['Testen', '/signup'],
    ],
    footer: [
      ['Datenschutz', '/de/privacy-policy'],
      ['Nutzungsbedingungen', '/de/tos'],
      ['Support kontaktieren', `mailto:${SUPPORT}`],
    ],
  },
};
const pathOf = (file: string): string => `/${file.replace(/(index)?\.html$/, '').replace(/^de\//, '')}`;

describe.each(PUBLIC_PAGES)('%s', (file) => {
  const isGerman = file.startsWith('de/');

  test('has a header with login and sign-up, and a footer with both pages, the support mail and the other language', () => {
    const page = open(file);
    const { header, footer } = LINKS[isGerman ? 'de' : 'en'];
    const other = isGerman ? ['English', pathOf(file)] : ['Deutsch', `/de${pathOf(file)}`];
    expect(linksOf(page.querySelector('header'))).toEqual(header);
    expect(linksOf(page.querySelector('footer'))).toEqual([...footer, other]);
    expect(page.querySelector('footer')?.textContent).toContain('© 2026 Headroom');
  });

  test('names its other language where addresses are known', () => {
    const page = open(file, { ...FACTS, origin: 'https://headroom.test' });
    const path = pathOf(file);
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      `https://headroom.test${isGerman ? '/de' : ''}${path}`,
    );
    expect(
      [...page.querySelectorAll('link[rel="alternate"]')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
    ).toEqual([
      ['en', `https://headroom.test${path}`],
      ['de', `https://headroom.test/de${path}`],
      ['x-default', `https://headroom.test${path}`],
    ]);
  });

  test('has one first heading, and no heading skips a level', () => {
    const levels = [...open(file).querySelectorAll('h1, h2, h3, h4')]
      .filter((heading) => heading.closest('[data-demo]') === null)
      .map((heading) => Number(heading.tagName.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test('has no inline script, handler or style: the Content-Security-Policy forbids them', () => {
    const page = open(file);
    const templates = [...page.querySelectorAll('template')].map(({ content }) => content);
    expect([page, ...templates].flatMap((part) => [...part.querySelectorAll('[style], style')])).toEqual([]);
    for (const script of page.querySelectorAll('script')) expect(script.getAttribute('src')).toMatch(/^\//);
    const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    );
    expect(handlers).toEqual([]);
  });

  test('names itself where it is shared, with full addresses once they are known', () => {
    const unknown = open(file);
    expect(unknown.title).toMatch(/Headroom/);
    expect(unknown.title).not.toContain('\u00ad');
    expect(meta(unknown, 'description')?.length).toBeGreaterThan(40);
    expect(meta(unknown, 'og:title')).toBe(unknown.title);
    expect(unknown.querySelector('link[rel="canonical"]')).toBeNull();
    const known = open(file, { ...FACTS, origin: 'https://headroom.test' });
    expect(known.querySelector('link[rel="canonical"]')?.getAttribute('href')).toMatch(/^https:\/\/headroom\.test\//);
    expect(meta(known, 'og:image')).toBe('https://headroom.test/og.png');
  });
});

test.each([...PUBLIC_PAGES, 'shell.html'])(
  '%s links icons and manifest and sets the theme before it paints',
  (file) => {
    const page = open(file);
    const hrefs = [...page.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href')}`);
    expect(hrefs).toEqual(
      expect.arrayContaining([
        'icon /favicon.ico',
        'icon /favicon.svg',
        'apple-touch-icon /apple-touch-icon.png',
        'manifest /manifest.webmanifest',
      ]),
    );
    const script = page.querySelector('head script');
    expect(script?.getAttribute('src')).toBe('/theme.js');
    expect(script?.hasAttribute('defer') || script?.hasAttribute('async')).toBe(false);
  },
);

test('the app’s page says what it needs where scripts are off', () => {
  expect(renderPage('shell.html', FACTS).body).toMatch(/<noscript>.*JavaScript.*<\/noscript>/);
});

test('a file that nobody wrote is a failed build', () => {
  expect(() => renderPage('other.html', FACTS)).toThrow('other.html');
});

describe('the landing page', () => {
  test('leads from the hero to the trial, and says what it costs', () => {
    const page = open('index.html');
    const hero = page.querySelector('main section');
    expect(linksOf(hero)).toEqual([['Start your free trial', '/signup']]);
    expect(hero?.textContent).toContain('7 days free, then $3 per event per day of activity. No monthly fee.');
  });

  test('has the four features, closed until they are asked for', () => {
    const cards = [...open('index.html').querySelectorAll('details')];
    expect(cards.map((card) => card.querySelector('summary h3')?.textContent)).toEqual([
      'Real-time updates',
      'Web-first',
      'Fair pricing',
      'Report ready',
    ]);
    expect(cards.every((card) => !card.open && card.querySelectorAll('li').length > 0)).toBe(true);
    const text = cards.map((card) => card.textContent).join('\n');
    for (const promise of [
      'instantly to all connected devices',
      'Any browser, any device, no download.',
      '$3 per event per day of activity. No monthly fee.',
      'Only days with recorded activity are billed.',
      'The first 7 days are free.',
      'Downloadable reports',
    ]) {
      expect(text).toContain(promise);
    }
  });
});

test.each([
  ['de/privacy-policy.html', ['scrypt', 'Sitzungscookie', 'Cloudflare', 'Stripe', 'Sentry', '24 Monate', '90 Tage']],
  ['de/tos.html', ['7 Tage', '3\u00a0$ pro Veranstaltung und Tag', 'keine Grundgebühr', 'bleibt verantwortlich']],
])('%s says what it has to, its date, and that the English page binds', (file, facts) => {
  const article = open(file).querySelector('article');
  for (const fact of [...facts, '22. November 2026']) expect(article?.textContent).toContain(fact);
  expect(linksOf(article).at(0)).toEqual(['Zur englischen Fassung', pathOf(file)]);
});

test.each([
  [
    'privacy-policy.html',
    [
      'scrypt',
      'session cookie',
      'Where you are logged in',
      'mail provider',
      'Cloudflare',
      'Stripe',
      'Sentry',
      'every text and entry is masked',
      '24 months',
      '90 days',
      'delete',
      'download a copy',
    ],
  ],
  ['tos.html', ['7 days', '$3 per event per day of activity', 'no monthly fee', 'afterwards', 'stays responsible']],
])('%s says what it has to, its date, and whom to ask', (file, facts) => {
  const page = open(file);
  const text = page.querySelector('article')?.textContent ?? '';
  for (const fact of [...facts, '22 November 2026']) expect(text).toContain(fact);
  expect(linksOf(page.querySelector('article')).at(-1)).toEqual([SUPPORT, `mailto:${SUPPORT}`]);
});

test.each([
  ['privacy-policy.html', '36', '36 months'],
  ['privacy-policy.html', '1', 'one month'],
  ['privacy-policy.html', 'forever', '24 months'],
  ['de/privacy-policy.html', '36', '36 Monate'],
])('%s keeps reports for as long as the operator says: %s', (file, retentionMonths, text) => {
  expect(open(file, { ...FACTS, retentionMonths }).querySelector('article')?.textContent).toContain(text);
});
