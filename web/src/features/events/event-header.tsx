import type { ReactNode } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { AccessCode } from './access-code';

export interface EventHeaderProps {
  event: Event;
  /** Shows others how to join. */
  onShare: () => void;
  /** The options menu, for people who may change the event. */
  menu?: ReactNode;
  /** Which device this is. */
  device?: ReactNode;
}

/** The event's name and code above its areas. At a door the name is in the bar and the rest in its sheet. */
export function EventHeader({ event, onShare, menu, device }: EventHeaderProps) {
  return (
    <section className="pt-8 pb-6">
      <div className="flex items-start justify-between gap-3">
        <h1
          title={event.eventName}
          className="line-clamp-4 text-4xl leading-tight font-semibold tracking-tight text-balance"
        >
          {event.eventName}
        </h1>
        {menu}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted">
        <AccessCode accessCode={event.accessCode} onShare={onShare} />
        {device}
      </div>
    </section>
  );
}
