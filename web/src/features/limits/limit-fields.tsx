import { CAPACITY_MAX, LIMIT_CONDITION_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { LIMIT_KINDS, type LimitKind } from '../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../texts/dialog-texts';
import { capacityPath } from '../../urls/paths';
import { controlClass, Field } from '../../ui/forms/field';
import { NumberField } from '../../ui/forms/number-field';
import { textIn } from '../../ui/forms/use-form';
import { Link } from '../../ui/link';
import { Disclosure } from '../../ui/overlays/disclosure';
import { type TypedLimit, type TypedLimits, typedNumbers } from './typed-limits';

export interface LimitInputsProps {
  /** The event whose limits these are. */
  eventId: string;
  typed: TypedLimits;
  onEdit: (typed: TypedLimits) => void;
  /** Whether the limits are those of the whole venue. */
  isVenue?: boolean;
}

function summaryOf(typed: TypedLimits): string {
  const words = dialogTexts.limitFields;
  const numbers = typedNumbers(typed);
  return numbers === '' ? words.summary : words.summaryOf(numbers);
}

/** The fields for the limits that authorities have set for an area, behind a line that opens them. */
export const LimitFields = (props: LimitInputsProps) => (
  <Disclosure summary={summaryOf(props.typed)}>{() => <LimitInputs {...props} />}</Disclosure>
);

/** The fields for the limits that authorities have set. */
export function LimitInputs({ eventId, typed, onEdit, isVenue = false }: LimitInputsProps) {
  const words = dialogTexts.limitFields;
  return (
    <div className="grid gap-4">
      <Link
        to={capacityPath(eventId)}
        className="inline-flex min-h-11 items-center justify-self-start font-medium underline underline-offset-4"
      >
        {words.assistant}
      </Link>
      <p className="text-sm text-pretty text-muted">{isVenue ? `${words.lead} ${words.venueLead}` : words.lead}</p>
      {LIMIT_KINDS.map((kind) => (
        <OneLimit
          key={kind}
          kind={kind}
          typed={typed[kind]}
          onEdit={(change) => onEdit({ ...typed, [kind]: { ...typed[kind], ...change } })}
        />
      ))}
    </div>
  );
}

interface OneLimitProps {
  kind: LimitKind;
  typed: TypedLimit;
  onEdit: (change: Partial<TypedLimit>) => void;
}

function OneLimit({ kind, typed, onEdit }: OneLimitProps) {
  const words = dialogTexts.limitFields;
  const name = words.kinds[kind];
  return (
    <>
      <NumberField label={words.people(name)} min={1} max={CAPACITY_MAX} {...textIn(typed, onEdit, 'people')} />
      <Field label={words.condition(name)}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            maxLength={LIMIT_CONDITION_MAX_LENGTH}
            placeholder={words.conditionPlaceholder}
            value={typed.condition}
            onChange={({ target }) => onEdit({ condition: target.value })}
            className={`${controlClass(false)} px-4 py-3`}
          />
        )}
      </Field>
    </>
  );
}
