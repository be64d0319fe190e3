import { clsx } from 'clsx';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { DAY_MS } from '../../../../src/shared/durations';
import { MINUTE_INTERVALS_DAYS_MAX, REPORT_DAYS_MAX } from '../../../../src/shared/reports/limits';
import { countDays } from '../../../../src/shared/rules/business-day';
import type { DayRange } from '../../../../src/shared/rules/report-query';
import { DEFAULT_REPORT_INTERVAL, type Report, type ReportInterval } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { formatDates } from '../../texts/zone-format';
import { Button } from '../../ui/button';
import { ChevronLeft, ChevronRight } from '../../ui/icons/arrows';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/forms/text-field';
import { useEventDays } from '../events/settings/schedule-api';
import type { ReportPlace } from './report-place';

export interface ReportControlsProps {
  place: ReportPlace;
  /** The days of the shown report. */
  shown: DayRange;
  /** The current business day, YYYY-MM-DD. */
  today: string;
  /** The report of these days; undefined while it loads, and if it cannot be loaded. */
  report: Report | undefined;
  isLoading: boolean;
  onGo: (change: Partial<ReportPlace>) => void;
}

const PRESET_DAYS = [7, MINUTE_INTERVALS_DAYS_MAX, REPORT_DAYS_MAX] as const;

/**
 * Returns the interval for a number of days, so that the steps of the chart can be told apart. People can choose another
 * interval that a report over these days can have.
 */
const intervalFor = (days: number): ReportInterval => {
  if (days > MINUTE_INTERVALS_DAYS_MAX) return 'day';
  if (days <= 2) return DEFAULT_REPORT_INTERVAL;
  return days <= 7 ? 30 : 60;
};

const PRESET =
  'min-h-11 px-4 text-sm aria-pressed:bg-sunken-strong aria-pressed:ring-2 aria-pressed:ring-ink aria-pressed:ring-inset';

/** Chooses the days of the report. The choice is stored in the address. */
export function ReportControls({ place, shown, today, report, isLoading, onGo }: ReportControlsProps) {
  const [choosing, setChoosing] = useState(false);
  const formId = useId();
  const words = reportTexts.reports.range;
  const eventDays = useEventDays(place.eventId);
  const presets = [
    ...(eventDays && daysIn(eventDays) <= REPORT_DAYS_MAX ? [{ name: words.eventDays, range: eventDays }] : []),
    ...PRESET_DAYS.map((length) => ({
      name: length === REPORT_DAYS_MAX ? words.lastYear : words.lastDays(length),
      range: { from: addDays(today, 1 - length), to: today },
    })),
  ];
  const goTo = (range: DayRange) => onGo({ ...range, revision: null, interval: intervalFor(daysIn(range)) });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div role="group" aria-label={words.presets} className="flex flex-wrap gap-2 max-sm:contents">
        <Button
          variant="quiet"
          aria-pressed={place.from === null}
          className={PRESET}
          onClick={() => onGo({ from: null, to: null, revision: null, interval: DEFAULT_REPORT_INTERVAL })}
        >
          {words.latest}
        </Button>
        {presets.map(({ name, range }) => (
          <Button
            key={name}
            variant="quiet"
            aria-pressed={place.from === range.from && place.to === range.to}
            className={PRESET}
            onClick={() => goTo(range)}
          >
            {name}
          </Button>
        ))}
      </div>
      <Button
        variant="quiet"
        aria-expanded={choosing}
        aria-controls={formId}
        onClick={() => setChoosing(!choosing)}
        className="min-h-11 px-4 text-sm sm:hidden"
      >
        {words.other}
      </Button>
      <div id={formId} className={clsx('w-full sm:block sm:w-auto', !choosing && 'max-sm:hidden')}>
        <RangeForm shown={shown} chosen={`${place.from} ${place.to}`} onShow={goTo} />
      </div>
      <div className="flex gap-1 max-sm:w-full max-sm:justify-between sm:ms-auto [&>button]:px-2">
        <Step label={words.earlier} to={earlierRange(shown, report)} isLoading={isLoading} onGo={goTo}>
          <ChevronLeft size={22} />
        </Step>
        <Step label={words.later} to={laterRange(shown, today, report)} isLoading={isLoading} onGo={goTo} isLater>
          <ChevronRight size={22} />
        </Step>
      </div>
    </div>
  );
}

interface StepProps {
  label: string;
  /** The days to which the step leads; null if nothing was counted there. */
  to: DayRange | null;
  isLoading: boolean;
  isLater?: boolean;
  onGo: (range: DayRange) => void;
  /** The icon. */
  children: ReactNode;
}

/** A step to the days with counts before or after the shown ones. The button says which days those are. */
function Step({ label, to, isLoading, isLater = false, onGo, children }: StepProps) {
  const dates = to === null || isLoading ? null : formatDates(to.from, to.to);
  return (
    <Button
      variant="plain"
      aria-label={dates === null ? label : `${label}: ${dates}`}
      title={label}
      busy={to === null || isLoading}
      onClick={() => to && onGo(to)}
      className={clsx(
        'min-h-11 justify-start text-start text-sm tabular-nums aria-disabled:opacity-45',
        'max-sm:min-w-0 max-sm:flex-1 sm:min-w-36',
        isLater && 'flex-row-reverse',
      )}
    >
      {children}
      {dates}
    </Button>
  );
}

function problemOf({ from, to }: DayRange): string | null {
  const words = reportTexts.reports.range;
  if (from === '' || to === '') return words.incomplete;
  if (from > to) return words.reversed;
  return countDays(from, to) > REPORT_DAYS_MAX ? words.tooLong(REPORT_DAYS_MAX) : null;
}

interface RangeFormProps {
  shown: DayRange;
  /** Identifies the days in the address. When it changes, the typed days are discarded. */
  chosen: string;
  onShow: (range: DayRange) => void;
}

function RangeForm({ shown, chosen, onShow }: RangeFormProps) {
  const [typed, setTyped] = useState<DayRange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosenBefore, setChosenBefore] = useState(chosen);
  const words = reportTexts.reports.range;
  if (chosen !== chosenBefore) {
    setChosenBefore(chosen);
    setTyped(null);
    setProblem(null);
  }
  const { from, to } = typed ?? shown;

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemOf({ from, to });
    setProblem(found);
    if (found === null) onShow({ from, to });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
      <TextField
        type="date"
        label={words.from}
        value={from}
        invalid={problem !== null}
        onChange={({ target }) => setTyped({ from: target.value, to: to < target.value ? target.value : to })}
        className="min-w-36 flex-1 sm:w-40 sm:flex-none"
      />
      <TextField
        type="date"
        label={words.to}
        value={to}
        invalid={problem !== null}
        onChange={({ target }) => setTyped({ from, to: target.value })}
        className="min-w-36 flex-1 sm:w-40 sm:flex-none"
      />
      <Button
        type="submit"
        className="max-sm:w-full"
        variant={from === shown.from && to === shown.to ? 'quiet' : 'primary'}
      >
        {words.show}
      </Button>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
    </form>
  );
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const daysIn = ({ from, to }: DayRange): number => countDays(from, to);

const shifted = ({ from, to }: DayRange, by: number): DayRange => ({ from: addDays(from, by), to: addDays(to, by) });

/**
 * Returns as many days as are shown, directly before them; if nothing was counted there, those that end with the last
 * day with counts. Returns null if there is no such day. Without a report nobody knows of any.
 */
function earlierRange(shown: DayRange, report: Report | undefined): DayRange | null {
  const days = daysIn(shown);
  const next = shifted(shown, -days);
  if (report === undefined) return next;
  const { earlierDay } = report;
  if (earlierDay === undefined) return null;
  return earlierDay >= next.from ? next : { from: addDays(earlierDay, 1 - days), to: earlierDay };
}

/** Returns the days after the shown ones, as {@link earlierRange} does those before. */
function laterRange(shown: DayRange, today: string, report: Report | undefined): DayRange | null {
  const days = daysIn(shown);
  const next = shifted(shown, days);
  if (report === undefined) return shown.to < today ? next : null;
  const { laterDay } = report;
  if (laterDay === undefined) return null;
  return laterDay <= next.to ? next : { from: laterDay, to: addDays(laterDay, days - 1) };
}
