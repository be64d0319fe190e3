import type { SubjectFigures } from '../figures';
import { aboveMsOf, type DayText, hasAllPeriods } from './day-text';
import { duration, escaped, percentOf, section } from './html';

/** Returns the highest occupancy in percent of the capacity in force then. */
function peakPercent({ peak, peakAt, capacities }: SubjectFigures): number {
  const capacity = capacities.findLast(({ at }) => at <= (peakAt ?? 0))?.capacity ?? 0;
  return capacity > 0 ? percentOf(peak, capacity) : 0;
}

function verdict({ words, all }: DayText): string {
  const subjects = all.map(({ subject }) => subject);
  if (!subjects.some(({ capacities }) => capacities.some(({ capacity }) => capacity))) return words.noCapacity;
  const periods = subjects.flatMap(({ over }) => over);
  const percents = periods.map(({ peak, capacity }) => (capacity > 0 ? percentOf(peak, capacity) : 0));
  if (!subjects.every(({ over, secondsAbove }) => hasAllPeriods(over, secondsAbove[2]))) {
    const longest = Math.max(...subjects.map(({ secondsAbove }) => secondsAbove[2]));
    return words.overFor(duration(longest * 1000), Math.max(...percents, ...subjects.map(peakPercent)));
  }
  if (periods.length === 0) return words.neverOver;
  const longest = Math.max(...periods.map(aboveMsOf));
  return words.over(periods.length, duration(longest), Math.max(...percents));
}

/** One line for each limit that applied at the day's end. */
function limitLines(day: DayText): string[] {
  const { limitLine, limitAbove, limitKept, limitKinds } = day.words;
  return day.all.flatMap(({ name, subject }) =>
    (subject.limits ?? []).flatMap(({ kind, history, secondsAbove, over }) => {
      const { capacity = null, staff = 0 } = history.at(-1) ?? {};
      if (capacity === null) return [];
      const peak = over.length === 0 ? subject.peak : Math.max(...over.map((period) => period.peak));
      const isKept = over.length === 0 && secondsAbove === 0;
      const result = isKept ? limitKept : limitAbove(duration(secondsAbove * 1000));
      return [`${name}, ${limitLine(limitKinds[kind], peak, staff, capacity)} ${result}`];
    }),
  );
}

/** Says how many staff were declared, and whether the capacity was a limit less staff all day, so that readers do not add up both. */
function staffLines({ words, staff, figures: { venue } }: DayText): string[] {
  const { capacities, limits = [] } = venue;
  const capacity = capacities.length === 1 ? (capacities[0]?.capacity ?? null) : null;
  const same = limits.find(({ history: [first, ...later] }) => {
    if (first === undefined || first.capacity === null || later.length > 0) return false;
    return first.capacity - first.staff === capacity;
  });
  return [
    ...(staff > 0 ? [words.staffDeclared(staff)] : []),
    ...(same !== undefined && capacity !== null
      ? [words.sameAsLimit(capacity, words.limitKinds[same.kind], staff)]
      : []),
  ];
}

/** What an inspector asks first: the verdict, the limits, and how good the data are. */
export function reportHead(day: DayText): string {
  const { sealed, words, figures } = day;
  const { taps, late, latestMs } = figures.quality;
  const lines = [
    ...limitLines(day),
    ...staffLines(day),
    `${words.revision(sealed.revision, day.time(sealed.closedAt))} ${words.clock(sealed.timeZone, day.time(sealed.startsAt), day.time(sealed.endsAt))}`,
    words.quality(taps, late[0], duration(latestMs)),
    ...(figures.precision === 'minute' ? [words.byMinute] : []),
  ];
  return `<header><p class="kind">${escaped(words.title)}</p><h1>${escaped(sealed.eventName)}</h1>
<p class="day">${escaped(sealed.day)}</p><p class="verdict">${escaped(verdict(day))}</p>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}</header>`;
}

/** The most important figures of the venue. */
export function keyFigures(day: DayText): string {
  const { heads, figures: title } = day.words;
  const { ins, outs, peak, peakAt, closing, secondsAbove, capacities } = day.figures.venue;
  const cells: [string, string][] = [
    [day.peakHead, String(peak)],
    [heads.peakAt, day.time(peakAt)],
    [heads.capacity, day.capacity(capacities.at(-1)?.capacity)],
    [heads.above100, duration(secondsAbove[2] * 1000)],
    [heads.ins, String(ins)],
    [heads.outs, String(outs)],
    [heads.closing, String(closing)],
  ];
  const items = cells.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  return section(title, '', `<dl>${items.join('')}</dl>`);
}
