import { checkCapacity, isFraction, parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { limitedArea } from '../../../../../src/shared/rules/limits/lowest';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Limit } from '../../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { NumberField } from '../../../ui/forms/number-field';
import { Form } from '../../../ui/forms/form';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { NoticeHint } from '../../../ui/notice';
import { Dialog } from '../../../ui/overlays/dialog';
import { LimitFields } from '../../limits/limit-fields';
import { limitsToSend, readLimits, typedLimits, type TypedLimits } from '../../limits/typed-limits';
import { updateArea } from '../areas/areas-api';

export interface CapacityDialogProps {
  eventId: string;
  area: Area;
  onClose: () => void;
  /** Reloads the areas. The dialog closes after that. */
  onChanged: () => Promise<void>;
}

interface Typed {
  people: string;
  limits: TypedLimits;
}

function check({ people, limits }: Typed): Checked<{ capacity: number; limits: Limit[] }> {
  const capacity = checkCapacity(parseCapacity(people));
  if (!capacity.ok) return capacity;
  const checked = readLimits(limits);
  return checked.ok ? { ok: true, value: { capacity: capacity.value, limits: checked.value } } : checked;
}

/** Changes an area's own number and its limits. */
export function CapacityDialog({ eventId, area, onClose, onChanged }: CapacityDialogProps) {
  const { areaId, areaName, capacity, ownCapacity = capacity } = area;
  const { typed, edit, ...form } = useForm(() => ({
    people: String(ownCapacity),
    limits: typedLimits(area.limits),
  }));
  const save = ({ capacity: own, limits }: { capacity: number; limits: Limit[] }) =>
    updateArea(areaId, { capacity: own, ...limitsToSend(area.limits, limits) }).then(onChanged);
  return (
    <Dialog onClose={onClose} title={dialogTexts.areaDialogs.changeCapacity} description={areaName}>
      <Form
        form={form}
        onSubmit={() => form.submitChecked(check(typed), save, onClose)}
        onCancel={onClose}
        errorHint={isFraction(typed.people) && <NoticeHint>{dialogTexts.areaDialogs.wholeNumbers}</NoticeHint>}
      >
        <NumberField
          label={dialogTexts.areaDialogs.capacity}
          placeholder={dialogTexts.areaDialogs.capacityPlaceholder}
          min={0}
          invalid={form.error !== null}
          {...textIn(typed, edit, 'people')}
        />
        <LimitFields eventId={eventId} typed={typed.limits} onEdit={(limits) => edit({ limits })} />
        <Lowest typed={typed} />
      </Form>
    </Dialog>
  );
}

/** Shows which number counts; nothing without limits. */
function Lowest({ typed }: { typed: Typed }) {
  const checked = check(typed);
  if (!checked.ok || checked.value.limits.length === 0) return null;
  const { capacity } = limitedArea(checked.value.capacity, checked.value.limits);
  return <output className="text-sm text-muted">{dialogTexts.limitFields.lowest(formatCount(capacity))}</output>;
}
