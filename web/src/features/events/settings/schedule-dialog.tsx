import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { Schedule } from '../../../../../src/shared/schedule/schemas';
import { dialogTexts } from '../../../texts/dialog-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { Dialog } from '../../../ui/overlays/dialog';
import { Form } from '../../../ui/forms/form';
import { TextField } from '../../../ui/forms/text-field';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { Loaded } from '../../../ui/loaded';
import { eventDaysKey, fetchSchedule, saveSchedule } from './schedule-api';
import { ZoneField } from './zone-field';
import { DEFAULT_DAY_CLOCK, businessDay, readTimeZone } from '../../../../../src/shared/rules/business-day';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkSchedule } from '../../../../../src/shared/schedule/check-schedule';

export interface ScheduleDialogProps {
  event: Event;
  onClose: () => void;
}

/** Edits the schedule of the event's business days, and the days on which the event takes place. */
export function ScheduleDialog({ event: { eventId }, onClose }: ScheduleDialogProps) {
  const query = useQuery({
    queryKey: ['schedule', eventId],
    queryFn: ({ signal }) => fetchSchedule(eventId, signal),
    // The query is not cached, so that the form starts with the current settings.
    gcTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.schedule} description={dialogTexts.schedule.lead}>
      <Loaded query={query} failedText={dialogTexts.schedule.loadFailed}>
        {(saved) => <ScheduleForm eventId={eventId} saved={saved} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

interface ScheduleFormProps {
  eventId: string;
  saved: Schedule;
  onClose: () => void;
}

function ScheduleForm({ eventId, saved, onClose }: ScheduleFormProps) {
  const { typed: fields, edit, ...form } = useForm(() => fieldsOf(saved));
  const zoneField = useRef<HTMLInputElement>(null);
  const [isZoneUnclear, setZoneUnclear] = useState(false);
  const client = useQueryClient();
  const zones = useMemo(() => zonesWith(saved.timeZone), [saved.timeZone]);
  const isNewClock = fields.timeZone !== saved.timeZone || fields.reportTime !== saved.reportTime;

  async function save() {
    if (isZoneUnclear) return zoneField.current?.focus();
    const send = async (schedule: Schedule) => {
      await saveSchedule(eventId, schedule);
      void client.invalidateQueries({ queryKey: eventDaysKey(eventId) });
    };
    await form.submitChecked(checkFields(fields), send, onClose);
  }

  return (
    <Form form={form} onSubmit={save} onCancel={onClose}>
      <ZoneField
        ref={zoneField}
        zone={fields.timeZone}
        zones={zones}
        onChange={(timeZone) => edit({ timeZone })}
        isUnclear={isZoneUnclear}
        onUnclear={setZoneUnclear}
      />
      <div>
        <TextField type="time" label={dialogTexts.schedule.reportTime} {...textIn(fields, edit, 'reportTime')} />
        <p className="mt-1.5 text-sm text-muted">
          {dialogTexts.schedule.reportTimeHint(fields.reportTime || saved.reportTime)}
        </p>
        <output className="mt-1.5 block text-sm font-medium">{isNewClock && dialogTexts.schedule.holds}</output>
      </div>
      <CheckField label={dialogTexts.schedule.onDays} checked={fields.onDays} onChange={(onDays) => edit({ onDays })} />
      {fields.onDays && <Days fields={fields} onEdit={edit} />}
    </Form>
  );
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
