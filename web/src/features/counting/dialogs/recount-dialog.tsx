import { type FormEvent, useState } from 'react';
import { RECOUNT_REASON_MAX_LENGTH } from '../../../../../src/shared/schemas/limits';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import { checkRecount, isCount } from '../../../../../src/shared/rules/recount';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { texts, translate } from '../../../texts/texts';
import { showToast } from '../../../ui/overlays/toasts';
import { Dialog } from '../../../ui/overlays/dialog';
import { FormActions } from '../../../ui/overlays/dialog-actions';
import { Notice } from '../../../ui/notice';
import { NumberField } from '../../../ui/forms/number-field';
import { TextField } from '../../../ui/forms/text-field';
import { useSubmission } from '../../../ui/forms/use-submission';
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

function RecountForm({ area, categories, onClose, onChanged }: RecountDialogProps) {
  const [counted, setCounted] = useState('');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState<TypedCategories>({});
  const [wrong, setWrong] = useState<'counted' | 'reason' | null>(null);
  const { busy, error, setError, submit } = useSubmission();
  const people = parseCapacity(counted);
  const active = activeCategories(categories);

  async function save(event: FormEvent) {
    event.preventDefault();
    const plain = { occupancy: people, reason };
    const checked = checkRecount({ ...plain, categories: countedCategories(active, typed) });
    if (!checked.ok) {
      setError(translate(checked.error));
      const isPlainWrong = !checkRecount(plain).ok;
      setWrong(isCount(people) ? (isPlainWrong ? 'reason' : null) : 'counted');
      return;
    }
    setWrong(null);
    await submit(async () => {
      const { before, after } = await recountArea(area.areaId, checked.value);
      showToast(dialogTexts.recount.saved(area.areaName, formatCount(after)), driftText(before, after));
      await onChanged();
    }, onClose);
  }

  function editReason(text: string) {
    setReason(text);
    setError(null);
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
      <NumberField
        label={dialogTexts.recount.counted}
        min={0}
        invalid={error !== null && wrong === 'counted'}
        value={counted}
        onChange={(event) => {
          setCounted(event.target.value);
          setError(null);
        }}
      />
      <output className="-mt-2 block text-[0.9375rem] text-muted">
        {dialogTexts.recount.present(formatCount(area.currentOccupancy))}{' '}
        <strong className="font-semibold text-ink">
          {!Number.isNaN(people) && driftText(area.currentOccupancy, people)}
        </strong>
      </output>
      {active.length > 0 && (
        <RecountCategories
          categories={active}
          typed={typed}
          onType={(next) => {
            setTyped(next);
            setError(null);
          }}
        />
      )}
      <TextField
        label={dialogTexts.recount.reason}
        autoComplete="off"
        maxLength={RECOUNT_REASON_MAX_LENGTH}
        invalid={error !== null && wrong === 'reason'}
        value={reason}
        onChange={(event) => editReason(event.target.value)}
      />
      <div className="-mt-2 flex flex-wrap gap-2">
        {dialogTexts.recount.reasons.map((suggested) => (
          <button
            key={suggested}
            type="button"
            aria-pressed={reason === suggested}
            onClick={() => editReason(suggested)}
            className="touch-pad min-h-11 rounded-full border border-line-strong px-4 text-sm font-medium transition-colors hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent"
          >
            {suggested}
          </button>
        ))}
      </div>
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onClose} busy={busy} submitText={busy ? texts.common.saving : dialogTexts.recount.save} />
    </form>
  );
}

/** Says by how much the earlier occupancy was wrong. */
function driftText(before: number, after: number): string {
  const drift = after - before;
  if (drift === 0) return dialogTexts.recount.noDrift;
  return drift > 0 ? dialogTexts.recount.more(formatCount(drift)) : dialogTexts.recount.fewer(formatCount(-drift));
}
