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

const FILES = ['index.html', 'privacy-policy.html', 'tos.html'];
const PUBLIC_PAGES = [...FILES, ...FILES.map((file) => `de/${file}`)];

/** The links of each page: in English, and in German with German pages as targets. */
const LINKS = {
  en: [
    ['Headroom', '/'],
    ['Log in', '/login'],
    ['Sign up', '/signup'],
    ['Privacy policy', '/privacy-policy'],
    ['Terms of service', '/tos'],
    ['Contact support', `mailto:${SUPPORT}`],
  ],
  de: [
    ['Headroom', '/de/'],
    ['Anmelden', '/login'],
    ['Testen', '/signup'],
    ['Datenschutz', '/de/privacy-policy'],
    ['Nutzungsbedingungen', '/de/tos'],
    ['Support kontaktieren', `mailto:${SUPPORT}`],
  ],
};
const pathOf = (file: string): string => `/${file.replace(/(index)?\.html$/, '').replace(/^de\//, '')}`;

describe.each(PUBLIC_PAGES)('the public page %s follows the rules of the site', (file) => {
  const isGerman = file.startsWith('de/');
  const path = pathOf(file);

  test('the page has a header with login and sign-up, and a footer with both pages, the support mail and the other language', () => {
    const page = open(file);
    const name = isGerman ? 'Open-Source-Lizenzen' : 'Open-source licenses';
    const licenses = path === '/' ? [] : [[name, '/licenses.txt']];
    const other = isGerman ? ['English', path] : ['Deutsch', `/de${path}`];
    const links = ['header', 'footer'].flatMap((part) => linksOf(page.querySelector(part)));
    expect(links).toEqual([...LINKS[isGerman ? 'de' : 'en'], ...licenses, other]);
    expect(page.querySelector('footer')?.textContent).toContain('© 2026 Headroom');
  });

  test('the page has no inline script or style, because the Content-Security-Policy forbids them', () => {
    const page = open(file);
    const templates = [...page.querySelectorAll('template')].map(({ content }) => content);
    expect([page, ...templates].flatMap((part) => [...part.querySelectorAll('[style], style')])).toEqual([]);
    for (const script of page.querySelectorAll('script')) expect(script.getAttribute('src')).toMatch(/^\//);
    const attributes = [...page.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
  });
});

describe('the landing page presents the product', () => {
  test('the landing page leads from the hero to the trial and states the price', () => {
    const hero = open('index.html').querySelector('main section');
    expect(linksOf(hero)).toEqual([['Start your free trial', '/signup']]);
    expect(hero?.textContent).toContain('7 days free, then $3 per event per day of activity. No monthly fee.');
  });

  test('the landing page has the four features, each closed until a person opens it', () => {
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

const IN_POLICY =
  'scrypt|session cookie|Where you are logged in|mail provider|Cloudflare|Stripe|Sentry|every text and entry is masked|24 months|90 days|delete|download a copy';
const IN_TERMS = '7 days|$3 per event per day of activity|no monthly fee|afterwards|stays responsible';

test.each([
  ['privacy-policy.html', IN_POLICY],
  ['tos.html', IN_TERMS],
  ['de/privacy-policy.html', 'scrypt|Sitzungscookie|Cloudflare|Stripe|Sentry|24 Monate|90 Tage'],
  ['de/tos.html', '7 Tage|3\u00a0$ pro Veranstaltung und Tag|keine Grundgebühr|bleibt verantwortlich'],
])('the page %s contains its required content, its date and a contact', (file, facts) => {
  const article = open(file).querySelector('article');
  const isGerman = file.startsWith('de/');
  const date = isGerman ? '29. November 2026' : 'November 29, 2026';
  for (const fact of [...facts.split('|'), date]) expect(article?.textContent).toContain(fact);
  // The English version is the binding one.
  if (isGerman) expect(linksOf(article).at(0)).toEqual(['Zur englischen Fassung', pathOf(file)]);
  else expect(linksOf(article).at(-1)).toEqual([SUPPORT, `mailto:${SUPPORT}`]);
});

test.each([
  ['privacy-policy.html', '36', '36 months'],
  ['privacy-policy.html', '1', 'one month'],
  ['privacy-policy.html', 'forever', '24 months'],
  ['de/privacy-policy.html', '36', '36 Monate'],
])('the page %s states the operator’s retention of reports: %s', (file, retentionMonths, text) => {
  expect(open(file, { ...FACTS, retentionMonths }).querySelector('article')?.textContent).toContain(text);
});
