import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { checkNewArea, parseCapacity } from '../../../../src/shared/rules/capacity';
import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import type { NewArea } from '../../../../src/shared/schemas/inputs';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { serverMessage } from '../../api/api-client';
import { Button, IconButton } from '../../ui/button';
import { showToast } from '../../ui/overlays/toasts';
import { X } from '../../ui/icons/counting';
import { useCopy } from '../../ui/clipboard/use-copy';
import { Form } from '../../ui/forms/form';
import { NumberField } from '../../ui/forms/number-field';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { translate } from '../../texts/texts';
import { createArea } from '../counting/areas/areas-api';
import { createEvent } from '../events/events-api';
import { putEvent } from '../events/use-events';
import { AreaForm } from './area-form';

/**
 * The first steps of a new account, up to an access code for its doors. Each step is shown on the page until it is
 * done.
 */

/**
 * Focuses the next step, unless somebody has put the focus elsewhere. Somebody who has just finished a step continues
 * there, and so does somebody who has just logged in.
 */
function useFocusIfFree(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // The page itself has the focus after a navigation.
    if (document.activeElement?.matches('body, [tabindex="-1"]') ?? true) target.current?.focus();
  }, [target]);
}

/** Moves the focus from a finished step to the page's heading, if the step has the focus. */
function passFocusOn(step: HTMLElement | null): void {
  const heading = document.querySelector('h1');
  if (!heading || !step?.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus();
}

interface StepProps {
  ref?: RefObject<HTMLElement | null>;
  title: string;
  /** Shown beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

function Step({ ref, title, aside, children }: StepProps) {
  const titleId = useId();
  return (
    <section ref={ref} aria-labelledby={titleId} className="w-full rounded-card bg-surface p-5 text-start shadow-lift">
      <div className="flex items-start justify-between gap-3">
        <h2 id={titleId} className="mb-3 text-lg font-semibold tracking-tight">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FormStepProps {
  /** Whether a dialog is open. It may contain the same form, and a page must not show two fields with the same name. */
  isCovered: boolean;
}

export interface FirstEventProps extends FormStepProps {
  /** Called with the id of the event when it was created, and whether its first area was, too. */
  onCreated: (eventId: string, hasArea: boolean) => void;
}

/** Creates an area, or says that it could not be. The event is there all the same, and the next step asks for its area. */
async function madeArea(eventId: string, area: NewArea): Promise<boolean> {
  try {
    await createArea(eventId, area);
    return true;
  } catch (failure) {
    showToast(serverMessage(failure, dialogTexts.areaDialogs.createFailed));
    return false;
  }
}

/**
 * The step for an account without events. Most first events are one room: with the number of people who may be inside it
 * creates the event and an area of the same name. Without the number it creates the event alone.
 */
export function FirstEvent({ isCovered, onCreated }: FirstEventProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const { typed, edit, ...form } = useForm({ name: '', capacity: '' }, dialogTexts.eventDialogs.createFailed);
  useFocusIfFree(field);

  async function create(eventName: string, area: NewArea | null) {
    const event = await createEvent(eventName);
    const hasArea = area !== null && (await madeArea(event.eventId, area));
    putEvent(client, event);
    onCreated(event.eventId, hasArea);
  }

  function submit() {
    const name = checkNewEventName(typed.name);
    if (!name.ok) return form.setError(translate(name.error), field);
    if (typed.capacity.trim() === '') return form.submit(() => create(name.value, null));
    return form.submitChecked(checkNewArea(name.value, parseCapacity(typed.capacity)), (area) =>
      create(name.value, area),
    );
  }

  if (isCovered) return null;
  return (
    <Step title={dialogTexts.firstSteps.event}>
      <Form
        form={form}
        onSubmit={submit}
        submitText={dialogTexts.eventDialogs.createConfirm}
        busyText={dialogTexts.eventDialogs.creating}
      >
        <TextField
          ref={field}
          label={dialogTexts.eventDialogs.name}
          placeholder={dialogTexts.eventDialogs.namePlaceholder}
          autoComplete="off"
          {...textIn(typed, edit, 'name')}
        />
        <NumberField
          label={dialogTexts.firstSteps.capacity}
          placeholder={dialogTexts.areaDialogs.capacityPlaceholder}
          min={1}
          {...textIn(typed, edit, 'capacity')}
        />
      </Form>
    </Step>
  );
}

export interface FirstAreaProps extends FormStepProps {
  eventId: string;
  onCreated: () => void;
}

/** The step for an event without areas. */
export function FirstArea({ isCovered, eventId, onCreated }: FirstAreaProps) {
  const field = useRef<HTMLInputElement>(null);
  useFocusIfFree(field);
  if (isCovered) return null;
  return (
    <Step title={dialogTexts.firstSteps.area}>
      <AreaForm
        eventId={eventId}
        nameField={field}
        onCreated={onCreated}
        submitText={dialogTexts.firstSteps.add}
        hasLimits={false}
      />
    </Step>
  );
}

export interface ShareCodeProps {
  event: Event;
  /** Opens the dialog with all ways to share. */
  onShare: () => void;
  onDone: () => void;
}

/**
 * The step after the first area is created: it shows the access code for the doors. It ends when the code was copied or
 * shared, or the step was closed.
 */
export function ShareCode({ event, onShare, onDone }: ShareCodeProps) {
  const step = useRef<HTMLElement>(null);
  const share = useRef<HTMLButtonElement>(null);
  const { copied, copy } = useCopy(texts.event.copyFailed);
  const wasCopied = useRef(false);
  useFocusIfFree(share);

  useEffect(() => {
    const isTold = wasCopied.current && !copied;
    wasCopied.current = copied;
    if (!isTold) return;
    passFocusOn(step.current);
    onDone();
  }, [copied, onDone]);

  function leave() {
    passFocusOn(step.current);
    onDone();
  }

  return (
    <Step
      ref={step}
      title={dialogTexts.firstSteps.share}
      aside={
        <IconButton label={texts.common.close} onClick={leave} className="relative -mt-2 -me-2">
          <X size={20} />
        </IconButton>
      }
    >
      <p className="-mt-2 mb-3 text-sm text-muted text-pretty">{dialogTexts.firstSteps.shareLead}</p>
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto text-muted">
          {`${texts.event.accessCode} `}
          <strong className="font-mono text-xl tracking-wider whitespace-nowrap text-ink">
            {formatAccessCode(event.accessCode)}
          </strong>
        </p>
        <Button variant="quiet" onClick={() => void copy(event.accessCode)} className="max-sm:grow">
          <output>{copied ? texts.event.copied : dialogTexts.firstSteps.copy}</output>
        </Button>
        <Button
          ref={share}
          onClick={() => {
            leave();
            onShare();
          }}
          className="max-sm:grow"
        >
          {dialogTexts.firstSteps.shareWith}
        </Button>
      </div>
    </Step>
  );
}
