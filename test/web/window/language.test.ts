import { expect, test, vi } from 'vitest';
import { wantedLanguage } from '../../../web/src/texts/language';

const browserSpeaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

test.each([
  [['en-US', 'en', 'de'], null, 'en'],
  [['de-AT', 'en'], null, 'de'],
  [['fr-FR', 'nl', 'de-DE', 'en'], null, 'de'],
  [['fr', 'en', 'de'], null, 'en'],
  [['fr-FR', 'den'], null, 'en'],
  [['de-DE', 'en'], 'en', 'en'],
  [['de-DE', 'en'], 'klingon', 'de'],
])('a browser that prefers %j, with the choice %s, gets %s', (languages, chosen, language) => {
  browserSpeaks(...languages);
  if (chosen !== null) localStorage.setItem('headroom.language', chosen);
  expect(wantedLanguage()).toBe(language);
});

test('the page is in English if the German texts cannot be loaded', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.doMock('../../../web/src/texts/pack.de', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.resetModules();
  const fresh = await import('../../../web/src/texts/language');
  const freshTexts = await import('../../../web/src/texts/texts');
  browserSpeaks('de');
  await fresh.loadLanguage();
  expect([freshTexts.texts.common.cancel, document.documentElement.lang]).toEqual(['Cancel', 'en']);
  vi.doUnmock('../../../web/src/texts/pack.de');
});
