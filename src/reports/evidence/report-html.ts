import { SLOT_MS } from '../../shared/limits';
import { roundedShare } from '../../shared/rounded-share';
import { zonedTimes } from '../../shared/rules/zoned-time';
import type { DayFigures, SubjectFigures } from '../figures';
import { curve } from './curve';
import { duration, escaped, type Head, table } from './html';
import type { ReportWords } from './report-words';
import type { SealedDay } from './sealed-day';

/** For screen and paper. */
const CSS = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#1a1f18;font:15px/1.45 system-ui,"Segoe UI","Noto Sans",sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.9rem;line-height:1.15;margin:.1rem 0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.8rem 0 .4rem;break-after:avoid}
p{margin:.3rem 0}
.kind{font-weight:600;color:#4b5548}
.day{font-size:1.25rem;font-weight:600}
.verdict{border-left:4px solid #1a1f18;padding:.35rem .8rem;margin:.9rem 0;font-weight:700;font-size:1.1rem}
.lead,footer{color:#4b5548}
dl{display:flex;flex-wrap:wrap;gap:.8rem 2rem;margin:.5rem 0}
dt{color:#4b5548;font-size:.85rem}
dd{margin:0;font-size:1.35rem;font-weight:700;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid #cfd6ca;padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top}
thead th{border-bottom:2px solid #1a1f18}
tbody th{font-weight:400}
.n{text-align:right}
tr{break-inside:avoid}
svg{display:block;width:100%;height:auto;break-inside:avoid}
footer{margin-top:2rem;border-top:1px solid #cfd6ca;padding-top:.6rem;font-size:.85rem}
@page{margin:16mm 14mm}
@media print{main{max-width:none;padding:0}.wide{overflow:visible}body{font-size:10pt}}
`;

/** The venue or an area, with its name as the report shows it. */
interface Named {
  name: string;
  subject: SubjectFigures;
}

const num = (head: string): Head => ({ head, isNumber: true });
const text = (head: string): Head => ({ head, isNumber: false });
const percentOf = (people: number, capacity: number): number => roundedShare((people / capacity) * 100);

/** Writes one language's report. */
class Writer {
  private readonly zoned: (at: number) => string;
  private readonly all: readonly [Named, ...Named[]];

  constructor(
    private readonly sealed: SealedDay,
    private readonly figures: DayFigures,
    private readonly words: ReportWords,
  ) {
    this.zoned = zonedTimes(sealed.timeZone);
    const areas = figures.areas.map((area) => ({
      name: area.deletedAt === null ? area.areaName : words.deleted(area.areaName),
      subject: area,
    }));
    this.all = [{ name: words.venue, subject: figures.venue }, ...areas];
  }

  /** The local time as 2026-07-31 22:15:00. */
  private time(at: number | null): string {
    return at === null ? '' : this.zoned(at).slice(0, 19).replace('T', ' ');
  }

  private capacity(value: number | null | undefined): string {
    return value ? String(value) : this.words.noLimit;
  }

  private verdict(): string {
    const { words, all } = this;
    const periods = all.flatMap(({ subject }) => subject.over);
    if (!all.some(({ subject }) => subject.capacities.some(({ capacity }) => capacity))) return words.noCapacity;
    if (periods.length === 0) return words.neverOver;
    const longest = Math.max(...periods.map(({ from, to, aboveMs = to - from }) => aboveMs));
    const percent = Math.max(...periods.map(({ peak, capacity }) => (capacity > 0 ? percentOf(peak, capacity) : 0)));
    return words.over(periods.length, duration(longest), percent);
  }

  /** One line for each limit that applied at the day's end. */
  private limitLines(): string[] {
    const { limitLine, limitAbove, limitKept, limitKinds } = this.words;
    return this.all.flatMap(({ name, subject }) =>
      (subject.limits ?? []).flatMap(({ kind, history, secondsAbove, over }) => {
        const { capacity = null, staff = 0 } = history.at(-1) ?? {};
        if (capacity === null) return [];
        const peak = Math.max(...over.map((period) => period.peak));
        const result = over.length === 0 ? limitKept : limitAbove(duration(secondsAbove * 1000), peak);
        return [`${name}: ${limitLine(limitKinds[kind], capacity, staff, result)}`];
      }),
    );
  }

  private head(): string {
    const { sealed, words, figures } = this;
    const { taps, late, latestMs } = figures.quality;
    const lines = [
      ...this.limitLines(),
      `${words.revision(sealed.revision, this.time(sealed.closedAt))} ${words.clock(sealed.timeZone, this.time(sealed.startsAt), this.time(sealed.endsAt))}`,
      words.quality(taps, late[0], duration(latestMs)),
      ...(figures.precision === 'minute' ? [words.byMinute] : []),
    ];
    return `<header><p class="kind">${escaped(words.title)}</p><h1>${escaped(sealed.eventName)}</h1>
<p class="day">${escaped(sealed.day)}</p><p class="verdict">${escaped(this.verdict())}</p>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}</header>`;
  }

  private keyFigures(): string {
    const { heads, figures: title } = this.words;
    const { ins, outs, peak, peakAt, closing, secondsAbove, capacities } = this.figures.venue;
    const cells: [string, string][] = [
      [heads.peak, String(peak)],
      [heads.peakAt, this.time(peakAt)],
      [heads.capacity, this.capacity(capacities.at(-1)?.capacity)],
      [heads.above100, duration(secondsAbove[2] * 1000)],
      [heads.ins, String(ins)],
      [heads.outs, String(outs)],
      [heads.closing, String(closing)],
    ];
    const items = cells.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`);
    return section(title, '', `<dl>${items.join('')}</dl>`);
  }

  private subjects(): string {
    const { heads, areas, areasLead } = this.words;
    const columns = [
      text(heads.area),
      num(heads.capacity),
      num(heads.opening),
      num(heads.ins),
      num(heads.outs),
      num(heads.moved),
      num(heads.floored),
      num(heads.closing),
      num(heads.peak),
      text(heads.peakAt),
      text(heads.above100),
    ];
    const rows = this.all.map(({ name, subject: it }) => [
      name,
      this.capacity(it.capacities.at(-1)?.capacity),
      it.opening,
      it.ins,
      it.outs,
      it.movedIn + it.movedOut,
      it.floored,
      it.closing,
      it.peak,
      this.time(it.peakAt),
      duration(it.secondsAbove[2] * 1000),
    ]);
    return section(areas, areasLead, table(columns, rows));
  }

  private over(): string {
    const { heads, overPeriods, overLead, none } = this.words;
    const rows = this.all.flatMap(({ name, subject }) =>
      subject.over.map(({ from, to, aboveMs = to - from, peak, capacity }) => [
        name,
        this.time(from),
        this.time(to),
        duration(aboveMs),
        peak,
        capacity,
        capacity > 0 ? percentOf(peak, capacity) : '',
      ]),
    );
    const columns = [
      text(heads.area),
      text(heads.from),
      text(heads.to),
      text(heads.above),
      num(heads.peak),
      num(heads.capacity),
      num(heads.percent),
    ];
    return section(overPeriods, overLead, rows.length === 0 ? `<p>${escaped(none)}</p>` : table(columns, rows));
  }

  /** The limits of authorities with their conditions, and the time above each; nothing without limits. */
  private limits(): string {
    const { heads, limits: title, limitsLead, limitKinds, limitPeriods, overLead, none } = this.words;
    const all = this.all.flatMap(({ name, subject }) => (subject.limits ?? []).map((limit) => ({ name, limit })));
    if (all.length === 0) return '';
    const limits = all.flatMap(({ name, limit: { kind, history, secondsAbove } }) =>
      history.map(({ at, capacity, staff, condition }, i) => [
        name,
        limitKinds[kind],
        this.time(at),
        this.capacity(capacity),
        staff,
        i === 0 ? duration(secondsAbove * 1000) : '',
        condition,
      ]),
    );
    const columns = [
      text(heads.area),
      text(heads.limit),
      text(heads.from),
      num(heads.people),
      num(heads.staff),
      text(heads.above),
      text(heads.condition),
    ];
    const periods = all.flatMap(({ name, limit: { kind, over } }) =>
      over.map(({ from, to, aboveMs = to - from, peak, capacity }) => [
        name,
        limitKinds[kind],
        this.time(from),
        this.time(to),
        duration(aboveMs),
        peak,
        capacity,
      ]),
    );
    const periodColumns = [
      text(heads.area),
      text(heads.limit),
      text(heads.from),
      text(heads.to),
      text(heads.above),
      num(heads.peak),
      num(heads.people),
    ];
    const above = periods.length === 0 ? `<p>${escaped(none)}</p>` : table(periodColumns, periods);
    return section(title, limitsLead, table(columns, limits)) + section(limitPeriods, overLead, above);
  }

  private capacities(): string {
    const { heads, capacities: title } = this.words;
    const rows = this.all.flatMap(({ name, subject }) =>
      subject.capacities.map(({ at, capacity }) => [name, this.time(at), this.capacity(capacity)]),
    );
    return section(title, '', table([text(heads.area), text(heads.from), num(heads.capacity)], rows));
  }

  private devices(): string {
    const { heads, devices: title, unnamed, others } = this.words;
    const rows = this.figures.devices.map((device) => {
      const { deviceId, deviceName, isOthers, ins, outs, taps, lateTaps, firstTapAt, lastTapAt } = device;
      const name = isOthers ? others : (deviceName ?? unnamed(deviceId.slice(0, 8)));
      return [name, ins, outs, taps, lateTaps, this.time(firstTapAt), this.time(lastTapAt)];
    });
    const columns = [
      text(heads.device),
      num(heads.ins),
      num(heads.outs),
      num(heads.taps),
      num(heads.late),
      text(heads.first),
      text(heads.last),
    ];
    return section(title, '', table(columns, rows));
  }

  private steps(): string {
    const { heads, steps: title, stepsLead } = this.words;
    const { startsAt, venue } = this.figures;
    const rows = venue.slots.map(([slot, ins, outs, low, high, end]) => [
      this.time(startsAt + slot * SLOT_MS),
      ins,
      outs,
      low,
      high,
      end,
    ]);
    const columns = [
      text(heads.from),
      num(heads.ins),
      num(heads.outs),
      num(heads.low),
      num(heads.high),
      num(heads.end),
    ];
    return section(title, stepsLead, table(columns, rows));
  }

  page(): string {
    const { words, sealed, figures } = this;
    const picture = curve(figures, words.curve, (at) => this.time(at).slice(11, 16));
    return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${sealed.eventName} ${sealed.day} – ${words.title}`)}</title>
<style>${CSS}</style>
</head>
<body>
<main>
${this.head()}
${this.keyFigures()}
${section(words.curve, words.curveLead, picture)}
${this.subjects()}
${this.over()}
${this.limits()}
${this.capacities()}
${this.devices()}
${this.steps()}
<footer>${escaped(words.foot)}</footer>
</main>
</body>
</html>
`;
  }
}

const section = (title: string, lead: string, body: string): string =>
  `<section><h2>${escaped(title)}</h2>${lead === '' ? '' : `<p class="lead">${escaped(lead)}</p>`}${body}</section>`;

/**
 * Returns the report of a sealed day as one HTML file that loads nothing and prints on A4 and Letter. The format is
 * frozen: a test holds its bytes.
 */
export const dayReport = (sealed: SealedDay, figures: DayFigures, words: ReportWords): string =>
  new Writer(sealed, figures, words).page();
