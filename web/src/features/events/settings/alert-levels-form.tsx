import { parseCapacity } from '../../../../../src/shared/rules/capacity';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { DEFAULT_VENUE_SETTINGS, venueSettingsOf } from '../../../../../src/shared/rules/venue-capacity';
import { checkVenueSettings } from '../../../../../src/shared/rules/venue-settings';
import type { Event } from '../../../../../src/shared/schemas/event';
import { ALERT_THRESHOLDS_MAX } from '../../../../../src/shared/schemas/limits';
import type { NewVenueSettings } from '../../../../../src/shared/schemas/venue-settings';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { controlClass, fieldLabelClass } from '../../../ui/forms/field';
import { Place } from '../../settings/place';
import { sayList } from '../../settings/say';
import { SettingForm } from '../../settings/setting-form';
import { useSettingForm } from '../../settings/use-setting-form';
import { saveVenue, useStoredEvent } from './stored-event';

/** Edits the levels at which doors are alerted. An empty field is no level. */
export function AlertLevelsForm({ event }: { event: Event }) {
  const { show, ...stored } = useStoredEvent(event);
  const form = useSettingForm({ name: settingPagesTexts.section.alerts, ...stored, fieldsOf });
  const { typed, edit } = form;
  const save = () =>
    form.save(checkFields(typed), async ({ alertThresholds }, now) => show(await saveVenue(now, { alertThresholds })));
  return (
    <SettingForm form={form} onSubmit={save} say={say}>
      <Place id="levels">
        <Levels levels={typed.levels} onEdit={(i, value) => edit({ levels: typed.levels.with(i, value) })} />
      </Place>
    </SettingForm>
  );
}

interface LevelsProps {
  levels: readonly string[];
  onEdit: (index: number, value: string) => void;
}

function Levels({ levels, onEdit }: LevelsProps) {
  return (
    <fieldset>
      <legend className={fieldLabelClass}>{dialogTexts.venueSettings.thresholds}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-2">
        {levels.map((value, i) => (
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

interface LevelFields {
  readonly levels: readonly string[];
}

const fieldsOf = (event: Event): LevelFields => {
  const { alertThresholds } = venueSettingsOf(event);
  return { levels: Array.from({ length: ALERT_THRESHOLDS_MAX }, (_, i) => String(alertThresholds[i] ?? '')) };
};

const isFilled = (text: string): boolean => text.trim() !== '';

const say = (_name: keyof LevelFields, { levels }: LevelFields): string =>
  sayList(dialogTexts.venueSettings.thresholds, levels.filter(isFilled), ' · ');

/** Checks the typed levels, which can be in any order and can occur twice. */
function checkFields({ levels }: LevelFields): Checked<NewVenueSettings> {
  const thresholds = levels.filter(isFilled).map(parseCapacity);
  return checkVenueSettings({
    ...DEFAULT_VENUE_SETTINGS,
    alertThresholds: [...new Set(thresholds)].toSorted((a, b) => a - b),
  });
}
