import { useState } from 'react';
import { DEVICE_NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { usableDeviceName } from '../../../../src/shared/visible-text';
import type { Area } from '../../../../src/shared/schemas/area';
import { DIRECTIONS } from '../../../../src/shared/schemas/device';
import { texts } from '../../texts/app-texts';
import type { Door } from '../../device/door/door-link';
import { dialogTexts } from '../../texts/dialog-texts';
import { CheckField } from '../../ui/forms/check-field';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';

/** Returns a new door for a link. The link does not set the hand, which depends on the person who holds the phone. */
export const newDoor = (area?: Pick<Area, 'areaId' | 'areaName'>): Door => ({
  areaId: area?.areaId ?? null,
  areaName: area?.areaName ?? null,
  direction: 'both',
  deviceName: null,
  hand: null,
});

export interface DoorFieldsProps {
  areas: readonly Area[];
  /** The door that the link sets up; null if the link is for all devices. */
  door: Door | null;
  onChange: (door: Door | null) => void;
}

/** The fields that choose the door of a link. */
export function DoorFields({ areas, door, onChange }: DoorFieldsProps) {
  const [name, setName] = useState('');
  return (
    <div className="mb-4 grid gap-4">
      <CheckField
        label={dialogTexts.join.forDoor}
        checked={door !== null}
        onChange={(checked) => onChange(checked ? { ...newDoor(), deviceName: usableDeviceName(name) } : null)}
      />
      {door && (
        <>
          <TextField
            label={dialogTexts.join.doorName}
            placeholder={dialogTexts.deviceForm.namePlaceholder}
            maxLength={DEVICE_NAME_MAX_LENGTH}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              onChange({ ...door, deviceName: usableDeviceName(target.value) });
            }}
            autoComplete="off"
          />
          <SelectField
            label={dialogTexts.deviceForm.area}
            placeholder={texts.count.allAreas}
            options={areas.map(({ areaId, areaName }) => ({ value: areaId, text: areaName }))}
            value={door.areaId ?? ''}
            onChange={({ target }) => {
              const area = areas.find(({ areaId }) => areaId === target.value);
              onChange({ ...door, areaId: area?.areaId ?? null, areaName: area?.areaName ?? null });
            }}
          />
          <SelectField
            label={dialogTexts.deviceForm.direction}
            options={DIRECTIONS.map((value) => ({ value, text: texts.device.direction[value] }))}
            value={door.direction ?? 'both'}
            onChange={({ target }) =>
              onChange({ ...door, direction: DIRECTIONS.find((value) => value === target.value) ?? 'both' })
            }
          />
        </>
      )}
    </div>
  );
}
