import { useRef } from 'react';
import { CATEGORIES_PER_EVENT_MAX } from '../../../../../src/shared/schemas/limits';
import { checkCategories, type GivenCategories } from '../../../../../src/shared/rules/categories';
import { type Event, EventSchema } from '../../../../../src/shared/schemas/event';
import { callApi } from '../../../api/api-client';
import { dialogTexts } from '../../../texts/dialog-texts';
import { Button } from '../../../ui/button';
import { CheckField } from '../../../ui/forms/check-field';
import { fieldLabelClass } from '../../../ui/forms/field';
import { Form } from '../../../ui/forms/form';
import { useForm } from '../../../ui/forms/use-form';
import { Dialog } from '../../../ui/overlays/dialog';
import { showToast } from '../../../ui/overlays/toasts';
import { eventPath } from '../events-api';
import { type CategoryFields, fieldsOf, moved, newFields, typedCategories } from './category-fields';
import { CategoryRow } from './category-row';

export interface CategoriesDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when the categories were saved, even if the dialog was closed before the answer came. */
  onSaved: (event: Event) => void;
}

/** Edits the event's categories, by which its doors tell people apart. */
export function CategoriesDialog({ event, onClose, onSaved }: CategoriesDialogProps) {
  const { typed, edit, ...form } = useForm(() => ({
    rows: fieldsOf(event.categories),
    areOutsNamed: event.categories?.areOutsNamed ?? false,
  }));
  const { rows, areOutsNamed } = typed;
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (key: string, fields: Partial<CategoryFields>) =>
    edit({ rows: rows.map((row) => (row.key === key ? { ...row, ...fields } : row)) });

  /** The focus goes to the name of the new row. A row without a name is not saved. */
  function add() {
    edit({ rows: [...rows, newFields()] });
    setTimeout(() => [...(list.current?.querySelectorAll<HTMLInputElement>('[data-name]') ?? [])].at(-1)?.focus());
  }

  function remove(key: string) {
    edit({ rows: rows.filter((row) => row.key !== key) });
    setTimeout(() => addButton.current?.focus());
  }

  async function save(body: GivenCategories) {
    onSaved(await callApi(`${eventPath(event.eventId)}/categories`, EventSchema, { method: 'PUT', body }));
    showToast(dialogTexts.categories.saved);
  }

  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.categories} description={dialogTexts.categories.lead}>
      <Form
        form={form}
        onSubmit={() => form.submitChecked(checkCategories(typedCategories(rows, areOutsNamed)), save, onClose)}
        onCancel={onClose}
      >
        {rows.length === 0 && <Presets onChoose={(names) => edit({ rows: names.map(newFields) })} />}
        {rows.length > 0 && (
          <div aria-hidden className="-mb-3 grid grid-cols-[minmax(0,1fr)_7rem] gap-x-2 text-sm font-medium text-muted">
            <span>{dialogTexts.categories.nameHead}</span>
            <span>{dialogTexts.categories.capacityHead}</span>
          </div>
        )}
        <ul ref={list} className="grid gap-4 empty:hidden">
          {rows.map((row, i) => (
            <CategoryRow
              key={row.key}
              row={row}
              place={i + 1}
              isFirst={i === 0}
              isLast={i === rows.length - 1}
              hasCapacity={areOutsNamed}
              onChange={(fields) => change(row.key, fields)}
              onMove={(by) => edit({ rows: moved(rows, i, by) })}
              onRemove={() => remove(row.key)}
            />
          ))}
        </ul>
        {rows.length < CATEGORIES_PER_EVENT_MAX && (
          <Button ref={addButton} variant="quiet" onClick={add}>
            {dialogTexts.categories.add}
          </Button>
        )}
        <div>
          <CheckField
            label={dialogTexts.categories.areOutsNamed}
            checked={areOutsNamed}
            onChange={(checked) => edit({ areOutsNamed: checked })}
          />
          <p className="text-sm text-muted">
            {areOutsNamed ? dialogTexts.categories.namedHint : dialogTexts.categories.unnamedHint}{' '}
            {event.categories && dialogTexts.categories.keptHint}
          </p>
        </div>
      </Form>
    </Dialog>
  );
}

/** Lists of names to start with. Each can be changed afterwards. */
function Presets({ onChoose }: { onChoose: (names: readonly string[]) => void }) {
  return (
    <div role="group" aria-label={dialogTexts.categories.startWith}>
      <p className={fieldLabelClass}>{dialogTexts.categories.startWith}</p>
      <div className="flex flex-wrap gap-2">
        {dialogTexts.categories.presets.map((names) => (
          <button
            key={names.join()}
            type="button"
            onClick={() => onChoose(names)}
            className="touch-pad min-h-11 rounded-full border border-line-strong px-4 text-sm font-medium transition-colors hover:bg-sunken"
          >
            {names.join(' / ')}
          </button>
        ))}
      </div>
    </div>
  );
}
