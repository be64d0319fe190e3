import {
  ALERT_THRESHOLDS_MAX,
  CAPACITY_MAX,
  SAFETY_MARGIN_MAX_PERCENT,
} from '../../../../../src/shared/schemas/limits';
import { limitedVenue, ownSettings } from '../../../../../src/shared/rules/limits/lowest';
import { usableCapacity, venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import { type Event, EventSchema } from '../../../../../src/shared/schemas/event';
import { dialogTexts } from '../../../texts/dialog-texts';
import { callApi } from '../../../api/api-client';
import { formatCount } from '../../../texts/format';
import { translate } from '../../../texts/texts';
import { Dialog } from '../../../ui/overlays/dialog';
import { CheckField } from '../../../ui/forms/check-field';
import { controlClass, fieldLabelClass } from '../../../ui/forms/field';
import { Form } from '../../../ui/forms/form';
import { NumberField } from '../../../ui/forms/number-field';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkEmergency } from '../../../../../src/shared/rules/emergency';
import { checkVenueSettings } from '../../../../../src/shared/rules/venue-settings';
import type { Emergency, NewVenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { LimitFields } from '../../limits/limit-fields';
import { limitsToSend, readLimits, typedLimits, type TypedLimits } from '../../limits/typed-limits';
import { eventPath } from '../events-api';
import { EmergencyMinutes, emergencyWith, type TypedMinutes, typedMinutes } from './emergency-minutes';

export interface VenueDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when the settings were saved, even if the dialog was closed before the answer came. */
  onSaved: (event: Event) => void;
}

/** Edits the venue's capacity, its alert thresholds, and the minutes of orders and evacuations. */
export function VenueDialog({ event, onClose, onSaved }: VenueDialogProps) {
  const { typed: fields, edit, ...form } = useForm(() => fieldsOf(event));

  function save() {
    const venue = checkFields(fields);
    if (!venue.ok) return form.setError(translate(venue.error));
    const send = async (emergency?: Emergency) =>
      onSaved(await saveVenue(event, { ...venue.value, ...(emergency && { emergency }) }));
    return form.submitChecked(checkEmergency(emergencyWith(event, fields.minutes)), send, onClose);
  }

  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.venue} description={dialogTexts.venueSettings.lead}>
      <Form form={form} onSubmit={save} onCancel={onClose}>
        <NumberField
          label={dialogTexts.venueSettings.capacity}
          placeholder={dialogTexts.venueSettings.capacityPlaceholder}
          min={1}
          max={CAPACITY_MAX}
          {...textIn(fields, edit, 'capacity')}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-end gap-4">
          <NumberField
            label={dialogTexts.venueSettings.staff}
            min={0}
            max={CAPACITY_MAX}
            {...textIn(fields, edit, 'staffAllowance')}
          />
          <NumberField
            label={dialogTexts.venueSettings.margin}
            min={0}
            max={SAFETY_MARGIN_MAX_PERCENT}
            {...textIn(fields, edit, 'safetyMarginPercent')}
          />
        </div>
        <div className="grid gap-1">
          <CheckField
            label={dialogTexts.venueSettings.follows}
            checked={fields.followsExpectedError}
            onChange={(followsExpectedError) => edit({ followsExpectedError })}
          />
          {fields.followsExpectedError && (
            <p className="text-sm text-pretty text-muted">{dialogTexts.venueSettings.followsHint}</p>
          )}
        </div>
        <LimitFields isVenue typed={fields.limits} onEdit={(limits) => edit({ limits })} />
        <Guests fields={fields} />
        <Thresholds
          values={fields.thresholds}
          onEdit={(i, value) => edit({ thresholds: fields.thresholds.with(i, value) })}
        />
        <EmergencyMinutes typed={fields.minutes} onEdit={(minutes) => edit({ minutes })} />
      </Form>
    </Dialog>
  );
}

/** Shows how many guests the typed settings allow. */
function Guests({ fields }: { fields: VenueFields }) {
  const checked = checkFields({ ...fields, thresholds: [] });
  const guests = checked.ok ? usableCapacity(limitedVenue(checked.value)) : undefined;
  return (
    <output className="flex min-h-13 flex-wrap items-baseline justify-between gap-x-3 rounded-field bg-sunken px-4 py-3">
      {guests === null && dialogTexts.venueSettings.noCapacity}
      {guests === undefined && '–'}
      {typeof guests === 'number' && (
        <>
          <span>{dialogTexts.venueSettings.guests}</span>
          <strong className="text-2xl font-semibold tabular-nums">{formatCount(guests)}</strong>
        </>
      )}
    </output>
  );
}

interface ThresholdsProps {
  values: readonly string[];
  onEdit: (index: number, value: string) => void;
}

function Thresholds({ values, onEdit }: ThresholdsProps) {
  return (
    <fieldset>
      <legend className={fieldLabelClass}>{dialogTexts.venueSettings.thresholds}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2">
        {values.map((value, i) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- a place has no other name
            key={i}
            inputMode="numeric"
            autoComplete="off"
            aria-label={dialogTexts.venueSettings.threshold(i + 1)}
            value={value}
            onChange={({ target }) => onEdit(i, target.value)}
            className={`${controlClass(false)} px-2 text-center`}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">{dialogTexts.venueSettings.thresholdsHint}</p>
    </fieldset>
  );
}

/** The contents of the fields as typed. An empty capacity means no capacity. An empty threshold is ignored. */
interface VenueFields {
  readonly capacity: string;
  readonly staffAllowance: string;
  readonly safetyMarginPercent: string;
  readonly followsExpectedError: boolean;
  readonly thresholds: readonly string[];
  readonly limits: TypedLimits;
  readonly minutes: TypedMinutes;
}

const shown = (value: number | null): string => (value === null ? '' : String(value));

function fieldsOf(event: Event): VenueFields {
  const settings = ownSettings(venueSettingsOf(event));
  return {
    capacity: shown(settings.capacity),
    staffAllowance: shown(settings.staffAllowance),
    safetyMarginPercent: shown(settings.safetyMarginPercent),
    followsExpectedError: settings.followsExpectedError ?? false,
    thresholds: Array.from({ length: ALERT_THRESHOLDS_MAX }, (_, i) => shown(settings.alertThresholds[i] ?? null)),
    limits: typedLimits(settings.limits),
    minutes: typedMinutes(event),
  };
}

const isFilled = (text: string): boolean => text.trim() !== '';

/** Reads a field in which an empty text means 0. */
const orNone = (text: string): number => (isFilled(text) ? parseCapacity(text) : 0);

/** Checks the typed settings. Thresholds can be in any order and can occur twice. */
function checkFields(fields: VenueFields): Checked<NewVenueSettings> {
  const limits = readLimits(fields.limits);
  if (!limits.ok) return limits;
  const thresholds = fields.thresholds.filter(isFilled).map(parseCapacity);
  return checkVenueSettings({
    capacity: isFilled(fields.capacity) ? parseCapacity(fields.capacity) : null,
    staffAllowance: orNone(fields.staffAllowance),
    safetyMarginPercent: orNone(fields.safetyMarginPercent),
    followsExpectedError: fields.followsExpectedError,
    alertThresholds: [...new Set(thresholds)].toSorted((a, b) => a - b),
    limits: limits.value,
  });
}

/** Replaces all venue settings. Limits, and a margin that follows the error, are left out where the event has none and gets none. */
const saveVenue = (
  { eventId, venue }: Event,
  { limits = [], followsExpectedError = false, ...settings }: NewVenueSettings,
): Promise<Event> =>
  callApi(`${eventPath(eventId)}/venue`, EventSchema, {
    method: 'PUT',
    body: {
      ...settings,
      ...((followsExpectedError || venue?.followsExpectedError) && { followsExpectedError }),
      ...limitsToSend(venue?.limits, limits),
    },
  });
