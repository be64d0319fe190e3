import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { occupancyPercent } from '../../../ui/occupancy-level';
import { atMoment } from '../report-clock';
import { capacityAtPeak, formatDuration, isLimited, isRunning } from '../report-words';
import { secondsAbove } from '../tables/subject-figures';
import { type NamedSubject, overTable, subjectsOf } from '../tables/subject-tables';
import type { Line } from '../tables/table';

/** The report's answer to the first question of every reader: was a capacity exceeded? */
export interface Verdict {
  /** `none`: there was no capacity to exceed. */
  type: 'over' | 'never' | 'none';
  text: string;
}

/** Up to this many places are named, more are counted. */
const NAMED_MAX = 3;

const listOf = (places: readonly NamedSubject[]): string =>
  places.length > NAMED_MAX ? reportTexts.face.places(places.length) : places.map(({ name }) => name).join(', ');

/** The places whose capacity the verdict is about: the venue and the areas that had one at any time. */
const limitedPlaces = (report: Report): NamedSubject[] =>
  subjectsOf(report).filter(({ subject }) => isLimited(subject));

/** Says which places are meant, unless the event has only one that could be. */
function whereOf({ areas }: Report, limited: readonly NamedSubject[], meant: readonly NamedSubject[]): string {
  const isPlain = limited.length === 1 && (limited[0]?.areaId === null || areas.length === 1);
  return isPlain ? '' : reportTexts.face.where(listOf(meant));
}

/** Returns the highest occupancy in percent of the capacity in force then. */
function peakPercent({ subject }: NamedSubject): number {
  const capacity = capacityAtPeak(subject);
  return capacity === null ? 0 : occupancyPercent(subject.peak, capacity);
}

function overText(report: Report, limited: readonly NamedSubject[], over: readonly NamedSubject[]): string {
  const words = reportTexts.face;
  const where = whereOf(report, limited, over);
  const listed = overTable(report).rows;
  const share = formatPercent(
    Math.max(...listed.map(({ peak, capacity }) => occupancyPercent(peak, capacity)), ...over.map(peakPercent)),
  );
  const periods = listed.length + report.overCapacityLeftOut;
  const longest = formatDuration(Math.max(0, ...listed.map(({ seconds }) => seconds)));
  const text =
    listed.length === 0
      ? words.overFor(
          where,
          formatDuration(Math.max(...over.map(({ subject }) => secondsAbove(subject).above100))),
          share,
        )
      : periods === 1
        ? words.overOnce(where, longest, share)
        : words.overOften(where, formatCount(periods), longest, share);
  return listed.some(({ to }) => to === null) ? `${text} ${words.stillOver}` : text;
}

function neverText(report: Report, limited: readonly NamedSubject[]): string {
  const words = reportTexts.face;
  // A peak from before the first capacity was set has no share of one.
  const [fullest] = limited
    .filter(({ subject }) => capacityAtPeak(subject) !== null)
    .toSorted((a, b) => peakPercent(b) - peakPercent(a));
  const { peakAt = null } = fullest?.subject ?? {};
  const peak =
    fullest === undefined || peakAt === null
      ? ''
      : words.peakShare(
          formatPercent(peakPercent(fullest)),
          atMoment(report, peakAt),
          whereOf(report, limited, [fullest]),
        );
  const text = isRunning(report) ? words.notYet(peak) : words.never(peak);
  const free = subjectsOf(report).filter(({ areaId, subject }) => areaId !== null && !isLimited(subject));
  return free.length === 0 ? text : `${text} ${words.unlimited(listOf(free))}`;
}

/** Says in a sentence whether a capacity was exceeded, how often, for how long at most, and by how much. */
export function verdictOf(report: Report): Verdict {
  const words = reportTexts.face;
  const limited = limitedPlaces(report);
  if (limited.length === 0) {
    const { peak, peakAt } = report.venue;
    const text = peakAt === null ? '' : ` ${words.peak(formatCount(peak), atMoment(report, peakAt))}`;
    return { type: 'none', text: `${words.noCapacity}${text}` };
  }
  // A day with very many periods is stored without them, so the time counts, too.
  const over = limited.filter(({ subject }) => secondsAbove(subject).above100 > 0);
  return over.length > 0
    ? { type: 'over', text: overText(report, limited, over) }
    : { type: 'never', text: neverText(report, limited) };
}

/** What a sentence about the data says. */
export interface DataLine {
  isGood: boolean;
  text: string;
}

/** Sums up in a sentence how good the data are. The section on data quality says what each finding means. */
export function dataLine({ quality, venue, devices, days }: Report): DataLine {
  const words = reportTexts.face;
  const counts = [
    [quality.late.overMinute, words.late],
    [devices.filter(({ silences }) => silences.length > 0).length, words.silent],
    [venue.floored, words.floored],
    [days.filter(({ isByMinute }) => isByMinute).length, words.byMinute],
    [days.filter(({ isCompacted }) => isCompacted).length, words.compacted],
  ] as const;
  const found = counts.flatMap(([count, say]) => (count > 0 ? [say(count, formatCount(count))] : []));
  return found.length === 0
    ? { isGood: true, text: words.dataGood }
    : { isGood: false, text: words.data(found.join(', ')) };
}

/** Returns the face as lines of the workbook; none if nothing was counted. */
export function faceLines(report: Report): Line[] {
  const { summary } = reportTexts.tables;
  if (report.days.length === 0) return [];
  return [
    { label: summary.verdict, kind: 'text', value: verdictOf(report).text },
    { label: summary.data, kind: 'text', value: dataLine(report).text },
  ];
}
