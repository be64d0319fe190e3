import type { ReactNode } from 'react';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { Event } from '../../../../src/shared/schemas/event';
import { texts } from '../../lib/app-texts';
import { QrCode } from '../../ui/icons/qr-code';
import { CopyCodeButton } from './copy-code-button';
import { headerButtonClass } from './header-button';

export interface EventHeaderProps {
  event: Event;
  /** Shows others the way in. */
  onShare: () => void;
  /** The options menu, for those who may change the event. */
  menu?: ReactNode;
  /** Which device this is. */
  device?: ReactNode;
}

export function EventHeader({ event, onShare, menu, device }: EventHeaderProps) {
  return (
    <section className="pt-5 pb-4 sm:pt-8 sm:pb-6 short:flex short:items-center short:gap-4 short:py-1.5">
      <div className="flex items-start justify-between gap-3 short:contents">
        <h1
          title={event.eventName}
          className="line-clamp-4 text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight text-balance sm:text-4xl short:mr-auto short:line-clamp-1 short:text-xl"
        >
          {event.eventName}
        </h1>
        {menu}
      </div>
      <div className="mt-1 flex flex-wrap items-center text-muted short:mt-0 short:shrink-0">
        <span className="mr-2 text-sm">{texts.event.accessCode}</span>
        <span className="mr-1 font-mono text-base font-semibold tracking-wider text-ink">
          {formatAccessCode(event.accessCode)}
        </span>
        <CopyCodeButton accessCode={event.accessCode} />
        <button type="button" onClick={onShare} className={headerButtonClass}>
          <QrCode aria-hidden size={18} />
          {texts.event.share}
        </button>
        {device}
      </div>
    </section>
  );
}
