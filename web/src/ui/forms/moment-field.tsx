import type { RefObject } from 'react';
import { momentsShowing, wallClock } from '../../../../src/shared/sealed/zoned-time';
import { momentTexts } from '../../texts/moment-texts';
import { zoneFormat } from '../../texts/zone-format';
import { SelectField } from './select-field';
import { TextField } from './text-field';

/** What somebody types as a moment: a local time of a time zone. */
export interface TypedMoment {
  /** The value of the field: YYYY-MM-DDTHH:mm, or with seconds. */
  text: string;
  /** Whether the second moment is meant, if the clocks show that time twice. */
  isSecond: boolean;
}

/** How many letters the value of the field has. */
const LETTERS = { minute: 16, second: 19 };
type Precision = keyof typeof LETTERS;

/** Returns a moment (epoch ms) as the field has it. */
const localText = (at: number, timeZone: string, precision: Precision): string =>
  new Date(wallClock(timeZone)(at)).toISOString().slice(0, LETTERS[precision]);

/** Returns what the field has at first. @param at epoch ms */
export const typedMoment = (at: number, timeZone: string, precision: Precision = 'minute'): TypedMoment => ({
  text: localText(at, timeZone, precision),
  isSecond: false,
});

/** Returns the moments at which the zone's clocks show the text; null if it is no time. */
function momentsOf(text: string, timeZone: string): number[] | null {
  const shown = Date.parse(`${text}Z`);
  return Number.isNaN(shown) ? null : momentsShowing(shown, timeZone);
}

/** Returns the typed moment in epoch ms, or the name of the text that says what is wrong with it. */
export function readMoment({ text, isSecond }: TypedMoment, timeZone: string): number | 'incomplete' | 'skipped' {
  const moments = momentsOf(text, timeZone);
  if (moments === null) return 'incomplete';
  const [first, second] = moments;
  return (isSecond ? (second ?? first) : first) ?? 'skipped';
}

export interface MomentFieldProps {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  timeZone: string;
  typed: TypedMoment;
  onEdit: (typed: TypedMoment) => void;
  precision?: Precision;
  /** The earliest and the latest moment that the browser offers, epoch ms. */
  bounds?: readonly [earliest: number, latest: number];
  invalid: boolean;
  className?: string;
}

/** A field for date and time by a zone's clocks. If they show the typed time twice, a second field asks which is meant. */
export function MomentField(props: MomentFieldProps) {
  const { ref, label, timeZone, typed, onEdit, precision = 'minute', bounds, invalid, className } = props;
  const moments = momentsOf(typed.text, timeZone) ?? [];
  const [min, max] = bounds?.map((at) => localText(at, timeZone, precision)) ?? [];
  const { time, exactTime, offset } = zoneFormat(timeZone);
  const format = precision === 'second' ? exactTime : time;
  return (
    <>
      <TextField
        ref={ref}
        type="datetime-local"
        step={precision === 'second' ? 1 : undefined}
        min={min}
        max={max}
        label={label}
        value={typed.text}
        invalid={invalid}
        onChange={({ target }) => onEdit({ ...typed, text: target.value })}
        className={className}
      />
      {moments.length > 1 && (
        <SelectField
          label={momentTexts.which}
          value={typed.isSecond ? 'second' : 'first'}
          options={moments.map((moment, index) => ({
            value: index === 0 ? 'first' : 'second',
            text: `${format(moment)} ${offset(moment)}`,
          }))}
          onChange={({ target }) => onEdit({ ...typed, isSecond: target.value === 'second' })}
          className={className}
        />
      )}
    </>
  );
}
