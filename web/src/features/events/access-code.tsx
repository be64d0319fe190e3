import { clsx } from 'clsx';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import { texts } from '../../lib/app-texts';
import { KeyRound } from '../../ui/icons/key-round';
import { QrCode } from '../../ui/icons/qr-code';
import { useLeave } from '../../ui/use-leave';
import { CopyCodeButton } from './copy-code-button';
import { headerButtonClass } from './header-button';

export interface AccessCodeProps {
  accessCode: string;
  /** Shows others the way in. */
  onShare: () => void;
}

/**
 * The code, and the ways to hand it on: parts of the row that they stand in. On a phone that lies on its side the event's name
 * needs that row, and they open from a button.
 */
export function AccessCode({ accessCode, onShare }: AccessCodeProps) {
  const id = useId();
  const owner = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useLeave(owner, open, close);

  /** What is open gives the focus back first: a dialog that comes next returns it to there. */
  function putAway() {
    if (open) opener.current?.focus();
    close();
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    putAway();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape, from whatever in it has the focus
    <div ref={owner} onKeyDown={press} className="contents">
      <button
        ref={opener}
        type="button"
        title={texts.event.accessCode}
        aria-label={texts.event.accessCode}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((now) => !now)}
        className={clsx(headerButtonClass, 'hidden! short:inline-flex!')}
      >
        <KeyRound aria-hidden size={20} />
      </button>
      <div
        id={id}
        className={clsx(
          'contents short:absolute short:top-full short:right-0 short:z-20 short:w-max short:items-center short:rounded-pad short:border short:border-line short:bg-raised short:py-1.5 short:pr-1.5 short:pl-4 short:shadow-lift',
          open ? 'short:flex' : 'short:hidden',
        )}
      >
        <span className="mr-2 text-sm">{texts.event.accessCode}</span>
        <span className="mr-1 font-mono text-base font-semibold tracking-wider text-ink">
          {formatAccessCode(accessCode)}
        </span>
        <CopyCodeButton accessCode={accessCode} />
        <button
          type="button"
          onClick={() => {
            putAway();
            onShare();
          }}
          className={headerButtonClass}
        >
          <QrCode aria-hidden size={18} />
          {texts.event.share}
        </button>
      </div>
    </div>
  );
}
