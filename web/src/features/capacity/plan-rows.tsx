import { PLAN_PARTS_MAX } from '../../../../src/shared/rules/capacity-rules/plan';
import { USES } from '../../../../src/shared/rules/capacity-rules/rule';
import { NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import type { Area } from '../../../../src/shared/schemas/area';
import { capacityTexts } from '../../texts/capacity-texts';
import { formatCount } from '../../texts/format';
import { Button, IconButton } from '../../ui/button';
import { CheckField } from '../../ui/forms/check-field';
import { DECIMAL_NUMBER } from '../../ui/forms/number-field';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { Trash2 } from '../../ui/icons/menus';
import { PlanCard } from './plan-card';
import { newKey, type TypedExit, type TypedPlan, type TypedSpace, usesAt } from './typed-plan';

const rowClass = 'grid gap-3 border-b border-line pb-4 last:border-b-0 last:pb-0';
const fieldsClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-end gap-3';

/** Returns the unit of a space's size in words. */
export function sizeUnit({ use }: Pick<TypedSpace, 'use'>, units: TypedPlan['units']): string {
  const words = capacityTexts.unitOf;
  if (use === 'steps') return units === 'metric' ? words.m : words.ft;
  return units === 'metric' ? words.m2 : words.ft2;
}

export const widthUnit = (units: TypedPlan['units']): string =>
  units === 'metric' ? capacityTexts.unitOf.cm : capacityTexts.unitOf.in;

export interface SpaceRowsProps {
  typed: TypedPlan;
  areas: readonly Area[];
  onEdit: (spaces: TypedSpace[]) => void;
}

/** The spaces of the floor, one row for each. */
export function SpaceRows({ typed, areas, onEdit }: SpaceRowsProps) {
  const words = capacityTexts.spaces;
  const { spaces, place, units } = typed;
  const edit = (key: number, change: Partial<TypedSpace>) =>
    onEdit(spaces.map((space) => (space.key === key ? { ...space, ...change } : space)));
  return (
    <PlanCard title={words.title}>
      {spaces.map((space, i) => {
        const number = formatCount(i + 1);
        return (
          <div key={space.key} className={rowClass}>
            <div className={fieldsClass}>
              <TextField
                label={words.name(number)}
                maxLength={NAME_MAX_LENGTH}
                autoComplete="off"
                value={space.name}
                onChange={({ target }) => edit(space.key, { name: target.value })}
              />
              <SelectField
                label={words.use(number)}
                value={space.use}
                options={usesAt(place, space.use).map((use) => ({ value: use, text: capacityTexts.uses[use] }))}
                onChange={({ target }) =>
                  edit(space.key, { use: USES.find((use) => use === target.value) ?? space.use })
                }
              />
              <TextField
                {...DECIMAL_NUMBER}
                label={words.size(number, sizeUnit(space, units))}
                value={space.size}
                onChange={({ target }) => edit(space.key, { size: target.value })}
              />
              <SelectField
                label={words.area(number)}
                value={space.areaId}
                placeholder={words.noArea}
                options={areas.map(({ areaId, areaName }) => ({ value: areaId, text: areaName }))}
                onChange={({ target }) => edit(space.key, { areaId: target.value })}
              />
            </div>
            <IconButton
              label={words.remove(number)}
              onClick={() => onEdit(spaces.filter(({ key }) => key !== space.key))}
              className="justify-self-end"
            >
              <Trash2 aria-hidden size={20} />
            </IconButton>
          </div>
        );
      })}
      {spaces.length < PLAN_PARTS_MAX && (
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => {
            const use = usesAt(place, 'standing')[0] ?? 'standing';
            onEdit([...spaces, { key: newKey(), name: '', areaId: '', use, size: '' }]);
          }}
        >
          {words.add}
        </Button>
      )}
    </PlanCard>
  );
}

export interface ExitRowsProps {
  typed: TypedPlan;
  onEdit: (exits: TypedExit[]) => void;
}

/** The exits, one row for each. */
export function ExitRows({ typed, onEdit }: ExitRowsProps) {
  const words = capacityTexts.exits;
  const { exits, units } = typed;
  const edit = (key: number, change: Partial<TypedExit>) =>
    onEdit(exits.map((exit) => (exit.key === key ? { ...exit, ...change } : exit)));
  return (
    <PlanCard title={words.title}>
      {exits.map((exit, i) => {
        const number = formatCount(i + 1);
        return (
          <div key={exit.key} className={rowClass}>
            <div className={fieldsClass}>
              <TextField
                label={words.name(number)}
                maxLength={NAME_MAX_LENGTH}
                autoComplete="off"
                value={exit.name}
                onChange={({ target }) => edit(exit.key, { name: target.value })}
              />
              <TextField
                {...DECIMAL_NUMBER}
                label={words.width(number, widthUnit(units))}
                value={exit.width}
                onChange={({ target }) => edit(exit.key, { width: target.value })}
              />
              <CheckField
                label={words.stair(number)}
                checked={exit.isStair}
                onChange={(isStair) => edit(exit.key, { isStair })}
              />
            </div>
            <IconButton
              label={words.remove(number)}
              onClick={() => onEdit(exits.filter(({ key }) => key !== exit.key))}
              className="justify-self-end"
            >
              <Trash2 aria-hidden size={20} />
            </IconButton>
          </div>
        );
      })}
      {exits.some(({ isStair }) => isStair) && <p className="text-sm text-pretty text-muted">{words.stairNote}</p>}
      {exits.length < PLAN_PARTS_MAX && (
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => onEdit([...exits, { key: newKey(), name: '', width: '', isStair: false }])}
        >
          {words.add}
        </Button>
      )}
    </PlanCard>
  );
}
