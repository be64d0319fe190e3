import type { ReportInterval } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { Button, buttonClass } from '../../../ui/button';
import { ArrowLeft } from '../../../ui/icons/arrows';
import { Printer } from '../../../ui/icons/files';
import { Link } from '../../../ui/link';
import { intervalName } from '../report-words';
import { PAPERS, type Paper } from './page-css';

export interface PaperControlsProps {
  paper: Paper;
  /** The intervals that a report over these days can have. */
  intervals: readonly ReportInterval[];
  interval: ReportInterval;
  /** The address of the report on the screen. */
  backTo: string;
  /** Whether the requested report is still loading. The shown report must not be printed then. */
  busy: boolean;
  onPaper: (paper: string) => void;
  onInterval: (interval: string) => void;
  /** Whether the tables of intervals, which take most pages, are printed, too. */
  hasIntervals: boolean;
  onIntervals: (hasIntervals: boolean) => void;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly text: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2 text-sm font-medium">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 rounded-field border border-line-strong bg-surface px-3"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The controls above the printed report. They are not printed themselves. */
export function PaperControls(props: PaperControlsProps) {
  const { paper, intervals, interval, backTo, busy, onPaper, onInterval, hasIntervals, onIntervals } = props;
  const words = reportTexts.paper;
  return (
    <div className="paper-controls safe-x mx-auto flex max-w-5xl flex-wrap items-center gap-3 py-4">
      <Link to={backTo} className={buttonClass('plain', 'min-h-11 px-3 text-sm')}>
        <ArrowLeft aria-hidden size={18} />
        {words.back}
      </Link>
      <span className="ml-auto flex flex-wrap items-center gap-3 text-sm">
        <CheckField label={words.withIntervals} checked={hasIntervals} onChange={onIntervals} />
        <Choice
          label={words.interval}
          value={String(interval)}
          options={intervals.map((it) => ({ value: String(it), text: intervalName(it) }))}
          onChange={onInterval}
        />
        <Choice
          label={words.size}
          value={paper}
          options={PAPERS.map((it) => ({ value: it, text: words.sizes[it] }))}
          onChange={onPaper}
        />
        <Button className="min-h-11 px-4 text-sm" busy={busy} onClick={() => print()}>
          <Printer aria-hidden size={18} />
          {words.print}
        </Button>
      </span>
    </div>
  );
}
