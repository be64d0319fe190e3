import { assertNever } from '../../../../../src/shared/assert-never';
import { CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../../../../../src/shared/schemas/limits';
import { limitedVenue, ownSettings } from '../../../../../src/shared/rules/limits/lowest';
import { allowedGuests, venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import type { Event } from '../../../../../src/shared/schemas/event';
import { dialogTexts } from '../../../texts/dialog-texts';
import { formatCount } from '../../../texts/format';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { NumberField } from '../../../ui/forms/number-field';
import { textIn } from '../../../ui/forms/use-form';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkVenueSettings } from '../../../../../src/shared/rules/venue-settings';
import { LIMIT_KINDS, type NewVenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { deductionOf } from '../../counting/areas/venue-total';
import { LimitInputs } from '../../limits/limit-fields';
import { readLimits, typedLimits, typedNumbers, type TypedLimits } from '../../limits/typed-limits';
import { Place } from '../../settings/place';
import { Fold } from '../../settings/fold';
import { sayList, sayOnOff } from '../../settings/say';
import { SettingForm } from '../../settings/setting-form';
import { useSettingForm } from '../../settings/use-setting-form';
import { saveVenue, useStoredEvent } from './stored-event';

/** Edits the venue's capacity: two numbers, and behind a line the margin and what authorities have set. */
export function CapacityForm({ event }: { event: Event }) {
  const words = dialogTexts.venueSettings;
  const { show, ...stored } = useStoredEvent(event);
  const form = useSettingForm({ name: settingPagesTexts.section.capacity, ...stored, fieldsOf });
  const { typed, edit } = form;
  const save = () =>
    form.save(checkFields(typed), async ({ alertThresholds: _others, limits = [], ...change }, now) =>
      show(await saveVenue(now, { followsExpectedError: false, ...change, limits })),
    );
  return (
    <SettingForm form={form} onSubmit={save} say={say}>
      <Place id="venue-capacity">
        <NumberField
          label={words.capacity}
          placeholder={words.capacityPlaceholder}
          min={1}
          max={CAPACITY_MAX}
          {...textIn(typed, edit, 'capacity')}
        />
        <p className="mt-1.5 text-sm text-muted">{words.lead}</p>
      </Place>
      <Place id="staff">
        <NumberField label={words.staff} min={0} max={CAPACITY_MAX} {...textIn(typed, edit, 'staffAllowance')} />
      </Place>
      <Guests fields={typed} />
      <Fold summary={summaryOf(typed.limits)} ids={['margin', 'limits']}>
        {() => (
          <div className="grid gap-4">
            <Place id="margin">
              <NumberField
                label={words.margin}
                min={0}
                max={SAFETY_MARGIN_MAX_PERCENT}
                {...textIn(typed, edit, 'safetyMarginPercent')}
              />
              <CheckField
                label={words.follows}
                checked={typed.followsExpectedError}
                onChange={(followsExpectedError) => edit({ followsExpectedError })}
              />
              {typed.followsExpectedError && <p className="text-sm text-pretty text-muted">{words.followsHint}</p>}
            </Place>
            <Place id="limits">
              <LimitInputs isVenue eventId={event.eventId} typed={typed.limits} onEdit={(limits) => edit({ limits })} />
            </Place>
          </div>
        )}
      </Fold>
    </SettingForm>
  );
}

function summaryOf(limits: TypedLimits): string {
  const words = settingPagesTexts.capacity;
  const numbers = typedNumbers(limits);
  return numbers === '' ? words.authorities : words.authoritiesOf(numbers);
}

/** Shows how many guests the typed settings allow, and from how many on the safety margin warns. */
function Guests({ fields }: { fields: CapacityFields }) {
  const checked = checkFields(fields);
  const settings = checked.ok ? limitedVenue(checked.value) : null;
  const guests = settings === null ? undefined : allowedGuests(settings);
  return (
    <output className="flex min-h-13 flex-wrap items-baseline justify-between gap-x-3 rounded-field bg-sunken px-4 py-3">
      {guests === null && dialogTexts.venueSettings.noCapacity}
      {guests === undefined && '–'}
      {typeof guests === 'number' && (
        <>
          <span>{dialogTexts.venueSettings.guests}</span>
          <strong className="text-2xl font-semibold tabular-nums">{formatCount(guests)}</strong>
          {settings !== null && settings.safetyMarginPercent > 0 && (
            <span className="basis-full text-sm text-pretty text-muted">{deductionOf(settings)}</span>
          )}
        </>
      )}
    </output>
  );
}

/** The contents of the fields as typed. An empty capacity means no capacity. */
interface CapacityFields {
  readonly capacity: string;
  readonly staffAllowance: string;
  readonly safetyMarginPercent: string;
  readonly followsExpectedError: boolean;
  readonly limits: TypedLimits;
}

function fieldsOf(event: Event): CapacityFields {
  const settings = ownSettings(venueSettingsOf(event));
  return {
    capacity: String(settings.capacity ?? ''),
    staffAllowance: String(settings.staffAllowance),
    safetyMarginPercent: String(settings.safetyMarginPercent),
    followsExpectedError: settings.followsExpectedError ?? false,
    limits: typedLimits(settings.limits),
  };
}

function say(name: keyof CapacityFields, typed: CapacityFields): string {
  const words = dialogTexts.venueSettings;
  switch (name) {
    case 'capacity':
      return `${words.capacity}: ${typed.capacity || words.capacityPlaceholder}`;
    case 'staffAllowance':
      return `${words.staff}: ${typed.staffAllowance}`;
    case 'safetyMarginPercent':
      return `${words.margin}: ${typed.safetyMarginPercent}`;
    case 'followsExpectedError':
      return sayOnOff(words.follows, typed.followsExpectedError);
    case 'limits':
      return sayList(dialogTexts.limitFields.summary, limitsInWords(typed.limits), '; ');
    default:
      return assertNever(name);
  }
}

/** Returns each limit with its number and its condition. */
const limitsInWords = (limits: TypedLimits): string[] =>
  LIMIT_KINDS.filter((kind) => limits[kind].people.trim() + limits[kind].condition.trim() !== '').map((kind) => {
    const { people, condition } = limits[kind];
    return [`${dialogTexts.limitFields.kinds[kind]} ${people || '–'}`, condition]
      .filter((part) => part !== '')
      .join(', ');
  });

/** Reads a field in which an empty text means 0. */
const orNone = (text: string): number => (text.trim() === '' ? 0 : parseCapacity(text));

/** Checks the typed settings, without alert levels. */
function checkFields(fields: CapacityFields): Checked<NewVenueSettings> {
  const limits = readLimits(fields.limits);
  if (!limits.ok) return limits;
  return checkVenueSettings({
    capacity: fields.capacity.trim() === '' ? null : parseCapacity(fields.capacity),
    staffAllowance: orNone(fields.staffAllowance),
    safetyMarginPercent: orNone(fields.safetyMarginPercent),
    followsExpectedError: fields.followsExpectedError,
    alertThresholds: [],
    limits: limits.value,
  });
}
