import { pageCss } from '../../shared/sealed/page-css';
import type { DayFigures } from '../figures';
import { curve } from './curve';
import type { DayEvents } from './day-events';
import { DayText } from './day-text';
import { escaped, section } from './html';
import { REPORT_CSS } from './report-css';
import { keyFigures, reportHead } from './report-head';
import { reportParts } from './report-parts';
import type { ReportWords } from './report-words';
import type { SealedDay } from './sealed-day';

/**
 * Returns the report of a sealed day as one HTML file that loads nothing and prints on A4 and Letter. The format is
 * frozen: a test holds its bytes.
 */
export function dayReport(sealed: SealedDay, figures: DayFigures, words: ReportWords, events: DayEvents): string {
  const day = new DayText(sealed, figures, words);
  const picture = curve(figures, words.curve, (at) => day.clock(at));
  const foot = pageCss({ eventName: sealed.eventName, days: day.name, pageOf: words.pageOf });
  return `<!doctype html>
<html lang="${words.lang}"${words.direction === 'rtl' ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${sealed.eventName} ${sealed.day} – ${words.title}`)}</title>
<style>${REPORT_CSS}${foot}</style>
</head>
<body>
<main>
${reportHead(day)}
${keyFigures(day)}
${section(words.curve, words.curveLead, picture)}
${reportParts(day, events)}
<footer>${escaped(words.foot)}</footer>
</main>
</body>
</html>
`;
}
