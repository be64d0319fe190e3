import type { Report } from '../../../../../src/shared/schemas/report';
import { type JudgedPlace, type Verdict, verdictOf as judge } from '../../../../../src/shared/sealed/verdict';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { atMoment } from '../report-clock';
import { formatDuration, isRunning, msOrNull, peakHistory } from '../report-words';
import { secondsAbove, SOME_SECONDS } from '../tables/subject-figures';
import { type NamedSubject, subjectsOf } from '../tables/subject-tables';
import type { Line } from '../tables/table';

const judged = ({ areaId, name, subject }: NamedSubject): JudgedPlace => ({
  areaId,
  name,
  peak: subject.peak,
  ...peakHistory(subject),
  secondsAbove: secondsAbove(subject).above100,
  periods: subject.overCapacity.map((period) => ({ ...period, seconds: Math.max(SOME_SECONDS, period.seconds) })),
  limits: (subject.limits ?? []).map(({ kind, history }) => ({
    kind,
    history: history.map((version) => ({ ...version, peakAt: msOrNull(version.peakAt) })),
  })),
});

/** Whether a capacity or a limit is exceeded at the report's end. */
const isStillOver = ({ subject: { overCapacity, limits = [] } }: NamedSubject): boolean =>
  [...overCapacity, ...limits.flatMap(({ periods }) => periods)].some(({ to }) => to === null);

/** Says which limits were exceeded, for how long and by how much, and whether a capacity was; or that none was. */
export function verdictOf(report: Report): Verdict {
  const { verdictWords, stillOver } = reportTexts.face;
  const subjects = subjectsOf(report);
  const verdict = judge(
    subjects.map(judged),
    { periodsLeftOut: report.overCapacityLeftOut, isRunning: isRunning(report) },
    verdictWords,
    {
      count: formatCount,
      percent: formatPercent,
      duration: formatDuration,
      moment: (at) => atMoment(report, new Date(at).toISOString()),
    },
  );
  return subjects.some(isStillOver) ? { ...verdict, sentences: [...verdict.sentences, stillOver] } : verdict;
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
    [devices.filter(({ quietTimes }) => quietTimes.length > 0).length, words.silent],
    [venue.floored, words.floored],
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
    { label: summary.verdict, kind: 'text', value: verdictOf(report).sentences.join(' ') },
    { label: summary.data, kind: 'text', value: dataLine(report).text },
  ];
}
