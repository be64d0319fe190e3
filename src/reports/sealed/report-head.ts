import { changesOf } from '../../shared/sealed/capacity-at';
import { capacityNote } from '../../shared/sealed/notes';
import { isExceeded } from '../../shared/sealed/authority-limits';
import { verdictOf } from '../../shared/sealed/verdict';
import { type DayText, hasAllPeriods } from './day-text';
import { escaped, section } from './html';
import { versionsOf } from './report-tables';

const MS_PER_S = 1000;

function verdict({ all, judged, words, writing }: DayText): string {
  const isWhole = all.every(({ subject }) => hasAllPeriods(subject.over, subject.secondsAbove[2]));
  const days = { periodsLeftOut: isWhole ? 0 : null, isRunning: false };
  const { sentences, breaches } = verdictOf(judged, days, words.verdict, writing);
  const lines = sentences.map((sentence, i) => {
    const isHead = i < Math.max(1, breaches);
    return `<p${isHead ? ' class="big"' : ''}>${escaped(sentence)}</p>`;
  });
  return `<div class="verdict">${lines.join('')}</div>`;
}

/** One line for each version of a limit that applied on the day, with numbers of its own time. */
function limitLines(day: DayText): string[] {
  const { words } = day;
  const versions = versionsOf(day);
  return versions.flatMap(({ name, kind, version, until }) => {
    const { at, capacity, staff, peak, peakAt, aboveMs, condition } = version;
    if (capacity === null) return [];
    const isOnly = versions.filter((one) => one.name === name && one.kind === kind).length === 1;
    const span = isOnly ? '' : `, ${words.limitSpan(day.time(at), day.time(until))}`;
    const when = peakAt === null ? '' : words.moment(day.time(peakAt));
    const line = words.limitLine(words.limitKinds[kind] + span, peak + staff, staff, when, capacity);
    const above = isExceeded(version) ? ` ${words.limitAbove(day.duration(Math.max(1, aboveMs)))}` : '';
    // More staff than allowed, and no guest.
    const result = above === '' && peak + staff <= capacity ? ` ${words.limitKept}` : above;
    const terms = condition === '' ? '' : `<p class="lead">${escaped(words.conditionOf(condition))}</p>`;
    return [`<p class="limit">${escaped(`${name}, ${line}${result}`)}</p>${terms}`];
  });
}

/** Says how many staff were declared, and whether the capacity was a limit less staff all day, so that readers do not subtract the staff twice. */
function staffLines(day: DayText): string[] {
  const { words, staff, hasStaff } = day;
  const { venue } = day.figures;
  const { capacities, limits = [] } = venue;
  const capacity = capacities.length === 1 ? (capacities[0]?.capacity ?? null) : null;
  const same = limits.find(({ history: [first, ...later] }) => {
    if (first === undefined || first.capacity === null || later.length > 0) return false;
    return first.capacity - first.staff === capacity;
  });
  const [only, another] = staff;
  const numbers =
    another === undefined
      ? String(only?.staff)
      : staff.map((one) => words.numberFrom(String(one.staff), day.time(one.at)));
  return [
    ...(hasStaff ? [words.staffDeclared([numbers].flat().join(', '))] : []),
    ...(same !== undefined && capacity !== null
      ? [words.sameAsLimit(capacity, words.limitKinds[same.kind], only?.staff ?? 0)]
      : []),
  ];
}

/** What an inspector asks first: the verdict, the limits, and how good the data are. */
export function reportHead(day: DayText): string {
  const { sealed, words, figures } = day;
  const { taps, late, latestMs } = figures.quality;
  const lines = [
    ...staffLines(day),
    `${words.revision(sealed.revision, day.time(sealed.closedAt))} ${words.clock(sealed.timeZone, day.time(sealed.startsAt), day.time(sealed.endsAt))}`,
    words.quality(taps, late[0], day.duration(latestMs)),
    words.askMoment,
  ];
  return `<header><p class="kind">${escaped(words.title)}</p><h1>${escaped(sealed.eventName)}</h1>
<p class="day">${escaped(day.name)}</p>
${verdict(day)}
${[...limitLines(day), ...lines.map((line) => `<p>${escaped(line)}</p>`)].join('\n')}</header>`;
}

/** Returns the number of staff that was declared when the most people were inside. */
const staffThen = ({ staff, figures: { venue } }: DayText): number =>
  staff.findLast(({ at }) => at <= (venue.peakAt ?? 0))?.staff ?? 0;

/** The most important figures of the venue. */
export function keyFigures(day: DayText): string {
  const { heads, figures: title, notes, numberFrom } = day.words;
  const { venue } = day.figures;
  const { ins, outs, peak, peakAt, closing, secondsAbove } = venue;
  const cells: [string, string][] = [
    [day.peakHead, String(peak)],
    ...(day.hasStaff ? [[heads.peakWithStaff, String(peak + staffThen(day))] satisfies [string, string]] : []),
    [heads.peakAt, day.time(peakAt)],
    [heads.capacityThen, day.capacityThen(venue)],
    [heads.above100, day.duration(secondsAbove[2] * MS_PER_S)],
    [heads.ins, String(ins)],
    [heads.outs, String(outs)],
    [heads.closing, String(closing)],
  ];
  const items = cells.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
  const changes = changesOf(venue.capacities).map(({ at, capacity }) =>
    numberFrom(day.capacity(capacity), day.time(at)),
  );
  const note = capacityNote(notes, changes);
  return section(title, '', `<dl>${items.join('')}</dl>${note === null ? '' : `<p>${escaped(note)}</p>`}`);
}
