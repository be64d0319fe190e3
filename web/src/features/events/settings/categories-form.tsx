import { useRef } from 'react';
import { CATEGORIES_PER_EVENT_MAX } from '../../../../../src/shared/schemas/limits';
import { checkCategories, type GivenCategories } from '../../../../../src/shared/rules/categories';
import { type Event, EventSchema } from '../../../../../src/shared/schemas/event';
import { callApi } from '../../../api/api-client';
import { dialogTexts } from '../../../texts/dialog-texts';
import { Button } from '../../../ui/button';
import { CheckField } from '../../../ui/forms/check-field';
import { fieldLabelClass } from '../../../ui/forms/field';
import { Place } from '../../settings/place';
import { sayList, sayOnOff } from '../../settings/say';
import { SettingForm } from '../../settings/setting-form';
import { useSettingForm } from '../../settings/use-setting-form';
import { eventPath } from '../events-api';
import { type CategoryFields, fieldsOf, moved, newFields, typedCategories } from './category-fields';
import { CategoryRow } from './category-row';
import { useStoredEvent } from './stored-event';

/** Edits the event's categories, by which its doors tell people apart. */
export function CategoriesForm({ event }: { event: Event }) {
  const words = dialogTexts.categories;
  const { show, ...stored } = useStoredEvent(event);
  const form = useSettingForm({ name: dialogTexts.eventDialogs.categories, ...stored, fieldsOf: formOf });
  const { typed, edit } = form;
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

  const send = async (body: GivenCategories) =>
    show(await callApi(`${eventPath(event.eventId)}/categories`, EventSchema, { method: 'PUT', body }));

  return (
    <SettingForm
      form={form}
      onSubmit={() => form.save(checkCategories(typedCategories(rows, areOutsNamed)), send)}
      say={say}
    >
      {rows.length === 0 && <Presets onChoose={(names) => edit({ rows: names.map(newFields) })} />}
      {rows.length > 0 && (
        <div aria-hidden className="-mb-3 grid grid-cols-[minmax(0,1fr)_8rem] gap-x-2 text-sm font-medium text-muted">
          <span>{words.nameHead}</span>
          <span>{words.capacityHead}</span>
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
          {words.add}
        </Button>
      )}
      <Place id="exits">
        <CheckField
          label={words.areOutsNamed}
          checked={areOutsNamed}
          onChange={(checked) => edit({ areOutsNamed: checked })}
        />
        <p className="text-sm text-muted">
          {areOutsNamed ? words.namedHint : words.unnamedHint} {event.categories && words.keptHint}
        </p>
      </Place>
    </SettingForm>
  );
}

interface CategoriesFields {
  readonly rows: readonly CategoryFields[];
  readonly areOutsNamed: boolean;
}

const formOf = ({ categories }: Event): CategoriesFields => ({
  rows: fieldsOf(categories),
  areOutsNamed: categories?.areOutsNamed ?? false,
});

const say = (name: keyof CategoriesFields, { rows, areOutsNamed }: CategoriesFields): string =>
  name === 'rows'
    ? sayList(
        dialogTexts.eventDialogs.categories,
        rows.map((row) => (row.capacity === '' ? row.name : `${row.name} (${row.capacity})`)),
      )
    : sayOnOff(dialogTexts.categories.areOutsNamed, areOutsNamed);

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
