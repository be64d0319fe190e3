import { assertNever } from '../../../../../src/shared/assert-never';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { Schedule } from '../../../../../src/shared/schedule/schemas';
import { dialogTexts } from '../../../texts/dialog-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { formatDay } from '../../../texts/zone-format';
import { TextField } from '../../../ui/forms/text-field';
import { textIn } from '../../../ui/forms/use-form';
import { Loaded } from '../../../ui/loaded';
import { Place } from '../../settings/place';
import { sayOnOff } from '../../settings/say';
import { SettingForm } from '../../settings/setting-form';
import { useSettingForm } from '../../settings/use-setting-form';
import { fetchSchedule, saveSchedule, scheduleKey } from './schedule-api';
import { ZoneField } from './zone-field';
import { DEFAULT_DAY_CLOCK, businessDay, readTimeZone } from '../../../../../src/shared/rules/business-day';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkSchedule } from '../../../../../src/shared/schedule/check-schedule';

/** Edits the schedule of the event's business days, and the days on which the event takes place. */
export function ScheduleForm({ event: { eventId } }: { event: Event }) {
  const query = useQuery(scheduleQuery(eventId));
  return (
    <Loaded isPart query={query} failedText={dialogTexts.schedule.loadFailed}>
      {(stored) => <Fields eventId={eventId} stored={stored} />}
    </Loaded>
  );
}

const scheduleQuery = (eventId: string) =>
  ({
    queryKey: ['schedule', eventId],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchSchedule(eventId, signal),
    staleTime: 0,
    // The query is not cached, so that the form starts with the current settings.
    gcTime: 0,
  }) as const;

function Fields({ eventId, stored }: { eventId: string; stored: Schedule }) {
  const words = dialogTexts.schedule;
  const client = useQueryClient();
  const query = scheduleQuery(eventId);
  const read = () => client.fetchQuery(query);
  const form = useSettingForm({ name: dialogTexts.eventDialogs.schedule, stored, fieldsOf, read });
  const { typed: fields, edit } = form;
  const zoneField = useRef<HTMLInputElement>(null);
  const [isZoneUnclear, setZoneUnclear] = useState(false);
  const zones = useMemo(() => zonesWith(stored.timeZone), [stored.timeZone]);
  const isNewClock = fields.timeZone !== stored.timeZone || fields.reportTime !== stored.reportTime;

  async function save() {
    if (isZoneUnclear) return zoneField.current?.focus();
    await form.save(checkFields(fields), async (schedule) => {
      const saved = await saveSchedule(eventId, schedule);
      client.setQueryData(query.queryKey, saved);
      void client.invalidateQueries({ queryKey: scheduleKey(eventId) });
      return saved;
    });
  }

  return (
    <SettingForm form={form} onSubmit={save} say={say}>
      <ZoneField
        ref={zoneField}
        zone={fields.timeZone}
        zones={zones}
        onChange={(timeZone) => edit({ timeZone })}
        isUnclear={isZoneUnclear}
        onUnclear={setZoneUnclear}
      />
      <Place id="report-time">
        <TextField type="time" label={words.reportTime} {...textIn(fields, edit, 'reportTime')} />
        <p className="mt-1.5 text-sm text-muted">{words.reportTimeHint(fields.reportTime || stored.reportTime)}</p>
        <output className="mt-1.5 block text-sm font-medium">{isNewClock && words.holds}</output>
      </Place>
      <Place id="days" className="grid gap-4">
        <CheckField label={words.onDays} checked={fields.onDays} onChange={(onDays) => edit({ onDays })} />
        {fields.onDays && <Days fields={fields} onEdit={edit} />}
      </Place>
    </SettingForm>
  );
}

function say(name: keyof ScheduleFields, typed: ScheduleFields): string {
  const words = dialogTexts.schedule;
  switch (name) {
    case 'timeZone':
      return `${words.timeZone}: ${typed.timeZone}`;
    case 'reportTime':
      return `${words.reportTime}: ${typed.reportTime}`;
    case 'onDays':
      return sayOnOff(words.onDays, typed.onDays);
    case 'startDate':
      return `${words.firstDay}: ${formatDay(typed.startDate)}`;
    case 'endDate':
      return `${words.lastDay}: ${formatDay(typed.endDate)}`;
    default:
      return assertNever(name);
  }
}

interface DaysProps {
  fields: ScheduleFields;
  onEdit: (change: Partial<ScheduleFields>) => void;
}

function Days({ fields, onEdit }: DaysProps) {
  return (
    <div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4 *:min-w-0">
        <TextField type="date" label={dialogTexts.schedule.firstDay} {...textIn(fields, onEdit, 'startDate')} />
        <TextField
          type="date"
          label={dialogTexts.schedule.lastDay}
          min={fields.startDate}
          {...textIn(fields, onEdit, 'endDate')}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">{dialogTexts.schedule.daysHint}</p>
    </div>
  );
}

/** The contents of the form's fields. */
interface ScheduleFields {
  readonly timeZone: string;
  readonly reportTime: string;
  readonly onDays: boolean;
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * Returns the current business day as YYYY-MM-DD. If this browser does not know the event's time zone, the default zone
 * is used.
 */
function today({ timeZone, reportTime }: Schedule): string {
  const known = readTimeZone(timeZone) ?? DEFAULT_DAY_CLOCK.timeZone;
  return businessDay(Date.now(), { timeZone: known, reportTime }).day;
}

/** If the event has no dates, the date fields start with today. */
const fieldsOf = (saved: Schedule): ScheduleFields => ({
  timeZone: saved.timeZone,
  reportTime: saved.reportTime,
  onDays: saved.startDate !== null,
  startDate: saved.startDate ?? today(saved),
  endDate: saved.endDate ?? today(saved),
});

const checkFields = ({ onDays, startDate, endDate, ...clock }: ScheduleFields): Checked<Schedule> =>
  checkSchedule({ ...clock, startDate: onDays ? startDate : null, endDate: onDays ? endDate : null });

/**
 * The time zones of this browser, the default zone, which browsers leave out of their list, and the event's own zone.
 */
const zonesWith = (own: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), DEFAULT_DAY_CLOCK.timeZone, own])].toSorted();
