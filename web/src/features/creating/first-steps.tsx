import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { Event } from '../../../../src/shared/schemas/event';
import { texts } from '../../texts/app-texts';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button, IconButton } from '../../ui/button';
import { X } from '../../ui/icons/counting';
import { useCopy } from '../../ui/clipboard/use-copy';
import { putEvent } from '../events/use-events';
import { AreaForm } from './area-form';
import { EventForm } from './event-form';

/**
 * The first steps of a new account, up to an access code for its doors. Each step is shown on the page until it is
 * done.
 */

/** Focuses the next step if nothing else has the focus. Somebody who has just finished a step continues there. */
function useFocusIfFree(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) target.current?.focus();
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
  onSelect: (eventId: string) => void;
}

/** The step for an account without events. */
export function FirstEvent({ isCovered, onSelect }: FirstEventProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  useFocusIfFree(field);

  function take(event: Event) {
    putEvent(client, event);
    onSelect(event.eventId);
  }

  if (isCovered) return null;
  return (
    <Step title={dialogTexts.firstSteps.event}>
      <EventForm field={field} onCreated={take} />
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
      <AreaForm eventId={eventId} nameField={field} onCreated={onCreated} submitText={dialogTexts.firstSteps.add} />
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
        <IconButton label={texts.common.close} onClick={leave} className="-mt-2 -me-2">
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
