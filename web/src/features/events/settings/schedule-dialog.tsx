import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { Schedule } from '../../../../../src/shared/schedule/schemas';
import { ownMessage } from '../../../api/api-client';
import { texts } from '../../../texts/app-texts';
import { dialogTexts } from '../../../texts/dialog-texts';
import { CheckField } from '../../../ui/forms/check-field';
import { Dialog, FormActions } from '../../../ui/overlays/dialog';
import { Notice } from '../../../ui/notice';
import { Spinner } from '../../../ui/spinner';
import { TextField } from '../../../ui/forms/text-field';
import { useSubmission } from '../../../ui/forms/use-submission';
import { LoadFailed } from '../../../ui/load-failed';
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
  const { data, error, refetch } = useQuery({
    queryKey: ['schedule', eventId],
    queryFn: ({ signal }) => fetchSchedule(eventId, signal),
    // The query is not cached, so that the form starts with the current settings.
    gcTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.schedule} description={dialogTexts.schedule.lead}>
      {data && <ScheduleForm eventId={eventId} saved={data} onClose={onClose} />}
      {!data && !error && <Spinner />}
      {!data && error && (
        <LoadFailed text={ownMessage(error, dialogTexts.schedule.loadFailed)} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}

interface ScheduleFormProps {
  eventId: string;
  saved: Schedule;
  onClose: () => void;
}

function ScheduleForm({ eventId, saved, onClose }: ScheduleFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(saved));
  const zoneField = useRef<HTMLInputElement>(null);
  const [isZoneUnclear, setZoneUnclear] = useState(false);
  const client = useQueryClient();
  const { busy, error, setError, submitChecked } = useSubmission();
  const zones = useMemo(() => zonesWith(saved.timeZone), [saved.timeZone]);
  const isNewClock = fields.timeZone !== saved.timeZone || fields.reportTime !== saved.reportTime;

  function edit(change: Partial<ScheduleFields>) {
    setFields({ ...fields, ...change });
    setError(null);
  }

  async function save(submitted: FormEvent) {
    submitted.preventDefault();
    if (isZoneUnclear) {
      zoneField.current?.focus();
      return;
    }
    const send = async (schedule: Schedule) => {
      await saveSchedule(eventId, schedule);
      void client.invalidateQueries({ queryKey: eventDaysKey(eventId) });
    };
    await submitChecked(checkFields(fields), send, onClose);
  }

  return (
    <form onSubmit={(submitted) => void save(submitted)} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ZoneField
        ref={zoneField}
        zone={fields.timeZone}
        zones={zones}
        onChange={(timeZone) => edit({ timeZone })}
        isUnclear={isZoneUnclear}
        onUnclear={setZoneUnclear}
      />
      <div>
        <TextField
          type="time"
          label={dialogTexts.schedule.reportTime}
          value={fields.reportTime}
          onChange={({ target }) => edit({ reportTime: target.value })}
        />
        <p className="mt-1.5 text-sm text-muted">
          {dialogTexts.schedule.reportTimeHint(fields.reportTime || saved.reportTime)}
        </p>
        <output className="mt-1.5 block text-sm font-medium">{isNewClock && dialogTexts.schedule.holds}</output>
      </div>
      <CheckField label={dialogTexts.schedule.onDays} checked={fields.onDays} onChange={(onDays) => edit({ onDays })} />
      {fields.onDays && <Days {...fields} onEdit={edit} />}
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onClose} busy={busy} submitText={busy ? texts.common.saving : texts.common.save} />
    </form>
  );
}

interface DaysProps extends Pick<ScheduleFields, 'startDate' | 'endDate'> {
  onEdit: (change: Partial<ScheduleFields>) => void;
}

function Days({ startDate, endDate, onEdit }: DaysProps) {
  return (
    <div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4 *:min-w-0">
        <TextField
          type="date"
          label={dialogTexts.schedule.firstDay}
          value={startDate}
          onChange={({ target }) => onEdit({ startDate: target.value })}
        />
        <TextField
          type="date"
          label={dialogTexts.schedule.lastDay}
          min={startDate}
          value={endDate}
          onChange={({ target }) => onEdit({ endDate: target.value })}
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
