import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatDays, formatMoney } from '../../../web/src/features/account/settings/usage-format';
import { formatCount, formatMoment, formatPercent, formatRecent } from '../../../web/src/lib/format';
import { loadLanguage, wantedLanguage } from '../../../web/src/lib/language';
import { speak } from '../../../web/src/lib/texts';
import { Preferences } from '../../../web/src/ui/preferences';

const browserSpeaks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

const reload = vi.fn<() => void>();

beforeEach(() => {
  browserSpeaks('en-US', 'en');
  vi.stubGlobal('location', { reload });
});

afterEach(() => {
  reload.mockReset();
  vi.restoreAllMocks();
  speak(null);
  document.documentElement.lang = 'en';
});

test.each([
  [['en-US', 'en', 'de'], null, 'en'],
  [['de-AT', 'en'], null, 'de'],
  [['fr-FR', 'nl', 'de-DE', 'en'], null, 'de'],
  [['fr', 'en', 'de'], null, 'en'],
  [['fr-FR', 'den'], null, 'en'],
  [['de-DE', 'en'], 'en', 'en'],
  [['de-DE', 'en'], 'klingon', 'de'],
])('a browser that prefers %j, where %s was chosen, gets %s', (languages, chosen, language) => {
  browserSpeaks(...languages);
  if (chosen !== null) localStorage.setItem('headroom.language', chosen);
  expect(wantedLanguage()).toBe(language);
});

describe('in German', () => {
  beforeEach(async () => {
    browserSpeaks('de-DE');
    await loadLanguage();
    expect(document.documentElement.lang).toBe('de');
  });

  test('numbers, shares, moments, days and prices are written as Germans write them', () => {
    const moment = new Date(2026, 10, 20, 18, 4);
    expect([
      formatCount(12_345),
      formatPercent(99.9),
      formatMoment(moment.toISOString()),
      formatRecent(moment.getTime(), moment.getTime()),
      formatMoment(null),
      formatDays(['2026-11-20', '2026-11-21', '2026-11-23']),
      formatMoney(123_450),
    ]).toEqual([
      '12.345',
      '99\u00a0%',
      '20. Nov. 18:04',
      '18:04',
      '–',
      '20.–21.\u00a0Nov., 23.\u00a0Nov.',
      '1.234,50\u00a0$',
    ]);
  });

  test('the switch offers English by its own name, keeps the choice and opens the page anew', async () => {
    render(<Preferences />);
    const button = screen.getByRole('button', { name: 'English' });
    expect(button.lang).toBe('en');
    expect(screen.getByRole('radiogroup', { name: 'Farbschema' })).toBeTruthy();
    await userEvent.click(button);
    expect(localStorage.getItem('headroom.language')).toBe('en');
    expect(reload).toHaveBeenCalledOnce();
  });
});

test('without the German texts the page is English rather than none', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.doMock('../../../web/src/lib/texts/german', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.resetModules();
  const fresh = await import('../../../web/src/lib/language');
  const freshTexts = await import('../../../web/src/lib/texts');
  browserSpeaks('de');
  await fresh.loadLanguage();
  expect([freshTexts.texts.common.cancel, document.documentElement.lang]).toEqual(['Cancel', 'en']);
  vi.doUnmock('../../../web/src/lib/texts/german');
});
