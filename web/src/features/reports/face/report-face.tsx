import { clsx } from 'clsx';
import type { Verdict } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { TriangleAlert } from '../../../ui/icons/counting';
import { CircleCheck, CircleDashed } from '../../../ui/icons/reports';
import { dataLine, verdictOf } from './verdict';

const LOOKS = {
  over: { Icon: TriangleAlert, className: 'text-bad' },
  never: { Icon: CircleCheck, className: 'text-good' },
  none: { Icon: CircleDashed, className: 'text-muted' },
} as const satisfies Record<Verdict['type'], unknown>;

/** Says first what every reader wants to know, and how far the data can be trusted. */
export function VerdictCard({ report }: { report: Report }) {
  const { type, sentences, breaches } = verdictOf(report);
  const { Icon, className } = LOOKS[type];
  return (
    <section
      aria-label={reportTexts.face.verdict}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-card bg-surface p-5 shadow-lift sm:p-6"
    >
      <Icon size={26} className={clsx('mt-0.5 shrink-0', className)} />
      {sentences.map((sentence, i) => (
        <p
          key={sentence}
          className={clsx(
            'col-start-2 leading-snug font-semibold text-pretty',
            i < Math.max(1, breaches) && 'text-lg sm:text-xl',
            i < breaches && 'text-bad',
          )}
        >
          {sentence}
        </p>
      ))}
      <p className="col-start-2 text-sm text-pretty text-muted">{dataLine(report).text}</p>
    </section>
  );
}
