import { clsx } from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../texts/texts';
import { dismissToasts } from './toasts';
import { IconButton } from '../button';
import { ArrowLeft } from '../icons/arrows';
import { X } from '../icons/counting';

export interface DialogProps {
  onClose: () => void;
  /** `alertdialog` for a question that must not be missed. */
  role?: 'dialog' | 'alertdialog';
  /** The title. A changed title means another view, so the title gets the focus. */
  title: string;
  /** Returns to the previous view. Without it the dialog shows no back arrow. */
  onBack?: (() => void) | undefined;
  /** A text below the title that also describes the dialog to screen readers. */
  description?: ReactNode;
  /** Makes the dialog wider on a large screen, for lists with columns. */
  wide?: boolean;
  /** Puts the dialog at the top of the screen, so that a keyboard on the screen does not cover it. */
  atTop?: boolean;
  children: ReactNode;
}

/**
 * Returns the focus to the element that opened the dialog. If that element is gone, the focus goes to the element that
 * now has its id, to the part of a dialog that contained it, or to the page's heading.
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
 * A dialog: a sheet at the bottom of a phone, where the thumb reaches it, or a card in the middle of a wider screen. A
 * press outside and Escape close it. It is open while it is mounted, so that its fields start fresh each time.
 */
export function Dialog({
  onClose,
  role = 'dialog',
  title,
  onBack,
  description,
  wide = false,
  atTop = false,
  children,
}: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  const [surroundings] = useState(() => opener?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);

  // Toasts would cover the dialog's title and close button.
  useEffect(dismissToasts, []);

  useLayoutEffect(() => {
    if (shownTitle.current !== title) heading.current?.focus();
    shownTitle.current = title;
  }, [title]);

  /**
   * Focuses the first field to type in and selects its contents, or focuses the button that cancels. Otherwise the title
   * gets the focus: a long dialog then begins at its top, and no arrow key changes a choice.
   */
  function focusFirst(event: Event) {
    const first =
      event.target instanceof HTMLElement
        ? event.target.querySelector<HTMLElement>(':is(input:not([type=radio], [type=checkbox]), [data-first-focus])')
        : null;
    event.preventDefault();
    (first ?? heading.current)?.focus();
    if (first instanceof HTMLInputElement) first.select();
  }

  /** Radix returns the focus only to its own triggers, so this is done here. */
  function focusOpener(event: Event) {
    event.preventDefault();
    if (opener instanceof HTMLElement) focusAfterwards(opener, surroundings);
  }

  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={clsx(
            'fade-in fixed inset-0 z-40 grid grid-cols-[minmax(0,1fr)] justify-items-center overflow-y-auto bg-shade sm:p-6',
            atTop ? 'safe-top items-start' : 'items-end pt-12 sm:items-center',
          )}
        >
          <Radix.Content
            role={role}
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onOpenAutoFocus={focusFirst}
            onCloseAutoFocus={focusOpener}
            className={clsx(
              'rise-in safe-bottom relative w-full bg-raised px-5 pt-5 shadow-lift outline-none sm:pb-6',
              wide ? 'sm:max-w-3xl' : 'sm:max-w-md',
              atTop ? 'rounded-b-card sm:rounded-t-card' : 'rounded-t-card sm:rounded-b-card',
            )}
          >
            <div className="@container mb-4">
              <div className="flex flex-wrap items-start justify-between gap-x-3">
                {onBack && (
                  <IconButton label={texts.common.back} onClick={onBack} className="-mt-1 -me-2 -ms-2.5">
                    <ArrowLeft size={22} />
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
                  <IconButton label={texts.common.close} className="-mt-1 -me-2 ms-auto">
                    <X size={22} />
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
