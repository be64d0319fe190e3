import type { CapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Event } from '../../../../src/shared/schemas/event';
import { useMay } from '../../session/may';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { capacityPath } from '../../urls/paths';
import { Link } from '../../ui/link';
import { Spinner } from '../../ui/spinner';
import { usePlan } from './capacity-api';
import { formatDecimal } from './plan-steps';
import { bandOf, crowdManagers, minutesToEmpty, plannedFloorM2, plannedOutsPerMinute } from './present';

export interface PlanBriefProps {
  event: Event;
  /** The number of people in the venue. */
  occupancy: number;
  /** How many people leave in a minute; null while it is unknown. */
  outs: number | null;
}

/** What an event's capacity plan says about the present moment, on one line. */
export function PlanBrief({ event, occupancy, outs }: PlanBriefProps) {
  const { data: plan, isError } = usePlan(event.eventId);
  const mayPlan = useMay('manage');
  if (isError) return <p className="text-sm text-muted">{capacityTexts.loadFailed}</p>;
  if (plan === undefined) return <Spinner />;
  return (
    <p className="text-sm text-muted">
      {mayPlan ? (
        <Link to={capacityPath(event.eventId)} className="font-medium underline underline-offset-4">
          {capacityTexts.title}
        </Link>
      ) : (
        capacityTexts.title
      )}
      : {plan === null ? capacityTexts.now.noPlan : partsOf(plan, occupancy, outs).join(' · ')}
    </p>
  );
}

function partsOf(plan: CapacityPlan, occupancy: number, outs: number | null): string[] {
  const words = capacityTexts.now;
  const floor = plannedFloorM2(plan, null);
  const density = floor === null ? null : occupancy / floor;
  const measured = minutesToEmpty(occupancy, outs);
  const planned = minutesToEmpty(occupancy, plannedOutsPerMinute(plan));
  return [
    ...(density === null ? [] : [`${words.perM2(formatDecimal(density))}, ${words.bands[bandOf(density)]}`]),
    words.briefManagers(formatCount(crowdManagers(occupancy, plan.peoplePerManager))),
    ...(measured === null ? [] : [words.briefMeasured(formatCount(measured))]),
    ...(planned === null ? [] : [words.briefPlanned(formatCount(planned))]),
  ];
}
