import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/shared/durations';
import type { Report } from '../../../../src/shared/schemas/report';
import { pageCss } from '../../../../web/src/features/reports/paper/page-css';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { closedReport, emptyReport, runningReport } from '../../support/report';

const textOf = (element: Element | null | undefined): string => element?.textContent.replaceAll('\u00a0', ' ') ?? '';
const table = (name: string): HTMLElement => screen.getByRole('table', { name });
/** Renders the report on paper and removes the previous one. */
const print = (report: Report) => {
  cleanup();
  render(<PaperReport report={report} />);
};

test('any event name appears as plain text at the foot of the page and ends nothing', () => {
  const style = document.createElement('style');
  document.head.append(style);
  const css = pageCss('letter', { eventName: '"; } * { color: red } </style>\n\\', days: 'Fri' });
  expect(css).not.toMatch(/<|\n\\/);
  style.textContent = css;
  expect([...(style.sheet?.cssRules ?? [])].every((rule) => !rule.cssText.startsWith('*'))).toBe(true);
  expect(css).toContain(String.raw`content: "\22 ; } * { color: red } \3c /style>\a \5c  · Fri"`);
  expect(css).toContain('content: "Page " counter(page) " of " counter(pages);');
  style.remove();
});

test('the paper calls a closed report complete and a running one preliminary, and says when nothing was counted', () => {
  print(closedReport);
  const names = [
    'Venue and areas',
    'Business days',
    'Periods over capacity',
    'Resets, recounts, changes and machines',
    'Alerts',
  ] as const;
  const rows = names.map((name) => table(name).querySelectorAll('tbody tr').length);
  expect(rows).toEqual([4, 2, 1, closedReport.journal.length, 2]);
  expect(textOf(table('Periods over capacity').querySelector('tbody'))).toBe(
    '東京 LoungeNov 20 19:45:00Nov 20 22:30:002 h 45 min11810018',
  );
  expect(screen.queryByText(/^Preliminary/)).toBeNull();
  print(runningReport);
  screen.getByText(/^Preliminary/);
  print(emptyReport);
  screen.getByText('Nothing was counted on Fri, Nov 20, 2026.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('the paper leaves out what would fill hundreds of pages and says so', () => {
  const count = 30 * 288;
  const filled = (value: number): number[] => Array<number>(count).fill(value);
  const intervals = {
    ins: filled(1),
    outs: filled(1),
    min: filled(2),
    max: filled(3),
    end: filled(2),
    capacity: filled(9),
  };
  print({
    ...closedReport,
    interval: 5,
    intervalStarts: filled(0).map((_, i) => new Date(Date.UTC(2026, 9, 1) + i * 5 * MINUTE_MS).toISOString()),
    venue: { ...closedReport.venue, intervals },
    areas: closedReport.areas.slice(0, 1).map((area) => ({ ...area, intervals })),
  });
  screen.getByText(/^Intervals are left out: they would fill more than 4,000 rows/);
  expect(screen.queryByRole('table', { name: 'Venue' })).toBeNull();
});
