import type { ReactNode } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { AccessCode } from './access-code';

export interface EventHeaderProps {
  event: Event;
  /** Shows others the way in. */
  onShare: () => void;
  /** The options menu, for those who may change the event. */
  menu?: ReactNode;
  /** Which device this is. */
  device?: ReactNode;
}

/** On a phone that lies on its side all of it is one row, in which the name is the last to give way. */
export function EventHeader({ event, onShare, menu, device }: EventHeaderProps) {
  return (
    <section className="pt-5 pb-4 sm:pt-8 sm:pb-6 short:relative short:flex short:items-center short:gap-1 short:py-1.5">
      <div className="flex items-start justify-between gap-3 short:contents">
        <h1
          title={event.eventName}
          className="line-clamp-4 text-[min(1.75rem,11vw)] leading-tight font-semibold tracking-tight text-balance sm:text-4xl short:mr-auto short:line-clamp-2 short:min-w-[45%] short:text-lg/[1.2]"
        >
          {event.eventName}
        </h1>
        {menu}
      </div>
      <div className="mt-1 flex flex-wrap items-center text-muted short:mt-0 short:min-w-0 short:flex-nowrap">
        <AccessCode accessCode={event.accessCode} onShare={onShare} />
        {device}
      </div>
    </section>
  );
}
