import { type NewCapacityPlan, PLAN_STEPS, type PlanResult } from '../../../../src/shared/rules/capacity-rules/plan';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount, formatMoment } from '../../texts/format';
import { CitationText } from './plan-result';
import { citationsOf, reasonLines } from './plan-steps';
import '../reports/paper/paper.css';

export interface PlanPaperProps {
  eventName: string;
  plan: NewCapacityPlan;
  result: PlanResult;
  /** When the plan was saved (ISO 8601); null if the shown plan is not saved. */
  savedAt: string | null;
}

/** The plan as a document. It is only printed; the screen shows the same in its own form. */
export function PlanPaper({ eventName, plan, result, savedAt }: PlanPaperProps) {
  const words = capacityTexts.result;
  const steps = PLAN_STEPS.filter((step) => result.steps[step] !== null);
  return (
    <article className="paper hidden print:block">
      <header>
        <p className="paper-kind">{capacityTexts.paper.kind}</p>
        <h1>{eventName}</h1>
        <p className="paper-lead">
          {savedAt === null ? capacityTexts.paper.unsaved : capacityTexts.paper.saved(formatMoment(savedAt))}{' '}
          {capacityTexts.places[plan.place]}. {capacityTexts.notes[plan.place]}
        </p>
        <p className="paper-note">{capacityTexts.advice}</p>
      </header>
      <section className="paper-section">
        <h2>
          {result.people === null || result.decides === null
            ? words.none
            : words.decides(formatCount(result.people), words.steps[result.decides])}
        </h2>
        <dl className="paper-lines">
          {steps.map((step) => (
            <div key={step}>
              <dt>{words.steps[step]}</dt>
              <dd>{formatCount(result.steps[step] ?? 0)}</dd>
            </div>
          ))}
        </dl>
        <table className="paper-table" aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.step}</th>
              <th scope="col" className="paper-number">
                {words.people}
              </th>
              <th scope="col">{words.rule}</th>
            </tr>
          </thead>
          <tbody>
            {reasonLines(plan, result).map(({ key, what, people, says, citation }) => (
              <tr key={key}>
                <td>{what}</td>
                <td className="paper-number">{people === null ? '–' : formatCount(people)}</td>
                <td>
                  {says ?? (key === 'own' ? '–' : words.noRule)}
                  {citation?.reading === 'secondHand' && ` (${words.secondHand})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {result.exits.some(({ applied }) => applied?.unit === 'm_min') && (
          <p>{words.minutes(formatCount(plan.escapeMinutes))}</p>
        )}
        {plan.exits.some(({ isStair }) => isStair) && <p>{capacityTexts.exits.stairNote}</p>}
        {citationsOf(result).map((citation) => (
          <p key={citation.rule}>
            <CitationText citation={citation} />
          </p>
        ))}
      </section>
    </article>
  );
}
