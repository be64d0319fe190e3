import { useState } from 'react';
import { RECOUNT_REASON_MAX_LENGTH } from '../../../../../src/shared/schemas/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import { checkRecount, isCount } from '../../../../../src/shared/rules/recount';
import type { Area, Recount } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { showToast } from '../../../ui/overlays/toasts';
import { Dialog } from '../../../ui/overlays/dialog';
import { NumberField } from '../../../ui/forms/number-field';
import { TextField } from '../../../ui/forms/text-field';
import { Form } from '../../../ui/forms/form';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { recountArea } from '../areas/areas-api';
import { activeCategories } from '../categories/active-categories';
import { RecountDoubt } from './recount-doubt';
import { countedCategories, RecountCategories, type TypedCategories } from './recount-categories';

export interface RecountDialogProps {
  eventId: string;
  /** The live area: people can keep counting while the dialog is open. */
  area: Area;
  categories: Categories;
  onClose: () => void;
  /** Reloads the areas. The dialog closes after that. */
  onChanged: () => Promise<void>;
}

/** Replaces the occupancy by the number that somebody counted by eye, and stores the reason. */
export function RecountDialog(props: RecountDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={dialogTexts.areaDialogs.recount} description={props.area.areaName}>
      <RecountDoubt eventId={props.eventId} area={props.area}>
        <RecountForm {...props} />
      </RecountDoubt>
    </Dialog>
  );
}

const NOTHING_TYPED: TypedCategories = {};

function RecountForm({ area, categories, onClose, onChanged }: RecountDialogProps) {
  const { typed, edit, ...form } = useForm({ counted: '', reason: '', categories: NOTHING_TYPED });
  const { counted, reason } = typed;
  const [wrong, setWrong] = useState<'counted' | 'reason' | null>(null);
  const people = parseCapacity(counted);
  const active = activeCategories(categories);

  function submit() {
    const plain = { occupancy: people, reason };
    setWrong(!isCount(people) ? 'counted' : checkRecount(plain).ok ? null : 'reason');
    const checked = checkRecount({ ...plain, categories: countedCategories(active, typed.categories) });
    return form.submitChecked(checked, save, onClose);
  }

  async function save(recount: Recount) {
    const { before, after } = await recountArea(area.areaId, recount);
    showToast(dialogTexts.recount.saved(area.areaName, formatCount(after)), driftText(before, after));
    await onChanged();
  }

  return (
    <Form form={form} onSubmit={submit} onCancel={onClose}>
      <NumberField
        label={dialogTexts.recount.counted}
        min={0}
        invalid={form.error !== null && wrong === 'counted'}
        {...textIn(typed, edit, 'counted')}
      />
      <output className="-mt-2 block text-[0.9375rem] text-muted">
        {dialogTexts.recount.present(formatCount(area.currentOccupancy))}{' '}
        <strong className="font-semibold text-ink">
          {!Number.isNaN(people) && driftText(area.currentOccupancy, people)}
        </strong>
      </output>
      {active.length > 0 && (
        <RecountCategories categories={active} typed={typed.categories} onType={(next) => edit({ categories: next })} />
      )}
      <TextField
        label={dialogTexts.recount.reason}
        autoComplete="off"
        maxLength={RECOUNT_REASON_MAX_LENGTH}
        invalid={form.error !== null && wrong === 'reason'}
        {...textIn(typed, edit, 'reason')}
      />
      <div className="-mt-2 flex flex-wrap gap-2">
        {dialogTexts.recount.reasons.map((suggested) => (
          <button
            key={suggested}
            type="button"
            aria-pressed={reason === suggested}
            onClick={() => edit({ reason: suggested })}
            className="touch-pad min-h-11 rounded-full border border-line-strong px-4 text-sm font-medium transition-colors hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            {suggested}
          </button>
        ))}
      </div>
    </Form>
  );
}

/** Says by how much the earlier occupancy was wrong. */
function driftText(before: number, after: number): string {
  const drift = after - before;
  if (drift === 0) return dialogTexts.recount.noDrift;
  return drift > 0 ? dialogTexts.recount.more(formatCount(drift)) : dialogTexts.recount.fewer(formatCount(-drift));
}
