import { PLACE_IDS, PLACES, type PlaceId } from '../../../../src/shared/rules/capacity-rules/places';
import { ESCAPE_MINUTES_MAX, PEOPLE_PER_MANAGER_MAX } from '../../../../src/shared/rules/capacity-rules/plan';
import { EXIT_RATE } from './present';
import { CAPACITY_MAX } from '../../../../src/shared/schemas/limits';
import type { Area } from '../../../../src/shared/schemas/area';
import { capacityTexts } from '../../texts/capacity-texts';
import { CheckField } from '../../ui/forms/check-field';
import { SelectField } from '../../ui/forms/select-field';
import { textIn } from '../../ui/forms/use-form';
import { NumberField } from '../../ui/forms/number-field';
import { PlanCard } from './plan-card';
import { ExitRows, SpaceRows } from './plan-rows';
import type { TypedPlan } from './typed-plan';

export interface PlanFormProps {
  typed: TypedPlan;
  areas: readonly Area[];
  onEdit: (change: Partial<TypedPlan>) => void;
}

/** Returns the place with this id; another place if the select has an unknown value. */
const placeOf = (value: string): PlaceId => PLACE_IDS.find((id) => id === value) ?? 'other';

/** The fields of the capacity assistant. */
export function PlanForm({ typed, areas, onEdit }: PlanFormProps) {
  const words = capacityTexts;
  return (
    <>
      <PlanCard title={words.placeAndUnits}>
        <SelectField
          label={words.place}
          value={typed.place}
          options={PLACE_IDS.map((id) => ({ value: id, text: words.places[id] }))}
          onChange={({ target }) => onEdit({ place: placeOf(target.value) })}
        />
        <p className="text-sm text-pretty text-muted">{words.notes[typed.place]}</p>
        <SelectField
          label={words.units}
          value={typed.units}
          options={(['metric', 'us'] as const).map((units) => ({ value: units, text: words.unitNames[units] }))}
          onChange={({ target }) => onEdit({ units: target.value === 'us' ? 'us' : 'metric' })}
        />
        <CheckField
          label={words.outdoors}
          checked={typed.isOutdoors}
          onChange={(isOutdoors) => onEdit({ isOutdoors })}
        />
      </PlanCard>
      <SpaceRows typed={typed} areas={areas} onEdit={(spaces) => onEdit({ spaces })} />
      <ExitRows typed={typed} onEdit={(exits) => onEdit({ exits })} />
      <OwnNumbers typed={typed} onEdit={onEdit} />
    </>
  );
}

function OwnNumbers({ typed, onEdit }: Omit<PlanFormProps, 'areas'>) {
  const words = capacityTexts.others;
  return (
    <PlanCard title={words.title}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] items-end gap-4">
        <NumberField
          label={words.own}
          placeholder={words.ownPlaceholder}
          min={1}
          max={CAPACITY_MAX}
          {...textIn(typed, onEdit, 'own')}
        />
        {PLACES[typed.place].exit?.type === 'rate' && (
          <NumberField
            label={words.escapeMinutes}
            min={1}
            max={ESCAPE_MINUTES_MAX}
            {...textIn(typed, onEdit, 'escapeMinutes')}
          />
        )}
        <NumberField
          label={words.perManager}
          min={1}
          max={PEOPLE_PER_MANAGER_MAX}
          {...textIn(typed, onEdit, 'peoplePerManager')}
        />
        <NumberField
          step="any"
          inputMode="decimal"
          label={words.exitRate}
          placeholder={String(EXIT_RATE)}
          min={1}
          {...textIn(typed, onEdit, 'exitRate')}
        />
      </div>
    </PlanCard>
  );
}
