import { useId } from 'react';
import { REPORT_INTERVALS, type ReportInterval } from '../../../../src/shared/schemas/report';
import { reportTexts } from '../../texts/report-texts';
import { fieldLabelClass } from '../../ui/forms/field';
import { RadioOption } from '../../ui/forms/radio-option';

export interface IntervalSwitchProps {
  interval: ReportInterval;
  onChoose: (interval: ReportInterval) => void;
}

/** The length of the shown intervals. */
export function IntervalSwitch({ interval: chosen, onChoose }: IntervalSwitchProps) {
  const id = useId();
  const words = reportTexts.reports;
  return (
    <div>
      <span id={id} className={fieldLabelClass}>
        {words.interval}
      </span>
      <div role="radiogroup" aria-labelledby={id} className="flex w-fit flex-wrap rounded-field bg-sunken p-1">
        {REPORT_INTERVALS.map((interval) => (
          <RadioOption
            key={interval}
            name="interval"
            value={String(interval)}
            checked={interval === chosen}
            onChoose={() => onChoose(interval)}
            className="touch-pad min-h-11 rounded-[0.625rem] px-3 text-sm font-semibold whitespace-nowrap tabular-nums"
          >
            {words.minutes(String(interval))}
          </RadioOption>
        ))}
      </div>
    </div>
  );
}
