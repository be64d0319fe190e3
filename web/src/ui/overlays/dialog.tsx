import { clsx } from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts';
import { dismissToasts } from './toasts';
import { Button, IconButton } from '../button';
import { ArrowLeft } from '../icons/arrows';
import { X } from '../icons/counting';

export interface DialogProps {
  onClose: () => void;
  /** `alertdialog` for a question that must not be missed. */
  role?: 'dialog' | 'alertdialog';
  /** Another title means another view: the focus goes to it. */
  title: string;
  /** Shows an arrow to the view before. */
  onBack?: (() => void) | undefined;
  /** Without it the dialog is described by its title only. */
  description?: ReactNode;
  /** For lists with columns, if the screen has room for them. */
  wide?: boolean;
  children: ReactNode;
}

/**
 * Returns the focus to the element that opened the dialog; otherwise to the element that has its id now, to the part of
 * a dialog that contained it, or to the page's heading.
 */
function focusAfterwards(opener: HTMLElement, surroundings: HTMLElement | null): void {
  const successor = opener.id === '' ? null : document.getElementById(opener.id);
  const around = surroundings?.isConnected ? surroundings : null;
  const target = opener.isConnected ? opener : (successor ?? around ?? document.querySelector('h1'));
  if (!target) return;
  if (target instanceof HTMLHeadingElement) target.tabIndex = -1;
  target.focus();
}

/**
 * A sheet at the bottom of a phone, within the thumb's reach; a card in the middle of a wider screen. Overlay and
 * Escape close it. It is open while it is mounted, so that its fields start fresh each time.
 */
export function Dialog({ onClose, role = 'dialog', title, onBack, description, wide = false, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  const [surroundings] = useState(() => opener?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);

  // They would cover its title and its close button.
  useEffect(dismissToasts, []);

  useLayoutEffect(() => {
    if (shownTitle.current !== title) heading.current?.focus();
    shownTitle.current = title;
  }, [title]);

  /**
   * The first field of a form, its contents selected, or the safe answer; otherwise Radix's choice, the close button.
   */
  function focusFirst(event: Event) {
    const first =
      event.target instanceof HTMLElement && event.target.querySelector<HTMLElement>('input, [data-first-focus]');
    if (!first) return;
    event.preventDefault();
    first.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  /** Radix itself knows only its own triggers. */
  function focusOpener(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) focusAfterwards(opener, surroundings);
  }

  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto bg-shade pt-12 sm:items-center sm:p-6">
          <Radix.Content
            role={role}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={focusOpener}
            className={clsx(
              'rise-in safe-bottom relative w-full bg-raised px-5 pt-5 shadow-lift outline-none sm:pb-6',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-md',
              'rounded-t-card sm:rounded-b-card',
            )}
          >
            <div className="@container mb-4">
              <div className="flex flex-wrap items-start justify-between gap-x-3">
                {onBack && (
                  <IconButton label={texts.common.back} onClick={onBack} className="-mt-1 -mr-2 -ml-2.5">
                    <ArrowLeft aria-hidden size={22} />
                  </IconButton>
                )}
                <Radix.Title
                  ref={heading}
                  tabIndex={-1}
                  className="grow basis-0 @max-[12rem]:order-last @max-[12rem]:basis-full pt-1.5 text-xl font-semibold tracking-tight text-balance outline-none"
                >
                  {title}
                </Radix.Title>
                <Radix.Close asChild>
                  <IconButton label={texts.common.close} className="-mt-1 -mr-2 ml-auto">
                    <X aria-hidden size={22} />
                  </IconButton>
                </Radix.Close>
              </div>
            </div>
            {description !== undefined && (
              <Radix.Description className="-mt-2 mb-4 text-pretty text-muted">{description}</Radix.Description>
            )}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons that ends a dialog's form: the main one last, nearest to the thumb. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 *:px-3">{children}</div>
  );
}

export interface FormActionsProps {
  onCancel: () => void;
  busy: boolean;
  submitText: string;
}

/** Cancel and the form's own button, which waits while the form is busy. */
export function FormActions({ onCancel, busy, submitText }: FormActionsProps) {
  return (
    <DialogActions>
      <Button variant="quiet" onClick={onCancel}>
        {texts.common.cancel}
      </Button>
      <Button type="submit" busy={busy}>
        {submitText}
      </Button>
    </DialogActions>
  );
}
