import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CreatedInspectorLink,
  CreatedInspectorLinkSchema,
  type NewInspectorLink as NewLink,
} from '../../../../src/shared/inspections/schemas';
import { HOUR_MS } from '../../../../src/shared/durations';
import { INSPECTION_HOURS_MAX } from '../../../../src/shared/inspections/limits';
import { checkInspectionEnd } from '../../../../src/shared/rules/inspection-end';
import { checkInspectionLabel } from '../../../../src/shared/rules/names';
import { callApi } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { deviceZone, formatCount, formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { momentTexts } from '../../texts/moment-texts';
import { translate } from '../../texts/texts';
import { zoneName } from '../../texts/zone-format';
import { Button } from '../../ui/button';
import { Form } from '../../ui/forms/form';
import { MomentField, readMoment, type TypedMoment, typedMoment } from '../../ui/forms/moment-field';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { Loaded } from '../../ui/loaded';
import { LinkPanel } from '../../ui/overlays/link-panel';
import { paths } from '../../urls/paths';
import { usePublicOrigin } from '../../urls/public-origin';
import { useSchedule } from '../events/settings/schedule-api';
import { inspectorLinksKey, inspectorLinksPath } from './inspector-links-api';

/** Creates a link. Its token is in this answer and in no other. */
const createInspectorLink = (eventId: string, body: NewLink): Promise<CreatedInspectorLink> =>
  callApi(inspectorLinksPath(eventId), CreatedInspectorLinkSchema, { method: 'POST', body });

/** The offered durations, in hours, and the choice of another end. */
const HOURS = [4, 12, 24, 48, 168] as const;
const DEFAULT_HOURS = 12;
const OTHER_END = 'other';

function durationText(hours: number): string {
  const words = inspectionTexts.inspectorLink;
  const days = hours / 24;
  return days < 1 ? words.hours(formatCount(hours)) : words.days(days, formatCount(days));
}

interface TypedLink {
  label: string;
  /** The hours, or OTHER_END. */
  hours: string;
  /** The end by the event's clocks; null until somebody changes the offered one. */
  end: TypedMoment | null;
}

/** Returns until when a link is valid, as the call takes it; or what is wrong with it, in words. */
function readEnd(end: TypedMoment, timeZone: string): Pick<NewLink, 'expiresAt'> | string {
  const moment = readMoment(end, timeZone);
  if (typeof moment === 'string') return momentTexts[moment];
  const checked = checkInspectionEnd(moment, Date.now());
  return checked.ok ? { expiresAt: new Date(checked.value).toISOString() } : translate(checked.error);
}

interface LinkFormProps {
  eventId: string;
  onLeave: () => void;
  onMade: (link: CreatedInspectorLink) => void;
}

export interface NewInspectorLinkProps extends LinkFormProps {
  /** The made link; null before. The caller holds it, because its token comes once, perhaps after the form was left. */
  made: CreatedInspectorLink | null;
  onDone: () => void;
}

/** The contents of a dialog that makes a link for an inspector: first a form, then the link. */
export function NewInspectorLink({ made, onDone, ...form }: NewInspectorLinkProps) {
  return made === null ? <LinkForm {...form} /> : <MadeLink link={made} onDone={onDone} />;
}

function LinkForm({ eventId, onLeave, onMade }: LinkFormProps) {
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const { typed, edit, ...form } = useForm<TypedLink>({ label: '', hours: String(DEFAULT_HOURS), end: null });
  const schedule = useSchedule(eventId);
  const labelField = useRef<HTMLInputElement>(null);
  const endField = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<'label' | 'end' | null>(null);
  const words = inspectionTexts.inspectorLink;

  const endIn = (timeZone: string): TypedMoment =>
    typed.end ?? typedMoment(openedAt + DEFAULT_HOURS * HOUR_MS, timeZone);

  function readValidity(): Omit<NewLink, 'label'> | string {
    if (typed.hours !== OTHER_END) return { hours: Number(typed.hours) };
    const timeZone = schedule.data?.timeZone;
    return timeZone === undefined ? momentTexts.incomplete : readEnd(endIn(timeZone), timeZone);
  }

  async function create(body: NewLink) {
    onMade(await createInspectorLink(eventId, body));
    void client.invalidateQueries({ queryKey: inspectorLinksKey(eventId) });
  }

  async function submit() {
    const [label, validity] = [checkInspectionLabel(typed.label), readValidity()];
    setWrong(label.ok ? (typeof validity === 'string' ? 'end' : null) : 'label');
    if (!label.ok) return form.setError(translate(label.error), labelField);
    if (typeof validity === 'string') return form.setError(validity, endField);
    return form.submit(() => create({ label: label.value, ...validity }));
  }

  return (
    <Form form={form} onSubmit={submit} onCancel={onLeave} submitText={words.create} busyText={words.creating}>
      <TextField
        ref={labelField}
        label={words.label}
        placeholder={words.labelPlaceholder}
        autoComplete="off"
        invalid={form.error !== null && wrong === 'label'}
        {...textIn(typed, edit, 'label')}
      />
      <SelectField
        label={words.validFor}
        options={[
          ...HOURS.map((each) => ({ value: String(each), text: durationText(each) })),
          { value: OTHER_END, text: words.otherEnd },
        ]}
        {...textIn(typed, edit, 'hours')}
      />
      {typed.hours === OTHER_END && (
        <Loaded isPart query={schedule} failedText={dialogTexts.schedule.loadFailed}>
          {({ timeZone }) => (
            <>
              <MomentField
                ref={endField}
                label={words.end}
                timeZone={timeZone}
                typed={endIn(timeZone)}
                bounds={[openedAt + HOUR_MS, openedAt + INSPECTION_HOURS_MAX * HOUR_MS]}
                invalid={form.error !== null && wrong === 'end'}
                onEdit={(end) => edit({ end })}
              />
              {timeZone !== deviceZone() && (
                <p className="-mt-2.5 text-sm text-muted">{momentTexts.clock(zoneName(timeZone))}</p>
              )}
            </>
          )}
        </Loaded>
      )}
    </Form>
  );
}

function MadeLink({ link, onDone }: { link: CreatedInspectorLink; onDone: () => void }) {
  const address = `${usePublicOrigin()}${paths.inspect.replace(':token', encodeURIComponent(link.token))}`;
  const words = inspectionTexts.inspectorLink;
  return (
    <div className="grid gap-4">
      <p className="text-center text-sm text-muted">{words.validUntil(formatMoment(link.expiresAt))}</p>
      <LinkPanel link={address} title={words.linkFor(link.label)} />
      <Button variant="plain" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
