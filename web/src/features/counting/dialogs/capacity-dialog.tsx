import { type FormEvent, useState } from 'react';
import { checkCapacity, isFraction, parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { limitedArea } from '../../../../../src/shared/rules/limits/lowest';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Limit } from '../../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { texts } from '../../../texts/texts';
import { NumberField } from '../../../ui/forms/number-field';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Notice, NoticeHint } from '../../../ui/notice';
import { Dialog } from '../../../ui/overlays/dialog';
import { FormActions } from '../../../ui/overlays/dialog-actions';
import { LimitFields } from '../../limits/limit-fields';
import { limitsToSend, readLimits, typedLimits, type TypedLimits } from '../../limits/typed-limits';
import { updateArea } from '../areas/areas-api';

export interface CapacityDialogProps {
  area: Area;
  onClose: () => void;
  /** Reloads the areas. The dialog closes after that. */
  onChanged: () => Promise<void>;
}

/** Changes an area's own number and its limits. */
export function CapacityDialog(props: CapacityDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={dialogTexts.areaDialogs.changeCapacity} description={props.area.areaName}>
      <CapacityForm {...props} />
    </Dialog>
  );
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

function CapacityForm({ area, onClose, onChanged }: CapacityDialogProps) {
  const { areaId, capacity, ownCapacity = capacity } = area;
  const [typed, setTyped] = useState<Typed>({ people: String(ownCapacity), limits: typedLimits(area.limits) });
  const { busy, error, setError, submitChecked } = useSubmission();

  function edit(change: Partial<Typed>) {
    setTyped({ ...typed, ...change });
    setError(null);
  }

  async function save(submitted: FormEvent) {
    submitted.preventDefault();
    await submitChecked(
      check(typed),
      ({ capacity: own, limits }) =>
        updateArea(areaId, { capacity: own, ...limitsToSend(area.limits, limits) }).then(onChanged),
      onClose,
    );
  }

  return (
    <form onSubmit={(submitted) => void save(submitted)} noValidate className="grid gap-4">
      <NumberField
        label={dialogTexts.areaDialogs.capacity}
        placeholder={dialogTexts.areaDialogs.capacityPlaceholder}
        min={0}
        value={typed.people}
        invalid={error !== null}
        onChange={({ target }) => edit({ people: target.value })}
      />
      <LimitFields typed={typed.limits} onEdit={(limits) => edit({ limits })} />
      <Lowest typed={typed} />
      {error && <Notice tone="bad">{error}</Notice>}
      {error && isFraction(typed.people) && <NoticeHint>{dialogTexts.areaDialogs.wholeNumbers}</NoticeHint>}
      <FormActions onCancel={onClose} busy={busy} submitText={busy ? texts.common.saving : texts.common.save} />
    </form>
  );
}

/** Shows which number counts; nothing without limits. */
function Lowest({ typed }: { typed: Typed }) {
  const checked = check(typed);
  if (!checked.ok || checked.value.limits.length === 0) return null;
  const { capacity } = limitedArea(checked.value.capacity, checked.value.limits);
  return <output className="text-sm text-muted">{dialogTexts.limitFields.lowest(formatCount(capacity))}</output>;
}
