import { clsx } from 'clsx';
import { type FormEvent, useId, useState } from 'react';
import { DAY_MS } from '../../../../src/shared/durations';
import { MINUTE_INTERVALS_DAYS_MAX, REPORT_DAYS_MAX } from '../../../../src/shared/reports/limits';
import { countDays } from '../../../../src/shared/rules/business-day';
import type { DayRange } from '../../../../src/shared/rules/report-query';
import { DEFAULT_REPORT_INTERVAL, type ReportInterval } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { Button, IconButton } from '../../ui/button';
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
export function ReportControls({ place, shown, today, onGo }: ReportControlsProps) {
  const [choosing, setChoosing] = useState(false);
  const formId = useId();
  const words = reportTexts.reports.range;
  const days = daysIn(shown);
  const eventDays = useEventDays(place.eventId);
  const presets = [
    ...(eventDays && daysIn(eventDays) <= REPORT_DAYS_MAX ? [{ name: words.eventDays, range: eventDays }] : []),
    ...PRESET_DAYS.map((length) => ({
      name: length === REPORT_DAYS_MAX ? words.lastYear : words.lastDays(length),
      range: { from: addDays(today, 1 - length), to: today },
    })),
  ];
  const goTo = (range: DayRange) => onGo({ ...range, revision: null, interval: intervalFor(daysIn(range)) });
  const shift = (by: number) => goTo({ from: addDays(shown.from, by), to: addDays(shown.to, by) });
  return (
    <div className="flex flex-wrap items-end gap-2 max-sm:justify-between">
      <div role="group" aria-label={words.presets} className="flex flex-wrap gap-2">
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
      <div className="flex gap-1 sm:order-last sm:ms-auto">
        <IconButton label={words.earlier} onClick={() => shift(-days)}>
          <ChevronLeft size={22} />
        </IconButton>
        <IconButton label={words.later} disabled={shown.to >= today} onClick={() => shift(days)}>
          <ChevronRight size={22} />
        </IconButton>
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
    </div>
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
