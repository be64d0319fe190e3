import { useState } from 'react';
import { LIMIT_CONDITION_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import type { CapacityPlan } from '../../../../src/shared/rules/capacity-rules/plan';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { formatDay } from '../../texts/zone-format';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/forms/select-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { showToast } from '../../ui/overlays/toasts';
import { useStoredEvent } from '../events/settings/stored-event';
import { takeOverArea, takeOverVenue, type Target, TARGETS } from './capacity-api';
import { PlanCard } from './plan-card';
import { citationsOf } from './plan-steps';

export interface TakeOverProps {
  event: Event;
  areas: readonly Area[];
  /** The saved plan; null before the first one. */
  saved: CapacityPlan | null;
  /** Whether the fields differ from the saved plan. */
  isChanged: boolean;
  onAreaChanged: () => Promise<void>;
}

/** The condition of a limit that comes from the assistant: the day of the plan, and its rules. */
function conditionOf({ computedAt, result }: CapacityPlan): string {
  const rules = citationsOf(result).map(({ rule }) => rule);
  const named = rules.length === 0 ? capacityTexts.result.steps.own : rules.join('; ');
  return capacityTexts.takeOver
    .condition(formatDay(computedAt.slice(0, 'YYYY-MM-DD'.length)), named)
    .slice(0, LIMIT_CONDITION_MAX_LENGTH);
}

/** Takes the saved plan's numbers over as capacities or limits. */
export function TakeOver({ event, areas, saved, isChanged, onAreaChanged }: TakeOverProps) {
  const words = capacityTexts.takeOver;
  const { read, show } = useStoredEvent(event);
  const [target, setTarget] = useState<Target>('capacity');
  const { busy, error, submit } = useSubmission(undefined, { stays: true });

  const take = (name: string, people: number, work: () => Promise<void>) =>
    submit(async () => {
      await work();
      showToast(words.done(name, formatCount(people)));
    });

  const condition = saved === null ? '' : conditionOf(saved);
  const venuePeople = saved?.result.people ?? 0;
  const numbers = [
    {
      name: words.venue,
      key: '',
      people: venuePeople,
      work: async () => {
        show(await takeOverVenue(await read(), { target, people: venuePeople, condition }));
      },
    },
    ...(saved?.result.areas ?? []).flatMap(({ areaId, people }) => {
      const area = areas.find((one) => one.areaId === areaId);
      if (area === undefined || people === null) return [];
      const work = () => takeOverArea(area, { target, people, condition }).then(onAreaChanged);
      return [{ name: area.areaName, key: areaId, people, work }];
    }),
  ].filter(({ people }) => people > 0);
  if (numbers.length === 0) {
    return (
      <PlanCard title={words.title} lead={words.lead}>
        <p>{words.nothing}</p>
      </PlanCard>
    );
  }
  return (
    <PlanCard title={words.title} lead={words.lead}>
      <SelectField
        label={words.as}
        value={target}
        options={TARGETS.map((one) => ({ value: one, text: words.kinds[one] }))}
        onChange={({ target: { value } }) => setTarget(TARGETS.find((one) => one === value) ?? 'capacity')}
      />
      <div className="flex flex-wrap gap-3">
        {numbers.map(({ name, key, people, work }) => (
          <Button
            key={key}
            variant="quiet"
            // An area's name may have several lines.
            className="py-2"
            busy={busy}
            disabled={isChanged}
            onClick={() => void take(name, people, work)}
          >
            {words.button(name, formatCount(people))}
          </Button>
        ))}
      </div>
      {error && <Notice tone="bad">{error}</Notice>}
    </PlanCard>
  );
}
