import { MINUTE_MS } from '../../../../src/shared/limits';
import type { Report } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { zoneFormat } from '../../texts/zone-format';

/** Returns 'at 23:58' for a report of one day, 'at Nov 20 23:58' for several. @param moment an ISO time */
export function atMoment({ timeZone, days }: Report, moment: string): string {
  const { clearTime, monthDay } = zoneFormat(timeZone);
  const words = reportTexts.reports;
  return days.length === 1 ? words.atTime(clearTime(moment)) : words.atMoment(monthDay(moment), clearTime(moment));
}

/** Returns the offset from UTC on the report's days: 'GMT+2', or, if it changed, 'GMT+2, from Oct 25 GMT+1'. */
export function clockOffsets({ timeZone, days, generatedAt }: Report): string {
  const { offset, monthDay } = zoneFormat(timeZone);
  let before = Date.parse(days[0]?.startsAt ?? generatedAt);
  // The last millisecond of the report's days.
  let after = Date.parse(days.at(-1)?.endsAt ?? generatedAt) - 1;
  const [first, last] = [offset(before), offset(after)];
  if (first === last) return first;
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === first) before = middle;
    else after = middle;
  }
  return reportTexts.reports.offsets(first, monthDay(after), last);
}
