import { type NewCapacityPlan, PLAN_STEPS, type PlanResult } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Citation } from '../../../../src/shared/rules/capacity-rules/rule';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { formatDay } from '../../texts/zone-format';
import { DataTable } from '../../ui/data-table';
import { PlanCard } from './plan-card';
import { citationsOf, reasonLines } from './plan-steps';

/** Says where a rule stands and how it was read. */
export function CitationText({ citation }: { citation: Citation }) {
  const words = capacityTexts.result;
  const { rule, date, source, reading, readOn } = citation;
  return (
    <>
      {words.source(rule, date, formatDay(readOn))}:{' '}
      <a href={source} target="_blank" rel="noreferrer" className="break-all underline underline-offset-4">
        {source}
      </a>
      . {reading === 'full' ? words.full : <strong>{words.secondHand}</strong>}
    </>
  );
}

export interface PlanResultProps {
  /** The typed plan with what the rules say about it; null while fields are missing. */
  computed: { plan: NewCapacityPlan; result: PlanResult } | null;
}

/** What the rules say about the typed plan: each step, and the lowest. */
export function PlanResultCard({ computed }: PlanResultProps) {
  const words = capacityTexts.result;
  return (
    <PlanCard title={words.title}>
      <p className="rounded-field bg-sunken px-4 py-3 font-medium">{capacityTexts.advice}</p>
      {computed === null ? <p>{words.incomplete}</p> : <Result {...computed} />}
    </PlanCard>
  );
}

function Result({ plan, result }: { plan: NewCapacityPlan; result: PlanResult }) {
  const words = capacityTexts.result;
  const lines = reasonLines(plan, result);
  if (lines.length === 0) return <p>{words.none}</p>;
  const steps = PLAN_STEPS.filter((step) => result.steps[step] !== null);
  return (
    <>
      {result.people !== null && result.decides !== null && (
        <output className="text-2xl font-semibold tracking-tight">
          {words.decides(formatCount(result.people), words.steps[result.decides])}
        </output>
      )}
      <DataTable
        label={words.title}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { head: words.step, cell: ({ what }) => what },
          { head: words.people, numeric: true, cell: ({ people }) => (people === null ? '–' : formatCount(people)) },
          { head: words.rule, cell: ({ key, says }) => says ?? (key === 'own' ? '–' : words.noRule) },
        ]}
      />
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {steps.map((step) => (
          <div key={step} className="flex gap-2">
            <dt className="text-muted">{words.steps[step]}</dt>
            <dd className="font-semibold tabular-nums">{formatCount(result.steps[step] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-2 text-sm text-muted">
        {citationsOf(result).map((citation) => (
          <li key={citation.rule}>
            <CitationText citation={citation} />
          </li>
        ))}
      </ul>
    </>
  );
}
