import type { ReactNode } from 'react';
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
import { textIn } from '../../ui/forms/use-form';
import { Trash2 } from '../../ui/icons/menus';
import { PlanCard } from './plan-card';
import { newKey, type TypedExit, type TypedPlan, type TypedSpace, usesAt } from './typed-plan';

/** Returns the unit of a space's size in words. */
export function sizeUnit({ use }: Pick<TypedSpace, 'use'>, units: TypedPlan['units']): string {
  const words = capacityTexts.unitOf;
  if (use === 'steps') return units === 'metric' ? words.m : words.ft;
  return units === 'metric' ? words.m2 : words.ft2;
}

export const widthUnit = (units: TypedPlan['units']): string =>
  units === 'metric' ? capacityTexts.unitOf.cm : capacityTexts.unitOf.in;

interface PartsProps<Part> {
  words: { title: string; add: string; remove: (number: string) => string };
  parts: readonly Part[];
  onEdit: (parts: Part[]) => void;
  makeNew: () => Part;
  note?: ReactNode;
  /** Renders the fields of a part. */
  children: (part: Part, number: string, edit: (part: Part) => void) => ReactNode;
}

/** Parts of a plan of one kind, one row for each. */
function Parts<Part extends { readonly key: number }>({
  words,
  parts,
  onEdit,
  makeNew,
  note,
  children,
}: PartsProps<Part>) {
  const edit = (changed: Part) => onEdit(parts.map((part) => (part.key === changed.key ? changed : part)));
  return (
    <PlanCard title={words.title}>
      {parts.map((part, i) => {
        const number = formatCount(i + 1);
        return (
          <div key={part.key} className="grid gap-3 border-b border-line pb-4 last:border-b-0 last:pb-0">
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-end gap-3">
              {children(part, number, edit)}
            </div>
            <IconButton
              label={words.remove(number)}
              onClick={() => onEdit(parts.filter(({ key }) => key !== part.key))}
              className="justify-self-end"
            >
              <Trash2 size={20} />
            </IconButton>
          </div>
        );
      })}
      {note}
      {parts.length < PLAN_PARTS_MAX && (
        <Button variant="quiet" className="justify-self-start" onClick={() => onEdit([...parts, makeNew()])}>
          {words.add}
        </Button>
      )}
    </PlanCard>
  );
}

const NAME = { maxLength: NAME_MAX_LENGTH, autoComplete: 'off' } as const;

export interface SpaceRowsProps {
  typed: TypedPlan;
  areas: readonly Area[];
  onEdit: (spaces: TypedSpace[]) => void;
}

/** The spaces of the floor. */
export function SpaceRows({ typed: { spaces, place, units }, areas, onEdit }: SpaceRowsProps) {
  const words = capacityTexts.spaces;
  const [use = 'standing'] = usesAt(place, 'standing');
  return (
    <Parts
      words={words}
      parts={spaces}
      onEdit={onEdit}
      makeNew={() => ({ key: newKey(), name: '', areaId: '', use, size: '' })}
    >
      {(space, number, edit) => (
        <>
          <TextField {...NAME} label={words.name(number)} {...textIn(space, edit, 'name')} />
          <SelectField
            label={words.use(number)}
            value={space.use}
            options={usesAt(place, space.use).map((one) => ({ value: one, text: capacityTexts.uses[one] }))}
            onChange={({ target }) => edit({ ...space, use: USES.find((one) => one === target.value) ?? space.use })}
          />
          <TextField
            {...DECIMAL_NUMBER}
            label={words.size(number, sizeUnit(space, units))}
            {...textIn(space, edit, 'size')}
          />
          <SelectField
            label={words.area(number)}
            placeholder={words.noArea}
            options={areas.map(({ areaId, areaName }) => ({ value: areaId, text: areaName }))}
            {...textIn(space, edit, 'areaId')}
          />
        </>
      )}
    </Parts>
  );
}

export interface ExitRowsProps {
  typed: TypedPlan;
  onEdit: (exits: TypedExit[]) => void;
}

export function ExitRows({ typed: { exits, units }, onEdit }: ExitRowsProps) {
  const words = capacityTexts.exits;
  return (
    <Parts
      words={words}
      parts={exits}
      onEdit={onEdit}
      makeNew={() => ({ key: newKey(), name: '', width: '', isStair: false })}
      note={exits.some(({ isStair }) => isStair) && <p className="text-sm text-pretty text-muted">{words.stairNote}</p>}
    >
      {(exit, number, edit) => (
        <>
          <TextField {...NAME} label={words.name(number)} {...textIn(exit, edit, 'name')} />
          <TextField
            {...DECIMAL_NUMBER}
            label={words.width(number, widthUnit(units))}
            {...textIn(exit, edit, 'width')}
          />
          <CheckField
            label={words.stair(number)}
            checked={exit.isStair}
            onChange={(isStair) => edit({ ...exit, isStair })}
          />
        </>
      )}
    </Parts>
  );
}
