import { isLimited } from '../../../../../src/shared/sealed/verdict';
import { intervalsFor } from '../../../../../src/shared/rules/report-query';
import type { Report, ReportInterval } from '../../../../../src/shared/schemas/report';
import { formatChange, formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { SelectField } from '../../../ui/forms/select-field';
import { corrected, secondsAbove, secondsBelowZero } from '../tables/subject-figures';
import { type NamedSubject, subjectsOf } from '../tables/subject-tables';
import { guestsLeftOf } from '../tables/venue-capacity';
import { FlowCharts } from '../chart/flow-charts';
import { IntervalTables } from './interval-tables';
import { rangeOf, type ReportPlace } from '../report-place';
import { atMoment, momentOf } from '../report-clock';
import { ReportSection } from './report-section';
import { formatDuration, intervalName } from '../report-words';
import { useId } from 'react';
import { fieldLabelClass } from '../../../ui/forms/field';
import { RadioOption } from '../../../ui/forms/radio-option';

export interface SubjectSectionProps {
  report: Report;
  /** Contains the area to show. Without an area, or with one that is not in this report, the venue is shown. */
  place: ReportPlace;
  onGo: (change: Partial<ReportPlace>) => void;
}

/** Shows the venue or one of its areas: its curve, its figures and its intervals. */
export function SubjectSection({ report, place, onGo }: SubjectSectionProps) {
  const words = reportTexts.reports;
  const subjects = subjectsOf(report);
  const [venue] = subjects;
  const shown = subjects.find(({ areaId }) => areaId === place.areaId) ?? venue;
  if (!shown) return null;
  return (
    <ReportSection
      title={words.chart.title}
      lead={words.chart.lead}
      aside={
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
          {subjects.length > 1 && (
            <SubjectSelect subjects={subjects} areaId={shown.areaId} onChoose={(areaId) => onGo({ areaId })} />
          )}
          <IntervalSwitch
            intervals={intervalsFor(rangeOf(place))}
            interval={place.interval}
            onChoose={(interval) => onGo({ interval })}
          />
        </div>
      }
    >
      <FlowCharts report={report} subject={shown.subject} name={shown.name} />
      <SubjectFacts report={report} shown={shown} />
      <IntervalTables key={shown.areaId} report={report} shown={shown} />
    </ReportSection>
  );
}

interface SubjectSelectProps {
  subjects: readonly NamedSubject[];
  areaId: string | null;
  onChoose: (areaId: string | null) => void;
}

function SubjectSelect({ subjects, areaId, onChoose }: SubjectSelectProps) {
  const words = reportTexts.reports;
  const [venue, ...areas] = subjects;
  return (
    <SelectField
      label={words.chart.subject}
      placeholder={venue?.name ?? ''}
      options={areas.map(({ areaId: value, name }) => ({ value: value ?? '', text: name }))}
      value={areaId ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
      className="w-full sm:w-72"
    />
  );
}

interface Fact {
  name: string;
  value: string;
}

function factsOf(report: Report, { subject: of, areaId, deletedAt }: NamedSubject): Fact[] {
  const words = reportTexts.reports.facts;
  const moment = momentOf(report);
  const { above75, above90, above100 } = secondsAbove(of);
  const { heads } = reportTexts.tables;
  const origin = areaId === null ? guestsLeftOf(report) : null;
  const change = corrected(of);
  const limitText = (capacity: number | null) => (capacity ? formatCount(capacity) : words.noLimit);
  const capacities = of.capacities.map(({ at, capacity }, i) =>
    i === 0 ? limitText(capacity) : words.from(limitText(capacity), moment(at)),
  );
  const capacityText = capacities.length === 0 ? words.noLimit : capacities.join(', ');
  const fact = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  return [
    ...fact(
      areaId === null ? heads.guests : heads.capacity,
      origin === null ? capacityText : words.guestsOf(capacityText, origin),
    ),
    ...fact(
      words.peak,
      of.peakAt === null ? formatCount(of.peak) : words.at(formatCount(of.peak), atMoment(report, of.peakAt)),
    ),
    ...fact(words.inOut, words.inOutNet(formatCount(of.ins), formatCount(of.outs), formatCount(of.net))),
    ...fact(
      words.moved,
      areaId === null || of.movedIn + of.movedOut === 0
        ? null
        : words.movedInOut(formatCount(of.movedIn), formatCount(of.movedOut)),
    ),
    ...fact(words.openingClosing, formatChange(formatCount(of.opening), formatCount(of.closing))),
    ...fact(heads.corrected, change === 0 ? null : formatCount(change)),
    ...fact(words.above, isLimited(of) ? [above75, above90, above100].map(formatDuration).join(' · ') : null),
    ...fact(words.floored, of.floored === 0 ? null : formatCount(of.floored)),
    ...fact(words.belowZero, of.minutesBelowZero === 0 ? null : formatDuration(secondsBelowZero(of))),
    ...fact(words.deleted, deletedAt === null ? null : moment(deletedAt)),
  ];
}

function SubjectFacts({ report, shown }: { report: Report; shown: NamedSubject }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2">
      {factsOf(report, shown).map(({ name, value }) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
          <dt className="text-muted">{name}</dt>
          <dd className="ms-auto text-end font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface IntervalSwitchProps {
  /** The intervals that a report over these days can have. */
  intervals: readonly ReportInterval[];
  interval: ReportInterval;
  onChoose: (interval: ReportInterval) => void;
}

/** Chooses the length of the shown intervals. */
function IntervalSwitch({ intervals, interval: chosen, onChoose }: IntervalSwitchProps) {
  const id = useId();
  const words = reportTexts.reports;
  if (intervals.length === 1) return null;
  return (
    <div>
      <span id={id} className={fieldLabelClass}>
        {words.interval}
      </span>
      <div role="radiogroup" aria-labelledby={id} className="flex w-fit flex-wrap rounded-field bg-sunken p-1">
        {intervals.map((interval) => (
          <RadioOption
            key={interval}
            name="interval"
            value={String(interval)}
            checked={interval === chosen}
            onChoose={() => onChoose(interval)}
            className="touch-pad min-h-11 rounded-[0.625rem] px-3 text-sm font-semibold whitespace-nowrap tabular-nums"
          >
            {intervalName(interval)}
          </RadioOption>
        ))}
      </div>
    </div>
  );
}
