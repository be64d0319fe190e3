import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CreatedInspectorLink,
  CreatedInspectorLinkSchema,
  type NewInspectorLink as NewLink,
} from '../../../../src/shared/inspections/schemas';
import { HOUR_MS, MINUTE_MS } from '../../../../src/shared/durations';
import { type Checked, valid } from '../../../../src/shared/rules/checked';
import { checkInspectionEnd } from '../../../../src/shared/rules/inspection-end';
import { checkInspectionLabel } from '../../../../src/shared/rules/names';
import { callApi } from '../../api/api-client';
import { formatCount, formatMoment } from '../../texts/format';
import { inspectionTexts } from '../../texts/inspection-texts';
import { translate } from '../../texts/texts';
import { Button } from '../../ui/button';
import { Form } from '../../ui/forms/form';
import { SelectField } from '../../ui/forms/select-field';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { LinkPanel } from '../../ui/overlays/link-panel';
import { paths } from '../../urls/paths';
import { usePublicOrigin } from '../../urls/public-origin';
import { inspectorLinksKey, inspectorLinksPath } from './inspector-links-api';

/** Creates a link. Its token is in this answer and in no other. */
const createInspectorLink = (eventId: string, body: NewLink): Promise<CreatedInspectorLink> =>
  callApi(inspectorLinksPath(eventId), CreatedInspectorLinkSchema, { method: 'POST', body });

/** The offered durations, in hours, and the choice of another end. */
const HOURS = [4, 12, 24, 168] as const;
const DEFAULT_HOURS = 12;
const OTHER_END = 'other';

function durationText(hours: number): string {
  const words = inspectionTexts.inspectorLink;
  const days = hours / 24;
  return days < 1 ? words.hours(formatCount(hours)) : words.days(days, formatCount(days));
}

/** The letters of YYYY-MM-DDTHH:mm. */
const LOCAL_LENGTH = 16;

/** Returns a moment by the device's clock, as a field for date and time takes it. @param at epoch ms */
const localText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, LOCAL_LENGTH);

interface TypedLink {
  label: string;
  /** The hours, or OTHER_END. */
  hours: string;
  /** The end by the device's clock. */
  end: string;
}

/** Returns how long the link is valid, as the call takes it. */
function readEnd({ hours, end }: TypedLink): Checked<Omit<NewLink, 'label'>> {
  if (hours !== OTHER_END) return valid({ hours: Number(hours) });
  const checked = checkInspectionEnd(Date.parse(end), Date.now());
  return checked.ok ? valid({ expiresAt: new Date(checked.value).toISOString() }) : checked;
}

export interface NewInspectorLinkProps {
  eventId: string;
  onLeave: () => void;
  /** Called with the title of the next view, which shows the link. */
  onMade: (title: string) => void;
  onDone: () => void;
}

/** The contents of a dialog that makes a link for an inspector: first a form, then the link. */
export function NewInspectorLink({ eventId, onLeave, onMade, onDone }: NewInspectorLinkProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<CreatedInspectorLink | null>(null);
  if (made !== null) return <MadeLink link={made} onDone={onDone} />;
  return (
    <LinkForm
      eventId={eventId}
      onLeave={onLeave}
      onMade={(link) => {
        setMade(link);
        onMade(inspectionTexts.inspectorLink.linkFor(link.label));
        void client.invalidateQueries({ queryKey: inspectorLinksKey(eventId) });
      }}
    />
  );
}

interface LinkFormProps {
  eventId: string;
  onLeave: () => void;
  onMade: (link: CreatedInspectorLink) => void;
}

function LinkForm({ eventId, onLeave, onMade }: LinkFormProps) {
  const { typed, edit, ...form } = useForm<TypedLink>(() => ({
    label: '',
    hours: String(DEFAULT_HOURS),
    end: localText(Date.now() + DEFAULT_HOURS * HOUR_MS),
  }));
  const labelField = useRef<HTMLInputElement>(null);
  const endField = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<'label' | 'end' | null>(null);
  const words = inspectionTexts.inspectorLink;

  async function submit() {
    const [label, end] = [checkInspectionLabel(typed.label), readEnd(typed)];
    setWrong(label.ok ? (end.ok ? null : 'end') : 'label');
    if (!label.ok) return form.setError(translate(label.error), labelField);
    if (!end.ok) return form.setError(translate(end.error), endField);
    const body = { label: label.value, ...end.value };
    return form.submit(async () => onMade(await createInspectorLink(eventId, body)));
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
        <TextField
          ref={endField}
          type="datetime-local"
          label={words.end}
          invalid={form.error !== null && wrong === 'end'}
          {...textIn(typed, edit, 'end')}
        />
      )}
    </Form>
  );
}

function MadeLink({ link, onDone }: { link: CreatedInspectorLink; onDone: () => void }) {
  const address = `${usePublicOrigin()}${paths.inspect.replace(':token', encodeURIComponent(link.token))}`;
  const words = inspectionTexts.inspectorLink;
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{words.shownOnce}</p>
      <p className="text-center text-sm text-muted">{words.validUntil(formatMoment(link.expiresAt))}</p>
      <LinkPanel link={address} title={words.linkFor(link.label)} />
      <Button variant="plain" onClick={onDone}>
        {words.done}
      </Button>
    </div>
  );
}
