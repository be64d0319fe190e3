import { useMemo } from 'react';
import {
  bandOf,
  crowdManagers,
  DENSITY_CITATIONS,
  EXIT_RATE_CITATIONS,
  MANAGERS_CITATION,
  minutesToEmpty,
  plannedFloorM2,
  plannedOutsPerMinute,
} from './present';
import type { CapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Event } from '../../../../src/shared/schemas/event';
import { connectionState } from '../../realtime/connection-state';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { DataTable } from '../../ui/data-table';
import { Notice } from '../../ui/notice';
import { useEventSummaries } from '../overview/use-event-summaries';
import { PlanCard } from './plan-card';
import { CitationText } from './plan-result';
import { formatDecimal } from './plan-steps';

export interface PlanNowProps {
  event: Event;
  /** The saved plan. */
  plan: CapacityPlan;
}

/** One place with its density. */
interface Place {
  key: string;
  name: string;
  people: number;
  floor: number | null;
}

function densityText({ people, floor }: Place): string {
  const words = capacityTexts.now;
  if (floor === null || floor === 0) return words.noFloor;
  const density = people / floor;
  return `${words.perM2(formatDecimal(density))}, ${words.bands[bandOf(density)]}`;
}

function emptyText(people: number, rate: number | null): string {
  const words = capacityTexts.now;
  const minutes = minutesToEmpty(people, rate);
  return minutes === null ? words.unknown : words.minutes(formatCount(minutes));
}

/** What the plan says about the people who are inside now. */
export function PlanNow({ event, plan }: PlanNowProps) {
  const words = capacityTexts.now;
  const [summary] = useEventSummaries(
    useMemo(() => [event], [event]),
    useMemo(() => new Set([event.eventId]), [event.eventId]),
  );
  if (!summary || summary.occupancy === null || !summary.room.areas) return null;
  const { occupancy, room, total } = summary;
  const areas = summary.room.areas;
  const places: Place[] = [
    { key: '', name: capacityTexts.takeOver.venue, people: occupancy, floor: plannedFloorM2(plan, null) },
    ...areas.map(({ areaId, areaName, currentOccupancy }) => ({
      key: areaId,
      name: areaName,
      people: currentOccupancy,
      floor: plannedFloorM2(plan, areaId),
    })),
  ];
  const outs = total?.rates.outs ?? null;
  const planned = plannedOutsPerMinute(plan);
  return (
    <PlanCard title={words.title}>
      {!connectionState(room, 0).live && <Notice tone="bad">{words.offline}</Notice>}
      <DataTable
        label={words.density}
        rows={places}
        keyOf={({ key }) => key}
        columns={[
          { head: words.place, cell: ({ name }) => name },
          { head: capacityTexts.result.people, numeric: true, cell: ({ people }) => formatCount(people) },
          { head: words.density, cell: densityText },
        ]}
      />
      <dl className="grid gap-3">
        <Line
          name={words.managers}
          value={formatCount(crowdManagers(occupancy, plan.peoplePerManager))}
          detail={`${words.managersOf(formatCount(plan.peoplePerManager))}. ${words.managersNote}`}
        />
        <Line
          name={words.measured}
          value={outs === 0 && occupancy > 0 ? words.nobody : emptyText(occupancy, outs)}
          detail={outs === null ? words.unknown : words.rate(formatDecimal(outs))}
        />
        <Line
          name={words.planned}
          value={emptyText(occupancy, planned)}
          detail={planned === null ? words.unknown : `${words.rate(formatDecimal(planned))}. ${words.plannedNote}`}
        />
      </dl>
      <p className="text-sm text-muted">{words.bandsNote}</p>
      <ul className="grid gap-2 text-sm text-muted">
        {[...DENSITY_CITATIONS, MANAGERS_CITATION, ...(plan.exitRate === null ? EXIT_RATE_CITATIONS : [])].map(
          (citation) => (
            <li key={citation.rule}>
              <CitationText citation={citation} />
            </li>
          ),
        )}
      </ul>
    </PlanCard>
  );
}

function Line({ name, value, detail }: { name: string; value: string; detail: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-3 last:border-b-0 last:pb-0">
      <dt className="font-medium">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="basis-full text-sm text-pretty text-muted">{detail}</dd>
    </div>
  );
}
