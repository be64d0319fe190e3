import { expect, test } from 'vitest';
import { preferredLanguage } from '../../../src/http/accept-language';
import type { AlertContent } from '../../../src/notifications/message';
import { forPeople } from '../../../src/notifications/send/for-people';
import { wordsFor } from '../../../src/notifications/send/words';
import { dayReport } from '../../../src/reports/sealed/report-html';
import { wordsOf } from '../../../src/reports/sealed/report-languages';
import { smallFiles } from '../../../src/reports/sealed/small-files';
import { MINUTE_MS } from '../../../src/shared/durations';
import type { MachineTrouble } from '../../../src/shared/machines/trouble';
import { troubleSentence } from '../../../src/shared/machines/trouble-words';
import { troubleWords } from '../../../src/shared/machines/trouble-words.de';
import { exampleEvents } from '../../support/evidence-events';
import { EXAMPLE_DAY, EXAMPLE_FIGURES, hashesOf, noEvents } from '../../support/evidence-example';
import { at } from '../notifications/account';
import { fact, message } from '../notifications/messages';

/** Tests the worker's German. The files of a language have its code in their names, and so have its tests. */

test.each([
  ['DE-at', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['tlh, de;q=0.2, *;q=0.1', 'de'],
  ['de;q=0', 'en'],
])('a browser that asks for %s gets mails in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ['time_too_old', 30 * 24 * 60 * MINUTE_MS, 'ihre Uhr geht 30 Tage nach'],
  ['time_in_future', -MINUTE_MS, 'ihre Uhr geht 1 Minute vor'],
  ['time_unreadable', undefined, 'ihre Zeiten sind nicht lesbar'],
  ['not_yet_known', undefined, 'was sie sendet, wird abgelehnt (not_yet_known)'],
])('the reason of %s', (code, clockOffsetMs, reason) => {
  const trouble = {
    kind: 'refused' as const,
    since: at(0),
    code,
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
  };
  expect(troubleSentence('Nord', trouble, troubleWords)).toBe(`Nord zählt nicht: ${reason}`);
});

const machine = (trouble: MachineTrouble) =>
  fact({ about: { type: 'machine', sourceId: 'north', sourceName: 'Nordtür', heardAt: at(-15), trouble } });
const summary: AlertContent = {
  type: 'summary',
  alerts: [fact(), fact({ areaId: null, areaName: null, threshold: 100 }), fact({ type: 'cleared', areaName: 'Bar' })],
};

test.each<[AlertContent, string, string[]]>([
  [
    { type: 'raised', alerts: [machine({ kind: 'silent' })] },
    'Summer Fest: Nordtür ist seit 15 Minuten stumm',
    ['Nordtür ist seit 15 Minuten stumm', 'Wer dort durchgeht, wird nicht gezählt.'],
  ],
  [
    summary,
    'Headroom: 3 Warnungen',
    [
      'Summer Fest: Main Stage hat 90 % erreicht',
      'Summer Fest: Gesamt hat 100 % erreicht',
      'Summer Fest: Bar: Die Warnung ist vorbei',
    ],
  ],
])('a message about alerts', (content, title, lines) => {
  expect(wordsFor(content, 'de')).toEqual({ title, lines });
});

test('people are told of an evacuation (docs/product.md, N11)', () => {
  const evacuation = {
    evacuationId: 'v',
    isDrill: false,
    startedAt: 't',
    becameRealAt: null,
    startedOn: null,
    occupancyAtStart: 120,
  };
  const news = { type: 'evacuation.started' as const, data: { eventId: 'e', eventName: 'Summer Fest', evacuation } };
  expect(forPeople(message({ type: 'news', news }), 'de')?.words).toEqual({
    title: 'Summer Fest: EVAKUIERUNG hat begonnen',
    lines: ['EVAKUIERUNG hat begonnen', '120 Personen drinnen nach der Zählung'],
  });
});

const IN_BOTH = { ...EXAMPLE_DAY, contents: { ...EXAMPLE_DAY.contents, languages: ['en', 'de'] } };

test('the files of a day that was sealed in English and German are frozen', () => {
  expect(hashesOf(smallFiles(IN_BOTH, EXAMPLE_FIGURES, '{"day":"2026-11-20"}', noEvents()))).toMatchObject({
    'README.txt': 'e9b5d92bb921ef849526128f99f947d0055f307e9c98061ec93c84e534f850a6',
    'report.en.html': '743d545b8b710caa5baab56f9f085721d61deaeb261fea752803d324884e4d70',
    'report.de.html': '56eec798384835d1ed09d47f1d2918193255377360fbff0e53479c8317f58f7d',
  });
  expect(hashesOf(smallFiles(IN_BOTH, EXAMPLE_FIGURES, '{}', exampleEvents()))).toMatchObject({
    'report.de.html': 'a7d7db467d49c7c8862db200e831482d9908f67e75809293a175bbe6f07ccb5d',
  });
  const html = dayReport(EXAMPLE_DAY, EXAMPLE_FIGURES, wordsOf('de'), exampleEvents());
  expect(html).toContain('Evakuierung, bis 2026-11-20 23:44:00 eine Übung, versehentlich gestartet');
  expect(html).toContain('content: "Seite " counter(page) " von " counter(pages)');
});
